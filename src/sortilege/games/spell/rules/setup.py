"""Set-up: amulets, the cards face up, the making of the arena, the mages (SP-020 to SP-078, SP-241 to SP-253)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.spell import layout as L
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
    t = blank(L.CELLS)
    t[L.ROUND] = 1
    t[L.SPECIAL] = L.NOTHING
    level: i64 = 1
    while level <= 4:
        t[L.TOP + level] = L.NOTHING
        t[L.BESIDE + level] = L.NOTHING
        t[L.UNSEEN] |= runes.of_level[level]
        level += 1
    return t


def begin(t: Cells) -> None:
    """After the gem is given: the amulets, if any, then the cards."""
    t[L.LAID] = 0
    if t[L.ASYMMETRIC] != 0:
        t[L.PHASE] = L.AMULET
        t[L.SIDE] = L.BLACK
    else:
        t[L.PHASE] = L.DEAL


def give_amulet(t: Cells, amulet: i64) -> None:
    """SP-241: one to black, one to purple."""
    t[L.AMULETS + t[L.SIDE]] = amulet
    if t[L.SIDE] == L.BLACK:
        t[L.SIDE] = L.PURPLE
    else:
        t[L.PHASE] = L.DEAL


# ---------------------------------------------------------------- cards face up
def turn_up(t: Cells, card: i64, level: i64) -> None:
    """SP-025, SP-208: the new card lies on the pile, and the one that lay there moves beside it if that place is free.
    Of two cards turned up on an empty level the first goes beside the pile."""
    t[L.UNSEEN] &= ~L.BIT[card]
    t[L.FACE_UP] |= L.BIT[card]
    if t[L.BESIDE + level] == L.NOTHING:
        if t[L.TOP + level] == L.NOTHING:
            t[L.BESIDE + level] = card
            return
        t[L.BESIDE + level] = t[L.TOP + level]
    t[L.TOP + level] = card


def deal(t: Cells, card: i64, runes: Runes) -> None:
    """SP-025: two cards of each level."""
    turn_up(t, card, L.short_level(t, runes.of_level))
    if L.short_level(t, runes.of_level) == 0:
        if t[L.SOLO] != 0:
            t[L.SIDE] = L.PURPLE  # SP-301, SP-302: the arena lies ready
            t[L.PHASE] = L.PLAY
        else:
            lay_line(t)


# ---------------------------------------------------------------- the arena
def lay_line(t: Cells) -> None:
    """SP-028, SP-029, SP-072: black, neutral, purple in a row; active under the mages, inactive in a tournament."""
    t[L.NEUTRAL] = GRID[MIDDLE]
    t[L.OWNED] = GRID[MIDDLE - 1]
    t[L.OWNED + 1] = GRID[MIDDLE + 1]
    if t[L.TOURNAMENT] == 0:
        t[L.ACTIVE] = t[L.OWNED] | t[L.OWNED + 1]
        t[L.MAGES] = t[L.OWNED]  # SP-030
        t[L.MAGES + 1] = t[L.OWNED + 1]
    t[L.TOP_ROW] = 3
    t[L.BOTTOM_ROW] = 3
    t[L.LEFT_COLUMN] = 1
    t[L.RIGHT_COLUMN] = 3
    t[L.LAID] = 0
    t[L.SIDE] = 1 - t[L.GEM_HOLDER]  # SP-040, SP-071
    t[L.PHASE] = L.LAY


def laid_tiles(t: Cells) -> i64:
    """The tiles on the building grid."""
    return t[L.OWNED] | t[L.OWNED + 1] | t[L.NEUTRAL]


def open_cells(t: Cells) -> i64:
    """SP-045 to SP-047: cells of the building grid beside a tile, within reach of a 4 by 4 box."""
    tiles = laid_tiles(t)
    beside = (tiles << 8) | (tiles >> 8) | (tiles << 1) | (tiles >> 1)
    reach = ROWS[t[L.TOP_ROW] * 7 + t[L.BOTTOM_ROW]] & COLUMNS[t[L.LEFT_COLUMN] * 5 + t[L.RIGHT_COLUMN]]
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
    top = lower(t[L.TOP_ROW], row)
    left = lower(t[L.LEFT_COLUMN], column)
    if higher(t[L.BOTTOM_ROW], row) - top != 3 or higher(t[L.RIGHT_COLUMN], column) - left != 3:
        return False
    return framed(laid_tiles(t) | GRID[place], top, left) | CENTRE == L.ARENA


def framed(mask: i64, top: i64, left: i64) -> i64:
    """A mask of the building grid as arena cells, the frame's corner given (SP-050)."""
    out: i64 = 0
    cell: i64 = 0
    while cell < 16:
        if mask & GRID[(top + (cell >> 2)) * 8 + left + (cell & 3)] != 0:
            out |= L.BIT[cell]
        cell += 1
    return out


