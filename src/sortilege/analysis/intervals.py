"""95 % confidence intervals for means of measured values.

The values are mostly win probabilities in sampled states. A few samples may contain no example of a rare loss. So
`interval` is computed as if four more values had been observed, two at each bound (the Agresti–Coull method, here for
values of any size). For few values the interval is wide, even if all values agree. For many values it is close to the
usual interval.
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
    """Return the 95 % confidence interval for the mean of independent values between `lowest` and `highest`. At each of
    these bounds PSEUDO_VALUES extra values are counted, so that a few equal values do not give an interval of width
    zero. The returned mean is that of the real values only."""
    count = len(values) + 2 * PSEUDO_VALUES
    centre = (sum(values) + PSEUDO_VALUES * (lowest + highest)) / count
    square_sum = sum((value - centre) ** 2 for value in values)
    square_sum += PSEUDO_VALUES * ((lowest - centre) ** 2 + (highest - centre) ** 2)
    standard_error = sqrt(square_sum / (count - 1) / count)
    half_width = student_quantile(count - 1) * standard_error
    return Interval(sum(values) / len(values), max(lowest, centre - half_width), min(highest, centre + half_width))


def share_interval(values: Sequence[float]) -> Interval:
    """Return the confidence interval for the mean of values between 0 and 1, such as win probabilities."""
    return interval(values, 0.0, 1.0)


def difference(better: Sequence[float], worse: Sequence[float]) -> Interval:
    """Return the confidence interval for the mean of `better` minus `worse`, the win probabilities of two candidates by
    sampled state. They are compared in pairs, so good or bad luck that both have in a state cancels out."""
    return interval([a - b for a, b in zip(better, worse, strict=True)], -1.0, 1.0)


def wilson(share: float, trials: int) -> Interval:
    """Return Wilson's 95 % confidence interval for a probability, if the part `share` of the trials succeeded. Unlike
    the normal interval, it stays within 0 and 1."""
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    correction = QUANTILE * QUANTILE / trials
    centre = (share + correction / 2) / (1 + correction)
    variance = share * (1 - share) / trials + correction / (4 * trials)
    half_width = QUANTILE * sqrt(variance) / (1 + correction)
    return Interval(share, max(0.0, centre - half_width), min(1.0, centre + half_width))


def middle_95(values: Sequence[float]) -> tuple[float, float]:
    """Return the bounds of the middle 95 % of the values. For bootstrap samples this is the confidence interval."""
    ordered = sorted(values)
    first, last = int(0.025 * len(ordered)), int(0.975 * len(ordered)) - 1
    return ordered[first], ordered[last]


def normal_interval(mean: float, standard_error: float) -> Interval:
    """Return the 95 % confidence interval of a normally distributed estimate."""
    return Interval(mean, mean - QUANTILE * standard_error, mean + QUANTILE * standard_error)


def student_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t-distribution with `freedom` degrees of freedom. The Cornish–Fisher
    expansion used here is accurate to 0.01 if there are at least 3 degrees of freedom."""
    z = QUANTILE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
