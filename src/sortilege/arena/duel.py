"""A duel: what its blocks say about the first bot against the second.

The score of a block is one half more than half the difference between what the first bot won alone among the second and
what the second won alone among the first. Between two sides that is simply the first bot's share of victory; at larger
tables, where an even share is 1 / n, and alone at the table, one half still means that the two are equal.
"""

from __future__ import annotations

from collections.abc import Iterable

from sortilege.arena.contest import Result, duel_block
from sortilege.arena.luck import ROUNDING, limit
from sortilege.arena.ratings import wilson
from sortilege.arena.sequence import Sequence
from sortilege.core.shapes import Object

EVEN = 0.5


class Duel:
    """Blocks as they come in, counted in their order: to stop after the quick ones would favour what is quick."""

    def __init__(self, sides: int, bar: float | None = None) -> None:
        """With a bar there is something to decide: whether the score is above it or below."""
        self.sides = sides
        self.block = duel_block(sides)
        self.bar = bar
        self.waiting: dict[int, list[Result]] = {}
        self.counted: list[Result] = []
        self.sequence = Sequence()  # told how far luck goes by the first block that knows its luck

    def add(self, result: Result) -> None:
        """One match; it counts when its block and all before are complete."""
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
        """Whether what was to be decided is."""
        return self.bar is not None and self.sequence.verdict(self.bar) != "open"

    def summary(self) -> Object:
        """The first bot's score with the interval that holds under stopping, and what either bot won as the single
        one with Wilson's."""
        found = self.sequence.interval
        steady = self.sequence.steadied
        bar = EVEN if self.bar is None else self.bar
        return {
            "score": {"value": found.value, "low": found.low, "high": found.high},
            "steadied": {"value": steady.value, "low": steady.low, "high": steady.high} if steady else None,
            "blocks": self.sequence.count,
            "bar": bar,
            "verdict": self.sequence.verdict(bar),
            "alone": [alone(self.counted, bot) for bot in range(2)],
            "even": 1 / max(2, self.sides),
        }


def score(block: Iterable[Result]) -> float:
    """Of one block, from 0 to 1; rounded, so that equal ones are equal."""
    block = list(block)
    first, second = (mean_share(block, bot) for bot in range(2))
    return round(0.5 + (first - second) / 2, 9)


def luck(block: list[Result]) -> float:
    """What chance gave to the first bot more than to the second, counted as the score is; 0 where it is not known."""
    if any(result.luck is None for result in block):
        return 0.0
    first, second = (
        [result.luck[side] for result, side in single(block, bot) if result.luck is not None] for bot in range(2)
    )
    return (sum(first) / len(first) - sum(second) / len(second)) / 2


def mean_share(results: list[Result], bot: int) -> float:
    won = [result.share(side) for result, side in single(results, bot)]
    return sum(won) / max(1, len(won))


def single(results: list[Result], bot: int) -> list[tuple[Result, int]]:
    """The matches in which this bot held one side of all, with that side."""
    return [(result, result.holders.index(bot)) for result in results if result.holders.count(bot) == 1]


def alone(results: list[Result], bot: int) -> Object:
    """What a bot won as the single one of its kind."""
    held = len(single(results, bot))
    share = wilson(mean_share(results, bot), held)
    return {"value": share.value, "low": share.low, "high": share.high, "played": held}
