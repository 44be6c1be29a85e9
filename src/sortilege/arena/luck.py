"""Measure luck: how much chance helped each side in a match, so that it can be subtracted from the result.

At every chance node the outcomes and their weights are known. The luck of a side at that node is its value after the
drawn outcome minus the weighted mean of its values after all outcomes. The expected luck is 0 whatever the values are,
so subtracting it, or any part of it, never biases a result; the better the values, the more noise it removes. This is
the chance correction of AIVAT (Burch, Schmid, Moravcik, Morrill and Bowling 2018) and of advantage sums (Zinkevich,
Bowling, Bard, Kan and Billings 2006).

Values come from the trained net if there is one, otherwise from the game's own evaluation. Both evaluate the true
state, each seat by what it sees. All outcomes are evaluated before the drawn one is known, so no state inside the
evaluator can favour it. The sum is limited because intervals with early stopping need bounded values: a node that could
exceed the limit is skipped, which is decided before the draw and so adds no bias either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from math import log
from typing import Any

from sortilege.bots.trained import net_for
from sortilege.core.chance import draw
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.types import Options

ROUNDING = 1e-9
Sides = tuple[tuple[int, ...], ...]
Value = Callable[[State, int], float]


def limit(sides: int) -> float:
    """Return the limit of the measured luck: what an exact evaluation would call luck if an even match were decided by
    chance alone."""
    return max(0.5, 1 - 1 / sides)


class Meter:
    """Adds up the luck of every side in one match."""

    def __init__(self, sides: Sides, value: Value) -> None:
        """`value` estimates a seat's share of victory in a state."""
        self.sides = sides
        self.value = value
        self.limit = limit(len(sides))
        self.luck = [0.0] * len(sides)

    def note(self, state: State, outcomes: Sequence[int], weights: Sequence[int], drawn: int) -> None:
        """Add the luck of one chance node, at which `drawn` is the index of the outcome."""
        if len(outcomes) == 1:
            return
        after = [self.values(state, outcome) for outcome in outcomes]
        total = sum(weights)
        for side in range(len(self.sides)):
            mean = sum(w * values[side] for w, values in zip(weights, after, strict=True)) / total
            gains = [values[side] - mean for values in after]
            if max(abs(self.luck[side] + gain) for gain in gains) <= self.limit + ROUNDING:
                self.luck[side] += gains[drawn]

    def values(self, state: State, outcome: int) -> list[float]:
        """Return every side's value after an outcome, scaled to a sum of 1 unless the side is alone."""
        new = state.bare_copy()
        new.do(outcome)
        values = [sum(self.value(new, seat) for seat in seats) / len(seats) for seats in self.sides]
        whole = sum(values) if len(values) > 1 else 1.0
        return [value / whole if whole > 0 else 1 / len(values) for value in values]


def meter_for(game: Game, seats: int, options: Options) -> Meter:
    """Return a meter with the best available evaluation for this table."""
    net = net_for(game, seats, options)
    return Meter(game.sides(seats), game.insight().evaluate if net is None else net.share)


class ArenaMatch(Match):
    """A match that can measure luck, and whose draws can be coupled to those of another match.

    With `same_draws` a draw depends on its kind, the turn and how often that kind was drawn in the turn, and not on the
    number of earlier draws. Two matches with one seed that were played differently then still draw the same where
    possible: every outcome gets a random time of its own and the smallest wins, so an outcome that wins in one match
    also wins in the other if it takes part.
    """

    def __init__(self, *arguments: Any, same_draws: bool = False, measured: bool = False) -> None:
        self.same_draws = same_draws
        self.counts: dict[tuple[object, ...], int] = {}
        game, seats, options = arguments[:3]
        self.meter = meter_for(game, seats, game.resolve_options(seats, options)) if measured else None
        super().__init__(*arguments)

    def next_outcome(self) -> int:
        """Draw the outcome of this chance node from the seed, and measure its luck if requested."""
        outcomes, weights = self.state.legal(), self.state.weights()
        drawn = self.race(outcomes, weights) if self.same_draws else draw(self.seed, self.draws(), weights)
        if self.meter is not None:
            self.meter.note(self.state, outcomes, weights, drawn)
        return outcomes[drawn]

    def race(self, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """Draw an index: each outcome gets an exponentially distributed time with its weight as rate, and the smallest
        time wins. Each outcome thus wins with its probability."""
        kind = self.game.describe(outcomes[0])["do"], self.game.turn_of(self.state)[0]
        n = self.counts[kind] = self.counts.get(kind, 0) + 1
        times = [
            -log(uniform(f"{self.seed}:{kind}:{n}:{outcome}")) / weight
            for outcome, weight in zip(outcomes, weights, strict=True)
        ]
        return times.index(min(times))

    def save(self) -> dict[str, object]:
        """Return the record. With same draws it has no seed, because `verify` could not reproduce the draws."""
        return super().save() | ({"seed": None} if self.same_draws else {})


def uniform(text: str) -> float:
    """Hash a text to a number above 0 and up to 1."""
    return (int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big") + 1) / (1 << 56)
