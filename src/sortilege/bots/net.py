"""The reader of a trained net: a seat's features in, its share of victory out.

One hidden layer of clipped sums. All weights and sums are whole numbers, so compiled and interpreted agree bit for bit;
only the last step, from the sum to a share, is a float. Most features are zero, so only the rows of the others are
added up. Two neighbouring units of the hidden layer travel in one number, the second 32 bits above the first: one
addition serves both, and they are parted again at the end.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank, copy
from sortilege.core.features import Features
from sortilege.core.insight import Judge
from sortilege.core.state import OVER, State

LANE: Final = 32
LOW: Final = 0xFFFFFFFF
HALF: Final = 0x80000000


class Weights:
    """The numbers of one net, as its reader wants them."""

    def __init__(
        self,
        inputs: int,
        pairs: int,
        rows: Cells,
        bias: Cells,
        outs: Cells,
        end: int,
        top: int,
        one: int,
        compares: bool = False,
    ) -> None:
        self.inputs: i64 = inputs
        self.pairs: i64 = pairs  # of hidden units
        self.rows = rows  # `pairs` numbers for every feature
        self.bias = bias  # the same, for none
        self.outs = outs  # two for every pair
        self.end: i64 = end  # the bias of the last sum
        self.top: i64 = top  # where a hidden unit is clipped
        self.one = float(one)  # the last sum of which the logit is 1
        self.compares = compares  # what it says of one side is less what it says of the other


class Net(Judge):
    """A judge that learned: it tells a share of victory from the features of a seat."""

    def __init__(self, features: Features, weights: Weights, side_of: list[int]) -> None:
        self.features = features
        self.weights = weights
        self.side_of = side_of  # seats with the same number win and lose together
        self.known = blank(2 * features.size)
        self.sums = copy(weights.bias)

    def share(self, state: State, seat: i64) -> float:
        if state.turn() == OVER:
            return final_share(state, seat, self.side_of)
        return 1.0 / (1.0 + exp(-self.logit(state, seat)))

    def logit(self, state: State, seat: i64) -> float:
        """The share as the net knows it: log(share / (1 - share)), between -30 and 30."""
        logit = self.lead(state, seat) if self.weights.compares else self.opinion(state, seat)
        if logit > 30.0:
            return 30.0
        if logit < -30.0:
            return -30.0
        return logit

    def opinion(self, state: State, seat: i64) -> float:
        """What the net says of one seat."""
        return float(self.total(self.known, self.features.fill(state, seat, self.known))) / self.weights.one

    def lead(self, state: State, seat: i64) -> float:
        """What it says of a seat's side less what it says of the other: each is the mean of its seats."""
        mine = 0.0
        theirs = 0.0
        ours: i64 = 0
        other: i64 = 0
        while other < state.seats:
            if self.side_of[other] == self.side_of[seat]:
                mine += self.opinion(state, other)
                ours += 1
            else:
                theirs += self.opinion(state, other)
            other += 1
        return mine / float(ours) - theirs / float(state.seats - ours)

    def total(self, known: Cells, n: i64) -> i64:
        """The last sum, for n pairs of a feature and its value."""
        weights = self.weights
        rows = weights.rows
        sums = self.sums
        pairs = weights.pairs
        bias = weights.bias
        j: i64 = 0
        while j < pairs:
            sums[j] = bias[j]
            j += 1
        i: i64 = 0
        while i < n:
            at = known[2 * i] * pairs
            value = known[2 * i + 1]
            j = 0
            if value == 1:
                while j < pairs:
                    sums[j] += rows[at + j]
                    j += 1
            else:
                while j < pairs:
                    sums[j] += value * rows[at + j]
                    j += 1
            i += 1
        outs = weights.outs
        top = weights.top
        total = weights.end
        j = 0
        while j < pairs:
            both = sums[j]
            first = ((both + HALF) & LOW) - HALF
            second = (both - first) >> LANE
            total += clip(first, top) * outs[2 * j] + clip(second, top) * outs[2 * j + 1]
            j += 1
        return total


def clip(value: i64, top: i64) -> i64:
    if value < 0:
        return 0
    if value > top:
        return top
    return value


def final_share(state: State, seat: i64, side_of: list[int]) -> float:
    """A finished game: the winning sides share the victory. Nobody's victory is a draw of all, or the defeat of one who
    plays alone."""
    won = {side_of[winner] for winner in state.winners()}
    if not won:
        sides = max(side_of) + 1
        if sides == 1:
            return 0.0
        return 1.0 / float(sides)
    if side_of[seat] in won:
        return 1.0 / float(len(won))
    return 0.0
