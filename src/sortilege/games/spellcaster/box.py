"""What is in the box."""

from __future__ import annotations

from typing import Final

from sortilege.core.cards import SetName
from sortilege.core.options import OneOf, Option, SeatOrRandom

COLOURS: Final = "RYBG"  # red combat, yellow healing, blue sorcery, green conjuring
SUIT: Final = 15  # cards of a colour (SC-002)
CARDS: Final = 60
CARD_IDS: Final = tuple(f"{colour}{n:02}" for colour in COLOURS for n in range(1, SUIT + 1))
CARD_OF: Final = {name: card for card, name in enumerate(CARD_IDS)}
STANDIN: Final = "standin"  # the set that comes with the table: the rulebook prints only five card texts

DEALT: Final = {2: (3, 3), 3: (3, 6, 3), 4: (3, 3, 3, 3)}  # SC-104, SC-108, SC-112
ENERGY: Final = 10
SAPPHIRES: Final = 2
SUMMIT: Final = 15  # sapphires that win (SC-510)
SUPPLY: Final = 30  # crystals of each kind in the box (SC-012)


OPTIONS: Final = {
    "first": Option("random", SeatOrRandom(("random", 0, 1, 2, 3))),
    "bounded_supply": Option(False, OneOf((False, True))),
    "activate_enchantments": Option(False, OneOf((False, True))),
    "allow_pass": Option(False, OneOf((False, True))),
    "cards": Option(STANDIN, SetName("spellcaster", (STANDIN,))),
}
