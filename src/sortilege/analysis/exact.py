"""The same shares without luck: every world, every outcome of chance, counted out with its probability.

Only small endings can be counted; they show that the analysis says what it claims to say. Two answers are of interest:

- `by="sight"`: everybody goes on as in an analysis. This is the very number `analyse` estimates.
- `by="best"`: every seat knows the table and does what is best for its side. Where nothing is hidden this is perfect
  play, the measure of how good the analysis' first choice is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from sortilege.analysis.evaluate import OpenCards, Subject, imagine
from sortilege.analysis.manners import Manner
from sortilege.core.cells import blank
from sortilege.core.game import Game
from sortilege.core.state import CHANCE, OVER, WIDEST, State

Shares = tuple[float, ...]  # by seat
By = Literal["sight", "best"]
DEEPEST: Final = 200  # nodes in a row: Python itself goes no deeper than some hundred calls


class TooManyNodes(Exception):
    """There is more to count than was allowed."""


class Count:
    """Counts out what follows from states of one table."""

    def __init__(self, game: Game, state: State, by: By = "sight", most: int = 50_000, manner: Manner | None = None):
        about = Subject(OpenCards(state), state.seats, state.options, None)
        self.worlds = imagine(game, about, 0, manner)
        self.by = by
        self.most = most
        self.known: dict[tuple[object, ...], Shares] = {}
        self.depth = 0  # nodes between the first one and the one looked at
        self.rates = blank(WIDEST)
        self.legal = blank(WIDEST)

    def after(self, state: State, action: int) -> Shares:
        """Every seat's share of victory after an action in this state."""
        later = state.twin()
        later.do(action)
        return self.shares(later, state, self.worlds.rests)

    def shares(self, state: State, since: State, left: int) -> Shares:
        """Every seat's share of victory, the game resting `left` times before it is judged."""
        turn = state.turn()
        if turn == OVER:
            return self.judged(state)
        if left > 0 and self.worlds.insight.rests(state, since):
            left -= 1
            if left == 0:
                return self.judged(state)
            since = state.twin()
        key = (*state.cells, left, *since.cells) if left > 1 else (*state.cells, left)
        if key not in self.known:
            if len(self.known) + self.depth >= self.most or self.depth >= DEEPEST:
                raise TooManyNodes
            self.depth += 1
            self.known[key] = self.weighed(state, turn, since, left)
            self.depth -= 1
        return self.known[key]

    def weighed(self, state: State, turn: int, since: State, left: int) -> Shares:
        """The mean over what may come next."""
        actions = state.legal()
        if turn == CHANCE:
            weights = state.weights()
        elif self.by == "best":
            return max((self.follow(state, a, since, left) for a in actions), key=lambda found: found[turn])
        else:
            weights = self.first_sight(state, actions)
        total = [0.0] * state.seats
        for action, weight in zip(actions, weights, strict=True):
            if weight > 0:
                for seat, share in enumerate(self.follow(state, action, since, left)):
                    total[seat] += weight * share
        return tuple(share / sum(weights) for share in total)

    def follow(self, state: State, action: int, since: State, left: int) -> Shares:
        later = state.twin()
        later.do(action)
        return self.shares(later, since, left)

    def first_sight(self, state: State, actions: list[int]) -> list[int]:
        """1 for every decision rated highest, 0 for the others."""
        if len(actions) == 1:
            return [1]
        n = state.fill_legal(self.legal)
        self.worlds.insight.go_on(state, self.legal, n, self.rates)
        rates = [self.rates[i] for i in range(n)]
        return [int(rate == max(rates)) for rate in rates]

    def judged(self, state: State) -> Shares:
        self.worlds.judge(state)
        return tuple(self.worlds.share(seat) for seat in range(state.seats))


def exact_share(
    game: Game, starts: Iterable[tuple[int, State]], action: int, seat: int, by: By = "sight", most: int = 50_000
) -> float:
    """A seat's share of victory after an action, over all states it may be in, each with its weight."""
    sum_, whole = 0.0, 0
    for weight, state in starts:
        sum_ += weight * Count(game, state, by, most).after(state, action)[seat]
        whole += weight
    return sum_ / whole
