"""The state of a turn packed in three integers, which a search compares and hashes without copying cells.

tiles    lanes: tiles of the side to move, tiles of its rival, active tiles of both; above them the number of the hole
figures  lanes: mages of the side to move, mages of its rival, elementals; above them the special tile's cell + 1
usage    the actions used this turn, the captured cards by level, the claims by level, and the points they scored

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
BOTH_MAGE_LANES: Final = 0xFFFF_FFFF
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
CLAIMS_AT: Final = 15  # for each of the levels 1 to 4, two bits with the result of `claimed_card`
POINTS_AT: Final = 23  # all bits from here on: the points scored this turn
POINT: Final = 1 << POINTS_AT
MAX_CAPTURED: Final = 15  # cards of one level, the highest number in four bits

# which card of a level was claimed this turn, the top card of the pile or the one beside it
NOT_CLAIMED: Final = 0
TOP_CLAIMED: Final = 1
SIDE_CLAIMED: Final = 2
EITHER_CLAIMED: Final = 3  # both bits: both cards were formed, and the evaluation decides which one was claimed


# ---------------------------------------------------------------- reading the packed state
def second_lane(packed: i64) -> i64:
    return (packed >> SECOND_LANE) & LANE


def third_lane(packed: i64) -> i64:
    return (packed >> THIRD_LANE) & LANE


def own_active_tiles(tiles: i64) -> i64:
    """Return the mask of the active tiles of the side to move. The integer `tiles` packs three masks of 16 bits: the
    side's tiles, its rival's tiles, and the active tiles of both."""
    return tiles & third_lane(tiles)


def rival_active_tiles(tiles: i64) -> i64:
    return second_lane(tiles) & third_lane(tiles)


def own_inactive_tiles(tiles: i64) -> i64:
    return tiles & LANE & ~third_lane(tiles)


def rival_inactive_tiles(tiles: i64) -> i64:
    return second_lane(tiles) & ~third_lane(tiles)


def hole_of(tiles: i64) -> i64:
    return tiles >> ABOVE_LANES


def own_mages(figures: i64) -> i64:
    return figures & LANE


def rival_mages(figures: i64) -> i64:
    return second_lane(figures)


def elementals(figures: i64) -> i64:
    return third_lane(figures)


def mages_only(figures: i64) -> i64:
    """Return the packed figures without elementals and special tile, which leave the arena after the turn (SP-206)."""
    return figures & BOTH_MAGE_LANES


def own_cells_after_turn(tiles: i64, figures: i64) -> i64:
    """Return the mask of the cells from which the side to move can form cards after its turn. These are its
    active tiles and the cells of its mages, because its elementals leave the arena (SP-206)."""
    return own_active_tiles(tiles) | own_mages(figures)


def rival_cells(tiles: i64, figures: i64) -> i64:
    """Return the mask of the rival's own cells: its active tiles and the cells of its mages."""
    return rival_active_tiles(tiles) | rival_mages(figures)


def occupied_cells(figures: i64) -> i64:
    return own_mages(figures) | rival_mages(figures) | elementals(figures)


def special_cell(figures: i64) -> i64:
    """Return the outside cell of the special tile, 0 to 15, or -1 if it is not placed. The integer `figures` has the
    number of this cell + 1 above its three masks."""
    return (figures >> ABOVE_LANES) - 1


def own_cells(tiles: i64, figures: i64) -> i64:
    """Return the mask of the own cells of the side to move: its active tiles and the cells of its figures (SP-090)."""
    return own_active_tiles(tiles) | own_mages(figures) | elementals(figures)


def upheaves_used(usage: i64) -> i64:
    return (usage >> UPHEAVES_AT) & 3


def hand_shift(level: i64) -> i64:
    """Return the bit of `usage` at which the number of captured cards of a level begins."""
    return HAND_AT + 4 * (level - 1)


