"""Games played to their end by whoever draws lots, for reviews."""

import random
from functools import cache
from typing import Any

import sortilege
from sortilege import OVER, Match

# Every game and mode; SPELL's worlds take longest, so its game begins near the end.
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("abracada", 2, {}),
    ("abracada", 4, {"variant": "last"}),
    ("spell", 2, {}),
    ("spell", 1, {}),
    ("spellbook", 2, {}),
    ("spellbook", 1, {}),
    ("spellcaster", 2, {}),
    ("spellcaster", 3, {}),
    ("spellcaster", 4, {}),
]


@cache
def record(name: str, seats: int, lines: int = 30, seed: int = 1, **options: Any) -> dict[str, Any]:
    """The last so many lines of a random game, as a record that begins there; the whole game where lines is 0."""
    game = sortilege.game(name)
    lots = random.Random(seed)
    match = Match(game, seats, options, seed, [f"P{seat}" for seat in range(seats)])
    while match.state.turn() != OVER:
        match.play(lots.choice(match.state.legal()))
    if not lines or len(match.ids) <= lines:
        return match.save()
    at = match.last_quiet_index(len(match.ids) - lines)
    if not at:
        return match.save()
    start = match.state_at(at).position()
    return {**match.save(), "start": start, "log": match.log[at:]}


def match_of(name: str, seats: int, lines: int = 30, seed: int = 1, **options: Any) -> Match:
    return Match.load(record(name, seats, lines, seed, **options))
