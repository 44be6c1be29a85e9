"""The cells of the state vector, one name per cell, and the functions that read tiles, figures and cards.

The cells of the arena are bits 0 to 15, row by row from the top left. Bits 16 to 31 are the outside cells where a
special tile may lie: T0-T3, B0-B3, L0-L3, R0-R3. While the arena is under construction, tiles are bits of the building
grid instead: 7 rows of 8 bits, of which the first 5 are used, with the neutral tile in row 3, column 2. A card is its
number in the deck, 0 to 25, and a set of cards is a bit mask. Sides are 0 for black and 1 for purple.

1. The TILES of both sides, NEUTRAL and the hole cover each of the 16 cells once. ACTIVE_TILES is a subset of TILES.
2. Figures stand on tiles, one per cell: MAGES and ELEMENTALS of both sides and the hole never overlap.
3. Each of the 26 cards is in exactly one of FACE_DOWN, FACE_UP, the hands and the discard pile.
4. Only the side to move has elementals or a special tile in play.

A loop runs over `range(i64(LEVELS))` so that its variable compiles to a machine integer.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells

# phases: the decision or chance outcome that comes next
FIRST_PLAYER: Final = 0  # chance: draw the gem holder, who plays first
DEAL_AMULET: Final = 1  # chance: draw the amulet of a side
DEAL_CARD: Final = 2  # chance: draw a card that is face up at the start
LAY_TILE: Final = 3  # lay a tile on the building grid
PLACE_MAGE: Final = 4  # tournament: choose where the mage starts
PLACE_SECOND_MAGE: Final = 5  # Doppelgänger: choose where the second mage starts
PLAY: Final = 6  # choose any action of a turn, or end the turn
SUMMON: Final = 7  # choose the cell of the summoned elemental
PUSH: Final = 8  # choose where the mage goes whose tile the elemental takes
LEVITATE: Final = 9  # choose where the own mage goes
FORCE: Final = 10  # choose where the enemy mage goes
EXTRA_ACTION: Final = 11  # Doppelgänger's first spell: choose a move or an activation
REVEAL_CARD: Final = 12  # chance: draw the next card of a pile
SCRIPT_MAGE: Final = 13  # solo: choose between several cells for the script's mage
SCRIPT_UPHEAVE: Final = 14  # solo: choose between several tiles for the script's upheave
GEM_DIRECTION: Final = 15  # chance: draw the direction in which the script's tiles slide
GAME_OVER: Final = 16

BLACK: Final = 0
PURPLE: Final = 1

# amulets
NO_AMULET: Final = 0
DOPPELGANGER: Final = 1
TRIELEMENTARIS: Final = 2
EXTRALIMITAE: Final = 3
BILEVITAGRAMATON: Final = 4

NONE: Final = -1  # no card, or no special tile

# cells
PHASE: Final = 0
SIDE: Final = 1  # the side to move
GEM_HOLDER: Final = 2
ROUND: Final = 3
SOLO: Final = 4
ASYMMETRIC: Final = 5
TOURNAMENT: Final = 6
HARD: Final = 7
CENTRAL_HOLE: Final = 8  # option: the arena may be built with its hole in the middle
KEEP_BORDER_HOLE: Final = 9  # option: an upheave that leaves the hole on the border needs no slide
TILES: Final = 10  # TILES + side: mask of the side's tiles
ACTIVE_TILES: Final = 12  # mask of the tiles that show their active face
NEUTRAL: Final = 13
HOLE: Final = 14  # number of the cell without a tile
TILES_LAID: Final = 15  # how many tiles the players have laid beside the three tiles of the start
TOP_ROW: Final = 16  # the smallest box around the tiles laid so far, on the building grid
BOTTOM_ROW: Final = 17
LEFT_COLUMN: Final = 18
RIGHT_COLUMN: Final = 19
MAGES: Final = 20  # MAGES + side: mask of cells
ELEMENTALS: Final = 22  # ELEMENTALS + side: mask of cells
AMULETS: Final = 24  # AMULETS + side
SCORE: Final = 26  # SCORE + side
SPECIAL: Final = 28  # the outside cell of the special tile, 0 to 15, or NONE
MAGE_USED: Final = 29
UPHEAVES_USED: Final = 30
CLAIMED_LEVELS: Final = 31  # bit mask of the levels claimed this turn
CLOSED_CARDS: Final = 32  # mask of all cards of the levels claimed this turn
FACE_UP: Final = 33
FACE_DOWN: Final = 34
TARGET: Final = 35  # the cell chosen for a spell or by the script, until it is resolved
TOP_CARD: Final = 35  # TOP_CARD + level (1 to 4, so the first is cell 36): the card on the pile
SIDE_CARD: Final = 39  # SIDE_CARD + level: the card beside the pile
CAPTURED: Final = 44  # captured_at(side, level): number of captured cards
HAND_SIZE: Final = 52  # HAND_SIZE + side
DISCARD_COUNT: Final = 54
HANDS: Final = 55  # HANDS + side * HAND_CELLS: the captured cards in order of capture
DISCARD_PILE: Final = 95  # the discarded cards, oldest first
CELLS: Final = 121

HAND_CELLS: Final = 20

LEVELS: Final = 4  # levels of cards are 1 to 4; those of level 4 are not captured and give no spell

BIT: Final = vec[i64]([1 << cell for cell in range(32)])
ARENA: Final = 0xFFFF  # mask of all cells of the arena
ARENA_CELLS: Final = 16

# the bits where the outside cells above, below, left and right of the arena begin
OUTSIDE_TOP: Final = 16
OUTSIDE_BOTTOM: Final = 20
OUTSIDE_LEFT: Final = 24
OUTSIDE_RIGHT: Final = 28

# the building grid
GRID_ROWS: Final = 7
GRID_COLUMNS: Final = 5
GRID_WIDTH: Final = 8  # bits of a row
NEUTRAL_ROW: Final = 3
NEUTRAL_COLUMN: Final = 2

# spells, by the lowest level of a card that gives them
SUMMON_SPELL: Final = 1  # for the owner of Doppelgänger an extra action of a mage instead
LEVITATE_SPELL: Final = 2
FORCE_SPELL: Final = 3


# ---------------------------------------------------------------- the parts of an action's id
def cell_pair(start: i64, goal: i64) -> i64:
    """Return the number of a pair of cells, which the ids of moves, activations, levitations and forces contain. Cells
    are numbered 0 to 15."""
    return start * 16 + goal


def level_and_spell(level: i64, spell: i64) -> i64:
    """Return the number that the id of a cast contains: the level of the card that is spent, and the spell, 1 to 3."""
    return level * 4 + spell


def start_cell(action: i64) -> i64:
    """Return the cell on which a mage stands before an action, from the action's id, which contains a pair of cells."""
    return (action >> 4) & 15


