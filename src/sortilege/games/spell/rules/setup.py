"""Set-up: amulets, face-up cards, building the arena, placing the mages (SP-020 to SP-078, SP-241 to SP-253)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank, cells_of
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import CENTRE
from sortilege.games.spell.rules.runes import Runes

TILES_TO_LAY: Final = 12  # SP-044: six tiles for each player
NEUTRAL_PLACE: Final = 3 * 8 + 2  # the place of the neutral tile on the building grid

# The bits of the building grid, and the rows and columns that a box of at most 4 by 4 can still reach (SP-046, SP-048).
PLACE_BIT: Final = cells_of([1 << bit for bit in range(56)])
REACHABLE_ROWS: Final = cells_of(
    [
        sum(0b11111 << (row * 8) for row in range(max(0, bottom - 3), min(6, top + 3) + 1))
        for top in range(7)
        for bottom in range(7)
    ]
)
REACHABLE_COLUMNS: Final = cells_of(
    [
        sum(1 << (row * 8 + column) for row in range(7) for column in range(max(0, right - 3), min(4, left + 3) + 1))
        for left in range(5)
        for right in range(5)
    ]
)


# ---------------------------------------------------------------- before the first node
def empty_table(runes: Runes) -> Cells:
    """Return the cells of round 1 with no points and all cards face down, without options (SP-020 to SP-027,
    SP-033)."""
    t = blank(L.CELLS)
    t[L.ROUND] = 1
    t[L.SPECIAL] = L.NONE
    level: i64 = 1
    while level <= 4:
        t[L.TOP_CARD + level] = L.NONE
        t[L.SIDE_CARD + level] = L.NONE
        t[L.FACE_DOWN] |= runes.of_level[level]
        level += 1
    return t


def begin_setup(t: Cells) -> None:
    """Begin to deal the amulets in an asymmetric game, otherwise the cards."""
    if t[L.ASYMMETRIC] != 0:
        t[L.PHASE] = L.DEAL_AMULET
        t[L.SIDE] = L.BLACK
    else:
        t[L.PHASE] = L.DEAL_CARD


def give_amulet(t: Cells, amulet: i64) -> None:
    """Give an amulet to the side on turn: first to black, then to purple (SP-241)."""
    t[L.AMULETS + t[L.SIDE]] = amulet
    if t[L.SIDE] == L.BLACK:
        t[L.SIDE] = L.PURPLE
    else:
        t[L.PHASE] = L.DEAL_CARD


# ---------------------------------------------------------------- cards face up
def reveal_card(t: Cells, card: i64, level: i64) -> None:
    """Turn up a card on the pile of its level; the card that lay there moves beside it if that place is free (SP-208).
    If both places are empty the card goes beside the pile (SP-025)."""
    t[L.FACE_DOWN] &= ~L.BIT[card]
    t[L.FACE_UP] |= L.BIT[card]
    if t[L.SIDE_CARD + level] == L.NONE:
        if t[L.TOP_CARD + level] == L.NONE:
            t[L.SIDE_CARD + level] = card
            return
        t[L.SIDE_CARD + level] = t[L.TOP_CARD + level]
    t[L.TOP_CARD + level] = card


def deal(t: Cells, card: i64, runes: Runes) -> None:
    """Turn up a card of the initial deal; after two of each level, play or the laying of tiles begins (SP-025)."""
    reveal_card(t, card, L.level_to_refill(t, runes.of_level))
    if L.level_to_refill(t, runes.of_level) == 0:
        if t[L.SOLO] != 0:
            t[L.SIDE] = L.PURPLE  # SP-301, SP-302: the arena is already complete
            t[L.PHASE] = L.PLAY
        else:
            lay_first_tiles(t)


# ---------------------------------------------------------------- building the arena
def lay_first_tiles(t: Cells) -> None:
    """Lay a black, the neutral and a purple tile in a row: active with a mage on each, or inactive and without mages in
    a tournament (SP-028, SP-029, SP-072)."""
    t[L.NEUTRAL] = PLACE_BIT[NEUTRAL_PLACE]
    t[L.TILES] = PLACE_BIT[NEUTRAL_PLACE - 1]
    t[L.TILES + 1] = PLACE_BIT[NEUTRAL_PLACE + 1]
    if t[L.TOURNAMENT] == 0:
        t[L.ACTIVE_TILES] = t[L.TILES] | t[L.TILES + 1]
        t[L.MAGES] = t[L.TILES]  # SP-030
        t[L.MAGES + 1] = t[L.TILES + 1]
    t[L.TOP_ROW] = 3
    t[L.BOTTOM_ROW] = 3
    t[L.LEFT_COLUMN] = 1
    t[L.RIGHT_COLUMN] = 3
    t[L.SIDE] = 1 - t[L.GEM_HOLDER]  # SP-040, SP-071
    t[L.PHASE] = L.LAY_TILE


def laid_tiles(t: Cells) -> i64:
    """Return the mask of the tiles on the building grid."""
    return t[L.TILES] | t[L.TILES + 1] | t[L.NEUTRAL]


def open_places(t: Cells) -> i64:
    """Return the empty places beside a tile that leave all tiles in a box of 4 by 4 (SP-045 to SP-047)."""
    tiles = laid_tiles(t)
    beside = (tiles << 8) | (tiles >> 8) | (tiles << 1) | (tiles >> 1)
    rows = REACHABLE_ROWS[t[L.TOP_ROW] * 7 + t[L.BOTTOM_ROW]]
    columns = REACHABLE_COLUMNS[t[L.LEFT_COLUMN] * 5 + t[L.RIGHT_COLUMN]]
    return beside & ~tiles & rows & columns


def minimum(a: i64, b: i64) -> i64:
    """Return the smaller number. The built-in min would box its numbers in compiled code."""
    if a < b:
        return a
    return b


def maximum(a: i64, b: i64) -> i64:
    """Return the larger number. The built-in max would box its numbers in compiled code."""
    if a > b:
        return a
    return b


def fills_border(t: Cells, place: i64) -> bool:
    """Return whether a tile here would fill the last border cell of the arena, so that the hole is central (SP-051)."""
    row = place >> 3
    column = place & 7
    top = minimum(t[L.TOP_ROW], row)
    left = minimum(t[L.LEFT_COLUMN], column)
    if maximum(t[L.BOTTOM_ROW], row) - top != 3 or maximum(t[L.RIGHT_COLUMN], column) - left != 3:
        return False
    return arena_mask(laid_tiles(t) | PLACE_BIT[place], top, left) | CENTRE == L.ARENA


def arena_mask(mask: i64, top: i64, left: i64) -> i64:
    """Convert a mask of the building grid to arena cells; the arena begins in row `top` and column `left` (SP-050)."""
    cells: i64 = 0
    cell: i64 = 0
    while cell < 16:
        if mask & PLACE_BIT[(top + (cell >> 2)) * 8 + left + (cell & 3)] != 0:
            cells |= L.BIT[cell]
        cell += 1
    return cells


def lay_tile(t: Cells, place: i64) -> None:
    """Lay a tile of the side on turn. In a tournament every second tile of a side is active (SP-040 to SP-044,
    SP-073)."""
    side = t[L.SIDE]
    t[L.TILES + side] |= PLACE_BIT[place]
    if t[L.TOURNAMENT] != 0 and (t[L.TILES_LAID] >> 1) & 1 == 0:  # the first row has the first tile of each side
        t[L.ACTIVE_TILES] |= PLACE_BIT[place]
    row = place >> 3
    column = place & 7
    t[L.TOP_ROW] = minimum(t[L.TOP_ROW], row)
    t[L.BOTTOM_ROW] = maximum(t[L.BOTTOM_ROW], row)
    t[L.LEFT_COLUMN] = minimum(t[L.LEFT_COLUMN], column)
    t[L.RIGHT_COLUMN] = maximum(t[L.RIGHT_COLUMN], column)
    t[L.TILES_LAID] += 1
    t[L.SIDE] = 1 - side
    if t[L.TILES_LAID] == TILES_TO_LAY:
        finish_arena(t)


def finish_arena(t: Cells) -> None:
    """Move the tiles to the cells of the arena, where the empty cell becomes the hole, and begin the next step
    (SP-050)."""
    top = t[L.TOP_ROW]
    left = t[L.LEFT_COLUMN]
    t[L.TILES] = arena_mask(t[L.TILES], top, left)
    t[L.TILES + 1] = arena_mask(t[L.TILES + 1], top, left)
    t[L.ACTIVE_TILES] = arena_mask(t[L.ACTIVE_TILES], top, left)
    t[L.NEUTRAL] = arena_mask(t[L.NEUTRAL], top, left)
    t[L.MAGES] = arena_mask(t[L.MAGES], top, left)  # SP-053
    t[L.MAGES + 1] = arena_mask(t[L.MAGES + 1], top, left)
    t[L.HOLE] = L.lowest_bit(L.ARENA & ~(t[L.TILES] | t[L.TILES + 1] | t[L.NEUTRAL]))
    t[L.TILES_LAID] = 0
    if t[L.TOURNAMENT] != 0:
        t[L.SIDE] = 1 - t[L.GEM_HOLDER]
        t[L.PHASE] = L.PLACE_MAGE
    else:
        begin_second_mage(t)


# ---------------------------------------------------------------- placing the mages
def mage_start_cells(t: Cells) -> i64:
    """Return the cells where the mage may start: own active tiles (SP-076), for a second mage own inactive ones
    (SP-252, SP-253)."""
    if t[L.PHASE] == L.PLACE_MAGE:
        return t[L.TILES + t[L.SIDE]] & t[L.ACTIVE_TILES]
    return t[L.TILES + t[L.SIDE]] & ~t[L.ACTIVE_TILES]


def place_mage(t: Cells, cell: i64) -> None:
    """Place a mage and go on to the next mage or to the first turn (SP-076, SP-077, SP-252)."""
    t[L.MAGES + t[L.SIDE]] |= L.BIT[cell]
    if t[L.PHASE] == L.PLACE_SECOND_MAGE:
        begin_first_turn(t)
    elif t[L.SIDE] == t[L.GEM_HOLDER]:
        begin_second_mage(t)
    else:
        t[L.SIDE] = t[L.GEM_HOLDER]


def begin_second_mage(t: Cells) -> None:
    """Let the owner of Doppelgänger place the second mage; without one the first turn begins (SP-252, SP-253)."""
    if t[L.AMULETS] == L.DOPPELGANGER:
        t[L.SIDE] = L.BLACK
        t[L.PHASE] = L.PLACE_SECOND_MAGE
    elif t[L.AMULETS + 1] == L.DOPPELGANGER:
        t[L.SIDE] = L.PURPLE
        t[L.PHASE] = L.PLACE_SECOND_MAGE
    else:
        begin_first_turn(t)


def begin_first_turn(t: Cells) -> None:
    """Begin the first turn, which is that of the gem holder (SP-054, SP-078)."""
    t[L.SIDE] = t[L.GEM_HOLDER]
    t[L.PHASE] = L.PLAY
