"""The arena's geometry, and the upheave (SP-120 to SP-137)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.spell import layout as L

# On which side of the new hole the sliding part lies. Tiles above it move down, and so on.
ABOVE: Final = 0
BELOW: Final = 1
LEFT: Final = 2
RIGHT: Final = 3
STAY: Final = 4  # no slide, an option: the hole is on the border already

CENTRE: Final = 0b0000_0110_0110_0000
ARENA: Final = 0xFFFF


# ---------------------------------------------------------------- neighbours
def _around(diagonals: bool) -> Cells:
    masks = blank(16)
    for cell in range(16):
        for other in range(16):
            down, across = abs(cell // 4 - other // 4), abs(cell % 4 - other % 4)
            if down + across == 1 or (diagonals and down == 1 and across == 1):
                masks[cell] |= 1 << other
    return masks


KING: Final = _around(True)  # SP-102: the up to eight cells around
BESIDES: Final = _around(False)  # SP-109: the up to four sharing a side


def around(cells: i64) -> i64:
    """Every cell a king step away from one of these."""
    out: i64 = 0
    cell: i64 = 0
    while cell < 16:
        if cells & L.BIT[cell] != 0:
            out |= KING[cell]
        cell += 1
    return out


# ---------------------------------------------------------------- parts that slide
def _part(hole: int, side: int) -> list[int]:
    """SP-125: the cells of one side of a hole, from next to it up to the border."""
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


def _parts() -> Cells:
    masks = vec[i64]()
    for place in range(128):
        masks = append(masks, i64(sum(1 << cell for cell in _part(place // 8, place % 8))))
    return masks


def _far_ends() -> Cells:
    """SP-126: where the hole ends, the far end of the part that slid."""
    ends = vec[i64]()
    for place in range(128):
        ends = append(ends, i64([place // 8, *_part(place // 8, place % 8)][-1]))
    return ends


PART: Final = _parts()  # by hole * 8 + side
HOLE_AFTER: Final = _far_ends()


# ---------------------------------------------------------------- the upheave
def slid(mask: i64, part: i64, side: i64) -> i64:
    """SP-126: what lies on the part moves one cell towards the hole; the part is empty only at its far end. Serves
    words of several masks side by side too, if `part` stands in each."""
    moving = mask & part
    if moving == 0:
        return mask
    rest = mask & ~part
    if side == LEFT:
        return rest | (moving << 1)
    if side == RIGHT:
        return rest | (moving >> 1)
    if side == ABOVE:
        return rest | (moving << 4)
    return rest | (moving >> 4)


def carried(mask: i64, lift: i64, hole: i64) -> i64:
    """SP-123: the lifted tile goes into the hole, as it is."""
    if mask & L.BIT[lift] != 0:
        return (mask & ~L.BIT[lift]) | L.BIT[hole]
    return mask


def upheave(t: Cells, lift: i64, side: i64) -> None:
    """SP-120 to SP-136: lift a free tile into the hole, then slide one side of the new hole with all that is on it."""
    hole = t[L.HOLE]
    part = PART[lift * 8 + side]
    t[L.OWNED] = slid(carried(t[L.OWNED], lift, hole), part, side)
    t[L.OWNED + 1] = slid(carried(t[L.OWNED + 1], lift, hole), part, side)
    t[L.ACTIVE] = slid(carried(t[L.ACTIVE], lift, hole), part, side)
    t[L.NEUTRAL] = slid(carried(t[L.NEUTRAL], lift, hole), part, side)
    t[L.MAGES] = slid(t[L.MAGES], part, side)  # SP-128: figures ride
    t[L.MAGES + 1] = slid(t[L.MAGES + 1], part, side)
    t[L.ELEMENTALS] = slid(t[L.ELEMENTALS], part, side)
    t[L.ELEMENTALS + 1] = slid(t[L.ELEMENTALS + 1], part, side)
    t[L.HOLE] = HOLE_AFTER[lift * 8 + side]
