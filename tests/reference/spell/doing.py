"""Doing it: actions, the end of a turn, the solo script; and what is so in the end."""

from typing import Any

from tests.reference.spell.board import CELLS, SIDES, TAKES, Action, Cell, Game, cell_of, level, other, text, to_play
from tests.reference.spell.choices import lifts, script_choices
from tests.reference.spell.making import after_first, deal, lay, stand


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


def begin_turn(g: Game, side: str) -> None:
    to_play(g, side)
    if g["solo"] and side == "k":
        script_mage(g)


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


def script_mage(g: Game) -> None:
    actions = script_choices(g)
    g["next"] = ("script mage",)
    if len(actions) == 1:
        mage_action(g, actions[0])
    elif not actions:
        script_lift(g)


def script_lift(g: Game) -> None:
    cells = lifts(g)
    g["next"] = ("gem", cells[0]) if len(cells) == 1 else ("lift",)


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
