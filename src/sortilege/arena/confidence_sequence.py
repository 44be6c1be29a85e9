"""Confidence sequences: intervals that stay valid however often a running contest is checked, so it can stop early.

An ordinary 95 % interval is valid for a number of matches fixed in advance. Checking it after every match and stopping
at the first favourable result is wrong far more often than one time in twenty. A confidence sequence holds at all times
at once: with 95 % probability the true mean lies in every interval of the run.

The method is testing by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
2024), for scores from 0 to 1. To test whether the true mean could be m, bet a capital of 1 on scores above m, at odds
that are fair if the mean is m. If it is, the expected capital stays 1, so the capital is a test martingale, and the
probability that it ever reaches 1 / a is at most a (Ville's inequality). So m is rejected once the capital has reached
1 / a. The capital is split over BETS of different sizes: large bets win quickly if the difference is large, small bets
eventually win if it is small. The capital falls as m rises, so the lower end of the interval is found by bisection. The
upper end is found by the same method on 1 - score. Each end uses half of the 5 %.

If luck was measured (luck.py), half of the capital is bet on the scores, and half on the scores minus luck. The scores
minus luck vary less, but may lie outside 0 and 1. The part of the luck that is subtracted from a score is the slope of
a regression of earlier scores on luck, so it does not depend on the score itself.
"""

from __future__ import annotations

from collections import Counter
from math import exp, log, prod, sqrt
from typing import NamedTuple

from sortilege.analysis.intervals import Interval, normal_interval

ERROR = 0.05  # the probability that the interval ever misses the true mean
BETS = (0.9, 0.75, 0.6, 0.5, 0.4, 0.3, 0.22, 0.16, 0.11, 0.08, 0.055, 0.04, 0.028, 0.02, 0.014, 0.01)
BISECTION_STEPS = 16  # the ends are exact to a ten-thousandth
SLOPE_DAMPING = 0.1  # added to the sum of squared luck: it keeps the slope small while there is little data
MIN_ADJUSTED_BLOCKS = 10  # fewer blocks give no luck-adjusted interval
MIN_MEAN = 1e-9  # above 0, because the capital divides by the mean
MAX_EXPONENT = 700.0  # the exponential of more overflows a float


class BettingMartingale(NamedTuple):
    """A statistical test by betting: the capital of a gambler who bets that the mean score is larger than assumed."""

    scores: Counter[float]  # how often each score occurred; scores are scaled to 0..1
    max_luck: float  # scores lie between -max_luck and 1 + max_luck

    def scaled(self, score: float) -> float:
        """Map a score linearly from the range -max_luck..1 + max_luck to 0..1."""
        return (score + self.max_luck) / (1 + 2 * self.max_luck)

    def capital(self, mean: float) -> float:
        """Return what a capital of 1 has become after betting on scores above `mean`: the average over the stakes in
        BETS. If the true mean is at most `mean`, the expected capital is at most 1."""
        scaled_mean = self.scaled(mean)
        # A bet multiplies its capital by 1 - bet + bet * score / scaled_mean.
        single_ratios = [score / scaled_mean for score, count in self.scores.items() if count == 1]
        repeated_ratios = [(score / scaled_mean, count) for score, count in self.scores.items() if count > 1]
        total = 0.0
        for bet in BETS:
            single_gains = prod([1 - bet + bet * ratio for ratio in single_ratios])
            repeated_gains = prod([power(1 - bet + bet * ratio, count) for ratio, count in repeated_ratios])
            total += single_gains * repeated_gains
        return total / len(BETS)


def power(base: float, exponent: int) -> float:
    """Return a power of a positive number. Results too large for a float are limited."""
    return exp(min(MAX_EXPONENT, exponent * log(base)))


