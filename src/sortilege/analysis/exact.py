"""Exact shares of victory: every world and every outcome of chance is enumerated with its probability.

Only small endgames can be enumerated. They verify the analysis. There are two policies:

- `first_choice`: every seat plays its first choice, as in a rollout. This is the number that `analyse` estimates.
- `best`: every seat knows all cards and plays the best action for its side. Where nothing is hidden this is perfect
  play, which shows how good the best action of an analysis is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from sortilege.analysis.evaluate import OpenCards, Subject, rollouts_for
from sortilege.analysis.rollout_config import RolloutConfig
from sortilege.analysis.rollouts import first_choices
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.game import Game

Shares = tuple[float, ...]  # by seat
Policy = Literal["first_choice", "best"]
DEEPEST: Final = 200  # nodes in a row; Python limits the depth of recursion


class TooManyNodes(Exception):
    """The game tree is larger than allowed."""


class ExactSearch:
    """Enumerates the game trees below states of one table. Results are cached by state."""

    def __init__(
        self,
        game: Game,
        state: State,
        policy: Policy = "first_choice",
        max_nodes: int = 50_000,
        config: RolloutConfig | None = None,
    ) -> None:
        subject = Subject(OpenCards(state), state.seats, state.options, None)
        self.rollouts = rollouts_for(game, subject, 0, config)
        self.policy = policy
        self.max_nodes = max_nodes
        self.cache: dict[tuple[object, ...], Shares] = {}
        self.depth = 0  # nodes between the first and the current one

    def shares_after(self, state: State, action: int) -> Shares:
        """Return every seat's share of victory after an action in this state."""
        return self.follow(state, action, state, self.rollouts.rests)

    def shares(self, state: State, since: State, left: int) -> Shares:
        """Return every seat's share of victory. The state is evaluated at quiet position number `left` after
        `since`."""
        turn = state.turn()
        if turn == OVER:
            return self.evaluated(state)
        if left > 0 and self.rollouts.insight.is_cutoff(state, since):
            left -= 1
            if left == 0:
                return self.evaluated(state)
            since = state.bare_copy()
        key = (*state.cells, left, *since.cells) if left > 1 else (*state.cells, left)
        if key not in self.cache:
            if len(self.cache) + self.depth >= self.max_nodes or self.depth >= DEEPEST:
                raise TooManyNodes
            self.depth += 1
            self.cache[key] = self.expected(state, turn, since, left)
            self.depth -= 1
        return self.cache[key]

    def expected(self, state: State, turn: int, since: State, left: int) -> Shares:
        """Return the mean of the shares over the outcomes of chance or the first choices; the maximum for `best`."""
        actions = state.legal()
        if turn == CHANCE:
            weights = state.weights()
        elif self.policy == "best":
            return max((self.follow(state, a, since, left) for a in actions), key=lambda shares: shares[turn])
        else:
            actions = first_choices(self.rollouts.insight, state)
            weights = [1] * len(actions)
        total = [0.0] * state.seats
        for action, weight in zip(actions, weights, strict=True):
            if weight > 0:
                for seat, share in enumerate(self.follow(state, action, since, left)):
                    total[seat] += weight * share
        return tuple(share / sum(weights) for share in total)

    def follow(self, state: State, action: int, since: State, left: int) -> Shares:
        later = state.bare_copy()
        later.do(action)
        return self.shares(later, since, left)

    def evaluated(self, state: State) -> Shares:
        self.rollouts.evaluate(state)
        return tuple(self.rollouts.share(seat) for seat in range(state.seats))


def exact_share(
    game: Game,
    starts: Iterable[tuple[int, State]],
    action: int,
    seat: int,
    policy: Policy = "first_choice",
    max_nodes: int = 50_000,
) -> float:
    """Return a seat's share of victory after an action: the weighted mean over all states the seat may be in."""
    total, weights = 0.0, 0
    for weight, state in starts:
        total += weight * ExactSearch(game, state, policy, max_nodes).shares_after(state, action)[seat]
        weights += weight
    return total / weights
