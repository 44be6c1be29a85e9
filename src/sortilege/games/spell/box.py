"""The contents of the box, and the options of a table."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias

from sortilege.core.contract.cards import SetName
from sortilege.core.contract.options import OneOf, Option
from sortilege.core.text.phrases import Phrasebook

Side: TypeAlias = Literal["k", "p"]

SIDES: Final[tuple[Side, Side]] = ("k", "p")  # black and purple, by their numbers in the state
DIRECTIONS: Final = ("up", "down", "left", "right")
AMULETS: Final = ("", "doppelganger", "trielementaris", "extralimitae", "bilevitagramaton")
SETUPS: Final = ("S1", "S2", "S3", "S4")
DECKS: Final = ("basic", "advanced")
# tile letters, their number in an arena, and the rule: seven tiles of each colour, a neutral one, one hole
TILE_COUNTS: Final = (("Kk", 7, "SP-003"), ("Pp", 7, "SP-003"), ("N", 1, "SP-004"), (".", 1, "SP-005"))
LEVELS: Final = 4
CARDS: Final = 26
ROUNDS: Final = 6
HARD_ROUNDS: Final = 5
END_SCORE: Final = 16  # points that end the game
MAX_SCORE: Final = 25  # 15 before the last round and 10 in it (SP-019)

phrase: Final = Phrasebook(Path(__file__).parent)

OPTIONS: Final = {
    "mode": Option("symmetric", OneOf(("symmetric", "asymmetric", "solo"))),
    "tournament": Option(False, OneOf((False, True))),
    "deck": Option("basic", SetName("spell", DECKS)),
    "difficulty": Option("normal", OneOf(("normal", "hard"))),
    "setup": Option("S1", OneOf(SETUPS)),
    "first": Option("random", OneOf(("random", "k", "p"))),
    "central_hole": Option(True, OneOf((True, False))),
    "keep_border_hole": Option(False, OneOf((False, True))),
}


def idle_options(seats: int) -> tuple[str, ...]:
    """Return the options that have no effect with this number of players. In a solo game the arena is printed and
    purple begins. With two players there is no scripted opponent (SP-300 to SP-302)."""
    return ("first", "central_hole") if seats == 1 else ("difficulty", "setup")


def seat_names(seats: int) -> tuple[Side, ...]:
    """Return the side of each seat, by seat. The player of a solo game is purple (SP-301)."""
    return SIDES if seats == 2 else SIDES[1:]
