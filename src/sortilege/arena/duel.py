"""Score a duel: compare the first bot with the second, block by block. A block is a group of matches from one deal.

At a table of two, the score of a block is the first bot's share of the victories. At larger tables, one bot plays a
single side and the other bot all other sides, and then the reverse. The score of a block is then

    0.5 + (share of the first bot when it plays the single side - share of the second bot when it does) / 2

So a score of 0.5 always means that the bots are equally strong.
"""

from __future__ import annotations

from statistics import fmean

from sortilege.analysis.intervals import Interval, wilson
from sortilege.arena.confidence_sequence import ConfidenceSequence
from sortilege.arena.contest import Result, duel_block_size
from sortilege.arena.luck import ROUNDING, luck_limit
from sortilege.core.types import Object

EVEN = 0.5
SCORE_DIGITS = 9


class Duel:
    """Adds up the results of a duel between two bots. Matches are counted by block (a group of matches from the same
    deal), in the order of the block numbers. Counting blocks as they finish would favour short matches."""

    def __init__(self, sides: int, threshold: float | None = None) -> None:
        """Begin a duel at a table with this number of sides. If there is a `threshold`, the duel is decided when the
        first bot's score is known to be above or below the threshold."""
        self.sides = sides
        self.threshold = threshold
        self.uncounted: dict[int, list[Result]] = {}  # results by block, until their block is counted
        self.counted: list[Result] = []
        self.sequence = ConfidenceSequence()  # replaced when the first block turns out to measure luck

    def add(self, result: Result) -> None:
        """Add the result of a match. It counts when its block and all earlier ones are complete, unless the duel is
        over."""
        self.uncounted.setdefault(result.block, []).append(result)
        while self.is_next_block_complete():
            next_block = self.sequence.count
            self.count_block(self.uncounted.pop(next_block))
            if self.decided:
                break

    def is_next_block_complete(self) -> bool:
        next_block = self.sequence.count
        return len(self.uncounted.get(next_block, [])) == duel_block_size(self.sides)

    def count_block(self, block: list[Result]) -> None:
        """Count the results of a whole block."""
        is_first_block = not self.counted
        if is_first_block and all(result.luck is not None for result in block):
            self.sequence = ConfidenceSequence(max_luck=luck_limit(self.sides) + ROUNDING)
        self.sequence.add(block_score(block), block_luck(block))
        self.counted += sorted(block, key=lambda result: result.number)

    @property
    def decided(self) -> bool:
        """Whether the score is known to be above or below the threshold."""
        return self.threshold is not None and self.sequence.verdict(self.threshold) != "open"

    def summary(self) -> Object:
        """Return the result of the duel as JSON."""
        adjusted = self.sequence.luck_adjusted
        threshold = EVEN if self.threshold is None else self.threshold
        return {
            "score": interval_json(self.sequence.interval),  # of the first bot; valid whenever the duel stops
            "steadied": interval_json(adjusted) if adjusted else None,  # the score minus luck
            "blocks": self.sequence.count,
            "bar": threshold,
            "verdict": self.sequence.verdict(threshold),
            "alone": [single_share_json(self.counted, bot) for bot in range(2)],
            "even": 1 / max(2, self.sides),  # the share of a single side if the bots are equally strong
        }


def block_score(block: list[Result]) -> float:
    """Return the first bot's score in one block (a group of matches from the same deal), from 0 to 1: one half, plus
    half of the difference between the two bots' shares of the victory. Rounding makes equal scores compare equal."""
    share_difference = single_share(block, bot=0) - single_share(block, bot=1)
    return round(EVEN + share_difference / 2, SCORE_DIGITS)


def block_luck(block: list[Result]) -> float:
    """Return by how much luck changed the first bot's score in one block of matches; 0 if it was not measured."""
    if any(result.luck is None for result in block):
        return 0.0
    return (single_luck(block, bot=0) - single_luck(block, bot=1)) / 2


def single_luck(results: list[Result], bot: int) -> float:
    """Return a bot's mean luck in the matches in which it plays one side and its opponent all other sides."""
    return fmean(result.luck[side] for result, side in single_sides(results, bot) if result.luck)


def single_sides(results: list[Result], bot: int) -> list[tuple[Result, int]]:
    """Return the matches in which this bot plays only one side, each with the number of the side."""
    return [(result, result.bot_by_side.index(bot)) for result in results if result.bot_by_side.count(bot) == 1]


def single_share(results: list[Result], bot: int) -> float:
    """Return a bot's mean share of the victory (1 for the only winner) in the matches where it plays only one side."""
    shares = [result.share(side) for result, side in single_sides(results, bot)]
    return sum(shares) / max(1, len(shares))


def single_share_json(results: list[Result], bot: int) -> Object:
    """Return, as JSON, a bot's mean share of the victory in the matches in which it plays only one side, with the
    confidence interval and the number of these matches."""
    match_count = len(single_sides(results, bot))
    interval = wilson(single_share(results, bot), match_count)
    return {**interval_json(interval), "played": match_count}


def interval_json(interval: Interval) -> Object:
    """Return a confidence interval in the JSON form of reports."""
    return {"value": interval.mean, "low": interval.low, "high": interval.high}
