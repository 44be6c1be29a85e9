"""The components of the game and the options of a table."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypedDict

from sortilege.core.contract.options import OneOf, Option, SeatOrRandom
from sortilege.core.text.phrases import Phrasebook, Sentence
from sortilege.core.types import Options

# The names of the spells by number. There are n stones of spell n.
SPELLS: Final = ("", "dragon", "ghost", "dream", "owl", "storm", "blizzard", "fireball", "potion")
KINDS: Final = 8  # spells
STONES: Final = 36
HAND: Final = 5  # stones in a full hand
LIVES: Final = 6
SECRETS: Final = 4  # secret stones
WINNING_SCORE: Final = 8  # points that end the game
MAX_POINTS: Final = 7  # from one round (AQ-015)
WINNER_POINTS: Final = 3  # for winning a round (AQ-605, AQ-609)
WINNER_POINTS_IN_LAST: Final = 2  # the same in the variant `last` (AQ-819)
SURVIVOR_POINTS: Final = 1  # for each player with lives if somebody else dies (AQ-606, AQ-607)
MAX_FACE: Final = 6  # the highest number on a side of the die

DRAGON: Final = 1
GHOST: Final = 2
DREAM: Final = 3
OWL: Final = 4
STORM: Final = 5
BLIZZARD: Final = 6
FIREBALL: Final = 7
POTION: Final = 8

phrase: Final = Phrasebook(Path(__file__).parent)  # error messages, from words.toml


# ---------------------------------------------------------------- options
MAX_SIDES: Final = 36  # of the die


class AbracadaOptions(TypedDict):
    """The options of a table (AQ-113, AQ-303, AQ-801..824)."""

    variant: Literal["standard", "last"]  # `last`: a round goes on until only one player has lives
    easy: bool  # whether spells may be called in any order
    low_call: Literal["refuse", "penalty"]  # a call that is too low is not allowed, or it costs a life
    die: list[int]  # the number on each side
    first: int | Literal["random"]  # the seat that starts


class DieFaces(tuple[int, ...]):
    """The type of the option `die`, whose value lists the numbers on the sides of the die."""

    def accepts(self, value: object, seats: int) -> bool:
        """Return whether the value is a list of 1 to MAX_SIDES numbers from 1 to 6. `seats` does not matter."""
        if not isinstance(value, list) or not 0 < len(value) <= MAX_SIDES:
            return False
        return all(type(face) is int and 1 <= face <= MAX_FACE for face in value)

    @property
    def expected(self) -> Sentence:
        """What is allowed, for an error message."""
        return phrase("faces")


OPTIONS: Final = {
    "variant": Option("standard", OneOf(("standard", "last"))),
    "easy": Option(False, OneOf((False, True))),
    "low_call": Option("refuse", OneOf(("refuse", "penalty"))),
    "die": Option([1, 1, 2, 2, 3, 3], DieFaces((1, 2, 3, 4, 5, 6))),
    "first": Option("random", SeatOrRandom(("random", 0, 1, 2, 3, 4))),
}


def net_kind(seats: int, options: Options) -> str:
    """Return the name of the net for this kind of table, such as "3-last-free". A net is trained for one number of
    seats and for one value of each option that changes how much a turn is worth."""
    variant = "-last" if options["variant"] == "last" else ""
    order = "-free" if options["easy"] else ""
    return f"{seats}{variant}{order}"
