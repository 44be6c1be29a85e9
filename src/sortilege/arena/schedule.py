"""Decide which bots meet, and who sits where.

A block is one lineup played once in every rotation of the table from the same deal, so every bot sits in every seat
equally often, before and behind every other bot. With at least as many bots as seats, the lineups are all combinations
of that many bots. With fewer bots, each one takes one or more seats, as evenly as possible. In a team game a bot plays
all seats of a side, and the sides rotate.

A duel has two lineups per block, from the same deal: one seat for the first bot and the others for the second, and the
reverse. So it compares two bots without measuring how several copies of one bot affect each other.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from random import Random

from sortilege.arena.contest import Fixture, Plan


def lineups(bots: int, sides: int) -> list[tuple[int, ...]]:
    """Return the combinations of bots that meet, unordered."""
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
    """Return all matches of a plan by block. The number of matches is rounded up to whole blocks."""
    return [block_of(plan, block) for block in range(plan.total // plan.block)]


def block_of(plan: Plan, block: int) -> list[Fixture]:
    """Return the matches of one block."""
    sides = len(plan.sides)
    if plan.duel:
        single = [[0, *[1] * (sides - 1)], [1, *[0] * (sides - 1)]]
        orders = single[: plan.block // sides]
    else:
        sets = lineups(len(plan.bots), sides)
        orders = [list(sets[block % len(sets)])]
        Random(f"{plan.seed}:{block}").shuffle(orders[0])  # so that neighbours vary
    seatings = [seating(plan, lineup[turn:] + lineup[:turn]) for lineup in orders for turn in range(sides)]
    return [Fixture(block * plan.block + i, block, order) for i, order in enumerate(seatings)]


def seating(plan: Plan, holders: list[int]) -> tuple[int, ...]:
    """Return the bot in each seat, for these bots of the sides."""
    bot_in = {seat: bot for bot, seats in zip(holders, plan.sides, strict=True) for seat in seats}
    return tuple(bot_in[seat] for seat in range(plan.table))
