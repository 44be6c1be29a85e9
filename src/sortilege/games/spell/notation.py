"""The JSON notation of tiles, figures and cards, shared by positions, views and log lines."""

from __future__ import annotations

from functools import cache
from typing import TypedDict

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import actions, box
from sortilege.games.spell import layout as L
from sortilege.games.spell.deck import Deck
from sortilege.games.spell.rules.arena import SLIDING_CELLS

PLACE_NAMES = actions.CELL_NAMES + actions.OUTSIDE_NAMES
PHASES = (  # by their numbers in the layout
    *("first", "amulet", "deal", "lay", "stand", "second", "play", "summon", "push", "levitate", "force", "extra"),
    *("reveal", "script mage", "script lift", "gem", "over"),
)
SLIDE_OFFSETS = {"U": 4, "D": -4, "L": 1, "R": -1}  # how far a tile moves that slides from this side of the hole


class Used(TypedDict):
    """What the player to move has used up this turn."""

    mage: bool  # whether a mage has moved or activated a tile
    upheaves: int  # how many upheaves were used
    special: bool  # whether the special tile is placed
    levels: list[int]  # levels of which a card was claimed


def place_names(mask: int) -> list[str]:
    """Return the names of the arena cells and outside cells of a mask, in ascending order."""
    names: list[str] = []
    while mask:
        lowest = mask & -mask
        names.append(PLACE_NAMES[lowest.bit_length() - 1])
        mask ^= lowest
    return names


def tile_at(t: Cells, cell: int) -> str:
    """Return the letter of the tile on a cell of the arena or a place of the building grid: N for the neutral tile, K
    or P for an active black or purple tile, k or p for an inactive one, and "." for no tile."""
    if L.contains(t[L.NEUTRAL], cell):
        return "N"
    if L.contains(t[L.TILES + L.BLACK], cell):
        return "K" if L.contains(t[L.ACTIVE_TILES], cell) else "k"
    if L.contains(t[L.TILES + L.PURPLE], cell):
        return "P" if L.contains(t[L.ACTIVE_TILES], cell) else "p"
    return "."


def laid_tile(old: Cells, new: Cells) -> str:
    """Return the letter of the tile that was laid between two states: k for black, p for purple, and a capital letter
    if the tile is active."""
    letter = box.SIDES[old[L.SIDE]]
    is_active = L.count_bits(new[L.ACTIVE_TILES]) > L.count_bits(old[L.ACTIVE_TILES])
    return letter.upper() if is_active else letter


def arena_rows(t: Cells) -> list[str]:
    """Return the arena as four strings of tile letters, one for each row."""
    return ["".join(tile_at(t, row * 4 + column) for column in range(4)) for row in range(4)]


def card_or_none(t: Cells, index: int, deck: Deck) -> str | None:
    """Return the name of the card at an index of the state vector, such as TOP_CARD + level, or None for no card."""
    return None if t[index] == L.NONE else deck.names[t[index]]


def face_up_cards(t: Cells, deck: Deck) -> dict[str, list[str | None]]:
    """Return the face-up cards of each level: the card on the pile and the one beside it, None for an empty place."""
    return {
        str(level): [card_or_none(t, L.TOP_CARD + level, deck), card_or_none(t, L.SIDE_CARD + level, deck)]
        for level in range(1, box.LEVELS + 1)
    }


def hand(t: Cells, side: int, deck: Deck) -> list[str]:
    """Return the names of a side's captured cards in the order of capture."""
    return [deck.names[t[L.hand_at(side) + i]] for i in range(t[L.HAND_SIZE + side])]


def discards(t: Cells, deck: Deck) -> list[str]:
    """Return the names of the discarded cards, oldest first."""
    return [deck.names[t[L.DISCARD_PILE + i]] for i in range(t[L.DISCARD_COUNT])]


def levels_claimed(t: Cells) -> list[int]:
    """Return the levels claimed this turn."""
    return [level for level in range(1, box.LEVELS + 1) if L.contains(t[L.CLAIMED_LEVELS], level)]


def used_actions(t: Cells) -> Used:
    """Return what the player to move has used up this turn."""
    return {
        "mage": t[L.MAGE_USED] == 1,
        "upheaves": t[L.UPHEAVES_USED],
        "special": t[L.SPECIAL] != L.NONE,
        "levels": levels_claimed(t),
    }


def special_tiles(t: Cells) -> dict[box.Side, str | None]:
    """Return the name of the outside cell where each side has its special tile, None if it is not placed."""
    tiles: dict[box.Side, str | None] = dict.fromkeys(box.SIDES)
    if t[L.SPECIAL] != L.NONE:
        tiles[box.SIDES[t[L.SIDE]]] = actions.OUTSIDE_NAMES[t[L.SPECIAL]]
    return tiles


def amulets(t: Cells) -> dict[box.Side, str | None]:
    """Return the name of each side's amulet, or None for a side without an amulet."""
    return {letter: box.AMULETS[t[L.AMULETS + side]] or None for side, letter in enumerate(box.SIDES)}


def scores(t: Cells) -> dict[box.Side, int]:
    """Return the points of each side."""
    return {letter: t[L.SCORE + side] for side, letter in enumerate(box.SIDES)}


def figure_cells(t: Cells, figures: int) -> dict[box.Side, list[str]]:
    """Return the names of the cells where each side has figures. `figures` is L.MAGES or L.ELEMENTALS."""
    return {letter: place_names(t[figures + side]) for side, letter in enumerate(box.SIDES)}


def hands(t: Cells, deck: Deck) -> dict[box.Side, list[str]]:
    """Return the names of each side's captured cards, in the order of capture."""
    return {letter: hand(t, side, deck) for side, letter in enumerate(box.SIDES)}


# ---------------------------------------------------------------- upheaves
@cache
def slides(lift: int, side: int) -> tuple[tuple[int, int], ...]:
    """Return the start and end cell of each tile that slides in an upheave, without the lifted tile (SP-128). `lift` is
    the cell of the lifted tile, and `side` the side on which tiles slide."""
    sliding = SLIDING_CELLS[L.upheave_number(lift, side)]
    offset = SLIDE_OFFSETS.get(actions.SLIDE_SIDES[side], 0)
    return tuple((cell, cell + offset) for cell in range(L.ARENA_CELLS) if L.contains(sliding, cell))


@cache
def tiles_moved(lift: int, side: int, hole: int) -> tuple[tuple[str, str], ...]:
    """Return the names of the start and end cell of each tile that an upheave moves, the lifted tile first (SP-120 to
    SP-132). `lift` is the cell of this tile, `hole` the cell that it fills."""
    end_by_start = dict(slides(lift, side))
    lifted_end = end_by_start.pop(hole, hole)  # SP-130: the tile just put into the hole may slide too
    moves = [(lift, lifted_end), *end_by_start.items()]
    return tuple((actions.CELL_NAMES[start], actions.CELL_NAMES[end]) for start, end in moves)
