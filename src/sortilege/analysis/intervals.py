"""95 % confidence intervals for means of measured values.

The values are mostly win probabilities in a number of worlds (sampled states). A few worlds may contain no example of a
rare loss. So `interval` is computed as if four more values had been observed, two at each bound (the Agresti–Coull
method, here for values of any size). It is wide for few values even if all agree, and close to the usual interval for
many.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

QUANTILE: Final = 1.959963984540054  # of the normal distribution, for 95 %
PSEUDO_VALUES: Final = 2  # assumed values at each bound


class Interval(NamedTuple):
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    @property
    def contains_zero(self) -> bool:
        """Whether the true mean may be zero, so that a difference is too close to call."""
        return self.low <= 0 <= self.high

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


def interval(values: Sequence[float], lowest: float, highest: float) -> Interval:
    """Return the interval for the mean of independent values between two bounds."""
    count = len(values) + 2 * PSEUDO_VALUES
    total = sum(values)
    centre = (total + PSEUDO_VALUES * (lowest + highest)) / count
    squares = sum((value - centre) ** 2 for value in values)
    squares += PSEUDO_VALUES * ((lowest - centre) ** 2 + (highest - centre) ** 2)
    half_width = student(count - 1) * sqrt(squares / (count - 1) / count)
    return Interval(total / len(values), max(lowest, centre - half_width), min(highest, centre + half_width))


def share_interval(values: Sequence[float]) -> Interval:
    """Return the interval for the mean of values between 0 and 1, such as win probabilities in several worlds."""
    return interval(values, 0.0, 1.0)


def difference(better: Sequence[float], worse: Sequence[float]) -> Interval:
    """Return the interval for the mean difference of two candidates' win probabilities in the same worlds. The values
    are paired by world, so the luck that both candidates share cancels out."""
    return interval([a - b for a, b in zip(better, worse, strict=True)], -1.0, 1.0)


def wilson(share: float, trials: int) -> Interval:
    """Return Wilson's interval for the probability of success, if this share of the trials succeeded. Unlike the normal
    interval it stays within 0 and 1."""
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    squared = QUANTILE * QUANTILE / trials
    centre = (share + squared / 2) / (1 + squared)
    half_width = QUANTILE * sqrt(share * (1 - share) / trials + squared / (4 * trials)) / (1 + squared)
    return Interval(share, max(0.0, centre - half_width), min(1.0, centre + half_width))


def middle_95(values: Sequence[float]) -> tuple[float, float]:
    """Return the bounds of the middle 95 % of the values, which is the interval of a bootstrap."""
    ordered = sorted(values)
    return ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered)) - 1]


def normal(mean: float, error: float) -> Interval:
    """Return the interval of a normally distributed estimate with this standard error."""
    return Interval(mean, mean - QUANTILE * error, mean + QUANTILE * error)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t-distribution with this many degrees of freedom. It is computed by the
    Cornish–Fisher expansion, which is accurate to 0.01 from 3 degrees of freedom on."""
    z = QUANTILE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
