"""Who meets whom, and who sits where.

A block is one lineup played once in every rotation of the table from the same deal: every bot of it sits in every
seat equally often, before and behind every other. With at least as many bots as seats, lineups are all choices of
that many bots; with fewer, every bot sits in one or more seats, as evenly as can be. In a team game a bot holds all
the seats of a side, and the sides are what is rotated.
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
    sides = len(plan.sides)
    sets = lineups(len(plan.bots), sides)
    out = []
    for block in range(plan.total // sides):
        lineup = list(sets[block % len(sets)])
        Random(f"{plan.seed}:{block}").shuffle(lineup)  # who sits beside whom
        turned = [seating(plan, lineup[turn:] + lineup[:turn]) for turn in range(sides)]
        out.append([Fixture(block * sides + turn, block, order) for turn, order in enumerate(turned)])
    return out


def seating(plan: Plan, holders: list[int]) -> tuple[int, ...]:
    """Which bot sits in each seat when these hold the sides."""
    bot_in = {seat: bot for bot, seats in zip(holders, plan.sides, strict=True) for seat in seats}
    return tuple(bot_in[seat] for seat in range(plan.table))