def claim_shift(level: i64) -> i64:
    """Return the bit of `usage` at which the claim of a level begins."""
    return CLAIMS_AT + 2 * (level - 1)


def captured(usage: i64, level: i64) -> i64:
    return (usage >> hand_shift(level)) & MAX_CAPTURED


def cards_captured(usage: i64) -> i64:
    return captured(usage, 1) + captured(usage, 2) + captured(usage, 3)


def claimed_card(usage: i64, level: i64) -> i64:
    """Return which card of a level was claimed this turn: NOT_CLAIMED, TOP_CLAIMED, SIDE_CLAIMED or EITHER_CLAIMED."""
    return (usage >> claim_shift(level)) & EITHER_CLAIMED


def points(usage: i64) -> i64:
    return usage >> POINTS_AT


def claims_and_points(usage: i64) -> i64:
    return usage >> CLAIMS_AT


def hand_claims_and_points(usage: i64) -> i64:
    return usage >> HAND_AT


def can_do_as_much(usage: i64, other: i64) -> bool:
    """Return whether a turn with `usage` can still do everything that a turn with `other` can do: it has at least the
    same actions left, and captured cards for at least the same spells. A card of a higher level can replace a card of a
    lower level, because it gives the same spells too (SP-173)."""
    if usage & MAGE_PLAYED > other & MAGE_PLAYED or upheaves_used(usage) > upheaves_used(other):
        return False
    level_3 = captured(usage, 3)
    other_level_3 = captured(other, 3)
    if level_3 < other_level_3:
        return False
    above_level_1 = level_3 + captured(usage, 2)
    other_above_level_1 = other_level_3 + captured(other, 2)
    if above_level_1 < other_above_level_1:
        return False
    return cards_captured(usage) >= cards_captured(other)


# ---------------------------------------------------------------- changing the packed state
def upheave(tiles: i64, lift: i64, side: i64) -> i64:
    """Return the packed tiles after an upheave: the tile on the cell `lift` fills the hole, then the tiles on one side
    of the new hole slide (SP-123). All three masks in `tiles` change at once."""
    number = L.upheave_number(lift, side)
    masks = tiles & ALL_LANES
    lifted_tile = (masks >> lift) & LOWEST_BITS  # its bit in each mask, moved to cell 0
    other_tiles = masks & ~LANE_BITS[lift]
    hole_filled = other_tiles | (lifted_tile << hole_of(tiles))
    new_hole = HOLE_AFTER[number]
    return slide(hole_filled, SLIDING_LANES[number], side) | (new_hole << ABOVE_LANES)


def spend_card(usage: i64, spell: i64) -> i64:
    """Return `usage`, the packed record of the turn, after casting a spell: it has one captured card less, of the
    lowest level that gives the spell (SP-173)."""
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
    """Return what a side has used and claimed this turn, packed in one integer, with 0 points. The place that is now
    empty shows which card of a level was claimed: the card on the pile or the card beside it."""
    usage = t[L.MAGE_USED] | (t[L.UPHEAVES_USED] << UPHEAVES_AT) | pack_hand(t, side)
    for level in range(1, i64(L.LEVELS + 1)):
        if L.contains(t[L.CLAIMED_LEVELS], level):
            claimed: i64 = TOP_CLAIMED
            is_only_side_empty = t[L.SIDE_CARD + level] == L.NONE and t[L.TOP_CARD + level] != L.NONE
            if is_only_side_empty:
                claimed = SIDE_CLAIMED
            usage |= claimed << claim_shift(level)
    return usage


def pack_hand(t: Cells, side: i64) -> i64:
    """Return how many cards of each level a side has captured, packed in one integer with 4 bits for each level."""
    hand: i64 = 0
    for level in range(1, i64(L.LEVELS)):
        cards = L.minimum(t[L.captured_at(side, level)], MAX_CAPTURED)
        hand |= cards << hand_shift(level)
    return hand
