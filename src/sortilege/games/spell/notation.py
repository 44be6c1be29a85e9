"""The table's pieces in the words of JSON: what a position, a view and a log line share."""

from __future__ import annotations

from typing import Any

from sortilege.core.cells import Cells
from sortilege.games.spell.actions import CELL, OUTSIDE
from sortilege.games.spell.box import AMULETS as AMULET_NAMES
from sortilege.games.spell.box import LEVELS, SIDES
from sortilege.games.spell.deck import Deck
from sortilege.games.spell.layout import (
    ACTIVE,
    AMULETS,
    BESIDE,
    CLAIMED,
    DISCARD,
    DISCARDS,
    HANDS,
    MAGE_USED,
    NEUTRAL,
    NOTHING,
    OWNED,
    SIDE,
    SIZE,
    SPECIAL,
    TOP,
    UPHEAVES,
)

PLACES = CELL + OUTSIDE


def cells_in(mask: int) -> list[str]:
    """The cells of a mask, in ascending order."""
    return [name for i, name in enumerate(CELL) if mask >> i & 1]


def place_names(mask: int) -> list[str]:
    """Arena cells and outside cells of a mask by name."""
    return [name for i, name in enumerate(PLACES) if mask >> i & 1]


def tile_at(t: Cells, cell: int) -> str:
    """A tile as its letter."""
    if t[NEUTRAL] >> cell & 1:
        return "N"
    if t[OWNED] >> cell & 1:
        return "K" if t[ACTIVE] >> cell & 1 else "k"
    if t[OWNED + 1] >> cell & 1:
        return "P" if t[ACTIVE] >> cell & 1 else "p"
    return "."


def arena_rows(t: Cells) -> list[str]:
    """The arena as four strings."""
    return ["".join(tile_at(t, row * 4 + column) for column in range(4)) for row in range(4)]


def card_or_null(t: Cells, place: int, deck: Deck) -> str | None:
    return None if t[place] == NOTHING else deck.names[t[place]]


def runes_out(t: Cells, deck: Deck) -> dict[str, list[str | None]]:
    """Top and side card of each level."""
    return {str(n): [card_or_null(t, TOP + n, deck), card_or_null(t, BESIDE + n, deck)] for n in range(1, LEVELS + 1)}


def hand(t: Cells, side: int, deck: Deck) -> list[str]:
    """A side's captured cards in the order of capture."""
    return [deck.names[t[HANDS + side * 20 + i]] for i in range(t[SIZE + side])]


def discards(t: Cells, deck: Deck) -> list[str]:
    """The discards, oldest first."""
    return [deck.names[t[DISCARD + i]] for i in range(t[DISCARDS])]


def levels_claimed(t: Cells) -> list[int]:
    return [level for level in range(1, LEVELS + 1) if t[CLAIMED] >> level & 1]


def used_out(t: Cells) -> dict[str, Any]:
    """What the player on turn has used."""
    return {
        "mage": t[MAGE_USED] == 1,
        "upheaves": t[UPHEAVES],
        "special": t[SPECIAL] != NOTHING,
        "levels": levels_claimed(t),
    }


def special_out(t: Cells) -> dict[str, str | None]:
    """Where the special tile of each side lies."""
    placed = None if t[SPECIAL] == NOTHING else OUTSIDE[t[SPECIAL]]
    return {name: placed if side == t[SIDE] else None for side, name in enumerate(SIDES)}


def amulets_out(t: Cells) -> dict[str, str | None]:
    return {name: AMULET_NAMES[t[AMULETS + side]] or None for side, name in enumerate(SIDES)}


def by_side(t: Cells, base: int) -> dict[str, int]:
    return {name: t[base + side] for side, name in enumerate(SIDES)}
