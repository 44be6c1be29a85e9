"""The geometry of the arena, and the upheave (SP-120 to SP-137)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, cells_of
from sortilege.games.spell import layout as L

# The side of an upheave: where the sliding tiles lie, seen from the new hole. Those above it move down, and so on.
ABOVE: Final = 0
BELOW: Final = 1
LEFT: Final = 2
RIGHT: Final = 3
NO_SLIDE: Final = 4  # allowed by an option if the new hole is on the border

CENTRE: Final = 0b0000_0110_0110_0000  # mask of the four cells that are not on the border


# ---------------------------------------------------------------- neighbours
def _neighbours(cell: int, diagonals: bool) -> int:
    """Return the mask of the cells that share an edge with a cell and, if `diagonals` is set, of those that share only
    a corner."""
    mask = 0
    for other in range(16):
        row_distance, column_distance = abs(cell // 4 - other // 4), abs(cell % 4 - other % 4)
        is_diagonal = row_distance == 1 and column_distance == 1
        if row_distance + column_distance == 1 or (diagonals and is_diagonal):
            mask |= 1 << other
    return mask


KING_STEPS: Final = cells_of([_neighbours(cell, diagonals=True) for cell in range(16)])  # SP-102: up to eight cells
ORTHOGONAL: Final = cells_of([_neighbours(cell, diagonals=False) for cell in range(16)])  # SP-109: up to four cells
ANYWHERE: Final = cells_of([L.ARENA] * 16)  # SP-190: the whole arena, for levitation


def king_steps_from(cells: i64) -> i64:
    """Return the mask of the cells to which a mage on any of the cells could step, in any of eight directions."""
    reached: i64 = 0
    for cell in range(i64(L.ARENA_CELLS)):
        if cells & L.BIT[cell] != 0:
            reached |= KING_STEPS[cell]
    return reached


def any_beside(figures: i64, cells: i64) -> bool:
    """Return whether any figure stands beside any of the cells, so that they share an edge. Both are masks."""
    cell: i64 = 0
    while figures >> cell != 0:
        if figures & L.BIT[cell] != 0 and ORTHOGONAL[cell] & cells != 0:
            return True
        cell += 1
    return False


# ---------------------------------------------------------------- sliding cells
def _sliding_cells(hole: int, side: int) -> list[int]:
    """Return the cells whose tiles slide towards a hole from one side, from the cell next to it to the border
    (SP-125)."""
    row, column = hole // 4, hole % 4
    if side == ABOVE:
        return [r * 4 + column for r in range(row - 1, -1, -1)]
    if side == BELOW:
        return [r * 4 + column for r in range(row + 1, 4)]
    if side == LEFT:
        return [row * 4 + c for c in range(column - 1, -1, -1)]
    if side == RIGHT:
        return [row * 4 + c for c in range(column + 1, 4)]
    return []


# Tables about upheaves, by `layout.upheave_number`: the cells that slide, and the hole after the slide.
SLIDING_CELLS: Final = cells_of([sum([1 << cell for cell in _sliding_cells(i // 8, i % 8)]) for i in range(128)])
HOLE_AFTER: Final = cells_of([[i // 8, *_sliding_cells(i // 8, i % 8)][-1] for i in range(128)])  # SP-126


# ---------------------------------------------------------------- the upheave
def slide(mask: i64, sliding: i64, side: i64) -> i64:
    """Return a mask of tiles or figures after a slide: the bits on the `sliding` cells, which lie on one side of the
    hole, move by one cell towards it (SP-126). The next cell is 1 bit away, the next row 4 bits. Several masks in one
    integer move at once, if `sliding` has the cells of each mask."""
    moving = mask & sliding
    if moving == 0:
        return mask
    resting = mask & ~sliding
    if side == LEFT:
        return resting | (moving << 1)
    if side == RIGHT:
        return resting | (moving >> 1)
    if side == ABOVE:
        return resting | (moving << 4)
    return resting | (moving >> 4)


def move_lifted(mask: i64, lift: i64, hole: i64) -> i64:
    """Return a tile mask after the tile on the cell `lift` was put into the hole, if it is in the mask (SP-123)."""
    if mask & L.BIT[lift] != 0:
        return (mask & ~L.BIT[lift]) | L.BIT[hole]
    return mask


def upheave(t: Cells, lift: i64, side: i64) -> None:
    """Put the tile on the cell `lift` into the hole, which makes `lift` the new hole; then slide the tiles on one side
    of the new hole towards it, with the figures on them (SP-120 to SP-136)."""
    hole = t[L.HOLE]
    number = L.upheave_number(lift, side)
    sliding = SLIDING_CELLS[number]
    t[L.TILES + L.BLACK] = slide(move_lifted(t[L.TILES + L.BLACK], lift, hole), sliding, side)
    t[L.TILES + L.PURPLE] = slide(move_lifted(t[L.TILES + L.PURPLE], lift, hole), sliding, side)
    t[L.ACTIVE_TILES] = slide(move_lifted(t[L.ACTIVE_TILES], lift, hole), sliding, side)
    t[L.NEUTRAL] = slide(move_lifted(t[L.NEUTRAL], lift, hole), sliding, side)
    t[L.MAGES + L.BLACK] = slide(t[L.MAGES + L.BLACK], sliding, side)  # SP-128: figures move with their tiles
    t[L.MAGES + L.PURPLE] = slide(t[L.MAGES + L.PURPLE], sliding, side)
    t[L.ELEMENTALS + L.BLACK] = slide(t[L.ELEMENTALS + L.BLACK], sliding, side)
    t[L.ELEMENTALS + L.PURPLE] = slide(t[L.ELEMENTALS + L.PURPLE], sliding, side)
    t[L.HOLE] = HOLE_AFTER[number]
