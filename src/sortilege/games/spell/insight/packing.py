"""The state of a turn packed in three integers, which a search compares and hashes without copying cells.

tiles    lanes: tiles of the side on turn, tiles of its rival, active tiles of both; above them the number of the hole
figures  lanes: mages of the side on turn, mages of its rival, elementals; above them the special tile's cell + 1
usage    the actions used this turn, the captured cards by level, the claimed cards, and the points they scored

A lane is a mask of the 16 cells of the arena. `tiles` and `figures` have three lanes of 16 bits, with the first lane in
the lowest bits. An upheave moves all lanes of an integer at once.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import HOLE_AFTER, SLIDING_CELLS, slide

LANE: Final = 0xFFFF  # the first lane
SECOND_LANE: Final = 16  # the bit where this lane begins
THIRD_LANE: Final = 32
ABOVE_LANES: Final = 48
MAGES_ONLY: Final = 0xFFFF_FFFF  # the lanes of `figures` that remain after the turn (SP-206)
LOWEST_BITS: Final = 0x1_0001_0001  # the lowest bit of each lane
ALL_LANES: Final = 0xFFFF_FFFF_FFFF
LANE_BITS: Final = vec[i64]([LOWEST_BITS << cell for cell in range(16)])  # the bit of a cell in each lane
SLIDING_LANES: Final = vec[i64]([int(SLIDING_CELLS[i]) * LOWEST_BITS for i in range(128)])  # repeated in each lane
RIVAL_BIT: Final = vec[i64]([1 << (SECOND_LANE + cell) for cell in range(16)])  # of a rival's mage in `figures`
ACTIVE_BIT: Final = vec[i64]([1 << (THIRD_LANE + cell) for cell in range(16)])  # of an active tile in `tiles`
ELEMENTAL_BIT: Final = ACTIVE_BIT  # of an elemental in `figures`

# parts of `usage`
MAGE_PLAYED: Final = 1
UPHEAVES_AT: Final = 1  # two bits from here on: number of upheaves used
UPHEAVE_USED: Final = 1 << UPHEAVES_AT
HAND_AT: Final = 3  # the captured cards: four bits for each of the levels 1 to 3
CARD: Final = vec[i64]([0, 1 << 3, 1 << 7, 1 << 11, 0])  # one captured card of a level; those of 4 are discarded
CLAIMED_AT: Final = 13  # CLAIMED_AT + 2 * level: two bits with the result of `claimed_card`
CLAIMS_AT: Final = 15  # all bits from here on: claimed cards and points
POINTS_AT: Final = 23
POINT: Final = 1 << POINTS_AT
MAX_CAPTURED: Final = 15  # cards of one level

# which card of a level was claimed this turn, the top card of the pile or the one beside it
NOT_CLAIMED: Final = 0
TOP_CLAIMED: Final = 1
SIDE_CLAIMED: Final = 2
EITHER_CLAIMED: Final = 3  # both were formed; the evaluation decides which one was claimed


# ---------------------------------------------------------------- reading the packed state
def active_tiles(tiles: i64) -> i64:
    """Return the active tiles of the side on turn."""
    return tiles & (tiles >> THIRD_LANE) & LANE


def rival_active_tiles(tiles: i64) -> i64:
    return (tiles >> SECOND_LANE) & (tiles >> THIRD_LANE) & LANE


def inactive_tiles(tiles: i64) -> i64:
    """Return the inactive tiles of the side on turn."""
    return tiles & ~(tiles >> THIRD_LANE) & LANE


def rival_inactive_tiles(tiles: i64) -> i64:
    return (tiles >> SECOND_LANE) & ~(tiles >> THIRD_LANE) & LANE


def hole_of(tiles: i64) -> i64:
    return tiles >> ABOVE_LANES


def mages(figures: i64) -> i64:
    """Return the cells of the mages of the side on turn."""
    return figures & LANE


def rival_mages(figures: i64) -> i64:
    return (figures >> SECOND_LANE) & LANE


def elementals(figures: i64) -> i64:
    return (figures >> THIRD_LANE) & LANE


def lasting_cells(tiles: i64, figures: i64) -> i64:
    """Return the own cells of the side on turn that remain after the turn, which are those without an elemental: its
    active tiles and mages (SP-206)."""
    return active_tiles(tiles) | mages(figures)


def rival_cells(tiles: i64, figures: i64) -> i64:
    """Return the own cells of the rival."""
    return rival_active_tiles(tiles) | rival_mages(figures)


def occupied_cells(figures: i64) -> i64:
    return mages(figures) | rival_mages(figures) | elementals(figures)


def special_of(figures: i64) -> i64:
    """Return the outside cell of the special tile, 0 to 15, or -1 if it is not placed."""
    return (figures >> ABOVE_LANES) - 1


def own_cells(tiles: i64, figures: i64) -> i64:
    """Return the own cells of the side on turn in the arena: its active tiles and the cells of its figures (SP-090)."""
    return active_tiles(tiles) | mages(figures) | elementals(figures)


def upheaves_used(usage: i64) -> i64:
    return (usage >> UPHEAVES_AT) & 3


def captured(usage: i64, level: i64) -> i64:
    return (usage >> (HAND_AT + 4 * (level - 1))) & 15


def cards_captured(usage: i64) -> i64:
    return captured(usage, 1) + captured(usage, 2) + captured(usage, 3)


def claimed_card(usage: i64, level: i64) -> i64:
    """Return which card of a level was claimed this turn: NOT_CLAIMED, TOP_CLAIMED, SIDE_CLAIMED or EITHER_CLAIMED."""
    return (usage >> (CLAIMED_AT + 2 * level)) & 3


def points(usage: i64) -> i64:
    return usage >> POINTS_AT


def leaves_as_much(usage: i64, other: i64) -> bool:
    """Return whether a turn with `usage` can still do everything that a turn with `other` can do: it has at least the
    same actions left, and captured cards for at least the same spells. A card of a higher level can replace a card of a
    lower level, because it gives the same spells too (SP-173)."""
    if usage & MAGE_PLAYED > other & MAGE_PLAYED or upheaves_used(usage) > upheaves_used(other):
        return False
    cards = captured(usage, 3)  # then cards of level 2 and above, then all cards
    other_cards = captured(other, 3)
    if cards < other_cards:
        return False
    cards += captured(usage, 2)
    other_cards += captured(other, 2)
    return cards >= other_cards and cards + captured(usage, 1) >= other_cards + captured(other, 1)


# ---------------------------------------------------------------- changing the packed state
def upheave(tiles: i64, lift: i64, side: i64) -> i64:
    """Return `tiles` after the tile on the cell `lift` fills the hole and the tiles on one side slide (SP-123)."""
    number = L.upheave_number(lift, side)
    lanes = tiles & ALL_LANES
    lifted_tile = (lanes >> lift) & LOWEST_BITS
    lanes = (lanes & ~LANE_BITS[lift]) | (lifted_tile << hole_of(tiles))
    return slide(lanes, SLIDING_LANES[number], side) | (HOLE_AFTER[number] << ABOVE_LANES)


def spend_card(usage: i64, spell: i64) -> i64:
    """Return `usage` after spending a captured card of the lowest level that gives a spell (SP-173)."""
    if spell == L.SUMMON_SPELL and captured(usage, 1) != 0:
        return usage - CARD[1]
    if spell <= L.LEVITATE_SPELL and captured(usage, 2) != 0:
        return usage - CARD[2]
    return usage - CARD[3]


# ---------------------------------------------------------------- packing the cells
def pack_tiles(t: Cells, side: i64) -> i64:
    tiles = t[L.TILES + side] | (t[L.TILES + 1 - side] << SECOND_LANE)
    return tiles | (t[L.ACTIVE_TILES] << THIRD_LANE) | (t[L.HOLE] << ABOVE_LANES)


def pack_figures(t: Cells, side: i64) -> i64:
    mages_of_both = t[L.MAGES + side] | (t[L.MAGES + 1 - side] << SECOND_LANE)
    return mages_of_both | (t[L.ELEMENTALS + side] << THIRD_LANE) | ((t[L.SPECIAL] + 1) << ABOVE_LANES)


def pack_usage(t: Cells, side: i64) -> i64:
    """Return `usage` for a state, with 0 points. Whether a level's card on the pile or the card beside it was claimed
    follows from the place that is now empty."""
    word = t[L.MAGE_USED] | (t[L.UPHEAVES_USED] << UPHEAVES_AT) | pack_hand(t, side)
    for level in range(1, i64(L.LEVELS + 1)):
        if (t[L.CLAIMED_LEVELS] >> level) & 1 != 0:
            claimed: i64 = TOP_CLAIMED
            if t[L.SIDE_CARD + level] == L.NONE and t[L.TOP_CARD + level] != L.NONE:
                claimed = SIDE_CLAIMED
            word |= claimed << (CLAIMED_AT + 2 * level)
    return word


def pack_hand(t: Cells, side: i64) -> i64:
    """Return the part of `usage` that counts the captured cards of a side."""
    word: i64 = 0
    for level in range(1, i64(L.LEVELS)):
        cards = L.minimum(t[L.captured_at(side, level)], MAX_CAPTURED)
        word |= cards << (HAND_AT + 4 * (level - 1))
    return word
