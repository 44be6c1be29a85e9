"""Who meets whom, and who sits where.

A block is one lineup played once in every rotation of the table from the same deal: every bot of it sits in every
seat equally often, before and behind every other. With at least as many bots as seats, lineups are all choices of
that many bots; with fewer, every bot sits in one or more seats, as evenly as can be. In a team game a bot holds all
the seats of a side, and the sides are what is rotated.

In a duel, one of the first bot sits among the second, and in the same block and deal one of the second among the first:
which of two is better, without asking what several of a kind do to each other.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from random import Random

from sortilege.arena.contest import Fixture, Plan


def lineups(bots: int, sides: int) -> list[tuple[int, ...]]:
    """The sets of bots that meet, in no order yet."""
    if bots >= sides:
        return list(combinations(range(bots), sides))
    few = sides // bots
    even = (few, few + 1)
    return [
        lineup
        for lineup in combinations_with_replacement(range(bots), sides)
        if all(lineup.count(bot) in even for bot in range(bots))
    ]


def blocks(plan: Plan) -> list[list[Fixture]]:
    """Every match of a plan, block by block; the number of matches is rounded up to whole blocks."""
    return [block_of(plan, block) for block in range(plan.total // plan.block)]


def block_of(plan: Plan, block: int) -> list[Fixture]:
    """The matches of one block."""
    sides = len(plan.sides)
    if plan.duel:
        single = [[0, *[1] * (sides - 1)], [1, *[0] * (sides - 1)]]
        turning = single[: plan.block // sides]
    else:
        sets = lineups(len(plan.bots), sides)
        turning = [list(sets[block % len(sets)])]
        Random(f"{plan.seed}:{block}").shuffle(turning[0])  # who sits beside whom
    seatings = [seating(plan, lineup[turn:] + lineup[:turn]) for lineup in turning for turn in range(sides)]
    return [Fixture(block * plan.block + i, block, order) for i, order in enumerate(seatings)]


def seating(plan: Plan, holders: list[int]) -> tuple[int, ...]:
    """Which bot sits in each seat when these hold the sides."""
    bot_in = {seat: bot for bot, seats in zip(holders, plan.sides, strict=True) for seat in seats}
    return tuple(bot_in[seat] for seat in range(plan.table))
