"""The components of SpellBook and its options: tokens, colours, runes, spells, limits and printed sets of spells."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sortilege.core.contract.options import OneOf, Option, SeatOrRandom
from sortilege.core.errors import OptionError
from sortilege.core.text.phrases import Phrasebook, Sentence
from sortilege.core.types import Object, Options, Untrusted

phrase: Final = Phrasebook(Path(__file__).parent)  # the texts of this game's refusals, from words.toml

COLOUR_LETTERS: Final = "RPGKWUY"  # red, purple, green, black, white, blue, yellow
RUNE_LETTERS: Final = "ots"  # Round, Triangle, Square
COLOURS: Final = 7
RUNES: Final = 3
NUMBERS_PER_COLOUR: Final = 4  # a token is numbered `colour * 4 + rune`; every fourth number is unused
SPELLS_PER_COLOUR: Final = 3  # one in each of the three printed sets
COPIES: Final = 5  # of each of the 21 token types
TOKENS: Final = 105
POOL_LIMIT: Final = 9
ALTAR_LIMIT: Final = 10  # an altar with this many tokens is cleared and redrawn
SPACES: Final = 14  # of a Familiar board
SOLO_SPACES: Final = 17  # of the opponent's track
MIN_LEVEL: Final = 3  # of a learned spell
MAX_LEVEL: Final = 5
LEVELS: Final = (3, 4, 5)
PHASES: Final = ("morning", "midday", "evening")

RED: Final = 0
PURPLE: Final = 1
GREEN: Final = 2
BLACK: Final = 3
WHITE: Final = 4
BLUE: Final = 5
YELLOW: Final = 6

# A spell is numbered `colour * 3 + set`, so the three spells of a colour are adjacent.
SACRIFICE: Final = 0
ERUPTION: Final = 1
BLAZE: Final = 2
LEVITATION: Final = 3
SHARING: Final = 4
DIVINATION: Final = 5
PURIFICATION: Final = 6
CURE: Final = 7
GROWTH: Final = 8
OFFERING: Final = 9
FOCUS: Final = 10
FEAST: Final = 11
TIME_TRAVEL: Final = 12
STORM: Final = 13
CLONE: Final = 14
TRANSMUTATION: Final = 15
SWIFTNESS: Final = 16
MIRAGE: Final = 17
ABUNDANCE: Final = 18
KNOWLEDGE: Final = 19
COMMUNION: Final = 20

SPELLS: Final = (
    *("sacrifice", "eruption", "blaze"),
    *("levitation", "sharing", "divination"),
    *("purification", "cure", "growth"),
    *("offering", "focus", "feast"),
    *("time_travel", "storm", "clone"),
    *("transmutation", "swiftness", "mirage"),
    *("abundance", "knowledge", "communion"),
)
SETS: Final = {f"set{i + 1}": SPELLS[i::SPELLS_PER_COLOUR] for i in range(SPELLS_PER_COLOUR)}


class Lineup(OneOf):
    """The values of the `lineup` option, which decides the seven spells in play: the name of a printed set, "classic"
    for a random spell of each colour, or a list of seven spell names."""

    groups = tuple(zip(*SETS.values(), strict=True))  # the three spells of each colour

    def accepts(self, value: Untrusted, seats: int) -> bool:
        if not isinstance(value, list):
            return super().accepts(value, seats)
        are_spells = len(value) == COLOURS and all(isinstance(name, str) and name in SPELLS for name in value)
        return are_spells and len({SPELLS.index(name) // SPELLS_PER_COLOUR for name in value}) == COLOURS

    @property
    def expected(self) -> Sentence:
        return phrase("lineup", sets=list(self))


OPTIONS: Final = {
    "lineup": Option("set1", Lineup(("set1", "set2", "set3", "classic"))),
    "handicap": Option(0, OneOf((0, 1, 2, 3))),
    "first": Option("random", SeatOrRandom(("random", 0, 1, 2, 3))),
}


def token_name(token: int) -> str:
    """Return the letters of a token number: 0 -> "Ro", red Round; 9 -> "Gt", green Triangle."""
    colour, rune = divmod(token, NUMBERS_PER_COLOUR)
    return COLOUR_LETTERS[colour] + RUNE_LETTERS[rune]


TOKEN_NUMBER_LIMIT: Final = COLOURS * NUMBERS_PER_COLOUR
TOKEN_NAMES: Final = {n: token_name(n) for n in range(TOKEN_NUMBER_LIMIT) if n % NUMBERS_PER_COLOUR < RUNES}
TOKEN_NUMBERS: Final = {name: token for token, name in TOKEN_NAMES.items()}


def check_options(seats: int, options: Options, values: Object) -> None:
    """Raise OptionError if a game with several seats has the option `handicap`, which is for solo games (SB-203)."""
    if seats > 1 and options["handicap"]:
        raise OptionError(phrase("handicap", game="spellbook", name="handicap"), "SB-203")


def idle_options(seats: int) -> tuple[str, ...]:
    """Return the names of the options that have no effect with this number of seats."""
    return ("first",) if seats == 1 else ()
