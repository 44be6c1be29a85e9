"""The JSON notation of tiles, figures and cards, shared by positions, views and log lines."""

from __future__ import annotations

from functools import cache
from typing import TypedDict

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import actions, box
from sortilege.games.spell import layout as L
from sortilege.games.spell.deck import Deck
from sortilege.games.spell.rules.arena import SLIDING_CELLS

PLACES = actions.CELL + actions.OUTSIDE
PHASES = (  # by their numbers in the layout
    *("first", "amulet", "deal", "lay", "stand", "second", "play", "summon", "push", "levitate", "force", "extra"),
    *("reveal", "script mage", "script lift", "gem", "over"),
)
SLIDE_OFFSETS = {"U": 4, "D": -4, "L": 1, "R": -1}  # how far a tile moves that slides from this side of the hole


class Used(TypedDict):
    """The actions and levels that the player on turn has used this turn."""

    mage: bool
    upheaves: int
    special: bool
    levels: list[int]


def place_names(mask: int) -> list[str]:
    """Return the names of the arena cells and outside cells of a mask, in ascending order."""
    names: list[str] = []
    while mask:
        lowest = mask & -mask
        names.append(PLACES[lowest.bit_length() - 1])
        mask ^= lowest
    return names


def grid_place(at: str) -> int:
    """Return the place on the building grid of a "row,column" counted from the neutral tile."""
    row, column = at.split(",")
    return (int(row) + 3) * 8 + int(column) + 2


def tile_at(t: Cells, cell: int) -> str:
    """Return the letter of the tile on a cell or on a place of the building grid, "." for none."""
    if t[L.NEUTRAL] >> cell & 1:
        return "N"
    if t[L.TILES] >> cell & 1:
        return "K" if t[L.ACTIVE_TILES] >> cell & 1 else "k"
    if t[L.TILES + 1] >> cell & 1:
        return "P" if t[L.ACTIVE_TILES] >> cell & 1 else "p"
    return "."


def laid_tile(old: Cells, new: Cells) -> str:
    """Return the letter of the tile that was laid between two states."""
    letter = box.SIDES[old[L.SIDE]]
    return letter.upper() if L.count_bits(new[L.ACTIVE_TILES]) > L.count_bits(old[L.ACTIVE_TILES]) else letter


def arena_rows(t: Cells) -> list[str]:
    """Return the arena as four strings of tile letters."""
    return ["".join(tile_at(t, row * 4 + column) for column in range(4)) for row in range(4)]


def card_or_null(t: Cells, place: int, deck: Deck) -> str | None:
    """Return the name of the card in a cell of the state, None if the place is empty."""
    return None if t[place] == L.NONE else deck.names[t[place]]


def face_up_cards(t: Cells, deck: Deck) -> dict[str, list[str | None]]:
    """Return the top and the side card of each level."""
    return {
        str(n): [card_or_null(t, L.TOP_CARD + n, deck), card_or_null(t, L.SIDE_CARD + n, deck)]
        for n in range(1, box.LEVELS + 1)
    }


def hand(t: Cells, side: int, deck: Deck) -> list[str]:
    """Return a side's captured cards in the order of capture."""
    return [deck.names[t[L.HANDS + side * L.HAND_CELLS + i]] for i in range(t[L.HAND_SIZE + side])]


def discards(t: Cells, deck: Deck) -> list[str]:
    """Return the discarded cards, oldest first."""
    return [deck.names[t[L.DISCARD_PILE + i]] for i in range(t[L.DISCARD_COUNT])]


def levels_claimed(t: Cells) -> list[int]:
    """Return the levels claimed this turn."""
    return [level for level in range(1, box.LEVELS + 1) if t[L.CLAIMED_LEVELS] >> level & 1]


def used_actions(t: Cells) -> Used:
    """Return what the player on turn has used this turn."""
    return {
        "mage": t[L.MAGE_USED] == 1,
        "upheaves": t[L.UPHEAVES_USED],
        "special": t[L.SPECIAL] != L.NONE,
        "levels": levels_claimed(t),
    }


def special_tiles(t: Cells) -> dict[box.Side, str | None]:
    """Return the outside cell of each side's special tile, None if it is not placed."""
    placed = None if t[L.SPECIAL] == L.NONE else actions.OUTSIDE[t[L.SPECIAL]]
    return {name: placed if side == t[L.SIDE] else None for side, name in enumerate(box.SIDES)}


def amulets(t: Cells) -> dict[box.Side, str | None]:
    """Return the amulet of each side, None for none."""
    return {name: box.AMULETS[t[L.AMULETS + side]] or None for side, name in enumerate(box.SIDES)}


def by_side(t: Cells, base: int) -> dict[box.Side, int]:
    """Return a number of each side; `base` is the cell of black's."""
    return {name: t[base + side] for side, name in enumerate(box.SIDES)}


def figure_cells(t: Cells, base: int) -> dict[box.Side, list[str]]:
    """Return the cells of each side's mages or elementals."""
    return {name: place_names(t[base + side]) for side, name in enumerate(box.SIDES)}


def hands(t: Cells, deck: Deck) -> dict[box.Side, list[str]]:
    """Return the captured cards of each side."""
    return {name: hand(t, side, deck) for side, name in enumerate(box.SIDES)}


# ---------------------------------------------------------------- upheaves
@cache
def slides(lift: int, side: int) -> tuple[tuple[int, int], ...]:
    """Return the cells that slide in an upheave, each with the cell it slides to (SP-128)."""
    sliding, offset = SLIDING_CELLS[lift * 8 + side], SLIDE_OFFSETS.get(actions.SLIDES[side], 0)
    return tuple((cell, cell + offset) for cell in range(16) if sliding >> cell & 1)


@cache
def tiles_moved(lift: int, side: int, hole: int) -> tuple[tuple[str, str], ...]:
    """Return the start and the end of each tile that an upheave moves, the lifted one first (SP-120 to SP-132)."""
    ends = dict(slides(lift, side))
    lifted = {lift: ends.pop(hole, hole)}  # SP-130: the tile just put into the hole may slide too
    return tuple((actions.CELL[start], actions.CELL[end]) for start, end in (lifted | ends).items())
