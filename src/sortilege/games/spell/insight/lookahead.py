"""Lookahead: estimates of the end of a turn that consider the next cards and the rival's replies."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, MAX_LEGAL, OVER
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.nodes import NODE_SIZE, VALUE
from sortilege.games.spell.insight.turn_actions import turn_actions
from sortilege.games.spell.insight.turn_search import PUSH_STEP, TurnSearch
from sortilege.games.spell.rules.ending import winner
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState

NO_DEADLINE: Final = 1e18
FAST_NODES: Final = 800  # search nodes per simulated turn
SLOW_NODES: Final = 3000  # the same with more time: turns late in the game are long and score at their end
MAX_REPLIES: Final = 4  # replies of the rival that are compared


def search_turns(turns: TurnSearch, state: SpellState, max_nodes: i64, deadline: float) -> None:
    """Search all turns from this state. If a spell waits for its target, search from each possible target."""
    turns.begin(state.cells, max_nodes)
    add_starts(turns, state, 0)
    turns.run(deadline)


def best_turn(turns: TurnSearch, state: SpellState, max_nodes: i64, deadline: float) -> list[int]:
    """Search all turns from this state and return the actions of the one with the best evaluation."""
    search_turns(turns, state, max_nodes, deadline)
    return turn_actions(state.bare_copy(), turns, turns.nodes.best())


def add_starts(turns: TurnSearch, state: SpellState, step: i64) -> None:
    """Add the start nodes of the search: this state, or the states after each possible target of a pending spell."""
    phase = state.cells[L.PHASE]
    if phase == L.PLAY:
        turns.add_start(state.cells, step)
        return
    targets = blank(64)
    n = state.fill_legal(targets)
    i: i64 = 0
    while i < n:
        after = state.bare_copy()
        after.do(targets[i])
        if phase == L.PUSH:
            turns.add_start(after.cells, PUSH_STEP + state.cells[L.TARGET] * 16 + targets[i] - actions.PUSH)
        else:
            add_starts(turns, after, targets[i])
        i += 1


def win_probability(value: i64) -> float:
    """Convert a value of the evaluator to a win probability."""
    return 1.0 / (1.0 + exp(-float(value) / 1000.0))


class Lookahead:
    """Simulates the turns after a state. Outcomes of chance, steps of the set-up and choices for the script of a solo
    game are drawn at random from `seed`, so that compared states get the same draws."""

    def __init__(self, runes: Runes) -> None:
        self.turns = TurnSearch(runes)
        self.legal = blank(MAX_LEGAL)
        self.nodes: i64 = FAST_NODES
        self.max_replies: int = MAX_REPLIES

    def estimate(self, state: SpellState, side: i64, depth: i64, seed: i64) -> float:
        """Estimate the win probability of a side after `depth` more turns, each the best one by evaluation. The state
        is changed. Depth 1 is best for comparing turns: at depth 2 the rival's reply would be chosen without regard to
        the answer, so the estimate would be too high."""
        rng = Rng(seed)
        while self.play_to_turn(state, rng):
            search_turns(self.turns, state, self.nodes, NO_DEADLINE)
            best = self.turns.nodes.best()
            depth -= 1
            if depth <= 0:
                probability = win_probability(self.turns.nodes.cells[best * NODE_SIZE + VALUE])
                if state.cells[L.SIDE] == side:
                    return probability
                return 1.0 - probability
            turn_actions(state, self.turns, best)
        return self.result(state, side)

    def estimate_with_answers(self, state: SpellState, side: i64, seed: i64) -> float:
        """Estimate the win probability of a side if the rival chooses among its best replies. The rival rates a reply
        by the mean of its evaluation and of the estimate after the best answer to it. Each alone is too high for the
        side that moved last, because the best of thousands of rough evaluations is partly luck; their mean predicts the
        winner better."""
        if not self.play_to_turn(state, Rng(seed)):
            return self.result(state, side)
        if state.cells[L.SIDE] == side:  # in solo no rival replies
            return self.estimate(state, side, 1, seed)
        search_turns(self.turns, state, 2 * self.nodes, NO_DEADLINE)
        evaluations: list[float] = []
        ends: list[SpellState] = []
        for node in self.turns.nodes.best_nodes(self.max_replies):
            after = state.bare_copy()
            turn_actions(after, self.turns, node)
            ends.append(after)
            evaluations.append(win_probability(self.turns.nodes.cells[i64(node) * NODE_SIZE + VALUE]))
        best = 0.0
        for reply in range(len(ends)):
            best = max(best, (evaluations[reply] + 1.0 - self.estimate(ends[reply], side, 1, seed + 1)) / 2.0)
        return 1.0 - best

    def play_to_turn(self, state: SpellState, rng: Rng) -> bool:
        """Play at random until a side may begin its turn. Return False if the game ends before that."""
        while True:
            turn = state.turn()
            if turn == OVER:
                return False
            if turn == CHANCE:
                state.do(state.draw(rng, self.legal))
            elif state.cells[L.PHASE] == L.PLAY:
                return True
            else:
                n = state.fill_legal(self.legal)
                state.do(self.legal[rng.below(n)])

    def result(self, state: SpellState, side: i64) -> float:
        """Return 1 if the side has won the finished game, otherwise 0."""
        if winner(state.cells) == side:
            return 1.0
        return 0.0
