"""Evaluates a trained net: the features of a seat in, its share of victory out.

The net has one hidden layer of clipped sums. Weights and sums are integers, so compiled and interpreted code agree
exactly; only the final share is a float. Most features are zero, so only the rows of the non-zero ones are added. Two
neighbouring hidden units are packed into one 64-bit integer, the second 32 bits above the first, so that one addition
serves both.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features
from sortilege.core.contract.insight import Predictor, final_shares
from sortilege.core.engine.cells import Cells, blank, copy
from sortilege.core.engine.state import OVER, State

LANE: Final = 32
LOW: Final = 0xFFFFFFFF
HALF: Final = 0x80000000


class Weights:
    """The parameters of one net, in the form that `Net` needs."""

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
        self.pairs: i64 = pairs  # the number of pairs of hidden units
        self.rows = rows  # `pairs` integers per feature
        self.bias = bias  # the initial sums
        self.outs = outs  # the output weights, two per pair
        self.end: i64 = end  # the bias of the output
        self.top: i64 = top  # hidden units are clipped to 0..top
        self.one = float(one)  # the output that means a logit of 1
        self.compares = compares  # whether the logit is the difference between both sides (Insight.net_compares_sides)


class Net(Predictor):
    """A trained net that estimates the share of victory from the features of a seat."""

    def __init__(self, features: Features, weights: Weights, side_of: list[int]) -> None:
        self.features = features
        self.weights = weights
        self.side_of = side_of  # seats with the same number win and lose together
        self.features_buffer = blank(2 * features.size)
        self.sums = copy(weights.bias)

    def win_probability(self, state: State, seat: i64) -> float:
        if state.turn() == OVER:
            return final_share(state, seat, self.side_of)
        return 1.0 / (1.0 + exp(-self.logit(state, seat)))

    def logit(self, state: State, seat: i64) -> float:
        """Return the logit of the share, log(share / (1 - share)), clamped to -30..30."""
        logit = self.side_difference(state, seat) if self.weights.compares else self.seat_logit(state, seat)
        if logit > 30.0:
            return 30.0
        if logit < -30.0:
            return -30.0
        return logit

    def seat_logit(self, state: State, seat: i64) -> float:
        """Return the output of the net for one seat, as a logit."""
        count = self.features.fill(state, seat, self.features_buffer)
        return float(self.total(self.features_buffer, count)) / self.weights.one

    def side_difference(self, state: State, seat: i64) -> float:
        """Return the output for a seat's side minus that for the other side; a side's output is the mean of its
        seats."""
        mine = 0.0
        theirs = 0.0
        ours: i64 = 0
        other: i64 = 0
        while other < state.seats:
            if self.side_of[other] == self.side_of[seat]:
                mine += self.seat_logit(state, other)
                ours += 1
            else:
                theirs += self.seat_logit(state, other)
            other += 1
        return mine / float(ours) - theirs / float(state.seats - ours)

    def total(self, known: Cells, n: i64) -> i64:
        """Return the output sum for the n pairs (feature, value) in `known`."""
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
    """Return the value clipped to 0..top."""
    if value < 0:
        return 0
    if value > top:
        return top
    return value


def final_share(state: State, seat: i64, side_of: list[int]) -> float:
    """Return a seat's share of victory in a finished game (see `final_shares`)."""
    return final_shares(state.winners(), side_of)[side_of[seat]]
