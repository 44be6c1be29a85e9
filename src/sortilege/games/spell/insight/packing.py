"""A turn under way in three words of up to 63 bits, so that search can compare and hash it without copying a table.

tiles    three masks of the 16 cells, those of the side on turn, those of its rival and the active ones, then the hole
figures  three masks again: mages of the side on turn, mages of its rival, elementals; then the special tile plus one
used     what this turn has used, the captured cards by level, which cards were taken, and the points they gave

All three masks of a word are carried and slid at once.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import HOLE_AFTER, SLIDING_CELLS, slide

MASK: Final = 0xFFFF
MAGES_ONLY: Final = 0xFFFF_FFFF  # of `figures`: what is still there when the turn has ended (SP-206)
LANES: Final = 0x1_0001_0001
ALL_LANES: Final = 0xFFFF_FFFF_FFFF
LANE_BITS: Final = vec[i64]([LANES << cell for cell in range(16)])
SLIDING_LANES: Final = vec[i64]([int(SLIDING_CELLS[place]) * LANES for place in range(128)])
ACTIVE_BIT: Final = vec[i64]([1 << (32 + cell) for cell in range(16)])  # the bit of an active tile
RIVAL_BIT: Final = vec[i64]([1 << (16 + cell) for cell in range(16)])  # the bit of a rival's mage
ELEMENTAL_BIT: Final = ACTIVE_BIT  # the bit of an elemental: the third mask of `figures`

# the word `used`
MAGE_PLAYED: Final = 1
UPHEAVE_USED: Final = 2  # a count of two bits
HAND: Final = 3  # four bits a level: HAND + 4 * (level - 1)
CARD: Final = vec[i64]([0, 1 << 3, 1 << 7, 1 << 11, 0])  # one more captured card; level 4 is never kept (SP-151)
TAKEN_AT: Final = 13  # two bits a level, TAKEN + 2 * level: 1 the card on the pile, 2 the one beside it, 3 either
GAINS_AT: Final = 15  # from here up: which cards were taken, and points
POINTS_AT: Final = 23
POINT: Final = 1 << POINTS_AT
MOST_HELD: Final = 15


# ---------------------------------------------------------------- reading
def active_tiles(tiles: i64) -> i64:
    """The active tiles of the side on turn."""
    return tiles & (tiles >> 32) & MASK


def rival_active_tiles(tiles: i64) -> i64:
    return (tiles >> 16) & (tiles >> 32) & MASK


def inactive_tiles(tiles: i64) -> i64:
    """The inactive tiles of the side on turn."""
    return tiles & ~(tiles >> 32) & MASK


def rival_inactive_tiles(tiles: i64) -> i64:
    return (tiles >> 16) & ~(tiles >> 32) & MASK


def hole_of(tiles: i64) -> i64:
    return tiles >> 48


def mages(figures: i64) -> i64:
    """The mages of the side on turn."""
    return figures & MASK


def rival_mages(figures: i64) -> i64:
    return (figures >> 16) & MASK


def elementals(figures: i64) -> i64:
    return (figures >> 32) & MASK


def occupied(figures: i64) -> i64:
    return (figures | (figures >> 16) | (figures >> 32)) & MASK


def special_of(figures: i64) -> i64:
    """Where the special tile lies, -1 for nowhere."""
    return (figures >> 48) - 1


def own_cells(tiles: i64, figures: i64) -> i64:
    """SP-090: the own cells inside the arena of the side on turn."""
    return ((tiles & (tiles >> 32)) | figures | (figures >> 32)) & MASK


def upheaves_used(used: i64) -> i64:
    return (used >> 1) & 3


def captured(used: i64, level: i64) -> i64:
    return (used >> (4 * level - 1)) & 15


def cards_captured(used: i64) -> i64:
    return captured(used, 1) + captured(used, 2) + captured(used, 3)


def taken_cards(used: i64, level: i64) -> i64:
    """Which card of a level was claimed: 0 none, 1 the one on the pile, 2 the one beside it, 3 either would do."""
    return (used >> (TAKEN_AT + 2 * level)) & 3


def points(used: i64) -> i64:
    return used >> POINTS_AT


def leaves_more(used: i64, other: i64) -> bool:
    """Whether one who has used `used` can still do all that one can who has used `other`: actions, and spells (a card
    gives those of its own level and of every lower one, SP-173)."""
    if used & MAGE_PLAYED > other & MAGE_PLAYED or upheaves_used(used) > upheaves_used(other):
        return False
    mine = captured(used, 3)
    theirs = captured(other, 3)
    if mine < theirs:
        return False
    mine += captured(used, 2)
    theirs += captured(other, 2)
    return mine >= theirs and mine + captured(used, 1) >= theirs + captured(other, 1)


# ---------------------------------------------------------------- changing
def upheave(tiles: i64, lift: i64, side: i64) -> i64:
    """SP-123 to SP-126 for all tiles at once."""
    word = tiles & ALL_LANES
    word = (word & ~LANE_BITS[lift]) | (((word >> lift) & LANES) << hole_of(tiles))
    return slide(word, SLIDING_LANES[lift * 8 + side], side) | (HOLE_AFTER[lift * 8 + side] << 48)


def spend_card(used: i64, spell: i64) -> i64:
    """A card for this spell, the lowest that gives it: what is left can then do most (SP-173)."""
    if spell == 1 and captured(used, 1) != 0:
        return used - CARD[1]
    if spell <= 2 and captured(used, 2) != 0:
        return used - CARD[2]
    return used - CARD[3]


# ---------------------------------------------------------------- from the table
def pack_tiles(t: Cells, side: i64) -> i64:
    return t[L.TILES + side] | (t[L.TILES + 1 - side] << 16) | (t[L.ACTIVE_TILES] << 32) | (t[L.HOLE] << 48)


def pack_figures(t: Cells, side: i64) -> i64:
    both = t[L.MAGES + side] | (t[L.MAGES + 1 - side] << 16)
    return both | (t[L.ELEMENTALS + side] << 32) | ((t[L.SPECIAL] + 1) << 48)


def pack_used(t: Cells, side: i64) -> i64:
    """Points count from here on, so none yet; a level claimed before now shows which of its cards is gone."""
    word = t[L.MAGE_USED] | (t[L.UPHEAVES_USED] << 1) | pack_hand(t, side)
    level: i64 = 1
    while level <= 4:
        if (t[L.CLAIMED_LEVELS] >> level) & 1 != 0:
            gone: i64 = 1
            if t[L.SIDE_CARD + level] == L.NONE and t[L.TOP_CARD + level] != L.NONE:
                gone = 2
            word |= gone << (TAKEN_AT + 2 * level)
        level += 1
    return word


def pack_hand(t: Cells, side: i64) -> i64:
    """The captured cards of a side, where `used` has them."""
    word: i64 = 0
    level: i64 = 1
    while level <= 3:
        cards = t[L.CAPTURED + side * 4 + level]
        if cards > MOST_HELD:
            cards = MOST_HELD
        word |= cards << (4 * level - 1)
        level += 1
    return word