def target_cell(action: i64) -> i64:
    """Return the cell on which an action ends or which it affects, from the action's id. It is the second cell of a
    pair of cells, or the only cell of the action."""
    return action & 15


def upheave_number(lift: i64, side: i64) -> i64:
    """Return the number of an upheave, which its action id contains and which is the index of tables about upheaves.
    `lift` is the cell of the lifted tile, and `side` says on which side of this cell tiles slide (ABOVE is 0)."""
    return lift * 8 + side


def lifted_cell(action: i64) -> i64:
    """Return the cell of the tile that an upheave lifts, from the action's id."""
    return (action >> 3) & 15


def slide_side(action: i64) -> i64:
    """Return the side of the lifted tile's cell on which tiles slide in an upheave, from the action's id."""
    return action & 7


def cast_level(action: i64) -> i64:
    """Return the level of the card that a cast spends, from the action's id."""
    return (action >> 2) & 3


def cast_spell(action: i64) -> i64:
    """Return the spell of a cast, 1 to 3, from the action's id."""
    return action & 3


# ---------------------------------------------------------------- reading cells
def captured_at(side: i64, level: i64) -> i64:
    """Return the index in the state vector at which the number of cards of a level stands that a side has captured."""
    return CAPTURED + side * LEVELS + level


def hand_at(side: i64) -> i64:
    """Return the index in the state vector at which the list of a side's captured cards begins."""
    return HANDS + side * HAND_CELLS


