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
    """Return the combinations of bots that meet at a table. If there are fewer bots than sides, some bots play several
    sides, distributed as evenly as possible: `lineups(2, 3)` is [(0, 0, 1), (0, 1, 1)]."""
    if bots >= sides:
        return list(combinations(range(bots), sides))
    min_sides = sides // bots
    return [
        lineup
        for lineup in combinations_with_replacement(range(bots), sides)
        if all(min_sides <= lineup.count(bot) <= min_sides + 1 for bot in range(bots))
    ]


def all_blocks(plan: Plan) -> list[list[Fixture]]:
    """Return all matches of a plan by block. The number of matches is rounded up to whole blocks."""
    return [block_fixtures(plan, block) for block in range(plan.total_matches // plan.block_size)]


def block_fixtures(plan: Plan, block: int) -> list[Fixture]:
    """Return the matches of one block, which start from the same deal: each lineup in every rotation of the sides."""
    sides = len(plan.sides)
    rotations = [lineup[shift:] + lineup[:shift] for lineup in block_lineups(plan, block) for shift in range(sides)]
    first_number = block * plan.block_size
    return [
        Fixture(number, block, bots_by_seat(plan, rotation)) for number, rotation in enumerate(rotations, first_number)
    ]


def block_lineups(plan: Plan, block: int) -> list[list[int]]:
    """Return the lineups (the bot of each side) of one block. In a duel, one bot plays a single side, then the other;
    at a table of two sides both do so at once."""
    sides = len(plan.sides)
    if plan.duel:
        first_alone = [0, *[1] * (sides - 1)]
        second_alone = [1, *[0] * (sides - 1)]
        return [first_alone] if plan.block_size == sides else [first_alone, second_alone]
    choices = lineups(len(plan.bots), sides)
    lineup = list(choices[block % len(choices)])
    Random(f"{plan.seed}:{block}").shuffle(lineup)  # so that the order of the bots varies
    return [lineup]


def bots_by_seat(plan: Plan, bots_by_side: list[int]) -> tuple[int, ...]:
    """Return the bot of each seat. `bots_by_side` has the bot of each side."""
    bot_of_seat = {seat: bot for bot, seats in zip(bots_by_side, plan.sides, strict=True) for seat in seats}
    return tuple(bot_of_seat[seat] for seat in range(plan.seat_count))
