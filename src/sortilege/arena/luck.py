"""Luck: what chance gave to each side in a match, so that it can be taken out of the result.

At every node of chance the outcomes and their weights are known. What a side was given there is its value after the
outcome that was drawn, less the mean of its values after all of them. Whatever the values are, the mean of that is 0,
so to subtract it (or any part of it) changes no expected result: it is unbiased however wrong the values are, and the
better they are, the more of the noise it takes away. This is the idea of AIVAT's chance correction (Burch, Schmid,
Moravcik, Morrill and Bowling 2018) and of advantage sums (Zinkevich, Bowling, Bard, Kan and Billings 2006).

Values come from the trained net where there is one, otherwise from the game's own judgement, both asked about the true
state, every seat by what it sees. All outcomes are valued before the drawn one is looked at, so nothing the judge
remembers can favour it. The sum is kept within limits, as intervals under stopping need it: a node that might carry it
beyond them is passed over, which is decided before the draw and therefore changes no mean either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from math import log
from typing import Any

from sortilege.bots.trained import net_for
from sortilege.core.chance import draw
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.shapes import Options
from sortilege.core.state import State

ROUNDING = 1e-9
Sides = tuple[tuple[int, ...], ...]
Value = Callable[[State, int], float]


def limit(sides: int) -> float:
    """How far luck is counted: what a perfect judge would call all the luck of an even match."""
    return max(0.5, 1 - 1 / sides)


class Meter:
    """Adds up the luck of every side in one match."""

    def __init__(self, sides: Sides, value: Value) -> None:
        """`value` is what a state is worth to a seat: its share of victory, as well as can be told."""
        self.sides = sides
        self.value = value
        self.limit = limit(len(sides))
        self.luck = [0.0] * len(sides)

    def note(self, state: State, outcomes: Sequence[int], weights: Sequence[int], drawn: int) -> None:
        """One node of chance, of which the outcome of index `drawn` comes about."""
        if len(outcomes) == 1:
            return
        after = [self.values(state, outcome) for outcome in outcomes]
        total = sum(weights)
        for side in range(len(self.sides)):
            mean = sum(w * values[side] for w, values in zip(weights, after, strict=True)) / total
            gifts = [values[side] - mean for values in after]
            if max(abs(self.luck[side] + gift) for gift in gifts) <= self.limit + ROUNDING:
                self.luck[side] += gifts[drawn]

    def values(self, state: State, outcome: int) -> list[float]:
        """Every side's value after an outcome, so that they add up to 1; alone at the table, as it is."""
        new = state.twin()
        new.do(outcome)
        values = [sum(self.value(new, seat) for seat in seats) / len(seats) for seats in self.sides]
        whole = sum(values) if len(values) > 1 else 1.0
        return [value / whole if whole > 0 else 1 / len(values) for value in values]


def meter_for(game: Game, seats: int, options: Options) -> Meter:
    """With the best judge there is for this table."""
    judge = net_for(game, seats, options)
    return Meter(game.sides(seats), game.insight().worth if judge is None else judge.share)


class ArenaMatch(Match):
    """A match whose luck is measured, and whose draws may be the same as those of another one.

    `same_draws`: a draw follows what is drawn, in whose turn, for the how-manieth time, and not how many draws came
    before. So matches of one seed that were played differently still meet the same luck as far as it can be the same:
    every outcome runs a race of its own against the others, and whatever wins here wins there too if it takes part.
    """

    def __init__(self, *given: Any, same_draws: bool = False, measured: bool = False) -> None:
        self.same_draws = same_draws
        self.counts: dict[tuple[object, ...], int] = {}
        game, seats, options = given[:3]
        self.meter = meter_for(game, seats, game.settle(seats, options)) if measured else None
        super().__init__(*given)

    def next_outcome(self) -> int:
        """What the seed gives at this node of chance."""
        outcomes, weights = self.state.legal(), self.state.weights()
        drawn = self.race(outcomes, weights) if self.same_draws else draw(self.seed, self.draws(), weights)
        if self.meter is not None:
            self.meter.note(self.state, outcomes, weights, drawn)
        return outcomes[drawn]

    def race(self, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """Every outcome takes a time that is exponential with its weight as the rate: the first one wins, and each with
        the probability that is its due."""
        kind = self.game.describe(outcomes[0])["do"], self.game.turn_of(self.state)[0]
        n = self.counts[kind] = self.counts.get(kind, 0) + 1
        times = [
            -log(uniform(f"{self.seed}:{kind}:{n}:{outcome}")) / weight
            for outcome, weight in zip(outcomes, weights, strict=True)
        ]
        return times.index(min(times))

    def save(self) -> dict[str, object]:
        """The record. A seed says how draws follow from it in one way only, which is not the one of same draws."""
        return super().save() | ({"seed": None} if self.same_draws else {})


def uniform(text: str) -> float:
    """A number above 0 and up to 1 that this text stands for."""
    return (int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big") + 1) / (1 << 56)
