"""Abracada… Quoi ? a second time: written from the ledger and the contract alone, as plainly as possible.

Nothing here is shared with the engine and nothing is fast. A game is a dict; `g["next"]` says what must happen next:
("first",), ("stone", where), ("lift", slots), ("roll", spell, success), ("secret",), ("decide",) or ("over",).
"""

from typing import Any

Game = dict[str, Any]
Action = dict[str, Any]

STOCK = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8}
FACE_UP = {2: 12, 3: 6, 4: 0, 5: 0}
DEFAULTS = {"variant": "standard", "easy": False, "low_call": "refuse", "die": [1, 1, 2, 2, 3, 3], "first": "random"}


# ---- beginning


def new(seats: int, options: dict[str, Any]) -> Game:
    chosen = {**DEFAULTS, **options}
    g: Game = {"seats": seats, "options": chosen, "round": 0, "scores": [0] * seats, "points": None, "winners": None}
    if chosen["first"] == "random":
        g["next"] = ("first",)
    else:
        start_round(g, chosen["first"])
    return g


def load(position: dict[str, Any]) -> Game:
    """Load a game at a decision node from a position that has every key."""
    return {
        "seats": position["seats"],
        "options": {**DEFAULTS, **position["options"]},
        "round": position["round"],
        "scores": list(position["scores"]),
        "points": None,
        "winners": None,
        "life": list(position["life"]),
        "hands": [[int(c) for c in hand] for hand in position["hands"]],
        "board": [n for n in STOCK for _ in range(position["board"][n - 1])],
        "taken": [[int(c) for c in held] for held in position["taken"]],
        "secrets": position["secrets"],
        "seat": position["turn"]["seat"],
        "last": position["turn"]["last"],
        "next": ("decide",),
    }


def start_round(g: Game, starter: int) -> None:
    g["round"] += 1
    g["life"] = [6] * g["seats"]
    g["hands"] = [[] for _ in range(g["seats"])]
    g["board"] = []
    g["taken"] = [[] for _ in range(g["seats"])]
    g["secrets"] = 4
    g["seat"] = starter
    g["last"] = 0
    g["deal"] = [seat for seat in range(g["seats"]) for _ in range(5)] + ["board"] * FACE_UP[g["seats"]]
    deal_or_begin(g)


def deal_or_begin(g: Game) -> None:
    """Deal what waits to be dealt; if nothing does, the next seat decides."""
    if g["deal"]:
        g["next"] = ("stone", g["deal"].pop(0))
    else:
        g["next"] = ("decide",)


# ---- counting


def unseen(g: Game) -> dict[int, int]:
    """Return all stones of the pile and the secret places together."""
    elsewhere = g["board"] + [s for hand in g["hands"] for s in hand] + [s for held in g["taken"] for s in held]
    return {n: STOCK[n] - elsewhere.count(n) for n in STOCK}


def pile(g: Game) -> int:
    return sum(unseen(g).values()) - g["secrets"]


def living(g: Game) -> list[int]:
    return [seat for seat in range(g["seats"]) if g["life"][seat] > 0]


def neighbour(g: Game, seat: int, step: int) -> int:
    seat = (seat + step) % g["seats"]
    while g["life"][seat] == 0:
        seat = (seat + step) % g["seats"]
    return seat


# ---- asking


def turn(g: Game) -> int:
    if g["next"][0] == "over":
        return -2
    return g["seat"] if g["next"][0] == "decide" else -1


def choices(g: Game) -> list[tuple[Action, int]]:
    """Return every legal action with its weight (0 for a decision)."""
    kind = g["next"][0]
    if kind == "first":
        return [({"do": "first", "seat": seat}, 1) for seat in range(g["seats"])]
    if kind in ("stone", "secret"):
        return [({"do": kind, "spell": n}, left) for n, left in unseen(g).items() if left > 0]
    if kind == "lift":
        return [({"do": "lift", "slot": slot}, 1) for slot in g["next"][1]]
    if kind == "roll":
        faces = g["options"]["die"]
        return [({"do": "roll", "die": face}, faces.count(face)) for face in sorted(set(faces))]
    if kind == "decide":
        ordered = g["options"]["low_call"] == "refuse" and not g["options"]["easy"]
        calls = [n for n in STOCK if n >= g["last"] or not ordered]
        return [({"do": "call", "spell": n}, 0) for n in calls] + ([({"do": "end"}, 0)] if g["last"] else [])
    return []


# ---- playing


def apply(g: Game, action: Action) -> None:
    kind = g["next"][0]
    if kind == "first":
        start_round(g, action["seat"])
    elif kind == "stone":
        where = g["next"][1]
        (g["board"] if where == "board" else g["hands"][where]).append(action["spell"])
        deal_or_begin(g)
    elif kind == "lift":
        cast(g, action["slot"])
    elif kind == "roll":
        rolled(g, action["die"])
    elif kind == "secret":
        g["taken"][g["seat"]].append(action["spell"])
        g["secrets"] -= 1
        after_success(g)
    elif action["do"] == "end":
        end_turn(g)
    else:
        call(g, action["spell"])


