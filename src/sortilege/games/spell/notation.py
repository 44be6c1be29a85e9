"""The table's pieces in the words of JSON: what a position, a view and a log line share."""

from __future__ import annotations

from functools import cache
from typing import TypedDict

from sortilege.core.cells import Cells
from sortilege.games.spell import actions, box
from sortilege.games.spell import layout as L
from sortilege.games.spell.deck import Deck
from sortilege.games.spell.rules.arena import PART

PLACES = actions.CELL + actions.OUTSIDE
PHASES = (  # as they are numbered in the layout
    *("first", "amulet", "deal", "lay", "stand", "second", "play", "summon", "push", "levitate", "force", "extra"),
    *("reveal", "script mage", "script lift", "gem", "over"),
)
SHIFTS = {"U": 4, "D": -4, "L": 1, "R": -1}  # how far a cell goes that slides in from a side


class Used(TypedDict):
    """What the player on turn has used."""

    mage: bool
    upheaves: int
    special: bool
    levels: list[int]


def cells_in(mask: int) -> list[str]:
    """The cells of a mask, in ascending order."""
    return [name for i, name in enumerate(actions.CELL) if mask >> i & 1]


def place_names(mask: int) -> list[str]:
    """Arena cells and outside cells of a mask by name."""
    found: list[str] = []
    while mask:  # mostly few of them
        lowest = mask & -mask
        found.append(PLACES[lowest.bit_length() - 1])
        mask ^= lowest
    return found


def tile_at(t: Cells, cell: int) -> str:
    """A tile as its letter."""
    if t[L.NEUTRAL] >> cell & 1:
        return "N"
    if t[L.OWNED] >> cell & 1:
        return "K" if t[L.ACTIVE] >> cell & 1 else "k"
    if t[L.OWNED + 1] >> cell & 1:
        return "P" if t[L.ACTIVE] >> cell & 1 else "p"
    return "."


def arena_rows(t: Cells) -> list[str]:
    """The arena as four strings."""
    return ["".join(tile_at(t, row * 4 + column) for column in range(4)) for row in range(4)]


def card_or_null(t: Cells, place: int, deck: Deck) -> str | None:
    return None if t[place] == L.NOTHING else deck.names[t[place]]


def runes_out(t: Cells, deck: Deck) -> dict[str, list[str | None]]:
    """Top and side card of each level."""
    return {
        str(n): [card_or_null(t, L.TOP + n, deck), card_or_null(t, L.BESIDE + n, deck)]
        for n in range(1, box.LEVELS + 1)
    }


def hand(t: Cells, side: int, deck: Deck) -> list[str]:
    """A side's captured cards in the order of capture."""
    return [deck.names[t[L.HANDS + side * 20 + i]] for i in range(t[L.SIZE + side])]


def discards(t: Cells, deck: Deck) -> list[str]:
    """The discards, oldest first."""
    return [deck.names[t[L.DISCARD + i]] for i in range(t[L.DISCARDS])]


def levels_claimed(t: Cells) -> list[int]:
    return [level for level in range(1, box.LEVELS + 1) if t[L.CLAIMED] >> level & 1]


def used_out(t: Cells) -> Used:
    """What the player on turn has used."""
    return {
        "mage": t[L.MAGE_USED] == 1,
        "upheaves": t[L.UPHEAVES],
        "special": t[L.SPECIAL] != L.NOTHING,
        "levels": levels_claimed(t),
    }


def special_out(t: Cells) -> dict[box.Side, str | None]:
    """Where the special tile of each side lies."""
    placed = None if t[L.SPECIAL] == L.NOTHING else actions.OUTSIDE[t[L.SPECIAL]]
    return {name: placed if side == t[L.SIDE] else None for side, name in enumerate(box.SIDES)}


def amulets_out(t: Cells) -> dict[box.Side, str | None]:
    return {name: box.AMULETS[t[L.AMULETS + side]] or None for side, name in enumerate(box.SIDES)}


def by_side(t: Cells, base: int) -> dict[box.Side, int]:
    return {name: t[base + side] for side, name in enumerate(box.SIDES)}


def figures_out(t: Cells, base: int) -> dict[box.Side, list[str]]:
    """The cells of each side's mages or elementals."""
    return {name: cells_in(t[base + side]) for side, name in enumerate(box.SIDES)}


def hands_out(t: Cells, deck: Deck) -> dict[box.Side, list[str]]:
    return {name: hand(t, side, deck) for side, name in enumerate(box.SIDES)}


# ---------------------------------------------------------------- an upheave
@cache
def rides(lift: int, side: int) -> tuple[tuple[int, int], ...]:
    """The cells that slide when a tile was lifted (SP-128), each with where it slides to."""
    part, shift = PART[lift * 8 + side], SHIFTS.get(actions.SLIDES[side], 0)
    return tuple((cell, cell + shift) for cell in range(16) if part >> cell & 1)


@cache
def tiles_moved(lift: int, side: int, hole: int) -> tuple[tuple[str, str], ...]:
    """Which tile goes where, the lifted one first (SP-120 to SP-132)."""
    ends = dict(rides(lift, side))
    landed = {lift: ends.pop(hole, hole)}  # SP-130: the tile just put down in the hole slides on
    return tuple((actions.CELL[start], actions.CELL[end]) for start, end in (landed | ends).items())
