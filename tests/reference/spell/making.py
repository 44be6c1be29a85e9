"""The beginning: a new or a loaded game, the deal, the making of the arena, the first turn."""

from typing import Any

from tests.reference.spell.board import CELLS, DEFAULTS, SETUPS, SHAPES, WAYS, Cell, Game, cell_of, other, to_play


def blank(seats: int, options: dict[str, Any]) -> Game:
    mode = {"mode": "solo" if seats == 1 else "symmetric"}
    chosen = {**DEFAULTS, **mode, **options}
    letter = "B" if chosen["deck"] == "basic" else "A"
    return {
        "seats": seats,
        "options": chosen,
        "solo": chosen["mode"] == "solo",
        "round": 1,
        "gem": None,
        "side": None,
        "score": {"k": 0, "p": 0},
        "amulets": {"k": None, "p": None},
        "arena": {},
        "mages": {"k": [], "p": []},
        "elementals": {"k": [], "p": []},
        "special": None,
        "mage used": False,
        "upheaves": 0,
        "levels": [],
        "runes": {n: [None, None] for n in (1, 2, 3, 4)},
        "hidden": [card for card in SHAPES if card[0] == letter],
        "hands": {"k": [], "p": []},
        "discard": [],
        "build": {},
        "next": ("first",),
    }


def new(seats: int, options: dict[str, Any]) -> Game:
    g = blank(seats, options)
    if g["solo"]:
        rows, black, purple = SETUPS[g["options"]["setup"]]
        g["arena"] = {(r, c): rows[r][c] for r, c in CELLS}
        g["mages"] = {"k": [black], "p": [purple]}
        g["gem"] = "p"
        deal(g)
    elif g["options"]["first"] != "random":
        g["gem"] = g["options"]["first"]
        after_first(g)
    return g


def load(position: dict[str, Any]) -> Game:
    """A game at a quiet point, from a position that gives every key."""
    g = blank(position["seats"], position["options"])
    g["arena"] = {(r, c): position["arena"][r][c] for r, c in CELLS}
    for zone in ("mages", "elementals"):
        g[zone] = {side: [cell_of(cell) for cell in position[zone][side]] for side in "kp"}
    g["side"], g["round"], g["gem"] = position["turn"], position["round"], position["gem"]
    g["special"] = position["special"][g["side"]]
    g["score"], g["amulets"] = dict(position["score"]), dict(position["amulets"])
    used = position["used"]
    g["mage used"], g["upheaves"], g["levels"] = used["mage"], used["upheaves"], list(used["levels"])
    g["runes"] = {int(n): list(places) for n, places in position["runes"].items()}
    g["hands"] = {side: list(position["hands"][side]) for side in "kp"}
    g["discard"] = list(position["discard"])
    seen = [c for places in g["runes"].values() for c in places] + g["hands"]["k"] + g["hands"]["p"] + g["discard"]
    g["hidden"] = [card for card in g["hidden"] if card not in seen]
    g["next"] = ("turn",)
    return g


def after_first(g: Game) -> None:
    if g["options"]["mode"] == "asymmetric":
        g["next"] = ("amulet", "k")
    else:
        deal(g)


def deal(g: Game) -> None:
    """Two cards a level: the first beside the pile, the second on it."""
    for n in (1, 2, 3, 4):
        for place in (1, 0):
            if g["runes"][n][place] is None:
                g["next"] = ("reveal", n, place)
                return
    if g["solo"]:
        g["side"] = "p"
        g["next"] = ("turn",)
        return
    face = str.lower if g["options"]["tournament"] else str.upper
    g["build"] = {(0, -1): face("k"), (0, 0): "N", (0, 1): face("p")}
    g["side"] = other(g["gem"])
    g["next"] = ("lay",)


# ---- the arena is made


def box(cells: Any) -> tuple[int, int, int, int]:
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    return min(rows), max(rows), min(columns), max(columns)


def may_lay(g: Game) -> list[Cell]:
    cells = []
    for cell in [(r, c) for r in range(-4, 5) for c in range(-4, 5)]:
        touches = [(cell[0] + r, cell[1] + c) for r, c in WAYS.values()]
        if cell in g["build"] or not any(t in g["build"] for t in touches):
            continue
        top, bottom, left, right = box([*g["build"], cell])
        if bottom - top > 3 or right - left > 3:
            continue
        if not g["options"]["central_hole"] and bottom - top == 3 and right - left == 3:
            whole = [(r, c) for r in range(top, top + 4) for c in range(left, left + 4)]
            border = [(r, c) for r, c in whole if r in (top, bottom) or c in (left, right)]
            if all(b in g["build"] or b == cell for b in border):
                continue
        cells.append(cell)
    return cells


def lay(g: Game, cell: Cell) -> None:
    side = g["side"]
    mine = sum(tile.lower() == side for tile in g["build"].values()) + 1
    awake = g["options"]["tournament"] and mine % 2 == 0
    g["build"][cell] = side.upper() if awake else side
    g["side"] = other(side)
    if len(g["build"]) < 15:
        return
    top, _, left, _ = box(g["build"])
    g["arena"] = {(r, c): g["build"].get((r + top, c + left), ".") for r, c in CELLS}
    if g["options"]["tournament"]:
        g["next"] = ("stand", other(g["gem"]), "awake")
        return
    g["mages"] = {"k": [(-top, -1 - left)], "p": [(-top, 1 - left)]}
    second_mage(g)


def second_mage(g: Game) -> None:
    for side in "kp":
        if g["amulets"][side] == "doppelganger":
            g["next"] = ("stand", side, "asleep")
            return
    to_play(g, g["gem"])


def stand(g: Game, cell: Cell) -> None:
    _, side, face = g["next"]
    g["mages"][side] = sorted([*g["mages"][side], cell])
    if face == "asleep":
        to_play(g, g["gem"])
    elif side == g["gem"]:
        second_mage(g)
    else:
        g["next"] = ("stand", g["gem"], "awake")
