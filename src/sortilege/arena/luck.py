"""Measure luck: how much chance helped each side in a match. Luck is subtracted from results to reduce their noise.

At every chance event the outcomes and their weights are known. A side's luck at the event is its win probability after
the drawn outcome, minus the weighted mean of its win probabilities after all outcomes. The expected luck is 0, even if
the win probabilities are inaccurate. So subtracting luck, or a part of it, never biases a result: luck is a control
variate. Accurate win probabilities remove more noise. This is the chance correction of AIVAT (Burch, Schmid, Moravcik,
Morrill and Bowling 2018) and of advantage sums (Zinkevich, Bowling, Bard, Kan and Billings 2006).

The win probabilities come from the trained net if there is one, otherwise from the game's own evaluation. A side's luck
in a match is limited, because confidence intervals with early stopping need bounded values. A chance event that could
exceed the limit is skipped. This is decided before the outcome is drawn, so it causes no bias either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from math import log

from sortilege.bots.net_files import net_for
from sortilege.core import chance
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.types import Options

ROUNDING = 1e-9  # tolerance for sums of floats
Sides = tuple[tuple[int, ...], ...]
Value = Callable[[State, int], float]  # estimates the win probability of a seat in a state
HASH_BITS = 56


def luck_limit(sides: int) -> float:
    """Return the limit for the measured luck of a side in one match: how much its win probability changes if it wins or
    loses an even match by chance alone."""
    even_share = 1 / sides
    return max(0.5, 1 - even_share)


class LuckMeter:
    """Adds up the luck of every side in one match: how much win probability it gained by chance."""

    def __init__(self, sides: Sides, value: Value) -> None:
        self.sides = sides
        self.value = value  # estimates a seat's win probability
        self.limit = luck_limit(len(sides))
        self.luck = [0.0] * len(sides)  # by side

    def add_draw(self, state: State, outcomes: Sequence[int], weights: Sequence[int], drawn: int) -> None:
        """Add the luck of one draw to every side: the win probability after the drawn outcome minus the mean over all
        outcomes. `drawn` is the index of the drawn outcome. The draw is skipped for a side if an outcome could bring
        its total luck above the limit."""
        if len(outcomes) == 1:
            return
        values_by_outcome = [self.values_after(state, outcome) for outcome in outcomes]
        total_weight = sum(weights)
        for side in range(len(self.sides)):
            values = [side_values[side] for side_values in values_by_outcome]
            mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / total_weight
            gains = [value - mean for value in values]
            largest_luck = max(abs(self.luck[side] + gain) for gain in gains)
            if largest_luck <= self.limit + ROUNDING:
                self.luck[side] += gains[drawn]

    def values_after(self, state: State, outcome: int) -> list[float]:
        """Return every side's win probability after an outcome, scaled to a sum of 1 unless there is only one side."""
        next_state = state.bare_copy()
        next_state.do(outcome)
        values = [sum(self.value(next_state, seat) for seat in seats) / len(seats) for seats in self.sides]
        if len(values) == 1:
            return values
        total = sum(values)
        if total <= 0:
            return [1 / len(values)] * len(values)
        return [value / total for value in values]


def meter_for(game: Game, seats: int, options: Options) -> LuckMeter:
    """Return a meter for the luck in one match. It estimates win probabilities by a neural net if there is one for this
    table, otherwise by the insight of the game."""
    net = net_for(game, seats, options)
    value = game.insight().evaluate if net is None else net.win_probability
    return LuckMeter(game.sides(seats), value)


class ArenaMatch(Match):
    """A match that can measure luck, and whose draws can be made comparable with those of other matches.

    With `same_draws` (common random numbers), a draw depends only on the seed, the kind of draw, the seat whose turn it
    is, and how many draws of this kind came before in turns of this seat. So two matches with the same seed draw the
    same outcomes where possible, even if they are played differently.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Options,
        seed: chance.Seed,
        names: list[str],
        same_draws: bool = False,
        measure_luck: bool = False,
    ) -> None:
        self.same_draws = same_draws
        self.draw_counts: dict[tuple[object, ...], int] = {}  # by kind of draw and seat
        self.meter = meter_for(game, seats, game.resolve_options(seats, options)) if measure_luck else None
        super().__init__(game, seats, options, seed, names)

    def next_outcome(self) -> int:
        """Draw the outcome of this chance event, as an action id, and measure its luck if requested."""
        outcomes, weights = self.state.legal(), self.state.weights()
        if self.same_draws:
            drawn = self.coupled_draw(outcomes, weights)
        else:
            drawn = chance.draw(self.seed, self.draw_count(), weights)
        if self.meter is not None:
            self.meter.add_draw(self.state, outcomes, weights, drawn)
        return outcomes[drawn]

    def coupled_draw(self, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """Draw an outcome by weight, and return its index. Another match with the same seed draws the same outcome if
        it can: each outcome gets a random waiting time, shorter for a greater weight, and the shortest time wins."""
        kind_and_seat = self.game.describe(outcomes[0])["do"], self.game.turn_of(self.state)[0]
        draw_number = self.draw_counts.get(kind_and_seat, 0) + 1
        self.draw_counts[kind_and_seat] = draw_number
        waiting_times = [
            -log(uniform(f"{self.seed}:{kind_and_seat}:{draw_number}:{outcome}")) / weight
            for outcome, weight in zip(outcomes, weights, strict=True)
        ]
        return waiting_times.index(min(waiting_times))

    def save(self) -> dict[str, object]:
        """Return the record of the match as JSON. With `same_draws` the record has no seed, because `sortilege verify`
        could not reproduce the draws from the seed."""
        return super().save() | ({"seed": None} if self.same_draws else {})


def uniform(text: str) -> float:
    """Return a pseudo-random number above 0 and up to 1 that depends on the text only."""
    digest = hashlib.sha256(text.encode()).digest()[: HASH_BITS // 8]
    return (int.from_bytes(digest, "big") + 1) / (1 << HASH_BITS)
