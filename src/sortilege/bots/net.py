"""Evaluates a trained net, which estimates the win probability of a seat from its features.

The net has one hidden layer. The sum of each hidden unit is clipped. Weights and sums are integers, so compiled and
interpreted code agree exactly; only the result is a float. Most features are zero, so only the weights of non-zero
features are added. Two neighbouring hidden units are packed into one 64-bit integer: the first unit in the low 32 bits,
the second unit above them. So one addition adds to both units.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features
from sortilege.core.contract.insight import Predictor, final_shares
from sortilege.core.engine.cells import Cells, blank, copy
from sortilege.core.engine.state import OVER, State

LANE: Final = 32  # bits of the first hidden unit in a packed pair
LOW: Final = 0xFFFFFFFF  # mask of these bits
HALF: Final = 0x80000000  # half of their range; added and subtracted to read them as a signed number
MAX_LOGIT: Final = 30.0


class Weights:
    """The parameters of one neural net with one hidden layer. Every integer in `hidden_weights` and `hidden_bias` packs
    the values of two neighbouring hidden units, a pair."""

    def __init__(
        self,
        inputs: int,
        pairs: int,
        hidden_weights: Cells,
        hidden_bias: Cells,
        output_weights: Cells,
        output_bias: int,
        max_activation: int,
        logit_scale: int,
        compares: bool = False,
    ) -> None:
        self.inputs: i64 = inputs  # the number of features
        self.pairs: i64 = pairs  # the number of pairs of hidden units
        self.hidden_weights = hidden_weights  # `pairs` integers for each feature
        self.hidden_bias = hidden_bias  # `pairs` integers
        self.output_weights = output_weights  # one for each hidden unit
        self.output_bias: i64 = output_bias
        self.max_activation: i64 = max_activation  # hidden units are clipped to 0..max_activation
        self.logit_scale = float(logit_scale)  # the output that means a logit of 1
        self.compares = compares  # whether the logit is the difference between both sides (Insight.net_compares_sides)


class Net(Predictor):
    """A trained net that estimates the win probability of a seat."""

    def __init__(self, features: Features, weights: Weights, side_of: list[int]) -> None:
        self.features = features
        self.weights = weights
        self.side_of = side_of  # seats with the same number win and lose together
        self.features_buffer = blank(2 * features.size)
        self.pair_sums = copy(weights.hidden_bias)  # buffer

    def win_probability(self, state: State, seat: i64) -> float:
        if state.turn() == OVER:
            return final_share(state, seat, self.side_of)
        return 1.0 / (1.0 + exp(-self.logit(state, seat)))

    def logit(self, state: State, seat: i64) -> float:
        """Return the logit of a seat's win probability p: log(p / (1 - p)), limited to -MAX_LOGIT..MAX_LOGIT."""
        logit = self.side_difference(state, seat) if self.weights.compares else self.seat_logit(state, seat)
        return max(-MAX_LOGIT, min(MAX_LOGIT, logit))

    def seat_logit(self, state: State, seat: i64) -> float:
        """Return the output of the net for one seat, as a logit."""
        count = self.features.fill(state, seat, self.features_buffer)
        return float(self.output(self.features_buffer, count)) / self.weights.logit_scale

    def side_difference(self, state: State, seat: i64) -> float:
        """Return the mean output of the net for the seats of this seat's side, minus the mean for the other side."""
        own_sum = 0.0
        rival_sum = 0.0
        own_seats: i64 = 0
        i: i64 = 0
        while i < state.seats:
            if self.side_of[i] == self.side_of[seat]:
                own_sum += self.seat_logit(state, i)
                own_seats += 1
            else:
                rival_sum += self.seat_logit(state, i)
            i += 1
        rival_seats = state.seats - own_seats
        return own_sum / float(own_seats) - rival_sum / float(rival_seats)

    def output(self, features: Cells, count: i64) -> i64:
        """Return the output of the net for `count` features that are not 0. `features` contains the index and the value
        of each, in turn."""
        self.sum_hidden(features, count)
        output_weights = self.weights.output_weights
        limit = self.weights.max_activation
        output = self.weights.output_bias
        pair: i64 = 0
        while pair < self.weights.pairs:
            first = first_of_pair(self.pair_sums[pair])
            second = (self.pair_sums[pair] - first) >> LANE
            output += clip(first, limit) * output_weights[2 * pair]
            output += clip(second, limit) * output_weights[2 * pair + 1]
            pair += 1
        return output

    def sum_hidden(self, features: Cells, count: i64) -> None:
        """Add up the weighted features for the hidden units. Each integer in `pair_sums` packs the sums of two units:
        the first is a signed number in the low LANE bits, the second is in the bits above."""
        hidden_weights = self.weights.hidden_weights
        hidden_bias = self.weights.hidden_bias
        pair_sums = self.pair_sums
        pairs = self.weights.pairs
        pair: i64 = 0
        while pair < pairs:
            pair_sums[pair] = hidden_bias[pair]
            pair += 1
        i: i64 = 0
        while i < count:
            first_weight = features[2 * i] * pairs
            value = features[2 * i + 1]
            pair = 0
            if value == 1:  # most features are flags
                while pair < pairs:
                    pair_sums[pair] += hidden_weights[first_weight + pair]
                    pair += 1
            else:
                while pair < pairs:
                    pair_sums[pair] += value * hidden_weights[first_weight + pair]
                    pair += 1
            i += 1


def first_of_pair(packed: i64) -> i64:
    """Return the signed number in the low LANE bits of an integer that packs two numbers."""
    return ((packed + HALF) & LOW) - HALF


def clip(value: i64, limit: i64) -> i64:
    """Return the value clipped to 0..limit."""
    if value < 0:
        return 0
    if value > limit:
        return limit
    return value


def final_share(state: State, seat: i64, side_of: list[int]) -> float:
    """Return a seat's share of the victory in a finished game: 1 for the only winner, 0 for a loser. `side_of` has the
    side of each seat."""
    return final_shares(state.winners(), side_of)[side_of[seat]]
