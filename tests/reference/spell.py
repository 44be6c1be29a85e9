"""SPELL a second time: written from the ledger and the contract alone, as plainly as possible.

Nothing here is shared with the engine and nothing is fast. A game is a dict; the arena is a dict from (row, column) to
a tile's letter, figures are lists of cells. `g["next"]` says what must happen next: ("first",), ("amulet", side),
("reveal", level, place), ("lay",), ("stand", side, face), ("turn",), ("summon",), ("push", cell), ("levitate",),
("force",), ("extra",), ("script mage",), ("lift",), ("gem", cell) or ("over",). Shapes and set-ups are read from the
tables of the ledger itself.
"""

import re
from pathlib import Path
from typing import Any

Game = dict[str, Any]
Action = dict[str, Any]
Cell = tuple[int, int]

LEDGER = (Path(__file__).parents[2] / "src/sortilege/games/spell/RULES.md").read_text(encoding="utf-8")
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
    "keep_border_hole": True,
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


# ---- small words


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
    taken = [cell for zone in ("mages", "elementals") for side in "kp" for cell in g[zone][side]]
    return [cell for cell in CELLS if g["arena"][cell] != "." and cell not in taken]


# ---- beginning


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
    found = []
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
        found.append(cell)
    return found


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
    begin_turn(g, g["gem"])


def stand(g: Game, cell: Cell) -> None:
    _, side, face = g["next"]
    g["mages"][side] = sorted([*g["mages"][side], cell])
    if face == "asleep":
        begin_turn(g, g["gem"])
    elif side == g["gem"]:
        second_mage(g)
    else:
        g["next"] = ("stand", g["gem"], "awake")


def begin_turn(g: Game, side: str) -> None:
    g["side"] = side
    g["next"] = ("turn",)
    if g["solo"] and side == "k":
        script_mage(g)


# ---- own cells and shapes


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


# ---- choices


def turn(g: Game) -> int:
    if g["next"][0] == "over":
        return -2
    if g["next"][0] in ("first", "amulet", "reveal", "gem"):
        return -1
    if g["solo"]:
        return 0
    side = g["next"][1] if g["next"][0] == "stand" else g["side"]
    return "kp".index(side)


def choices(g: Game) -> list[tuple[Action, int]]:
    """Every legal action, or outcome of chance, with its weight."""
    return [(action, 1) for action in listed(g)]


def listed(g: Game) -> list[Action]:
    step = g["next"][0]
    side = g["side"]
    if step == "first":
        return [{"do": "first", "side": s} for s in "kp"]
    if step == "amulet":
        return [{"do": "amulet", "amulet": a} for a in AMULETS if a not in g["amulets"].values()]
    if step == "reveal":
        return [{"do": "reveal", "card": card} for card in g["hidden"] if level(card) == g["next"][1]]
    if step == "lay":
        return [{"do": "lay", "at": f"{r},{c}"} for r, c in may_lay(g)]
    if step == "stand":
        who, face = g["next"][1:]
        tile = who.upper() if face == "awake" else who
        return [{"do": "stand", "at": text(cell)} for cell in CELLS if g["arena"][cell] == tile]
    if step == "turn":
        return whole_turn(g)
    if step == "summon":
        return [{"do": "summon", "at": text(cell)} for cell in summoning(g)]
    if step == "push":
        return [{"do": "push", "to": text(cell)} for cell in king(g["next"][1]) if cell in free(g)]
    if step == "levitate":
        return [{"do": "levitate", "from": text(m), "to": text(cell)} for m in g["mages"][side] for cell in free(g)]
    if step == "force":
        return forces(g)
    if step == "extra":
        return mage_actions(g)
    if step == "script mage":
        return script_choices(g)
    if step == "lift":
        return [{"do": "lift", "at": text(cell)} for cell in lifts(g)]
    if step == "gem":
        return [{"do": "gem", "to": way} for way in WAYS]
    return []


