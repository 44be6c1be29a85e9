"""What may be done, and how likely what chance decides is."""

from tests.reference.spell.board import (
    AMULETS,
    CELLS,
    CENTRE,
    SHAPES,
    SIDES,
    WAYS,
    Action,
    Cell,
    Game,
    beside,
    formed,
    free,
    king,
    level,
    other,
    own_cells,
    text,
)
from tests.reference.spell.making import may_lay


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
    return [(action, 1) for action in list_actions(g)]


def list_actions(g: Game) -> list[Action]:
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
    actions: list[Action] = [{"do": "end"}]
    if not g["mage used"]:
        actions += mage_actions(g)
    if g["upheaves"] < (2 if g["amulets"][side] == "bilevitagramaton" else 1):
        actions += upheaves(g)
    if g["amulets"][side] == "extralimitae" and not g["special"]:
        actions += [{"do": "special", "at": f"{edge}{n}"} for edge in "TBLR" for n in range(4)]
    own = own_cells(g)
    for n, places in g["runes"].items():
        if n not in g["levels"]:
            actions += [{"do": "claim", "card": card} for card in places if card and formed(SHAPES[card], own)]
    held = sorted({level(card) for card in g["hands"][side]})
    for n in held:
        actions += [{"do": "cast", "level": n, "spell": spell} for spell in range(1, n + 1) if has_target(g, spell)]
    return actions


def mage_actions(g: Game) -> list[Action]:
    side, actions = g["side"], []
    for mage in g["mages"][side]:
        actions += [{"do": "move", "from": text(mage), "to": text(to)} for to in king(mage) if to in free(g)]
        targets = [at for at in beside(mage) if at in free(g) and g["arena"][at] == side]
        actions += [{"do": "activate", "from": text(mage), "at": text(at)} for at in targets]
    return actions


def upheaves(g: Game) -> list[Action]:
    actions = []
    for cell in free(g):
        for name, (r, c) in SIDES.items():
            if (cell[0] + r, cell[1] + c) in CELLS:
                actions.append({"do": "upheave", "lift": text(cell), "side": name})
        if cell not in CENTRE and g["options"]["keep_border_hole"]:
            actions.append({"do": "upheave", "lift": text(cell), "side": "-"})
    return actions


def has_target(g: Game, spell: int) -> bool:
    side = g["side"]
    if spell == 1 and g["amulets"][side] == "doppelganger":
        return bool(mage_actions(g))
    if spell == 1:
        most = 3 if g["amulets"][side] == "trielementaris" else 2
        return len(g["elementals"][side]) < most and bool(summoning(g))
    return bool(free(g)) if spell == 2 else bool(forces(g))


def summoning(g: Game) -> list[Cell]:
    cells = free(g)
    if g["amulets"][g["side"]] == "trielementaris":
        cells += [m for m in g["mages"][other(g["side"])] if any(cell in free(g) for cell in king(m))]
    return cells


def forces(g: Game) -> list[Action]:
    enemies = g["mages"][other(g["side"])]
    return [{"do": "force", "from": text(m), "to": text(to)} for m in enemies for to in king(m) if to in free(g)]


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
    actions = []
    for to in king(mage):
        if to in free(g):
            onward = distances(g, to)
            if any(onward.get(cell) == nearest - 1 for cell in near):
                actions.append({"do": "move", "from": text(mage), "to": text(to)})
    return actions


def distances(g: Game, start: Cell) -> dict[Cell, int]:
    away, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for cell in king(here):
            if cell in free(g) and cell not in away:
                away[cell] = away[here] + 1
                edge.append(cell)
    return away


def lifts(g: Game) -> list[Cell]:
    for tile in "PpNkK":
        cells = [cell for cell in CENTRE if cell in free(g) and g["arena"][cell] == tile]
        if cells:
            return cells
    return []
