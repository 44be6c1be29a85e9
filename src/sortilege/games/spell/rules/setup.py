"""Set-up: amulets, the cards face up, the making of the arena, the mages (SP-020 to SP-078, SP-241 to SP-253)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.spell.layout import (
    ACTIVE,
    AMULET,
    AMULETS,
    ARENA,
    ASYMMETRIC,
    BESIDE,
    BIT,
    BLACK,
    BOTTOM_ROW,
    CELLS,
    DEAL,
    DOPPELGANGER,
    FACE_UP,
    GEM_HOLDER,
    HOLE,
    LAID,
    LAY,
    LEFT_COLUMN,
    MAGES,
    NEUTRAL,
    NOTHING,
    OWNED,
    PHASE,
    PLAY,
    PURPLE,
    RIGHT_COLUMN,
    ROUND,
    SECOND,
    SIDE,
    SOLO,
    SPECIAL,
    STAND,
    TOP,
    TOP_ROW,
    TOURNAMENT,
    UNSEEN,
    lowest,
    short_level,
)
from sortilege.games.spell.rules.arena import CENTRE
from sortilege.games.spell.rules.runes import Runes

TO_LAY: Final = 12  # SP-044: six tiles each
MIDDLE: Final = 3 * 8 + 2  # the neutral tile on the building grid


def _grid(cells: list[int]) -> Cells:
    masks = blank(len(cells))
    for i, mask in enumerate(cells):
        masks[i] = mask
    return masks


# The bits of the building grid, and which rows and columns a box of at most 4 by 4 can still reach (SP-046, SP-048).
GRID: Final = _grid([1 << bit for bit in range(56)])
ROWS: Final = _grid(
    [
        sum(0b11111 << (row * 8) for row in range(max(0, bottom - 3), min(6, top + 3) + 1))
        for top in range(7)
        for bottom in range(7)
    ]
)
COLUMNS: Final = _grid(
    [
        sum(1 << (row * 8 + column) for row in range(7) for column in range(max(0, right - 3), min(4, left + 3) + 1))
        for left in range(5)
        for right in range(5)
    ]
)


# ---------------------------------------------------------------- before the first node
def fresh(runes: Runes) -> Cells:
    """SP-020 to SP-027, SP-033: round 1, no points, nothing used, all cards face down. Options are still to be set."""
    t = blank(CELLS)
    t[ROUND] = 1
    t[SPECIAL] = NOTHING
    level: i64 = 1
    while level <= 4:
        t[TOP + level] = NOTHING
        t[BESIDE + level] = NOTHING
        t[UNSEEN] |= runes.of_level[level]
        level += 1
    return t


def begin(t: Cells) -> None:
    """After the gem is given: the amulets, if any, then the cards."""
    t[LAID] = 0
    if t[ASYMMETRIC] != 0:
        t[PHASE] = AMULET
        t[SIDE] = BLACK
    else:
        t[PHASE] = DEAL


def give_amulet(t: Cells, amulet: i64) -> None:
    """SP-241: one to black, one to purple."""
    t[AMULETS + t[SIDE]] = amulet
    if t[SIDE] == BLACK:
        t[SIDE] = PURPLE
    else:
        t[PHASE] = DEAL


# ---------------------------------------------------------------- cards face up
def turn_up(t: Cells, card: i64, level: i64) -> None:
    """SP-025, SP-208: the new card lies on the pile, and the one that lay there moves beside it if that place is free.
    Of two cards turned up on an empty level the first goes beside the pile."""
    t[UNSEEN] &= ~BIT[card]
    t[FACE_UP] |= BIT[card]
    if t[BESIDE + level] == NOTHING:
        if t[TOP + level] == NOTHING:
            t[BESIDE + level] = card
            return
        t[BESIDE + level] = t[TOP + level]
    t[TOP + level] = card


def deal(t: Cells, card: i64, runes: Runes) -> None:
    """SP-025: two cards of each level."""
    turn_up(t, card, short_level(t, runes.of_level))
    if short_level(t, runes.of_level) == 0:
        if t[SOLO] != 0:
            t[SIDE] = PURPLE  # SP-301, SP-302: the arena lies ready
            t[PHASE] = PLAY
        else:
            lay_line(t)


# ---------------------------------------------------------------- the arena
def lay_line(t: Cells) -> None:
    """SP-028, SP-029, SP-072: black, neutral, purple in a row; active under the mages, inactive in a tournament."""
    t[NEUTRAL] = GRID[MIDDLE]
    t[OWNED] = GRID[MIDDLE - 1]
    t[OWNED + 1] = GRID[MIDDLE + 1]
    if t[TOURNAMENT] == 0:
        t[ACTIVE] = t[OWNED] | t[OWNED + 1]
        t[MAGES] = t[OWNED]  # SP-030
        t[MAGES + 1] = t[OWNED + 1]
    t[TOP_ROW] = 3
    t[BOTTOM_ROW] = 3
    t[LEFT_COLUMN] = 1
    t[RIGHT_COLUMN] = 3
    t[LAID] = 0
    t[SIDE] = 1 - t[GEM_HOLDER]  # SP-040, SP-071
    t[PHASE] = LAY


def laid_tiles(t: Cells) -> i64:
    """The tiles on the building grid."""
    return t[OWNED] | t[OWNED + 1] | t[NEUTRAL]


def open_cells(t: Cells) -> i64:
    """SP-045 to SP-047: cells of the building grid beside a tile, within reach of a 4 by 4 box."""
    tiles = laid_tiles(t)
    beside = (tiles << 8) | (tiles >> 8) | (tiles << 1) | (tiles >> 1)
    reach = ROWS[t[TOP_ROW] * 7 + t[BOTTOM_ROW]] & COLUMNS[t[LEFT_COLUMN] * 5 + t[RIGHT_COLUMN]]
    return beside & ~tiles & reach


def lower(a: i64, b: i64) -> i64:
    """The built-in min would box its numbers."""
    if a < b:
        return a
    return b


def higher(a: i64, b: i64) -> i64:
    """The built-in max would box its numbers."""
    if a > b:
        return a
    return b


def closes_border(t: Cells, place: i64) -> bool:
    """Whether a tile here would fill the last border cell of the frame, so that the hole must be central (SP-051)."""
    row = place >> 3
    column = place & 7
    top = lower(t[TOP_ROW], row)
    left = lower(t[LEFT_COLUMN], column)
    if higher(t[BOTTOM_ROW], row) - top != 3 or higher(t[RIGHT_COLUMN], column) - left != 3:
        return False
    return framed(laid_tiles(t) | GRID[place], top, left) | CENTRE == ARENA


def framed(mask: i64, top: i64, left: i64) -> i64:
    """A mask of the building grid as arena cells, the frame's corner given (SP-050)."""
    out: i64 = 0
    cell: i64 = 0
    while cell < 16:
        if mask & GRID[(top + (cell >> 2)) * 8 + left + (cell & 3)] != 0:
            out |= BIT[cell]
        cell += 1
    return out


