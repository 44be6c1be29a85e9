"""Intervals that say what so many worlds can know.

Shares lie between 0 and 1, and a few worlds may not have met the one in fifty where all is lost. So every interval is
reckoned as if four worlds more had been seen, two at either bound (Agresti and Coull's way of Wilson's, here for shares
of any size): with few worlds it is wide even where all agreed, with many it is the common one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

QUANTILE: Final = 1.959963984540054  # of the normal distribution, for 95 of 100
SUPPOSED: Final = 2  # worlds added at either bound


class Interval(NamedTuple):
    """A mean, and where the true one lies in 95 of 100 cases."""

    mean: float
    low: float
    high: float


def interval(values: Sequence[float], lowest: float, highest: float) -> Interval:
    """The interval of the mean of independent values that lie between two bounds."""
    n = len(values) + 2 * SUPPOSED
    total = sum(values)
    centre = (total + SUPPOSED * (lowest + highest)) / n
    squares = sum((value - centre) ** 2 for value in values)
    squares += SUPPOSED * ((lowest - centre) ** 2 + (highest - centre) ** 2)
    half = student(n - 1) * sqrt(squares / (n - 1) / n)
    return Interval(total / len(values), max(lowest, centre - half), min(highest, centre + half))


def share(values: Sequence[float]) -> Interval:
    """A share of victory."""
    return interval(values, 0.0, 1.0)


def difference(better: Sequence[float], worse: Sequence[float]) -> Interval:
    """How much better one candidate is than another, world by world: the same luck on both sides cancels."""
    return interval([a - b for a, b in zip(better, worse, strict=True)], -1.0, 1.0)


def student(freedom: int) -> float:
    """The quantile of Student's distribution, by the expansion of Cornish and Fisher; good to 0.01 from 3 on."""
    z = QUANTILE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
