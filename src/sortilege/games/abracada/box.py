"""The components of the game and the options of a table."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypedDict

from sortilege.core.contract.options import OneOf, Option, SeatOrRandom
from sortilege.core.text.phrases import Phrasebook, Sentence
from sortilege.core.types import Options

SPELLS: Final = ("", "dragon", "ghost", "dream", "owl", "storm", "blizzard", "fireball", "potion")  # spell n: n stones
KINDS: Final = 8
STONES: Final = 36
HAND: Final = 5
LIVES: Final = 6
SECRETS: Final = 4
SUMMIT: Final = 8  # points that end the game
MOST: Final = 7  # the most points from one round (AQ-015)

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
class AbracadaOptions(TypedDict):
    """All options with their values."""

    variant: Literal["standard", "last"]
    easy: bool
    low_call: Literal["refuse", "penalty"]
    die: list[int]
    first: int | Literal["random"]


class Faces(tuple[int, ...]):
    """Option type for the die: a list of its faces, each 1 to 6."""

    def accepts(self, value: object, seats: int) -> bool:
        return isinstance(value, list) and 0 < len(value) <= 36 and all(type(f) is int and 1 <= f <= 6 for f in value)

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
    """Return the kind of table a net is trained for: by seats and by the rules that change the value of a turn."""
    return f"{seats}{'-last' if options['variant'] == 'last' else ''}{'-free' if options['easy'] else ''}"