def lay(t: Cells, place: i64) -> None:
    """SP-040 to SP-044, SP-073: a tile of one's own colour; in a tournament every second one shows its active face."""
    side = t[SIDE]
    t[OWNED + side] |= GRID[place]
    if t[TOURNAMENT] != 0 and (t[LAID] >> 1) & 1 == 0:  # the line's tile was the player's first
        t[ACTIVE] |= GRID[place]
    row = place >> 3
    column = place & 7
    t[TOP_ROW] = lower(t[TOP_ROW], row)
    t[BOTTOM_ROW] = higher(t[BOTTOM_ROW], row)
    t[LEFT_COLUMN] = lower(t[LEFT_COLUMN], column)
    t[RIGHT_COLUMN] = higher(t[RIGHT_COLUMN], column)
    t[LAID] += 1
    t[SIDE] = 1 - side
    if t[LAID] == TO_LAY:
        frame(t)


def frame(t: Cells) -> None:
    """SP-050: fifteen tiles lie in a box of four by four; its empty cell is the hole. Then the mages, or turn one."""
    top = t[TOP_ROW]
    left = t[LEFT_COLUMN]
    t[OWNED] = framed(t[OWNED], top, left)
    t[OWNED + 1] = framed(t[OWNED + 1], top, left)
    t[ACTIVE] = framed(t[ACTIVE], top, left)
    t[NEUTRAL] = framed(t[NEUTRAL], top, left)
    t[MAGES] = framed(t[MAGES], top, left)  # SP-053
    t[MAGES + 1] = framed(t[MAGES + 1], top, left)
    t[HOLE] = lowest(ARENA & ~(t[OWNED] | t[OWNED + 1] | t[NEUTRAL]))
    t[LAID] = 0
    if t[TOURNAMENT] != 0:
        t[SIDE] = 1 - t[GEM_HOLDER]
        t[PHASE] = STAND
    else:
        place_second_mage(t)


# ---------------------------------------------------------------- the mages
def mage_places(t: Cells) -> i64:
    """SP-076: an active tile of one's own; SP-252, SP-253: for the second mage an inactive one."""
    if t[PHASE] == STAND:
        return t[OWNED + t[SIDE]] & t[ACTIVE]
    return t[OWNED + t[SIDE]] & ~t[ACTIVE]


def stand(t: Cells, cell: i64) -> None:
    """SP-076, SP-077, SP-252: a mage takes its place."""
    t[MAGES + t[SIDE]] |= BIT[cell]
    if t[PHASE] == SECOND:
        first_turn(t)
    elif t[SIDE] == t[GEM_HOLDER]:
        place_second_mage(t)
    else:
        t[SIDE] = t[GEM_HOLDER]


def place_second_mage(t: Cells) -> None:
    """SP-252, SP-253: last of all, Doppelgänger's second mage, if anybody has it."""
    if t[AMULETS] == DOPPELGANGER:
        t[SIDE] = BLACK
        t[PHASE] = SECOND
    elif t[AMULETS + 1] == DOPPELGANGER:
        t[SIDE] = PURPLE
        t[PHASE] = SECOND
    else:
        first_turn(t)


def first_turn(t: Cells) -> None:
    """SP-054, SP-078: the gem holder begins."""
    t[SIDE] = t[GEM_HOLDER]
    t[PHASE] = PLAY
