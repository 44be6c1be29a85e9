"""Intervals that may be looked at after every match, and tests that stop when they are decided.

An ordinary 95 % interval is honest for a number of matches fixed beforehand. Whoever looks after every match and stops
at the first one that pleases is wrong far more often than one time in twenty. A confidence sequence holds at all times
at once: with 95 % probability the true mean lies in every interval of the run, so one may stop whenever one likes.

Ours is by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024), for
scores from 0 to 1 of any kind. To test whether the mean could be m, a gambler who starts with 1 bets on scores above m
with odds that are fair if the mean is m; then what he expects to own stays 1, and he ever owns 1 / a with probability
a at most (Ville). Every m at which he did is ruled out. He splits his stake over BETS, from bold to timid, so that he
wins quickly where the difference is large and in the end where it is small. His fortune falls as m rises, so what is
ruled out from below is found by halving; from above, by turning the scores over. Each end takes half of the 5 %.

Where the luck of a score is known (luck.py), he puts half of his stake on the scores themselves and half on the scores
with luck taken out, which lie closer together and not always within 0 and 1. How much of the luck is taken out is the
slope of scores over luck among earlier blocks alone, so it cannot follow from what it corrects.
"""

from __future__ import annotations

from collections import Counter
from math import exp, log, prod, sqrt
from typing import NamedTuple

from sortilege.arena.ratings import Interval

ERROR = 0.05
BETS = (0.9, 0.75, 0.6, 0.5, 0.4, 0.3, 0.22, 0.16, 0.11, 0.08, 0.055, 0.04, 0.028, 0.02, 0.014, 0.01)
STEPS = 16  # of halving: the ends are exact to a ten-thousandth
CAUTION = 0.1  # as if there had been luck of this square without effect: the first slopes are not trusted


class Bets(NamedTuple):
    """The scores a part of the stake is put on, scaled to lie within 0 and 1: (score + wide) / (1 + 2 wide). Few
    different ones may occur, so each is weighed once."""

    scores: Counter[float]
    wide: float

    def fortune(self, mean: float) -> float:
        """What a gambler owns who began with 1 and bet on scores above this mean."""
        expected = (mean + self.wide) / (1 + 2 * self.wide)
        # One bet multiplies what was staked by 1 - bet + bet * score / expected.
        once = [score / expected for score, n in self.scores.items() if n == 1]
        often = [(score / expected, n) for score, n in self.scores.items() if n > 1]
        parts = (
            prod([1 - bet + bet * ratio for ratio in once]) * prod([power(1 - bet + bet * r, n) for r, n in often])
            for bet in BETS
        )
        return sum(parts) / len(BETS)


def power(factor: float, n: int) -> float:
    """A factor n times; what is too large for a number is as large as numbers get."""
    return exp(min(700.0, n * log(factor)))


class Sequence:
    """The interval of a mean as scores come in, one by one."""

    def __init__(self, error: float = ERROR, wide: float | None = None) -> None:
        """`wide`: how far luck can go either way; None where it is not known."""
        self.error = error
        self.wide = wide
        self.count = 0
        self.low, self.high = 0.0, 1.0
        widths = [0.0] if wide is None else [0.0, wide]
        self.upward = [Bets(Counter(), width) for width in widths]
        self.downward = [Bets(Counter(), width) for width in widths]  # on 1 - score
        self.total = self.crossed = self.squared = self.lucky = 0.0  # sums of score, score·luck, luck², luck
        self.adjusted: list[float] = []  # the scores with luck taken out

    def add(self, score: float, luck: float = 0.0) -> None:
        """One more score. The interval only ever narrows: every earlier one holds as well."""
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
        """How much of the luck has shown in the scores so far, from 0 to 1."""
        mean = self.total / max(1, self.count)
        return min(1.0, max(0.0, (self.crossed - mean * self.lucky) / (self.squared + CAUTION)))

    @property
    def interval(self) -> Interval:
        """The mean so far and where the true one lies. Once in twenty runs the ends may cross."""
        return Interval(self.total / max(1, self.count), min(self.low, self.high), max(self.low, self.high))

    @property
    def steadied(self) -> Interval | None:
        """The mean with luck taken out and its ordinary 95 % interval, for a number of blocks fixed beforehand; None
        where luck is not known or there are too few blocks to tell how far they spread."""
        if self.wide is None or self.count < 10:
            return None
        mean = sum(self.adjusted) / self.count
        spread = sum((value - mean) ** 2 for value in self.adjusted) / (self.count - 1)
        half = 1.96 * sqrt(spread / self.count)
        return Interval(mean, mean - half, mean + half)

    def verdict(self, bar: float) -> str:
        """Whether the mean lies above the bar, below it, or whether that is still open."""
        low, high = self.interval[1:]
        return "above" if low > bar else "below" if high < bar else "open"


def lowest(bets: list[Bets], error: float, known: float = 0.0) -> float:
    """The lowest mean that is not ruled out; those below `known` are."""

    def possible(mean: float) -> bool:
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