class ConfidenceSequence:
    """A confidence interval for the mean of scores from 0 to 1. It is updated with each score, and stays valid however
    often it is read, so a contest can be stopped at any time."""

    def __init__(self, error: float = ERROR, max_luck: float | None = None) -> None:
        """Begin without scores. `error` is the probability that the interval ever misses the true mean. `max_luck` is
        by how much luck can change a score, up or down; None if luck is not measured."""
        self.error = error
        self.max_luck = max_luck
        self.count = 0
        self.low, self.high = 0.0, 1.0
        # Tests for the lower and the upper end. The first of each uses the scores; if luck is measured, a second one
        # uses the scores minus luck.
        luck_limits = [0.0] if max_luck is None else [0.0, max_luck]
        self.low_tests = [BettingMartingale(Counter(), limit) for limit in luck_limits]
        self.high_tests = [BettingMartingale(Counter(), limit) for limit in luck_limits]  # with 1 - score
        self.score_sum = self.luck_sum = self.luck_squared_sum = self.score_times_luck_sum = 0.0
        self.adjusted: list[float] = []  # the scores minus luck

    def add(self, score: float, luck: float = 0.0) -> None:
        """Add a score, and by how much luck changed it if luck is measured. The interval can only become narrower,
        because all earlier intervals still hold."""
        adjusted = score - self.slope() * luck
        self.adjusted.append(adjusted)
        test_values = [score] if self.max_luck is None else [score, adjusted]
        for low_test, high_test, value in zip(self.low_tests, self.high_tests, test_values, strict=True):
            scaled = low_test.scaled(value)
            low_test.scores[scaled] += 1
            high_test.scores[1 - scaled] += 1
        self.count += 1
        self.score_sum += score
        self.luck_sum += luck
        self.luck_squared_sum += luck * luck
        self.score_times_luck_sum += score * luck
        self.low = lower_bound(self.low_tests, self.error / 2, self.low)
        self.high = 1 - lower_bound(self.high_tests, self.error / 2, 1 - self.high)

    def slope(self) -> float:
        """Estimate by how much a score grows with its luck, from 0 to 1: the slope of a linear regression over all
        scores so far. It is damped towards 0 as long as there are few scores."""
        covariance = self.score_times_luck_sum - self.mean * self.luck_sum
        return min(1.0, max(0.0, covariance / (self.luck_squared_sum + SLOPE_DAMPING)))

    @property
    def mean(self) -> float:
        """Return the mean of the scores; 0 if there are none."""
        return self.score_sum / max(1, self.count)

    @property
    def interval(self) -> Interval:
        """Return the mean of the scores with its confidence interval. Ends that have crossed, which is rare, are
        swapped."""
        return Interval(self.mean, min(self.low, self.high), max(self.low, self.high))

    @property
    def luck_adjusted(self) -> Interval | None:
        """Return the mean of the scores minus luck, with an ordinary 95 % confidence interval. It is valid only if the
        number of scores was fixed in advance. Return None if luck is not measured or there are few scores."""
        if self.max_luck is None or self.count < MIN_ADJUSTED_BLOCKS:
            return None
        mean = sum(self.adjusted) / self.count
        variance = sum((value - mean) ** 2 for value in self.adjusted) / (self.count - 1)
        return normal_interval(mean, sqrt(variance / self.count))

    def verdict(self, threshold: float) -> str:
        """Return "above" or "below" if the mean is certainly above or below the threshold, otherwise "open"."""
        if self.interval.low > threshold:
            return "above"
        if self.interval.high < threshold:
            return "below"
        return "open"


def lower_bound(tests: list[BettingMartingale], error: float, rejected_below: float = 0.0) -> float:
    """Return the lower end of a confidence interval: the lowest mean that the tests together do not reject. It is found
    by bisection. All means below `rejected_below` were rejected before."""

    def is_rejected(mean: float) -> bool:
        """Return whether the mean capital of the tests reaches 1 / error."""
        return sum(test.capital(mean) for test in tests) * error >= len(tests)

    low, high = rejected_below, 1.0
    if not is_rejected(max(low, MIN_MEAN)):
        return low
    for _ in range(BISECTION_STEPS):
        middle = (low + high) / 2
        if is_rejected(middle):
            low = middle
        else:
            high = middle
    return low
