"""Confidence intervals for means over a number of worlds.

Shares lie between 0 and 1, and a few worlds may contain no example of a rare loss. So every interval is computed as if
four more worlds had been observed, two at each bound (the Agresti–Coull method, here for values of any size). It is
wide for few worlds even if all agree, and close to the usual interval for many.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

QUANTILE: Final = 1.959963984540054  # of the normal distribution, for 95 %
PSEUDO_WORLDS: Final = 2  # assumed worlds at each bound


class Interval(NamedTuple):
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    @property
    def contains_zero(self) -> bool:
        """Whether the true mean may be zero: a difference is too close to call."""
        return self.low <= 0 <= self.high

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


def interval(values: Sequence[float], lowest: float, highest: float) -> Interval:
    """Return the interval for the mean of independent values between two bounds."""
    n = len(values) + 2 * PSEUDO_WORLDS
    total = sum(values)
    centre = (total + PSEUDO_WORLDS * (lowest + highest)) / n
    squares = sum((value - centre) ** 2 for value in values)
    squares += PSEUDO_WORLDS * ((lowest - centre) ** 2 + (highest - centre) ** 2)
    half = student(n - 1) * sqrt(squares / (n - 1) / n)
    return Interval(total / len(values), max(lowest, centre - half), min(highest, centre + half))


def share(values: Sequence[float]) -> Interval:
    """Return the interval for a share of victory from its values in several worlds."""
    return interval(values, 0.0, 1.0)


def difference(better: Sequence[float], worse: Sequence[float]) -> Interval:
    """Return the interval for the difference between two candidates, paired by world, so that shared luck cancels."""
    return interval([a - b for a, b in zip(better, worse, strict=True)], -1.0, 1.0)


def wilson(share: float, n: int) -> Interval:
    """Return Wilson's 95% interval of a share of n trials. Unlike the normal interval it stays within 0 and 1."""
    if n == 0:
        return Interval(0.0, 0.0, 1.0)
    squared = QUANTILE * QUANTILE / n
    centre = (share + squared / 2) / (1 + squared)
    half = QUANTILE * sqrt(share * (1 - share) / n + squared / (4 * n)) / (1 + squared)
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def normal(mean: float, error: float) -> Interval:
    """Return the 95% interval of a normally distributed estimate with this standard error."""
    return Interval(mean, mean - QUANTILE * error, mean + QUANTILE * error)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t-distribution by the Cornish–Fisher expansion, which is accurate to 0.01
    from 3 degrees of freedom on."""
    z = QUANTILE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
