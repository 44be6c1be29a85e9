"""Who meets whom, and who sits where.

A block is one lineup played once in every rotation of the table from the same deal: every bot of it sits in every
seat equally often, before and behind every other. With at least as many bots as seats, lineups are all choices of
that many bots; with fewer, every bot sits in one or more seats, as evenly as can be.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from random import Random

from sortilege.arena.contest import Fixture, Plan


def lineups(bots: int, seats: int) -> list[tuple[int, ...]]:
    """The sets of bots that meet, in no order yet."""
    if bots >= seats:
        return list(combinations(range(bots), seats))
    few = seats // bots
    even = (few, few + 1)
    return [
        lineup
        for lineup in combinations_with_replacement(range(bots), seats)
        if all(lineup.count(bot) in even for bot in range(bots))
    ]


def blocks(plan: Plan) -> list[list[Fixture]]:
    """Every match of a plan, block by block; the number of matches is rounded up to whole blocks."""
    seats = plan.table
    sets = lineups(len(plan.bots), seats)
    out = []
    for block in range(-(-plan.matches // seats)):
        lineup = list(sets[block % len(sets)])
        Random(f"{plan.seed}:{block}").shuffle(lineup)  # who sits beside whom
        turned = [tuple(lineup[turn:] + lineup[:turn]) for turn in range(seats)]
        out.append([Fixture(block * seats + turn, block, order) for turn, order in enumerate(turned)])
    return out
