"""The contents of the box: cards, crystals, options, and the sides by number of players."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sortilege.core.contract.cards import SetName
from sortilege.core.contract.options import OneOf, Option, SeatOrRandom
from sortilege.core.text.phrases import Phrasebook

phrase: Final = Phrasebook(Path(__file__).parent)  # error messages of this game, in the words of words.toml

COLOURS: Final = "RYBG"  # red combat, yellow healing, blue sorcery, green conjuring
CARDS_PER_COLOUR: Final = 15  # SC-002
CARDS: Final = 60
CARD_IDS: Final = tuple(f"{colour}{n:02}" for colour in COLOURS for n in range(1, CARDS_PER_COLOUR + 1))
CARD_OF: Final = {name: card for card, name in enumerate(CARD_IDS)}
STANDIN: Final = "standin"  # the built-in card set: stand-ins, because the rulebook prints only five card texts

ENERGY: Final = 10  # of each side at the start
SAPPHIRES: Final = 2  # of each side at the start
WINNING_SAPPHIRES: Final = 15  # SC-510
SUPPLY: Final = 30  # crystals of each kind in the box (SC-012)

OPTIONS: Final = {
    "first": Option("random", SeatOrRandom(("random", 0, 1, 2, 3))),
    "bounded_supply": Option(False, OneOf((False, True))),
    "activate_enchantments": Option(False, OneOf((False, True))),
    "allow_pass": Option(False, OneOf((False, True))),
    "cards": Option(STANDIN, SetName("spellcaster", (STANDIN,))),
}


def idle_options(seats: int) -> tuple[str, ...]:
    """Return the options that have no effect with this number of seats: with three mages seat 0 starts (SC-110)."""
    return ("first",) if seats == 3 else ()


def sides(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of side 0 and those of side 1. Sides alternate around the table (SC-107, SC-111)."""
    return tuple(range(0, seats, 2)), tuple(range(1, seats, 2))
