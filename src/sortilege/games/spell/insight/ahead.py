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
from sortilege.games.spell.insight.plan import planned
from sortilege.games.spell.insight.turns import FIGURES, NODE, PUSHED, TILES, USED, VALUE, Turns
from sortilege.games.spell.insight.words import HAND, POINTS
from sortilege.games.spell.rules.ending import winner
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState
from sortilege.games.spell.table import (
    PHASE,
    PLAY,
    PUSH,
    SIDE,
    TARGET,
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


def best_node(turns: Turns) -> i64:
    """The end worth most."""
    nodes = turns.nodes
    best: i64 = 0
    node: i64 = 1
    while node < turns.size:
        if nodes[node * NODE + VALUE] > nodes[best * NODE + VALUE]:
            best = node
        node += 1
    return best


def best_nodes(turns: Turns, most: int) -> list[int]:
    """The nodes worth most, best first, no two of them with the same end."""
    nodes = turns.nodes
    found: list[int] = []
    node: i64 = 0
    lowest: i64 = -(1 << 40)
    while node < turns.size:
        if nodes[node * NODE + VALUE] > lowest and not listed(turns, found, node):
            at = len(found)
            found.append(node)
            while at > 0 and nodes[i64(found[at - 1]) * NODE + VALUE] < nodes[node * NODE + VALUE]:
                found[at] = found[at - 1]
                at -= 1
            found[at] = node
            if len(found) > most:
                found.pop()
            if len(found) == most:
                lowest = nodes[i64(found[most - 1]) * NODE + VALUE]
        node += 1
    return found


def listed(turns: Turns, found: list[int], node: i64) -> bool:
    """Whether a turn that ends alike is among those found."""
    nodes = turns.nodes
    base = node * NODE
    for other in found:
        there = i64(other) * NODE
        if (
            nodes[there + VALUE] == nodes[base + VALUE]
            and nodes[there + TILES] == nodes[base + TILES]
            and (nodes[there + FIGURES] ^ nodes[base + FIGURES]) & 0xFFFFFFFF == 0
            and nodes[there + USED] >> 3 == nodes[base + USED] >> 3
        ):
            return True
    return False


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
        nodes = turns.nodes
        best: i64 = 0
        best_value: i64 = -1
        node: i64 = 0
        while node < turns.size:
            used = nodes[node * NODE + USED]
            value = (used >> POINTS) * 1000 + 10 * awake(nodes[node * NODE + TILES]) + held(used)
            if value > best_value:
                best_value = value
                best = node
            node += 1
        return planned(state.twin(), turns, best)

    def adept(self, state: SpellState, most: i64, until: float) -> list[int]:
        """The turn that leaves the best table."""
        search(self.turns, state, most, until)
        return planned(state.twin(), self.turns, best_node(self.turns))

    def master(
        self, state: SpellState, rng: Rng, most: i64, replies: i64, width: int, depth: i64, until: float
    ) -> list[int]:
        """The best of `width` turns, played on `depth` turns cards drawn at random, the worse dropped early."""
        search(self.turns, state, most, until)
        side = state.cells[SIDE]
        candidates = best_nodes(self.turns, width)
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
            best = best_node(self.reply)
            depth -= 1
            if depth <= 0:
                mover = t[SIDE]
                p = share(self.reply.nodes[best * NODE + VALUE])
                if mover == side:
                    return p
                return 1.0 - p
            planned(state, self.reply, best)


def awake(tiles: i64) -> i64:
    """How many tiles of the side on turn are active."""
    n: i64 = 0
    mine = tiles & (tiles >> 32) & 0xFFFF
    while mine != 0:
        mine &= mine - 1
        n += 1
    return n


def held(used: i64) -> i64:
    """How many captured cards are left."""
    return ((used >> HAND) & 15) + ((used >> (HAND + 4)) & 15) + ((used >> (HAND + 8)) & 15)
