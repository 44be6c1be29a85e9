"""Decide which bots meet, and which seats they play.

Matches are played in blocks. A block is one lineup of bots, played once in every rotation of the table from the same
deal. So every bot sits in every seat equally often, before and behind every other bot. If there are at least as many
bots as seats, the lineups are all combinations of as many bots as seats. If there are fewer bots, each bot takes one or
more seats, as evenly as possible. In a team game a bot plays all seats of a side, and the sides rotate.

A block of a duel has two lineups: one seat for the first bot and the others for the second bot, and the reverse. So
both bots are measured in the same situation, alone against copies of the other bot.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from random import Random

from sortilege.arena.contest import Fixture, Plan


def lineups(bots: int, sides: int) -> list[tuple[int, ...]]:
    """Return the combinations of bots that meet, in any order. If there are fewer bots than sides, a bot takes several
    sides: `lineups(2, 3)` is [(0, 0, 1), (0, 1, 1)]."""
    if bots >= sides:
        return list(combinations(range(bots), sides))
    even_numbers = (sides // bots, sides // bots + 1)
    return [
        lineup
        for lineup in combinations_with_replacement(range(bots), sides)
        if all(lineup.count(bot) in even_numbers for bot in range(bots))
    ]


def all_blocks(plan: Plan) -> list[list[Fixture]]:
    """Return all matches of a plan by block. The number of matches is rounded up to whole blocks."""
    return [block_fixtures(plan, block) for block in range(plan.total_matches // plan.block_size)]


def block_fixtures(plan: Plan, block: int) -> list[Fixture]:
    """Return the matches of one block: each of its lineups in every rotation of the sides."""
    sides = len(plan.sides)
    if plan.duel:
        first_alone = [0, *[1] * (sides - 1)]
        second_alone = [1, *[0] * (sides - 1)]
        block_lineups = [first_alone, second_alone][: plan.block_size // sides]
    else:
        choices = lineups(len(plan.bots), sides)
        lineup = list(choices[block % len(choices)])
        Random(f"{plan.seed}:{block}").shuffle(lineup)  # so that the order of the bots varies
        block_lineups = [lineup]
    rotations = [lineup[shift:] + lineup[:shift] for lineup in block_lineups for shift in range(sides)]
    first_number = block * plan.block_size
    return [
        Fixture(number, block, bots_by_seat(plan, rotation)) for number, rotation in enumerate(rotations, first_number)
    ]


def bots_by_seat(plan: Plan, bots_by_side: list[int]) -> tuple[int, ...]:
    """Convert the list of bots by side to the bots by seat."""
    bot_in = {seat: bot for bot, seats in zip(bots_by_side, plan.sides, strict=True) for seat in seats}
    return tuple(bot_in[seat] for seat in range(plan.seat_count))
