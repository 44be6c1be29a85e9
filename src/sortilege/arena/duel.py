"""Score a duel: compare the first bot with the second, block by block.

The score of a block is 0.5 plus half the difference between two shares: what the first bot wins as the only one of its
kind, and what the second bot wins as the only one of its kind. With two sides this is the first bot's share of victory.
At larger tables, where an even share is 1 / n, and alone at the table, 0.5 also means that the bots are equal.
"""

from __future__ import annotations

from collections.abc import Iterable

from sortilege.analysis.intervals import Interval, wilson
from sortilege.arena.confidence_sequence import Sequence
from sortilege.arena.contest import Result, duel_block
from sortilege.arena.luck import ROUNDING, limit
from sortilege.core.types import Object

EVEN = 0.5


class Duel:
    """The blocks of a duel, counted in order of their numbers. Counting them in the order they finish would favour
    short matches."""

    def __init__(self, sides: int, bar: float | None = None) -> None:
        """`bar` is the score to decide about: the duel is decided when the score is known to be above or below it."""
        self.sides = sides
        self.block = duel_block(sides)
        self.bar = bar
        self.waiting: dict[int, list[Result]] = {}
        self.counted: list[Result] = []
        self.sequence = Sequence()  # replaced when the first block turns out to measure luck

    def add(self, result: Result) -> None:
        """Add a match. It counts when its block and all earlier blocks are complete."""
        self.waiting.setdefault(result.block, []).append(result)
        while len(self.waiting.get(self.sequence.count, [])) == self.block:
            block = self.waiting.pop(self.sequence.count)
            if not self.counted and all(result.luck is not None for result in block):
                self.sequence = Sequence(wide=limit(self.sides) + ROUNDING)
            self.sequence.add(score(block), luck(block))
            self.counted += sorted(block, key=lambda result: result.number)
            if self.decided:
                break

    @property
    def decided(self) -> bool:
        """Whether the score is known to be above or below the bar."""
        return self.bar is not None and self.sequence.verdict(self.bar) != "open"

    def summary(self) -> Object:
        """Return the first bot's score with an interval that is valid whenever the duel stops, and the share each bot
        won as the only one of its kind with Wilson's interval."""
        adjusted = self.sequence.steadied
        bar = EVEN if self.bar is None else self.bar
        return {
            "score": interval_json(self.sequence.interval),
            "steadied": interval_json(adjusted) if adjusted else None,
            "blocks": self.sequence.count,
            "bar": bar,
            "verdict": self.sequence.verdict(bar),
            "alone": [alone(self.counted, bot) for bot in range(2)],
            "even": 1 / max(2, self.sides),
        }


def score(block: Iterable[Result]) -> float:
    """Return the first bot's score in one block, from 0 to 1, rounded so that equal scores compare equal."""
    block = list(block)
    first, second = (mean_share(block, bot) for bot in range(2))
    return round(0.5 + (first - second) / 2, 9)


def luck(block: list[Result]) -> float:
    """Return how much more luck the first bot had than the second, on the scale of the score; 0 if luck was not
    measured."""
    if any(result.luck is None for result in block):
        return 0.0
    first, second = (
        [result.luck[side] for result, side in single(block, bot) if result.luck is not None] for bot in range(2)
    )
    return (sum(first) / len(first) - sum(second) / len(second)) / 2


def mean_share(results: list[Result], bot: int) -> float:
    """Return the mean share of victory of a bot over the matches in which it is the only one of its kind."""
    won = [result.share(side) for result, side in single(results, bot)]
    return sum(won) / max(1, len(won))


def single(results: list[Result], bot: int) -> list[tuple[Result, int]]:
    """Return the matches in which this bot plays exactly one side, with that side."""
    return [(result, result.holders.index(bot)) for result in results if result.holders.count(bot) == 1]


def alone(results: list[Result], bot: int) -> Object:
    """Return the share of victory of a bot as the only one of its kind, with its interval, as JSON."""
    held = len(single(results, bot))
    return {**interval_json(wilson(mean_share(results, bot), held)), "played": held}


def interval_json(interval: Interval) -> Object:
    """Return an interval as the JSON of reports."""
    return {"value": interval.mean, "low": interval.low, "high": interval.high}
