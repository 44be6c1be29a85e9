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
    """Computes win probabilities from the whole game tree below a state, with all hidden cards known. Results are
    cached by state. Raises TooManyNodes if the tree has more than `max_nodes` states."""

    def __init__(self, game: Game, state: State, max_nodes: int = 50_000) -> None:
        subject = Subject(TrueStateDealer(state), state.seats, state.options, seat=None)
        self.rollouts = rollouts_for(game, subject, seed=0)
        self.max_nodes = max_nodes
        self.cache: dict[tuple[object, ...], WinProbabilities] = {}
        self.depth = 0  # nodes between the first and the current one

    def probabilities_before(self, state: State) -> WinProbabilities:
        """Return every seat's win probability in this state, before any action."""
        return self.probabilities(state, state, self.rollouts.quiet_limit)

    def probabilities_after(self, state: State, action: int) -> WinProbabilities:
        """Return every seat's win probability after an action in this state."""
        return self.follow(state, action, state, self.rollouts.quiet_limit)

    def probabilities(self, state: State, last_quiet: State, quiet_left: int) -> WinProbabilities:
        """Return every seat's win probability in a state. Play stops where a rollout (a simulated game) would stop: at
        the end of the game, or after `quiet_left` more quiet positions. A quiet position can be evaluated (see
        Insight.is_cutoff). If `quiet_left` is 0, play stops only at the end. `last_quiet` is the quiet position, or the
        first state, from which play went on to `state`."""
        if state.turn() == OVER:
            return self.evaluate(state)
        is_quiet = quiet_left > 0 and self.rollouts.insight.is_cutoff(state, last_quiet)
        if not is_quiet:
            return self.cached_probabilities(state, last_quiet, quiet_left)
        if quiet_left == 1:
            return self.evaluate(state)
        return self.cached_probabilities(state, state.bare_copy(), quiet_left - 1)

    def cached_probabilities(self, state: State, last_quiet: State, quiet_left: int) -> WinProbabilities:
        """Return every seat's win probability from the cache, or compute it from the children of the state."""
        key: tuple[object, ...] = (*state.cells, quiet_left)
        if quiet_left > 1:  # otherwise `last_quiet` has no influence on the states below
            key = (*key, *last_quiet.cells)
        if key not in self.cache:
            if len(self.cache) + self.depth >= self.max_nodes or self.depth >= MAX_DEPTH:
                raise TooManyNodes
            self.depth += 1
            self.cache[key] = self.combine_children(state, last_quiet, quiet_left)
            self.depth -= 1
        return self.cache[key]

    def combine_children(self, state: State, last_quiet: State, quiet_left: int) -> WinProbabilities:
        """Return every seat's mean win probability after the outcomes of a chance event, by their weights, or after the
        first choices of a seat. All first choices (the actions with the highest prior weight) count alike."""
        if state.turn() == CHANCE:
            actions, weights = state.legal(), state.weights()
        else:
            actions = first_choices(self.rollouts.insight, state)
            weights = [1] * len(actions)
        weighted_sums = [0.0] * state.seats
        for action, weight in zip(actions, weights, strict=True):
            if weight > 0:
                for seat, probability in enumerate(self.follow(state, action, last_quiet, quiet_left)):
                    weighted_sums[seat] += weight * probability
        return tuple(weighted_sum / sum(weights) for weighted_sum in weighted_sums)

    def follow(self, state: State, action: int, last_quiet: State, quiet_left: int) -> WinProbabilities:
        next_state = state.bare_copy()
        next_state.do(action)
        return self.probabilities(next_state, last_quiet, quiet_left)

    def evaluate(self, state: State) -> WinProbabilities:
        self.rollouts.evaluate(state)
        return tuple(self.rollouts.win_probability(seat) for seat in range(state.seats))