def occupied_cells(t: Cells) -> i64:
    """Return the mask of the cells with a mage or an elemental."""
    return t[MAGES + BLACK] | t[MAGES + PURPLE] | t[ELEMENTALS + BLACK] | t[ELEMENTALS + PURPLE]


def free_tiles(t: Cells) -> i64:
    """Return the mask of the cells that have a tile but no figure. The rulebook calls them empty tiles."""
    return ARENA & ~(occupied_cells(t) | BIT[t[HOLE]])


def inactive_free_tiles(t: Cells, side: i64) -> i64:
    """Return the mask of a side's inactive tiles without a figure, which its mages may activate (SP-111, SP-114)."""
    return t[TILES + side] & ~t[ACTIVE_TILES] & free_tiles(t)


def own_cells(t: Cells, side: i64) -> i64:
    """Return the mask of a side's own cells, from which it can form cards: its active tiles and the cells of its
    figures (SP-090 to SP-100)."""
    return (t[TILES + side] & t[ACTIVE_TILES]) | t[MAGES + side] | t[ELEMENTALS + side]


def own_cells_and_special(t: Cells, side: i64) -> i64:
    """Return the mask of a side's own cells, with the outside cell of its special tile if it is placed (SP-090)."""
    if side == t[SIDE] and t[SPECIAL] != NONE:
        return own_cells(t, side) | BIT[OUTSIDE_TOP + t[SPECIAL]]
    return own_cells(t, side)


def contains(mask: i64, bit: i64) -> bool:
    """Return whether a mask contains a cell, card or level, that is, whether this bit is set."""
    return (mask >> bit) & 1 != 0


def count_bits(mask: i64) -> i64:
    """Return how many bits are set."""
    count: i64 = 0
    while mask != 0:
        mask &= mask - 1  # clears the lowest bit
        count += 1
    return count


def lowest_bit(mask: i64) -> i64:
    """Return the number of the lowest bit that is set, from 0. The mask must not be 0."""
    bit: i64 = 0
    while (mask >> bit) & 1 == 0:
        bit += 1
    return bit


def minimum(a: i64, b: i64) -> i64:
    """Return the smaller number. In compiled code the built-in min would be slow, since it takes Python objects."""
    if a < b:
        return a
    return b


def maximum(a: i64, b: i64) -> i64:
    """Return the larger number. In compiled code the built-in max would be slow, since it takes Python objects."""
    if a > b:
        return a
    return b


def elemental_limit(t: Cells, side: i64) -> i64:
    """Return how many elementals a side owns, which depends on its amulet (SP-021, SP-243)."""
    if t[AMULETS + side] == DOPPELGANGER:
        return 0
    if t[AMULETS + side] == TRIELEMENTARIS:
        return 3
    return 2


def upheave_limit(t: Cells, side: i64) -> i64:
    """Return how often a side may upheave in one turn, which depends on its amulet (SP-120, SP-295)."""
    if t[AMULETS + side] == BILEVITAGRAMATON:
        return 2
    return 1


def seat_of(t: Cells, side: i64) -> i64:
    """Return the seat that decides for a side. In a solo game the only player decides for both sides (SP-312)."""
    if t[SOLO] != 0:
        return 0
    return side


def level_to_refill(t: Cells, cards_of_level: Cells) -> i64:
    """Return the level of the next card to be turned up: the lowest level with fewer than two face-up cards and with a
    card left in its pile. Return 0 if there is no such level (SP-207). `cards_of_level` has a mask for each level."""
    for level in range(1, i64(LEVELS + 1)):
        has_empty_place = t[TOP_CARD + level] == NONE or t[SIDE_CARD + level] == NONE
        if has_empty_place and t[FACE_DOWN] & cards_of_level[level] != 0:
            return level
    return 0