def whole_turn(g: Game) -> list[Action]:
    side = g["side"]
    found: list[Action] = [{"do": "end"}]
    if not g["mage used"]:
        found += mage_actions(g)
    if g["upheaves"] < (2 if g["amulets"][side] == "bilevitagramaton" else 1):
        found += upheaves(g)
    if g["amulets"][side] == "extralimitae" and not g["special"]:
        found += [{"do": "special", "at": f"{edge}{n}"} for edge in "TBLR" for n in range(4)]
    own = own_cells(g)
    for n, places in g["runes"].items():
        if n not in g["levels"]:
            found += [{"do": "claim", "card": card} for card in places if card and formed(SHAPES[card], own)]
    held = sorted({level(card) for card in g["hands"][side]})
    for n in held:
        found += [{"do": "cast", "level": n, "spell": spell} for spell in range(1, n + 1) if has_target(g, spell)]
    return found


def mage_actions(g: Game) -> list[Action]:
    side, found = g["side"], []
    for mage in g["mages"][side]:
        found += [{"do": "move", "from": text(mage), "to": text(to)} for to in king(mage) if to in free(g)]
        targets = [at for at in beside(mage) if at in free(g) and g["arena"][at] == side]
        found += [{"do": "activate", "from": text(mage), "at": text(at)} for at in targets]
    return found


def upheaves(g: Game) -> list[Action]:
    found = []
    for cell in free(g):
        for name, (r, c) in SIDES.items():
            if (cell[0] + r, cell[1] + c) in CELLS:
                found.append({"do": "upheave", "lift": text(cell), "side": name})
        if cell not in CENTRE and g["options"]["keep_border_hole"]:
            found.append({"do": "upheave", "lift": text(cell), "side": "-"})
    return found


def has_target(g: Game, spell: int) -> bool:
    side = g["side"]
    if spell == 1 and g["amulets"][side] == "doppelganger":
        return bool(mage_actions(g))
    if spell == 1:
        most = 3 if g["amulets"][side] == "trielementaris" else 2
        return len(g["elementals"][side]) < most and bool(summoning(g))
    return bool(free(g)) if spell == 2 else bool(forces(g))


def summoning(g: Game) -> list[Cell]:
    found = free(g)
    if g["amulets"][g["side"]] == "trielementaris":
        found += [m for m in g["mages"][other(g["side"])] if any(cell in free(g) for cell in king(m))]
    return found


def forces(g: Game) -> list[Action]:
    enemies = g["mages"][other(g["side"])]
    return [{"do": "force", "from": text(m), "to": text(to)} for m in enemies for to in king(m) if to in free(g)]


# ---- doing


def apply(g: Game, action: Action) -> None:
    do, side, step = action["do"], g["side"], g["next"]
    if do == "first":
        g["gem"] = action["side"]
        after_first(g)
    elif do == "amulet":
        g["amulets"][step[1]] = action["amulet"]
        if step[1] == "k":
            g["next"] = ("amulet", "p")
        else:
            deal(g)
    elif do == "reveal":
        reveal(g, action["card"])
    elif do == "lay":
        r, c = action["at"].split(",")
        lay(g, (int(r), int(c)))
    elif do == "stand":
        stand(g, cell_of(action["at"]))
    elif do in ("move", "activate"):
        mage_action(g, action)
    elif do == "upheave":
        upheave(g, cell_of(action["lift"]), action["side"])
        g["upheaves"] += 1
    elif do == "special":
        g["special"] = action["at"]
    elif do == "claim":
        claim(g, action["card"])
    elif do == "cast":
        cast(g, action["level"], action["spell"])
    elif do == "summon":
        cell = cell_of(action["at"])
        if cell in g["mages"][other(side)]:
            g["next"] = ("push", cell)
        else:
            g["elementals"][side] = sorted([*g["elementals"][side], cell])
            g["next"] = ("turn",)
    elif do == "push":
        step_mage(g, other(side), step[1], cell_of(action["to"]))
        g["elementals"][side] = sorted([*g["elementals"][side], step[1]])
        g["next"] = ("turn",)
    elif do in ("levitate", "force"):
        whose = side if do == "levitate" else other(side)
        step_mage(g, whose, cell_of(action["from"]), cell_of(action["to"]))
        g["next"] = ("turn",)
    elif do == "lift":
        g["next"] = ("gem", cell_of(action["at"]))
    elif do == "gem":
        gem(g, action["to"])
    elif do == "end":
        end_turn(g)


