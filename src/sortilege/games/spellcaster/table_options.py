"""Which options go together at a table, and who plays with whom."""

from __future__ import annotations

from sortilege.core.cards import CardsError
from sortilege.core.errors import OptionError
from sortilege.core.shapes import Object, Options
from sortilege.games.spellcaster import deck
from sortilege.games.spellcaster.phrases import phrase


def check_options(seats: int, settled: Options, given: Object) -> None:
    """SC-110: of three, the one alone begins; a set of cards must be sound."""
    if seats == 3 and settled["first"] not in ("random", 0):
        raise OptionError(phrase("three", game="spellcaster"), "SC-110")
    try:
        deck.card_set(settled["cards"])
    except CardsError as off:
        why = phrase("cards_option", game="spellcaster", name="cards", why=off.sentence)
        raise OptionError(why, off.rule) from None


def idle_options(seats: int) -> tuple[str, ...]:
    """SC-110."""
    return ("first",) if seats == 3 else ()


def sides(seats: int) -> tuple[tuple[int, ...], ...]:
    """SC-107, SC-111: partners sit between their rivals."""
    return tuple(range(0, seats, 2)), tuple(range(1, seats, 2))
