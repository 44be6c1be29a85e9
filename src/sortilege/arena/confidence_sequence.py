"""Confidence sequences: intervals that stay valid however often a running contest is checked, so that it can stop
early.

An ordinary 95 % interval is valid for a number of matches fixed in advance. Checking it after every match and stopping
at the first favourable result is wrong far more often than one time in twenty. A confidence sequence holds at all times
at once: with 95 % probability the true mean lies in every interval of the run.

The method is betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024), for
any scores from 0 to 1. To test whether the mean could be m, imagine a gambler with a fortune of 1 who bets on scores
above m, at odds that are fair if the mean is m. The expected fortune then stays 1, so the probability that it ever
reaches 1 / a is at most a (Ville's inequality). Every m for which it did is ruled out. The stake is split over BETS,
from large to small bets: large ones win quickly if the difference is large, small ones eventually win if it is small.
The fortune falls as m rises, so the lower end is found by bisection, and the upper end by the same method on 1 - score.
Each end uses half of the 5 %.

If the luck of the scores was measured (luck.py), half of the stake is bet on the scores themselves and half on the
scores minus luck, which vary less but may lie outside 0 and 1. The part of the luck to subtract is the slope of scores
over luck in earlier blocks only, so that it does not depend on the score it corrects.
"""

from __future__ import annotations

from collections import Counter
from math import exp, log, prod, sqrt
from typing import NamedTuple

from sortilege.analysis.intervals import Interval, normal

ERROR = 0.05
BETS = (0.9, 0.75, 0.6, 0.5, 0.4, 0.3, 0.22, 0.16, 0.11, 0.08, 0.055, 0.04, 0.028, 0.02, 0.014, 0.01)
STEPS = 16  # of the bisection: the ends are exact to a ten-thousandth
CAUTION = 0.1  # added to the sum of squared luck: it keeps the slope small while there is little data


class Bets(NamedTuple):
    """The scores that a part of the stake is bet on, scaled to 0..1 by (score + wide) / (1 + 2 wide). Equal scores are
    counted, so that each distinct score is computed once."""

    scores: Counter[float]
    wide: float

    def fortune(self, mean: float) -> float:
        """Return the fortune of a gambler who started with 1 and bet on scores above this mean."""
        expected = (mean + self.wide) / (1 + 2 * self.wide)
        # One bet multiplies its stake by 1 - bet + bet * score / expected.
        single = [score / expected for score, n in self.scores.items() if n == 1]
        repeated = [(score / expected, n) for score, n in self.scores.items() if n > 1]
        parts = (
            prod([1 - bet + bet * ratio for ratio in single]) * prod([power(1 - bet + bet * r, n) for r, n in repeated])
            for bet in BETS
        )
        return sum(parts) / len(BETS)


def power(factor: float, n: int) -> float:
    """Return factor to the power n, limited to the largest float."""
    return exp(min(700.0, n * log(factor)))


class Sequence:
    """The interval of a mean, updated with each score."""

    def __init__(self, error: float = ERROR, wide: float | None = None) -> None:
        """`wide` is the largest possible luck in either direction; None if luck is not measured."""
        self.error = error
        self.wide = wide
        self.count = 0
        self.low, self.high = 0.0, 1.0
        widths = [0.0] if wide is None else [0.0, wide]
        self.upward = [Bets(Counter(), width) for width in widths]
        self.downward = [Bets(Counter(), width) for width in widths]  # on 1 - score
        self.total = self.crossed = self.squared = self.lucky = 0.0  # sums of score, score·luck, luck², luck
        self.adjusted: list[float] = []  # the scores minus luck

    def add(self, score: float, luck: float = 0.0) -> None:
        """Add a score. The interval can only become narrower, because all earlier intervals still hold."""
        self.adjusted.append(score - self.slope() * luck)
        for up, down, value in zip(self.upward, self.downward, (score, self.adjusted[-1]), strict=False):
            scaled = (value + up.wide) / (1 + 2 * up.wide)
            up.scores[scaled] += 1
            down.scores[1 - scaled] += 1
        self.count += 1
        self.total += score
        self.crossed += score * luck
        self.squared += luck * luck
        self.lucky += luck
        self.low = lowest(self.upward, self.error / 2, self.low)
        self.high = 1 - lowest(self.downward, self.error / 2, 1 - self.high)

    def slope(self) -> float:
        """Estimate how much of the luck shows in the scores so far, from 0 to 1."""
        mean = self.total / max(1, self.count)
        return min(1.0, max(0.0, (self.crossed - mean * self.lucky) / (self.squared + CAUTION)))

    @property
    def interval(self) -> Interval:
        """Return the mean so far with its interval. In one run of twenty the ends may cross; they are then swapped."""
        return Interval(self.total / max(1, self.count), min(self.low, self.high), max(self.low, self.high))

    @property
    def steadied(self) -> Interval | None:
        """Return the mean of the scores minus luck with its ordinary 95 % interval, valid for a number of blocks fixed
        in advance. Return None if luck is not measured or there are fewer than 10 blocks."""
        if self.wide is None or self.count < 10:
            return None
        mean = sum(self.adjusted) / self.count
        spread = sum((value - mean) ** 2 for value in self.adjusted) / (self.count - 1)
        return normal(mean, sqrt(spread / self.count))

    def verdict(self, bar: float) -> str:
        """Return whether the mean is "above" the bar, "below" it, or still "open"."""
        low, high = self.interval[1:]
        return "above" if low > bar else "below" if high < bar else "open"


def lowest(bets: list[Bets], error: float, known: float = 0.0) -> float:
    """Return the lowest mean that is not ruled out, by bisection from `known`: lower means are ruled out already."""

    def possible(mean: float) -> bool:
        """Return whether this mean is not ruled out."""
        return sum(part.fortune(mean) for part in bets) * error < len(bets)

    low, high = known, 1.0
    if possible(max(low, 1e-9)):
        return low
    for _ in range(STEPS):
        middle = (low + high) / 2
        if possible(middle):
            high = middle
        else:
            low = middle
    return low
