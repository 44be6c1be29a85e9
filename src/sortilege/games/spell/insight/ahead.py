"""Looking ahead: what the rival and the next cards make of a turn's end."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import blank
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, WIDEST
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.nodes import NODE, VALUE
from sortilege.games.spell.insight.plan import planned
from sortilege.games.spell.insight.turns import PUSHED, Turns
from sortilege.games.spell.rules.ending import winner
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState

FOREVER: Final = 1e18
GLIMPSE: Final = 800  # nodes of a turn that is only imagined
STARE: Final = 3000  # where there is time: late turns are long, and points hide at their ends
FEW: Final = 4  # replies weighed


def search(turns: Turns, state: SpellState, most: i64, until: float) -> None:
    """Every turn from here; where a spell waits for its target, from each of its targets."""
    turns.begin(state.cells, most)
    start(turns, state, 0)
    turns.run(until)


def start(turns: Turns, state: SpellState, step: i64) -> None:
    """Where the search begins: here, or after each target the spell under way may have."""
    phase = state.cells[L.PHASE]
    if phase == L.PLAY:
        turns.start(state.cells, step)
        return
    targets = blank(64)
    n = state.fill_legal(targets)
    i: i64 = 0
    while i < n:
        after = state.twin()
        after.do(targets[i])
        if phase == L.PUSH:
            turns.start(after.cells, PUSHED + state.cells[L.TARGET] * 16 + targets[i] - actions.PUSH)
        else:
            start(turns, after, targets[i])
        i += 1


def share(value: i64) -> float:
    """A judge's value as a share of victory."""
    return 1.0 / (1.0 + exp(-float(value) / 1000.0))


class Ahead:
    """Plays on from a table by whole turns. What chance brings, and what a set-up or the script of a solo game leaves
    open, is drawn from `seed`: the same for every table that is compared."""

    def __init__(self, runes: Runes) -> None:
        self.turns = Turns(runes)
        self.legal = blank(WIDEST)
        self.nodes: i64 = GLIMPSE
        self.few: int = FEW

    def look(self, state: SpellState, side: i64, depth: i64, seed: i64) -> float:
        """A side's share of victory when `depth` more turns are played at sight. To judge a turn one is best: a second
        would answer a reply chosen without fear of it, and so promise too much."""
        lots = Rng(seed)
        while self.comes_to_a_turn(state, lots):
            search(self.turns, state, self.nodes, FOREVER)
            best = self.turns.nodes.best()
            depth -= 1
            if depth <= 0:
                p = share(self.turns.nodes.cells[best * NODE + VALUE])
                if state.cells[L.SIDE] == side:
                    return p
                return 1.0 - p
            planned(state, self.turns, best)
        return self.won(state, side)

    def answered(self, state: SpellState, side: i64, seed: i64) -> float:
        """The same when the rival weighs its best few replies: by sight and by the turn that answers each. At sight
        whoever chose last seems too well off, for the best of thousands by a rough measure is partly luck; the mean of
        a view that flatters one and a view that flatters the other foretells the winner better than either."""
        if not self.comes_to_a_turn(state, Rng(seed)):
            return self.won(state, side)
        if state.cells[L.SIDE] == side:  # in solo nobody replies
            return self.look(state, side, 1, seed)
        search(self.turns, state, 2 * self.nodes, FOREVER)
        sights: list[float] = []
        ends: list[SpellState] = []
        for node in self.turns.nodes.best_few(self.few):
            after = state.twin()
            planned(after, self.turns, node)
            ends.append(after)
            sights.append(share(self.turns.nodes.cells[i64(node) * NODE + VALUE]))
        theirs = 0.0
        for reply in range(len(ends)):
            theirs = max(theirs, (sights[reply] + 1.0 - self.look(ends[reply], side, 1, seed + 1)) / 2.0)
        return 1.0 - theirs

    def comes_to_a_turn(self, state: SpellState, lots: Rng) -> bool:
        """Play on by lot to where a side may begin its turn; False if the game is over before that."""
        while True:
            turn = state.turn()
            if turn == OVER:
                return False
            if turn == CHANCE:
                state.do(state.draw(lots, self.legal))
            elif state.cells[L.PHASE] == L.PLAY:
                return True
            else:
                n = state.fill_legal(self.legal)
                state.do(self.legal[lots.below(n)])

    def won(self, state: SpellState, side: i64) -> float:
        """The share of a game that is over."""
        if winner(state.cells) == side:
            return 1.0
        return 0.0
