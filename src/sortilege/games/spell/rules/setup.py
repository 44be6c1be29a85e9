"""Set-up: amulets, face-up cards, building the arena, placing the mages (SP-020 to SP-078, SP-241 to SP-253)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank, cells_of
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import CENTRE
from sortilege.games.spell.rules.runes import Runes

TILES_TO_LAY: Final = 12  # SP-044: six tiles for each player
NEUTRAL_PLACE: Final = L.NEUTRAL_ROW * L.GRID_WIDTH + L.NEUTRAL_COLUMN
PLACE_BIT: Final = cells_of([1 << place for place in range(L.GRID_ROWS * L.GRID_WIDTH)])


# ---------------------------------------------------------------- before the first decision
def empty_state_vector(runes: Runes) -> Cells:
    """Return a state in round 1 without points, with all cards face down and all options off (SP-020 to SP-033)."""
    t = blank(L.CELLS)
    t[L.ROUND] = 1
    t[L.SPECIAL] = L.NONE
    for level in range(1, i64(L.LEVELS + 1)):
        t[L.TOP_CARD + level] = L.NONE
        t[L.SIDE_CARD + level] = L.NONE
        t[L.FACE_DOWN] |= runes.cards_of_level[level]
    return t


def begin_setup(t: Cells) -> None:
    """Begin to deal the amulets in an asymmetric game, or the face-up cards in any other game."""
    if t[L.ASYMMETRIC] != 0:
        t[L.PHASE] = L.DEAL_AMULET
        t[L.SIDE] = L.BLACK
    else:
        t[L.PHASE] = L.DEAL_CARD


def give_amulet(t: Cells, amulet: i64) -> None:
    """Give an amulet to the side to move: first to black, then to purple (SP-241)."""
    t[L.AMULETS + t[L.SIDE]] = amulet
    if t[L.SIDE] == L.BLACK:
        t[L.SIDE] = L.PURPLE
    else:
        t[L.PHASE] = L.DEAL_CARD


# ---------------------------------------------------------------- cards face up
def reveal_card(t: Cells, card: i64, level: i64) -> None:
    """Turn up a card. If both places of its level are empty, it goes beside the pile (SP-025). Otherwise it goes on the
    pile, and a card that lay there moves to an empty place beside the pile (SP-208)."""
    t[L.FACE_DOWN] &= ~L.BIT[card]
    t[L.FACE_UP] |= L.BIT[card]
    if t[L.SIDE_CARD + level] == L.NONE:
        if t[L.TOP_CARD + level] == L.NONE:
            t[L.SIDE_CARD + level] = card
            return
        t[L.SIDE_CARD + level] = t[L.TOP_CARD + level]
    t[L.TOP_CARD + level] = card


def deal(t: Cells, card: i64, runes: Runes) -> None:
    """Turn up a card at the start of the game. After two cards of each level, a solo game begins its first turn, and
    any other game the building of the arena (SP-025)."""
    reveal_card(t, card, L.level_to_refill(t, runes.cards_of_level))
    if L.level_to_refill(t, runes.cards_of_level) == 0:
        if t[L.SOLO] != 0:
            t[L.SIDE] = L.PURPLE  # SP-301, SP-302: the arena is already complete
            t[L.PHASE] = L.PLAY
        else:
            lay_first_tiles(t)


# ---------------------------------------------------------------- building the arena
def lay_first_tiles(t: Cells) -> None:
    """Lay a black tile, the neutral tile and a purple tile in a row. The coloured tiles are active and have a mage
    each, but in a tournament they are inactive and have none (SP-028, SP-029, SP-072)."""
    t[L.NEUTRAL] = PLACE_BIT[NEUTRAL_PLACE]
    t[L.TILES + L.BLACK] = PLACE_BIT[NEUTRAL_PLACE - 1]
    t[L.TILES + L.PURPLE] = PLACE_BIT[NEUTRAL_PLACE + 1]
    if t[L.TOURNAMENT] == 0:
        t[L.ACTIVE_TILES] = t[L.TILES + L.BLACK] | t[L.TILES + L.PURPLE]
        t[L.MAGES + L.BLACK] = t[L.TILES + L.BLACK]  # SP-030
        t[L.MAGES + L.PURPLE] = t[L.TILES + L.PURPLE]
    t[L.TOP_ROW] = L.NEUTRAL_ROW
    t[L.BOTTOM_ROW] = L.NEUTRAL_ROW
    t[L.LEFT_COLUMN] = L.NEUTRAL_COLUMN - 1
    t[L.RIGHT_COLUMN] = L.NEUTRAL_COLUMN + 1
    t[L.SIDE] = 1 - t[L.GEM_HOLDER]  # SP-040, SP-071
    t[L.PHASE] = L.LAY_TILE


def laid_tiles(t: Cells) -> i64:
    """Return the mask of the tiles on the building grid."""
    return t[L.TILES + L.BLACK] | t[L.TILES + L.PURPLE] | t[L.NEUTRAL]


def places_beside(tiles: i64) -> i64:
    """Return the mask of the places of the building grid that share an edge with one of these tiles."""
    return (tiles << L.GRID_WIDTH) | (tiles >> L.GRID_WIDTH) | (tiles << 1) | (tiles >> 1)


def reachable_places(t: Cells) -> i64:
    """Return the mask of the places of the building grid on which a tile would still fit into the square of 4 by 4 with
    all other tiles (SP-046, SP-048)."""
    first_row = L.maximum(t[L.BOTTOM_ROW] - 3, 0)
    last_row = L.minimum(t[L.TOP_ROW] + 3, L.GRID_ROWS - 1)
    first_column = L.maximum(t[L.RIGHT_COLUMN] - 3, 0)
    last_column = L.minimum(t[L.LEFT_COLUMN] + 3, L.GRID_COLUMNS - 1)
    bits_of_row = PLACE_BIT[last_column + 1] - PLACE_BIT[first_column]  # sets the bits from first to last column
    places: i64 = 0
    for row in range(first_row, last_row + 1):
        places |= bits_of_row << (row * L.GRID_WIDTH)
    return places


def open_places(t: Cells) -> i64:
    """Return the mask of the empty places beside a tile where the next tile may be laid (SP-045 to SP-047)."""
    tiles = laid_tiles(t)
    return places_beside(tiles) & ~tiles & reachable_places(t)


def leaves_central_hole(t: Cells, place: i64) -> bool:
    """Return whether the arena would get its hole in the middle if the next tile is laid on this place. This tile would
    fill the last empty cell on the border, so one of the four central cells would stay empty (SP-051)."""
    row = place // L.GRID_WIDTH
    column = place % L.GRID_WIDTH
    top = L.minimum(t[L.TOP_ROW], row)
    left = L.minimum(t[L.LEFT_COLUMN], column)
    bottom = L.maximum(t[L.BOTTOM_ROW], row)
    right = L.maximum(t[L.RIGHT_COLUMN], column)
    if bottom - top != 3 or right - left != 3:
        return False
    laid_cells = arena_mask(laid_tiles(t) | PLACE_BIT[place], top, left)
    return laid_cells | CENTRE == L.ARENA


def arena_mask(mask: i64, top: i64, left: i64) -> i64:
    """Convert a mask of places of the building grid to a mask of arena cells. The arena begins in row `top` and column
    `left` of the grid (SP-050)."""
    cells: i64 = 0
    for row in range(i64(4)):
        first_place = (top + row) * L.GRID_WIDTH + left
        four_cells = (mask >> first_place) & 0b1111
        cells |= four_cells << (row * 4)
    return cells


def lay_tile(t: Cells, place: i64) -> None:
    """Lay a tile of the side to move on a place of the building grid. In a tournament the first, third and fifth tile
    of a side are active (SP-040 to SP-044, SP-073)."""
    side = t[L.SIDE]
    t[L.TILES + side] |= PLACE_BIT[place]
    laid_by_side = t[L.TILES_LAID] // 2  # how many tiles this side has laid before
    if t[L.TOURNAMENT] != 0 and laid_by_side % 2 == 0:
        t[L.ACTIVE_TILES] |= PLACE_BIT[place]
    row = place // L.GRID_WIDTH
    column = place % L.GRID_WIDTH
    t[L.TOP_ROW] = L.minimum(t[L.TOP_ROW], row)
    t[L.BOTTOM_ROW] = L.maximum(t[L.BOTTOM_ROW], row)
    t[L.LEFT_COLUMN] = L.minimum(t[L.LEFT_COLUMN], column)
    t[L.RIGHT_COLUMN] = L.maximum(t[L.RIGHT_COLUMN], column)
    t[L.TILES_LAID] += 1
    t[L.SIDE] = 1 - side
    if t[L.TILES_LAID] == TILES_TO_LAY:
        finish_arena(t)


def finish_arena(t: Cells) -> None:
    """Move the tiles and mages from the building grid to the cells of the arena, where the empty cell becomes the hole
    (SP-050). Then begin to place the mages, or begin the first turn if all mages have their places."""
    top = t[L.TOP_ROW]
    left = t[L.LEFT_COLUMN]
    t[L.TILES + L.BLACK] = arena_mask(t[L.TILES + L.BLACK], top, left)
    t[L.TILES + L.PURPLE] = arena_mask(t[L.TILES + L.PURPLE], top, left)
    t[L.ACTIVE_TILES] = arena_mask(t[L.ACTIVE_TILES], top, left)
    t[L.NEUTRAL] = arena_mask(t[L.NEUTRAL], top, left)
    t[L.MAGES + L.BLACK] = arena_mask(t[L.MAGES + L.BLACK], top, left)  # SP-053
    t[L.MAGES + L.PURPLE] = arena_mask(t[L.MAGES + L.PURPLE], top, left)
    t[L.HOLE] = L.lowest_bit(L.ARENA & ~(t[L.TILES + L.BLACK] | t[L.TILES + L.PURPLE] | t[L.NEUTRAL]))
    t[L.TILES_LAID] = 0
    if t[L.TOURNAMENT] != 0:
        t[L.SIDE] = 1 - t[L.GEM_HOLDER]
        t[L.PHASE] = L.PLACE_MAGE
    else:
        begin_second_mage(t)


# ---------------------------------------------------------------- placing the mages
def mage_start_cells(t: Cells) -> i64:
    """Return the mask of the cells where the side to move may place its mage: its active tiles (SP-076) or, for the
    second mage of Doppelgänger, its inactive tiles (SP-252, SP-253)."""
    if t[L.PHASE] == L.PLACE_MAGE:
        return t[L.TILES + t[L.SIDE]] & t[L.ACTIVE_TILES]
    return t[L.TILES + t[L.SIDE]] & ~t[L.ACTIVE_TILES]


def place_mage(t: Cells, cell: i64) -> None:
    """Place a mage, then begin to place the next mage or begin the first turn (SP-076, SP-077, SP-252)."""
    t[L.MAGES + t[L.SIDE]] |= L.BIT[cell]
    if t[L.PHASE] == L.PLACE_SECOND_MAGE:
        begin_first_turn(t)
    elif t[L.SIDE] == t[L.GEM_HOLDER]:
        begin_second_mage(t)
    else:
        t[L.SIDE] = t[L.GEM_HOLDER]


def begin_second_mage(t: Cells) -> None:
    """Let the owner of Doppelgänger place a second mage; without an owner begin the first turn (SP-252, SP-253)."""
    if t[L.AMULETS + L.BLACK] == L.DOPPELGANGER:
        t[L.SIDE] = L.BLACK
        t[L.PHASE] = L.PLACE_SECOND_MAGE
    elif t[L.AMULETS + L.PURPLE] == L.DOPPELGANGER:
        t[L.SIDE] = L.PURPLE
        t[L.PHASE] = L.PLACE_SECOND_MAGE
    else:
        begin_first_turn(t)


def begin_first_turn(t: Cells) -> None:
    """Begin the first turn, which belongs to the gem holder (SP-054, SP-078)."""
    t[L.SIDE] = t[L.GEM_HOLDER]
    t[L.PHASE] = L.PLAY
