"""What an upheave moves: told in the log once it happened, and beforehand to whoever plans one (SP-120..132)."""

from __future__ import annotations

from functools import cache
from typing import Any

from sortilege.core.cells import Cells
from sortilege.games.spell.actions import CELL, SLIDES
from sortilege.games.spell.box import SIDES
from sortilege.games.spell.layout import ELEMENTALS, HOLE, MAGES
from sortilege.games.spell.rules.arena import PART

STEPS = {"U": 4, "D": -4, "L": 1, "R": -1}


def told_slide(b: Cells, lift: int, side: int) -> dict[str, Any]:
    """Every tile that moved, the lifted one first, and every figure that rode."""
    part, shift = PART[lift * 8 + side], STEPS.get(SLIDES[side], 0)
    sliding = [cell for cell in range(16) if part >> cell & 1]
    riders = [
        {"figure": figure, "of": name, "from": CELL[cell], "to": CELL[cell + shift]}
        for figure, base in (("mage", MAGES), ("elemental", ELEMENTALS))
        for side_, name in enumerate(SIDES)
        for cell in sliding
        if b[base + side_] >> cell & 1
    ]
    tiles = [list(pair) for pair in tiles_moved(lift, side, b[HOLE])]
    return {"tiles": tiles, "riders": riders, "was": CELL[b[HOLE]]}


@cache
def tiles_moved(lift: int, side: int, hole: int) -> tuple[tuple[str, str], ...]:
    """Which tile goes where, the lifted one first."""
    part, shift = PART[lift * 8 + side], STEPS.get(SLIDES[side], 0)
    ends = {cell: cell + shift for cell in range(16) if part >> cell & 1}
    landed: dict[int, int] = {lift: hole} | {cell: end for cell, end in ends.items() if cell != hole}
    if hole in ends:  # SP-130: the tile just put down slides on
        landed[lift] = ends[hole]
    return tuple((CELL[start], CELL[end]) for start, end in landed.items())


def previews(t: Cells, legal: list[dict[str, Any]]) -> dict[str, list[list[str]]]:
    """For every upheave that may be made now, by lifted cell and side: which tile would go where."""
    wanted = [(a["lift"], a["side"]) for a in legal if a["do"] == "upheave"]
    moved = {lift + side: tiles_moved(CELL.index(lift), SLIDES.index(side), t[HOLE]) for lift, side in wanted}
    return {key: [list(pair) for pair in tiles] for key, tiles in moved.items()}
