"""Looking ahead: what the rival makes of a turn's end, and what comes after."""

from __future__ import annotations

from math import exp
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import blank
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER
from sortilege.games.spell import actions
from sortilege.games.spell.insight.nodes import NODE, USED, VALUE
from sortilege.games.spell.insight.packed import awake, cards_held, points_of
from sortilege.games.spell.insight.plan import planned
from sortilege.games.spell.insight.turns import PUSHED, Turns
from sortilege.games.spell.rules.ending import winner
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState
from sortilege.games.spell.table import (
    PHASE,
    PLAY,
    PUSH,
    SIDE,
    TARGET,
    count,
)

FOREVER: Final = 1e18
SAMPLES: Final = 60  # draws of new cards a choice is judged by, at the most


def search(turns: Turns, state: SpellState, most: i64, until: float) -> None:
    """Every turn from here; where a spell waits for its target, from each of its targets."""
    turns.begin(state.cells, most)
    start(turns, state, 0)
    turns.run(until)


def start(turns: Turns, state: SpellState, step: i64) -> None:
    """Where the search begins: here, or after each target the spell under way may have."""
    phase = state.cells[PHASE]
    if phase == PLAY:
        turns.start(state.cells, step)
        return
    targets = blank(64)
    n = state.fill_legal(targets)
    i: i64 = 0
    while i < n:
        after = state.twin()
        after.do(targets[i])
        if phase == PUSH:
            turns.start(after.cells, PUSHED + state.cells[TARGET] * 16 + targets[i] - actions.PUSH)
        else:
            start(turns, after, targets[i])
        i += 1


def share(value: i64) -> float:
    """A value as a share of victory."""
    return 1.0 / (1.0 + exp(-float(value) / 1000.0))


class Ahead:
    """Chooses whole turns: by points now, by what they leave, or by what the rival and chance make of them."""

    def __init__(self, runes: Runes) -> None:
        self.turns = Turns(runes)
        self.reply = Turns(runes)
        self.scratch = blank(512)

    def greedy(self, state: SpellState, until: float) -> list[int]:
        """The turn with the most points now; then the most tiles awake, then the most cards kept."""
        turns = self.turns
        search(turns, state, 20000, until)
        cells = turns.nodes.cells
        best: i64 = 0
        best_value: i64 = -1
        node: i64 = 0
        while node < turns.nodes.size:
            used = cells[node * NODE + USED]
            value = points_of(used) * 1000 + 10 * count(awake(cells[node * NODE])) + cards_held(used)
            if value > best_value:
                best_value = value
                best = node
            node += 1
        return planned(state.twin(), turns, best)

    def adept(self, state: SpellState, most: i64, until: float) -> list[int]:
        """The turn that leaves the best table."""
        search(self.turns, state, most, until)
        return planned(state.twin(), self.turns, self.turns.nodes.best())

    def master(
        self, state: SpellState, rng: Rng, most: i64, replies: i64, width: int, depth: i64, until: float
    ) -> list[int]:
        """The best of `width` turns, played on `depth` turns cards drawn at random, the worse dropped early."""
        search(self.turns, state, most, until)
        side = state.cells[SIDE]
        candidates = self.turns.nodes.best_few(width)
        plans: list[list[int]] = []
        ends: list[SpellState] = []
        for node in candidates:
            after = state.twin()
            plans.append(planned(after, self.turns, node))
            ends.append(after)
        shares = [0.0] * len(ends)
        counts = [0] * len(ends)
        alive = list(range(len(ends)))
        sample = 0
        while sample <= SAMPLES:
            seed = rng.word()
            for c in alive:
                shares[c] += self.look(ends[c].twin(), side, depth, seed, replies)
                counts[c] += 1
                if perf_counter() >= until:
                    break
            sample += 1
            if perf_counter() >= until or len(alive) == 1:
                break
            alive.sort(key=lambda c: -shares[c] / counts[c] if counts[c] else 0.0)
            alive = alive[: max(2, len(alive) * 2 // 3)]
        best = max(alive, key=lambda c: (counts[c], shares[c] / counts[c]) if counts[c] else (0, 0.0))
        return plans[best]

    def look(self, state: SpellState, side: i64, depth: i64, seed: i64, replies: i64) -> float:
        """A side's share of victory from the end of its turn on, `depth` turns deep."""
        draws: i64 = 0
        while True:
            turn = state.turn()
            if turn == OVER:
                if winner(state.cells) == side:
                    return 1.0
                return 0.0
            if turn == CHANCE:
                draws += 1
                state.do(state.draw(Rng(seed * 64 + draws), self.scratch))
                continue
            t = state.cells
            if t[PHASE] != PLAY:
                n = state.fill_legal(self.scratch)
                state.do(self.scratch[Rng(seed * 64 + draws).below(n)])
                continue
            search(self.reply, state, replies, FOREVER)
            best = self.reply.nodes.best()
            depth -= 1
            if depth <= 0:
                mover = t[SIDE]
                p = share(self.reply.nodes.cells[best * NODE + VALUE])
                if mover == side:
                    return p
                return 1.0 - p
            planned(state, self.reply, best)
