"""The words of the game: cells, tiles and cards; shapes and set-ups as the ledger's tables have them."""

import re
from pathlib import Path
from typing import Any

Game = dict[str, Any]
Action = dict[str, Any]
Cell = tuple[int, int]

LEDGER = (Path(__file__).parents[3] / "src/sortilege/games/spell/RULES.md").read_text(encoding="utf-8")
SHAPES = {
    name: [(r, c) for r, row in enumerate(rows.split("/")) for c, mark in enumerate(row) if mark == "X"]
    for name, rows in re.findall(r"^\| ([AB]\d-\d) \| \S+ \| \d \| \d \| `([X./]+)` \|", LEDGER, re.M)
}
SETUPS = {
    name: (rows.split("/"), (int(a), int(b)), (int(c), int(d)))
    for name, rows, a, b, c, d in re.findall(
        r"^\| (S\d) \| `([^`]+)` \| \((\d),(\d)\) \| \((\d),(\d)\) \|", LEDGER, re.M
    )
}
DEFAULTS = {
    "mode": "symmetric",
    "tournament": False,
    "deck": "basic",
    "difficulty": "normal",
    "setup": "S1",
    "first": "random",
    "central_hole": True,
    "keep_border_hole": False,
}
AMULETS = ["doppelganger", "trielementaris", "extralimitae", "bilevitagramaton"]
WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
SIDES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}  # where the sliding part lies, seen from the hole
CELLS = [(r, c) for r in range(4) for c in range(4)]
CENTRE = [(1, 1), (1, 2), (2, 1), (2, 2)]
TAKES = {
    "normal": {1: [], 2: [], 3: [1, 2], 4: [1, 2, 3], 5: [1, 2, 3], 6: [1, 2, 3, 4]},
    "hard": {1: [], 2: [], 3: [1, 2, 3], 4: [1, 2, 3], 5: [1, 2, 3]},
}


def text(cell: Cell) -> str:
    return f"{cell[0]}{cell[1]}"


def cell_of(name: str) -> Cell:
    return int(name[0]), int(name[1])


def other(side: str) -> str:
    return "p" if side == "k" else "k"


def king(cell: Cell) -> list[Cell]:
    return [c for c in CELLS if c != cell and abs(c[0] - cell[0]) <= 1 and abs(c[1] - cell[1]) <= 1]


def beside(cell: Cell) -> list[Cell]:
    return [c for c in CELLS if abs(c[0] - cell[0]) + abs(c[1] - cell[1]) == 1]


def outside(place: str) -> Cell:
    n = int(place[1])
    return {"T": (-1, n), "B": (4, n), "L": (n, -1), "R": (n, 4)}[place[0]]


def level(card: str) -> int:
    return int(card[1])


def free(g: Game) -> list[Cell]:
    occupied = [cell for zone in ("mages", "elementals") for side in "kp" for cell in g[zone][side]]
    return [cell for cell in CELLS if g["arena"][cell] != "." and cell not in occupied]


def own_cells(g: Game) -> set[Cell]:
    side = g["side"]
    own = {cell for cell in CELLS if g["arena"][cell] == side.upper()}
    own |= set(g["mages"][side]) | set(g["elementals"][side])
    if g["special"]:
        own.add(outside(g["special"]))
    return own


def formed(shape: list[Cell], own: set[Cell]) -> bool:
    for _ in range(4):
        shape = [(c, -r) for r, c in shape]
        r0, c0 = shape[0]
        for r, c in own:
            if all((a - r0 + r, b - c0 + c) in own for a, b in shape):
                return True
    return False


def to_play(g: Game, side: str) -> None:
    g["side"] = side
    g["next"] = ("turn",)
