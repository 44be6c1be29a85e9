"""The layout of the state, one name per cell, and the small readers that let the rules speak of tiles and mages.

Cells of the arena are bits 0 to 15, row by row from the top left; the 16 outside cells a special tile may lie on are
bits 16 to 31: T0-T3, B0-B3, L0-L3, R0-R3. While the arena is being made its tiles are bits of the building grid: 7 rows
of 8, of which 5 are used, with the neutral tile in row 3, column 2. A card is its number in the deck, 0 to 25, and a
set of cards is a mask. Sides are 0 for black and 1 for purple.

1. OWNED of both sides, NEUTRAL and the hole share out the 16 cells; ACTIVE is a part of the two OWNED.
2. Figures stand on tiles, one on a cell: MAGES and ELEMENTALS of both sides and the hole never overlap.
3. UNSEEN, FACE_UP, the hands and the discards share out the 26 cards.
4. Only the side on turn has elementals or a special tile in play.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells

# what the table waits for
FIRST: Final = 0  # chance: who holds the gem
AMULET: Final = 1  # chance: which amulet a side gets
DEAL: Final = 2  # chance: the cards face up at the start
LAY: Final = 3  # a tile for the arena
STAND: Final = 4  # tournament: where a mage begins
SECOND: Final = 5  # Doppelgänger: where the second mage begins
PLAY: Final = 6  # anything, or the end of the turn
SUMMON: Final = 7  # the target of a spell that was cast
PUSH: Final = 8  # where the mage goes whose tile an elemental takes
LEVITATE: Final = 9
FORCE: Final = 10
EXTRA: Final = 11  # Doppelgänger's first spell: a move or an activation
REVEAL: Final = 12  # chance: the next card of a pile
SCRIPT_MAGE: Final = 13  # solo: which of several tiles or steps
SCRIPT_LIFT: Final = 14  # solo: which of several central tiles
GEM: Final = 15  # chance: which way the gem points
DONE: Final = 16

BLACK: Final = 0
PURPLE: Final = 1

# amulets
NO_AMULET: Final = 0
DOPPELGANGER: Final = 1
TRIELEMENTARIS: Final = 2
EXTRALIMITAE: Final = 3
BILEVITAGRAMATON: Final = 4

NOTHING: Final = -1  # no card, no special tile

# cells
PHASE: Final = 0
SIDE: Final = 1  # the side on turn
GEM_HOLDER: Final = 2
ROUND: Final = 3
SOLO: Final = 4
ASYMMETRIC: Final = 5
TOURNAMENT: Final = 6
HARD: Final = 7
CENTRAL_HOLE: Final = 8
KEEP_BORDER_HOLE: Final = 9
OWNED: Final = 10  # the tiles of each side
ACTIVE: Final = 12  # tiles showing their active face
NEUTRAL: Final = 13
HOLE: Final = 14  # the one cell without a tile, as a number
LAID: Final = 15  # tiles laid, cards dealt, amulets dealt: how far the set-up step has come
TOP_ROW: Final = 16  # the box around the tiles laid so far, on the building grid
BOTTOM_ROW: Final = 17
LEFT_COLUMN: Final = 18
RIGHT_COLUMN: Final = 19
MAGES: Final = 20
ELEMENTALS: Final = 22
AMULETS: Final = 24
SCORE: Final = 26
SPECIAL: Final = 28  # the outside cell of the special tile, 0 to 15, or NOTHING
MAGE_USED: Final = 29
UPHEAVES: Final = 30
CLAIMED: Final = 31  # bit mask of the levels claimed this turn
CLOSED: Final = 32  # all cards of those levels
FACE_UP: Final = 33
UNSEEN: Final = 34
TARGET: Final = 35  # the cell a spell or the script has chosen, while it is resolved
TOP: Final = 35  # TOP + level
BESIDE: Final = 39  # BESIDE + level: the `side` card
HELD: Final = 44  # HELD + side * 4 + level: captured cards by level
SIZE: Final = 52  # captured cards of a side
DISCARDS: Final = 54
HANDS: Final = 55  # 20 places a side, in the order of capture
DISCARD: Final = 95  # in the order of discarding
CELLS: Final = 121

BIT: Final = vec[i64]([1 << cell for cell in range(32)])
ARENA: Final = 0xFFFF


def figures(t: Cells) -> i64:
    """The cells under mages and elementals."""
    return t[MAGES] | t[MAGES + 1] | t[ELEMENTALS] | t[ELEMENTALS + 1]


def free_tiles(t: Cells) -> i64:
    """Tiles with no figure on them (the rulebook's empty tiles)."""
    return ARENA & ~(figures(t) | BIT[t[HOLE]])


def own_cells(t: Cells, side: i64) -> i64:
    """SP-090 to SP-100: printed active tiles of the side and whatever its figures stand on, as on its own turn."""
    return (t[OWNED + side] & t[ACTIVE]) | t[MAGES + side] | t[ELEMENTALS + side]


def own_places(t: Cells, side: i64) -> i64:
    """SP-090: own cells of a side as they count on its turn, the outside cell of its special tile included."""
    if side == t[SIDE] and t[SPECIAL] != NOTHING:
        return own_cells(t, side) | BIT[16 + t[SPECIAL]]
    return own_cells(t, side)


def count(mask: i64) -> i64:
    """How many bits are set."""
    n: i64 = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


def lowest(mask: i64) -> i64:
    """The number of the lowest bit set."""
    n: i64 = 0
    while (mask >> n) & 1 == 0:
        n += 1
    return n


def elementals_of(t: Cells, side: i64) -> i64:
    """SP-021, SP-243: how many elementals the side owns."""
    if t[AMULETS + side] == DOPPELGANGER:
        return 0
    if t[AMULETS + side] == TRIELEMENTARIS:
        return 3
    return 2


def upheaves_of(t: Cells, side: i64) -> i64:
    """SP-120, SP-295: how often the side may upheave in a turn."""
    if t[AMULETS + side] == BILEVITAGRAMATON:
        return 2
    return 1


def seat_of(t: Cells, side: i64) -> i64:
    """The seat behind a side; in solo everything is decided by the one person there is (SP-312)."""
    if t[SOLO] != 0:
        return 0
    return side


def short_level(t: Cells, of_level: Cells) -> i64:
    """The lowest level that shows fewer than two cards though its pile has more; 0 when there is none (SP-207)."""
    level: i64 = 1
    while level <= 4:
        if (t[TOP + level] == NOTHING or t[BESIDE + level] == NOTHING) and t[UNSEEN] & of_level[level] != 0:
            return level
        level += 1
    return 0