def call(g: Game, spell: int) -> None:
    seat = g["seat"]
    g["in"] = living(g)
    if spell < g["last"] and not g["options"]["easy"]:
        lose_by_own_fault(g, 1)
        return
    slots = [slot for slot, stone in enumerate(g["hands"][seat]) if stone == spell]
    if len(slots) > 1:
        g["next"] = ("lift", slots)
    elif slots:
        cast(g, slots[0])
    elif spell == 1:
        g["next"] = ("roll", 1, False)
    else:
        lose_by_own_fault(g, 1)


def cast(g: Game, slot: int) -> None:
    seat = g["seat"]
    spell = g["hands"][seat].pop(slot)
    g["board"].append(spell)
    g["last"] = spell
    others = [rival for rival in living(g) if rival != seat]
    if spell in (1, 3):
        g["next"] = ("roll", spell, True)
        return
    if spell == 4 and g["secrets"] > 0:
        g["next"] = ("secret",)
        return
    if spell == 2:
        gain(g, seat, 1)
        hurt(g, others, 1)
    if spell == 5:
        hurt(g, sorted({neighbour(g, seat, 1), neighbour(g, seat, -1)}), 1)
    if spell == 6:
        hurt(g, [neighbour(g, seat, 1)], 1)
    if spell == 7:
        hurt(g, [neighbour(g, seat, -1)], 1)
    if spell == 8:
        gain(g, seat, 1)
    after_success(g)


def rolled(g: Game, die: int) -> None:
    _, spell, success = g["next"]
    if not success:
        lose_by_own_fault(g, die)
        return
    if spell == 1:
        hurt(g, [rival for rival in living(g) if rival != g["seat"]], die)
    else:
        gain(g, g["seat"], die)
    after_success(g)


def gain(g: Game, seat: int, lives: int) -> None:
    g["life"][seat] = min(6, g["life"][seat] + lives)


def hurt(g: Game, seats: list[int], lives: int) -> None:
    for seat in seats:
        g["life"][seat] = max(0, g["life"][seat] - lives)


def after_success(g: Game) -> None:
    seat, alive = g["seat"], living(g)
    emptied = g["hands"][seat] == []
    if g["options"]["variant"] == "last":
        if emptied or len(alive) == 1:
            last_one_takes_all(g, seat)
        else:
            g["next"] = ("decide",)
    elif emptied:
        score(g, [3 + len(g["taken"][s]) if s == seat else 0 for s in range(g["seats"])])
    elif len(alive) < g["seats"]:
        base = [3 if s == seat else 1 for s in range(g["seats"])]
        score(g, [base[s] + len(g["taken"][s]) if s in alive else 0 for s in range(g["seats"])])
    else:
        g["next"] = ("decide",)


def lose_by_own_fault(g: Game, lives: int) -> None:
    seat = g["seat"]
    hurt(g, [seat], lives)
    if g["life"][seat] > 0:
        end_turn(g)
    elif g["options"]["variant"] == "standard":
        score(g, [0 if s == seat else 1 + len(g["taken"][s]) for s in range(g["seats"])])
    elif len(living(g)) == 1:
        last_one_takes_all(g, living(g)[0])
    else:
        end_turn(g)


def last_one_takes_all(g: Game, winner: int) -> None:
    score(g, [2 + len(g["taken"][s]) if s == winner else 0 for s in range(g["seats"])])


def end_turn(g: Game) -> None:
    seat = g["seat"]
    missing = 5 - len(g["hands"][seat]) if g["life"][seat] > 0 else 0
    g["deal"] = [seat] * min(missing, pile(g))
    g["seat"] = neighbour(g, seat, 1)
    g["last"] = 0
    deal_or_begin(g)


# ---- scoring


def score(g: Game, points: list[int]) -> None:
    g["points"] = points
    g["scores"] = [total + more for total, more in zip(g["scores"], points, strict=True)]
    arrived = [seat for seat in range(g["seats"]) if g["scores"][seat] >= 8]
    if arrived:
        g["winners"], g["reason"] = winners(g, arrived)
        g["next"] = ("over",)
        return
    following = [(g["seat"] + step) % g["seats"] for step in range(1, g["seats"])]
    start_round(g, next(seat for seat in following if seat in g["in"]))


def winners(g: Game, arrived: list[int]) -> tuple[list[int], str]:
    if len(arrived) == 1:
        return arrived, "points"
    best = [seat for seat in arrived if g["points"][seat] == max(g["points"][rival] for rival in arrived)]
    if len(best) == 1:
        return best, "last round"
    fittest = [seat for seat in best if g["life"][seat] == max(g["life"][rival] for rival in best)]
    return fittest, "life" if len(fittest) == 1 else "shared"


# ---- showing


def outcome(g: Game) -> dict[str, Any] | None:
    if g["next"][0] != "over":
        return None
    return {"winners": g["winners"], "scores": g["scores"], "reason": g["reason"]}


def position(g: Game) -> dict[str, Any]:
    """Return the JSON position of a decision node or of a game that is over."""
    over = g["next"][0] == "over"
    public = {
        "game": "abracada",
        "seats": g["seats"],
        "options": g["options"],
        "round": g["round"],
        "scores": g["scores"],
        "life": g["life"],
        "hands": ["".join(map(str, hand)) for hand in g["hands"]],
        "board": [g["board"].count(n) for n in STOCK],
        "secrets": g["secrets"],
        "taken": ["".join(map(str, held)) for held in g["taken"]],
        "turn": None if over else {"seat": g["seat"], "last": g["last"]},
    }
    return {**public, "points": g["points"]} if over else public