def step_mage(g: Game, side: str, start: Cell, goal: Cell) -> None:
    g["mages"][side] = sorted([goal if m == start else m for m in g["mages"][side]])


def mage_action(g: Game, action: Action) -> None:
    if action["do"] == "move":
        step_mage(g, g["side"], cell_of(action["from"]), cell_of(action["to"]))
    else:
        cell = cell_of(action["at"])
        g["arena"][cell] = g["arena"][cell].upper()
    if g["next"][0] == "turn":
        g["mage used"] = True
    elif g["next"][0] == "extra":
        g["next"] = ("turn",)
    else:
        script_lift(g)


def upheave(g: Game, cell: Cell, side: str) -> None:
    tiles = g["arena"]
    hole = next(c for c in CELLS if tiles[c] == ".")
    tiles[hole], tiles[cell] = tiles[cell], "."
    if side == "-":
        return
    r, c = SIDES[side]
    here = cell
    while (here[0] + r, here[1] + c) in CELLS:  # tile after tile moves into the hole, and the hole walks to the border
        nearby = (here[0] + r, here[1] + c)
        tiles[here], tiles[nearby] = tiles[nearby], "."
        for zone in ("mages", "elementals"):
            for who in "kp":
                g[zone][who] = sorted(here if figure == nearby else figure for figure in g[zone][who])
        here = nearby


def take(g: Game, card: str) -> None:
    places = g["runes"][level(card)]
    places[places.index(card)] = None


def claim(g: Game, card: str) -> None:
    take(g, card)
    g["score"][g["side"]] += level(card)
    g["levels"] = sorted([*g["levels"], level(card)])
    if level(card) == 4:
        g["discard"].append(card)
    else:
        g["hands"][g["side"]].append(card)


def cast(g: Game, n: int, spell: int) -> None:
    hand = g["hands"][g["side"]]
    card = next(c for c in hand if level(c) == n)
    hand.remove(card)
    g["discard"].append(card)
    first = "extra" if g["amulets"][g["side"]] == "doppelganger" else "summon"
    g["next"] = ((first, "levitate", "force")[spell - 1],)


# ---- ends


def end_turn(g: Game) -> None:
    g["elementals"] = {"k": [], "p": []}
    g["special"] = None
    g["mage used"], g["upheaves"], g["levels"] = False, 0, []
    refill(g)


def refill(g: Game) -> None:
    for n, (top, side) in g["runes"].items():
        if (top is None or side is None) and any(level(card) == n for card in g["hidden"]):
            g["next"] = ("reveal", n, "refill")
            return
    pass_on(g)


def reveal(g: Game, card: str) -> None:
    _, n, place = g["next"]
    g["hidden"].remove(card)
    if place != "refill":
        g["runes"][n][place] = card
        deal(g)
        return
    top, side = g["runes"][n]
    if top is None and side is None:
        g["runes"][n] = [None, card]
    elif side is None:
        g["runes"][n] = [card, top]
    else:
        g["runes"][n] = [card, side]
    refill(g)


def pass_on(g: Game) -> None:
    if g["side"] == g["gem"]:
        begin_turn(g, other(g["side"]))
        return
    last = 5 if g["solo"] and g["options"]["difficulty"] == "hard" else 6
    if max(g["score"].values()) >= 16 or g["round"] == last:
        g["next"] = ("over",)
        return
    g["round"] += 1
    begin_turn(g, g["gem"])


