"""Lookahead: estimates of win probabilities that consider the next cards and the rival's replies."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, MAX_LEGAL, OVER
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.turn_actions import play_turn
from sortilege.games.spell.insight.turn_search import TurnSearch, push_step
from sortilege.games.spell.rules.ending import winner
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState

NO_DEADLINE: Final = 1e18  # a time on the clock that is never reached
FAST_NODES: Final = 800  # search nodes per simulated turn
SLOW_NODES: Final = 3000  # the same with more time: turns late in the game are long and score at their end
MAX_REPLIES: Final = 4  # replies of the rival that are compared
MAX_TARGETS: Final = 64  # possible targets of a spell


def search_turns(turns: TurnSearch, state: SpellState, max_nodes: i64, deadline: float) -> None:
    """Search all turns that begin in this state and store them in `turns`. If a spell waits for its target, search from
    each possible target."""
    turns.begin(state.cells, max_nodes)
    add_starts(turns, state, 0)
    turns.run(deadline)


def best_turn(turns: TurnSearch, state: SpellState, max_nodes: i64, deadline: float) -> list[int]:
    """Search all turns that begin in this state, and return the actions of the turn with the best evaluation."""
    search_turns(turns, state, max_nodes, deadline)
    return play_turn(state.bare_copy(), turns, turns.nodes.best())


def add_starts(turns: TurnSearch, state: SpellState, step: i64) -> None:
    """Add the states from which a search starts: `state` itself or, if a spell waits for its target, the state after
    each possible target. `step` is the action that was played to reach `state`, 0 for none."""
    phase = state.cells[L.PHASE]
    if phase == L.PLAY:
        turns.add_start(state.cells, step)
        return
    targets = blank(MAX_TARGETS)
    n = state.fill_legal(targets)
    for i in range(n):
        after = state.bare_copy()
        after.do(targets[i])
        if phase == L.PUSH:
            turns.add_start(after.cells, push_step(state.cells[L.TARGET], L.target_cell(targets[i])))
        else:
            add_starts(turns, after, targets[i])


def win_probability(value: i64) -> float:
    """Convert an evaluation, in thousandths of a logit, to a win probability."""
    return 1.0 / (1.0 + exp(-float(value) / 1000.0))


class Lookahead:
    """Estimates win probabilities by simulating the next turns. Everything between turns is drawn at random: chance,
    the building of the arena, and choices for the scripted opponent of a solo game. To compare states, pass the same
    `seed` for each, so that all get the same random draws."""

    def __init__(self, runes: Runes) -> None:
        self.turns = TurnSearch(runes)
        self.legal = blank(MAX_LEGAL)
        self.max_nodes: i64 = FAST_NODES
        self.max_replies: int = MAX_REPLIES

    def estimate(self, state: SpellState, side: i64, depth: i64, seed: i64) -> float:
        """Estimate the win probability of a side by playing `depth` more turns in `state`, each with the best
        evaluation. To compare turns use depth 1. At depth 2 the estimate would be too high, because the rival's turn
        would be chosen without regard to the side's next turn."""
        rng = Rng(seed)
        turns_left = depth
        while self.play_to_turn(state, rng):
            search_turns(self.turns, state, self.max_nodes, NO_DEADLINE)
            best_node = self.turns.nodes.best()
            turns_left -= 1
            if turns_left <= 0:
                probability = win_probability(self.turns.nodes.value(best_node))
                if state.cells[L.SIDE] == side:
                    return probability
                return 1.0 - probability
            play_turn(state, self.turns, best_node)
        return self.result(state, side)

    def estimate_with_answers(self, state: SpellState, side: i64, seed: i64) -> float:
        """Estimate the win probability of a side after its turn, if the rival plays the best of a few replies. A reply
        is rated by the mean of two estimates: one directly after the reply, and one after the side's best answer to it.
        The mean is more exact, because each estimate favours the side that played last."""
        if not self.play_to_turn(state, Rng(seed)):
            return self.result(state, side)
        is_solo = state.cells[L.SIDE] == side  # no rival replies
        if is_solo:
            return self.estimate(state, side, 1, seed)
        search_turns(self.turns, state, 2 * self.max_nodes, NO_DEADLINE)
        replies: list[tuple[SpellState, float]] = []  # the state after each reply, and the rival's win probability
        for node in self.turns.nodes.best_nodes(self.max_replies):
            after_reply = state.bare_copy()
            play_turn(after_reply, self.turns, node)
            replies.append((after_reply, win_probability(self.turns.nodes.value(i64(node)))))
        best_for_rival = 0.0
        for after_reply, rival_estimate in replies:
            estimate_after_answer = self.estimate(after_reply, side, 1, seed + 1)
            best_for_rival = max(best_for_rival, (rival_estimate + 1.0 - estimate_after_answer) / 2.0)
        return 1.0 - best_for_rival

    def play_to_turn(self, state: SpellState, rng: Rng) -> bool:
        """Play random actions until a side begins its turn. Return False if the game ends before that."""
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
