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

    variant: Literal["standard", "last"]
    easy: bool
    low_call: Literal["refuse", "penalty"]
    die: list[int]
    first: int | Literal["random"]


class Faces(tuple[int, ...]):
    """Option type for the die: a list of the numbers on its sides, each 1 to 6."""

    def accepts(self, value: object, seats: int) -> bool:
        """Return whether the value is such a list; `seats` does not matter."""
        if not isinstance(value, list) or not 0 < len(value) <= MAX_SIDES:
            return False
        return all(type(face) is int and 1 <= face <= 6 for face in value)

    @property
    def expected(self) -> Sentence:
        """What is allowed, for an error message."""
        return phrase("faces")


OPTIONS: Final = {
    "variant": Option("standard", OneOf(("standard", "last"))),
    "easy": Option(False, OneOf((False, True))),
    "low_call": Option("refuse", OneOf(("refuse", "penalty"))),
    "die": Option([1, 1, 2, 2, 3, 3], Faces((1, 2, 3, 4, 5, 6))),
    "first": Option("random", SeatOrRandom(("random", 0, 1, 2, 3, 4))),
}


def size(seats: int, options: Options) -> str:
    """Return the kind of table for which a net is trained, such as "3-last-free". It depends on the number of seats and
    on the options that change how much a turn is worth."""
    variant = "-last" if options["variant"] == "last" else ""
    order = "-free" if options["easy"] else ""
    return f"{seats}{variant}{order}"