def lay(t: Cells, place: i64) -> None:
    """SP-040 to SP-044, SP-073: a tile of one's own colour; in a tournament every second one shows its active face."""
    side = t[L.SIDE]
    t[L.OWNED + side] |= GRID[place]
    if t[L.TOURNAMENT] != 0 and (t[L.LAID] >> 1) & 1 == 0:  # the line's tile was the player's first
        t[L.ACTIVE] |= GRID[place]
    row = place >> 3
    column = place & 7
    t[L.TOP_ROW] = lower(t[L.TOP_ROW], row)
    t[L.BOTTOM_ROW] = higher(t[L.BOTTOM_ROW], row)
    t[L.LEFT_COLUMN] = lower(t[L.LEFT_COLUMN], column)
    t[L.RIGHT_COLUMN] = higher(t[L.RIGHT_COLUMN], column)
    t[L.LAID] += 1
    t[L.SIDE] = 1 - side
    if t[L.LAID] == TO_LAY:
        frame(t)


def frame(t: Cells) -> None:
    """SP-050: fifteen tiles lie in a box of four by four; its empty cell is the hole. Then the mages, or turn one."""
    top = t[L.TOP_ROW]
    left = t[L.LEFT_COLUMN]
    t[L.OWNED] = framed(t[L.OWNED], top, left)
    t[L.OWNED + 1] = framed(t[L.OWNED + 1], top, left)
    t[L.ACTIVE] = framed(t[L.ACTIVE], top, left)
    t[L.NEUTRAL] = framed(t[L.NEUTRAL], top, left)
    t[L.MAGES] = framed(t[L.MAGES], top, left)  # SP-053
    t[L.MAGES + 1] = framed(t[L.MAGES + 1], top, left)
    t[L.HOLE] = L.lowest(L.ARENA & ~(t[L.OWNED] | t[L.OWNED + 1] | t[L.NEUTRAL]))
    t[L.LAID] = 0
    if t[L.TOURNAMENT] != 0:
        t[L.SIDE] = 1 - t[L.GEM_HOLDER]
        t[L.PHASE] = L.STAND
    else:
        place_second_mage(t)


# ---------------------------------------------------------------- the mages
def mage_places(t: Cells) -> i64:
    """SP-076: an active tile of one's own; SP-252, SP-253: for the second mage an inactive one."""
    if t[L.PHASE] == L.STAND:
        return t[L.OWNED + t[L.SIDE]] & t[L.ACTIVE]
    return t[L.OWNED + t[L.SIDE]] & ~t[L.ACTIVE]


def stand(t: Cells, cell: i64) -> None:
    """SP-076, SP-077, SP-252: a mage takes its place."""
    t[L.MAGES + t[L.SIDE]] |= L.BIT[cell]
    if t[L.PHASE] == L.SECOND:
        first_turn(t)
    elif t[L.SIDE] == t[L.GEM_HOLDER]:
        place_second_mage(t)
    else:
        t[L.SIDE] = t[L.GEM_HOLDER]


def place_second_mage(t: Cells) -> None:
    """SP-252, SP-253: last of all, Doppelgänger's second mage, if anybody has it."""
    if t[L.AMULETS] == L.DOPPELGANGER:
        t[L.SIDE] = L.BLACK
        t[L.PHASE] = L.SECOND
    elif t[L.AMULETS + 1] == L.DOPPELGANGER:
        t[L.SIDE] = L.PURPLE
        t[L.PHASE] = L.SECOND
    else:
        first_turn(t)


def first_turn(t: Cells) -> None:
    """SP-054, SP-078: the gem holder begins."""
    t[L.SIDE] = t[L.GEM_HOLDER]
    t[L.PHASE] = L.PLAY