# ---- the solo script


def script_choices(g: Game) -> list[Action]:
    (mage,) = g["mages"]["k"]
    wakes = [at for at in beside(mage) if at in free(g) and g["arena"][at] == "k"]
    if wakes:
        return [{"do": "activate", "from": text(mage), "at": text(at)} for at in wakes]
    away = distances(g, mage)
    targets = [cell for cell in free(g) if g["arena"][cell] in "Pp" and cell in away]
    if not targets:
        return []
    nearest = min(away[cell] for cell in targets)
    near = [cell for cell in targets if away[cell] == nearest]
    near = [cell for cell in near if g["arena"][cell] == "p"] or near
    found = []
    for to in king(mage):
        if to in free(g):
            onward = distances(g, to)
            if any(onward.get(cell) == nearest - 1 for cell in near):
                found.append({"do": "move", "from": text(mage), "to": text(to)})
    return found


def distances(g: Game, start: Cell) -> dict[Cell, int]:
    away, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for cell in king(here):
            if cell in free(g) and cell not in away:
                away[cell] = away[here] + 1
                edge.append(cell)
    return away


def script_mage(g: Game) -> None:
    found = script_choices(g)
    g["next"] = ("script mage",)
    if len(found) == 1:
        mage_action(g, found[0])
    elif not found:
        script_lift(g)


def lifts(g: Game) -> list[Cell]:
    for tile in "PpNkK":
        found = [cell for cell in CENTRE if cell in free(g) and g["arena"][cell] == tile]
        if found:
            return found
    return []


def script_lift(g: Game) -> None:
    found = lifts(g)
    g["next"] = ("gem", found[0]) if len(found) == 1 else ("lift",)


def gem(g: Game, way: str) -> None:
    part = {"up": "D", "down": "U", "left": "R", "right": "L"}[way]
    upheave(g, g["next"][1], part)
    for n in TAKES[g["options"]["difficulty"]][g["round"]]:
        top, side = g["runes"][n]
        card = top or side
        if card:
            take(g, card)
            g["discard"].append(card)
            g["score"]["k"] += n
    end_turn(g)


# ---- answers


def scores(g: Game) -> list[int]:
    return [g["score"]["p"]] if g["solo"] else [g["score"]["k"], g["score"]["p"]]


def outcome(g: Game) -> dict[str, Any] | None:
    if g["next"][0] != "over":
        return None
    black, purple = g["score"]["k"], g["score"]["p"]
    hard = g["solo"] and g["options"]["difficulty"] == "hard"
    won = "k" if black > purple else "p" if purple > black else other(g["gem"])
    if hard and max(black, purple) < 16:
        won = "k"
    reason = "tie" if black == purple else "power" if max(black, purple) >= 16 else "time" if hard else "rounds"
    winners = ["kp".index(won)] if not g["solo"] else [0] if won == "p" else []
    return {"winners": winners, "scores": scores(g), "reason": reason}


def position(g: Game) -> dict[str, Any]:
    over = g["next"][0] == "over"
    return {
        "game": "spell",
        "seats": g["seats"],
        "options": g["options"],
        "arena": ["".join(g["arena"][r, c] for c in range(4)) for r in range(4)],
        "mages": {side: [text(cell) for cell in g["mages"][side]] for side in "kp"},
        "elementals": {side: [text(cell) for cell in g["elementals"][side]] for side in "kp"},
        "special": {side: g["special"] if side == g["side"] else None for side in "kp"},
        "turn": None if over else g["side"],
        "round": g["round"],
        "gem": g["gem"],
        "score": g["score"],
        "used": {
            "mage": g["mage used"],
            "upheaves": g["upheaves"],
            "special": g["special"] is not None,
            "levels": g["levels"],
        },
        "runes": {str(n): places for n, places in g["runes"].items()},
        "hands": g["hands"],
        "discard": g["discard"],
        "amulets": g["amulets"],
    }
