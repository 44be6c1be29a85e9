"""The state of a turn packed in three words of up to 63 bits, which search can compare and hash without copying cells.

tiles    masks of 16 bits: tiles of the side on turn, tiles of its rival, active tiles; then the number of the hole
figures  masks of 16 bits: mages of the side on turn, mages of its rival, elementals; then the special tile plus one
used     the used actions, the captured cards by level, the claimed cards, and their points

The three masks of a word are called lanes here. An upheave moves all lanes of a word at once.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import HOLE_AFTER, SLIDING_CELLS, slide

MASK: Final = 0xFFFF
MAGES_ONLY: Final = 0xFFFF_FFFF  # the lanes of `figures` that remain after the turn (SP-206)
LANES: Final = 0x1_0001_0001  # the lowest bit of each lane
ALL_LANES: Final = 0xFFFF_FFFF_FFFF
LANE_BITS: Final = vec[i64]([LANES << cell for cell in range(16)])
SLIDING_LANES: Final = vec[i64]([int(SLIDING_CELLS[place]) * LANES for place in range(128)])
ACTIVE_BIT: Final = vec[i64]([1 << (32 + cell) for cell in range(16)])  # in the third lane of `tiles`
RIVAL_BIT: Final = vec[i64]([1 << (16 + cell) for cell in range(16)])  # in the second lane of `figures`
ELEMENTAL_BIT: Final = ACTIVE_BIT  # in the third lane of `figures`

# parts of the word `used`
MAGE_PLAYED: Final = 1
UPHEAVE_USED: Final = 2  # one upheave, counted in two bits
CARD: Final = vec[i64](
    [0, 1 << 3, 1 << 7, 1 << 11, 0]
)  # one captured card of a level, four bits each; 4 has none (SP-151)
CLAIMED_AT: Final = 13  # CLAIMED_AT + 2 * level: two bits with the result of `claimed_card`
CLAIMS_AT: Final = 15  # all bits from here on: claimed cards and points
POINTS_AT: Final = 23
POINT: Final = 1 << POINTS_AT
MAX_CAPTURED: Final = 15  # cards of one level


# ---------------------------------------------------------------- reading the words
def active_tiles(tiles: i64) -> i64:
    """Return the active tiles of the side on turn."""
    return tiles & (tiles >> 32) & MASK


def rival_active_tiles(tiles: i64) -> i64:
    return (tiles >> 16) & (tiles >> 32) & MASK


def inactive_tiles(tiles: i64) -> i64:
    """Return the inactive tiles of the side on turn."""
    return tiles & ~(tiles >> 32) & MASK


def rival_inactive_tiles(tiles: i64) -> i64:
    return (tiles >> 16) & ~(tiles >> 32) & MASK


def hole_of(tiles: i64) -> i64:
    return tiles >> 48


def mages(figures: i64) -> i64:
    """Return the cells of the mages of the side on turn."""
    return figures & MASK


def rival_mages(figures: i64) -> i64:
    return (figures >> 16) & MASK


def elementals(figures: i64) -> i64:
    return (figures >> 32) & MASK


def lasting_cells(tiles: i64, figures: i64) -> i64:
    """Return the own cells of the side on turn without its elementals, which leave at the end of the turn (SP-206)."""
    return active_tiles(tiles) | mages(figures)


def rival_cells(tiles: i64, figures: i64) -> i64:
    """Return the own cells of the rival."""
    return rival_active_tiles(tiles) | rival_mages(figures)


def occupied(figures: i64) -> i64:
    return (figures | (figures >> 16) | (figures >> 32)) & MASK


def special_of(figures: i64) -> i64:
    """Return the outside cell of the special tile, -1 if it is not placed."""
    return (figures >> 48) - 1


def own_cells(tiles: i64, figures: i64) -> i64:
    """Return the own cells of the side on turn inside the arena (SP-090)."""
    return ((tiles & (tiles >> 32)) | figures | (figures >> 32)) & MASK


def upheaves_used(used: i64) -> i64:
    return (used >> 1) & 3


def captured(used: i64, level: i64) -> i64:
    return (used >> (4 * level - 1)) & 15


def cards_captured(used: i64) -> i64:
    return captured(used, 1) + captured(used, 2) + captured(used, 3)


def claimed_card(used: i64, level: i64) -> i64:
    """Return which card of a level was claimed: 0 none, 1 the top card, 2 the side card, 3 one of them, still open."""
    return (used >> (CLAIMED_AT + 2 * level)) & 3


def points(used: i64) -> i64:
    return used >> POINTS_AT


def leaves_more(used: i64, other: i64) -> bool:
    """Return whether `used` leaves at least the same actions and spells as `other`. A card gives the spells of its own
    level and of lower ones (SP-173)."""
    if used & MAGE_PLAYED > other & MAGE_PLAYED or upheaves_used(used) > upheaves_used(other):
        return False
    cards = captured(used, 3)
    other_cards = captured(other, 3)
    if cards < other_cards:
        return False
    cards += captured(used, 2)
    other_cards += captured(other, 2)
    return cards >= other_cards and cards + captured(used, 1) >= other_cards + captured(other, 1)


# ---------------------------------------------------------------- changing the words
def upheave(tiles: i64, lift: i64, side: i64) -> i64:
    """Return `tiles` after an upheave (SP-123 to SP-126)."""
    word = tiles & ALL_LANES
    word = (word & ~LANE_BITS[lift]) | (((word >> lift) & LANES) << hole_of(tiles))
    return slide(word, SLIDING_LANES[lift * 8 + side], side) | (HOLE_AFTER[lift * 8 + side] << 48)


def spend_card(used: i64, spell: i64) -> i64:
    """Return `used` after spending a captured card of the lowest level that gives this spell (SP-173)."""
    if spell == 1 and captured(used, 1) != 0:
        return used - CARD[1]
    if spell <= 2 and captured(used, 2) != 0:
        return used - CARD[2]
    return used - CARD[3]


# ---------------------------------------------------------------- packing the cells
def pack_tiles(t: Cells, side: i64) -> i64:
    return t[L.TILES + side] | (t[L.TILES + 1 - side] << 16) | (t[L.ACTIVE_TILES] << 32) | (t[L.HOLE] << 48)


def pack_figures(t: Cells, side: i64) -> i64:
    both = t[L.MAGES + side] | (t[L.MAGES + 1 - side] << 16)
    return both | (t[L.ELEMENTALS + side] << 32) | ((t[L.SPECIAL] + 1) << 48)


def pack_used(t: Cells, side: i64) -> i64:
    """Return the word `used` of a state, with 0 points. The empty place of a claimed level shows which card was
    claimed."""
    word = t[L.MAGE_USED] | (t[L.UPHEAVES_USED] << 1) | pack_hand(t, side)
    level: i64 = 1
    while level <= 4:
        if (t[L.CLAIMED_LEVELS] >> level) & 1 != 0:
            claimed: i64 = 1
            if t[L.SIDE_CARD + level] == L.NONE and t[L.TOP_CARD + level] != L.NONE:
                claimed = 2
            word |= claimed << (CLAIMED_AT + 2 * level)
        level += 1
    return word


def pack_hand(t: Cells, side: i64) -> i64:
    """Return the bits of `used` for the captured cards of a side."""
    word: i64 = 0
    level: i64 = 1
    while level <= 3:
        cards = t[L.CAPTURED + side * 4 + level]
        if cards > MAX_CAPTURED:
            cards = MAX_CAPTURED
        word |= cards << (4 * level - 1)
        level += 1
    return word
