"""Which options go together at a table."""

from __future__ import annotations

from sortilege.core.cards import CardsError
from sortilege.core.errors import OptionError
from sortilege.core.shapes import Object, Options
from sortilege.games.spell import deck
from sortilege.games.spell.box import SIDES
from sortilege.games.spell.phrases import phrase


def check_options(seats: int, settled: Options, given: Object) -> None:
    """SP-002, SP-300 to SP-302: one person plays solo, which has no amulets and an arena ready laid."""
    if "mode" not in given:
        settled["mode"] = "solo" if seats == 1 else "symmetric"
    solo = settled["mode"] == "solo"
    if solo and seats != 1:
        raise OptionError(phrase("solo_alone", game="spell", seats=seats, name="mode"), "SP-002")
    if seats == 1 and not solo:
        raise OptionError(phrase("alone_solo", game="spell", name="mode", given=settled["mode"]), "SP-002")
    if solo and settled["tournament"]:
        raise OptionError(phrase("solo_tournament", game="spell", name="tournament"), "SP-302")
    if solo and settled["first"] == "k":
        raise OptionError(phrase("solo_first", game="spell", name="first"), "SP-301")
    try:
        deck.named(settled["deck"])
    except CardsError as off:
        said = phrase("unplayable", game="spell", name="deck", deck=settled["deck"], why=off.sentence)
        raise OptionError(said, off.rule) from None


def idle_options(seats: int) -> tuple[str, ...]:
    """SP-300 to SP-302: alone, purple begins in an arena that lies ready; by two, no script plays."""
    return ("first", "central_hole") if seats == 1 else ("difficulty", "setup")


def seat_names(seats: int) -> tuple[str, ...]:
    """SP-301: alone one plays purple."""
    return SIDES if seats == 2 else SIDES[1:]
