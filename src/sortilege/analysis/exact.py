"""Exact win probabilities of small endgames: every outcome of chance is enumerated with its probability.

Every seat plays its first choice, as in a rollout. So the result is the number that `analyse` estimates by sampling.
"""

from __future__ import annotations

from typing import Final

from sortilege.analysis.evaluate import Subject, TrueStateDealer, rollouts_for
from sortilege.analysis.rollouts import first_choices
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.game import Game

WinProbabilities = tuple[float, ...]  # by seat
MAX_DEPTH: Final = 200  # nested calls; Python limits the depth of recursion


class TooManyNodes(Exception):
    """The game tree is larger than allowed."""


class ExactSearch:
    """Enumerates the game tree below a state, with all hidden cards known. Results are cached by state."""

    def __init__(self, game: Game, state: State, max_nodes: int = 50_000) -> None:
        subject = Subject(TrueStateDealer(state), state.seats, state.options, None)
        self.rollouts = rollouts_for(game, subject, 0)
        self.max_nodes = max_nodes
        self.cache: dict[tuple[object, ...], WinProbabilities] = {}
        self.depth = 0  # nodes between the first and the current one

    def probabilities_after(self, state: State, action: int) -> WinProbabilities:
        """Return every seat's win probability after an action in this state."""
        return self.follow(state, action, state, self.rollouts.rests)

    def probabilities(self, state: State, since: State, rests_left: int) -> WinProbabilities:
        """Return every seat's win probability in a state. Play stops at the same states as in a rollout: at the end of
        the game or, if `rests_left` is not 0, at the quiet position with this number after the state `since`. A quiet
        position is a state that can be evaluated without playing on (see Insight.is_cutoff). Its win probabilities are
        estimated."""
        turn = state.turn()
        if turn == OVER:
            return self.evaluate(state)
        if rests_left > 0 and self.rollouts.insight.is_cutoff(state, since):
            rests_left -= 1
            if rests_left == 0:
                return self.evaluate(state)
            since = state.bare_copy()
        key: tuple[object, ...] = (*state.cells, rests_left)
        if rests_left > 1:  # otherwise `since` has no influence on the states below
            key = (*key, *since.cells)
        if key not in self.cache:
            if len(self.cache) + self.depth >= self.max_nodes or self.depth >= MAX_DEPTH:
                raise TooManyNodes
            self.depth += 1
            self.cache[key] = self.combine_children(state, turn, since, rests_left)
            self.depth -= 1
        return self.cache[key]

    def combine_children(self, state: State, turn: int, since: State, rests_left: int) -> WinProbabilities:
        """Return the mean of the win probabilities after the possible continuations of a state. At a chance event these
        are all outcomes with their weights. At a decision they are the actions with the highest prior weight, because a
        rollout chooses among these at random."""
        if turn == CHANCE:
            actions, weights = state.legal(), state.weights()
        else:
            actions = first_choices(self.rollouts.insight, state)
            weights = [1] * len(actions)
        total = [0.0] * state.seats
        for action, weight in zip(actions, weights, strict=True):
            if weight > 0:
                for seat, probability in enumerate(self.follow(state, action, since, rests_left)):
                    total[seat] += weight * probability
        return tuple(weighted_sum / sum(weights) for weighted_sum in total)

    def follow(self, state: State, action: int, since: State, rests_left: int) -> WinProbabilities:
        later = state.bare_copy()
        later.do(action)
        return self.probabilities(later, since, rests_left)

    def evaluate(self, state: State) -> WinProbabilities:
        self.rollouts.evaluate(state)
        return tuple(self.rollouts.win_probability(seat) for seat in range(state.seats))
