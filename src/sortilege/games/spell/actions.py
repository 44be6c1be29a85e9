"""Conversion between action ids and action objects. Ids are fixed, and outcomes of chance are drawn in ascending order
of id.

A card has the code letter * 104 + (level - 1) * 26 + (number - 1), so its ids do not depend on the deck.
"""

from __future__ import annotations

import re
from typing import Final, NotRequired, TypedDict

from sortilege.core.contract.action_table import ActionTable
from sortilege.core.errors import IllegalAction, quote
from sortilege.core.types import Untrusted
from sortilege.games.spell import box

# `from` is a keyword of Python, so it cannot be declared in a class
From = TypedDict("From", {"from": NotRequired[str]})


class Action(From):
    """An action of a seat or an outcome of chance: a verb, and the keys that this verb needs."""

    do: str
    to: NotRequired[str]
    at: NotRequired[str]
    lift: NotRequired[str]
    side: NotRequired[str]
    level: NotRequired[int]
    spell: NotRequired[int]
    card: NotRequired[str]
    amulet: NotRequired[str]


END: Final = 0
MOVE: Final = 256  # MOVE + from * 16 + to
ACTIVATE: Final = 512  # ACTIVATE + from * 16 + at
UPHEAVE: Final = 768  # UPHEAVE + lift * 8 + side
SPECIAL: Final = 896  # SPECIAL + outside cell
CAST: Final = 912  # CAST + level * 4 + spell
SUMMON: Final = 928  # SUMMON + cell
PUSH: Final = 944  # PUSH + cell
STAND: Final = 960  # STAND + cell
LIFT: Final = 976  # LIFT + cell
FIRST: Final = 992  # FIRST + side
AMULET: Final = 1000  # AMULET + its number
GEM: Final = 1008  # GEM + direction
LEVITATE: Final = 1024  # LEVITATE + from * 16 + to
FORCE: Final = 1280  # FORCE + from * 16 + to
LAY: Final = 1536  # LAY + row * 8 + column of the building grid
CLAIM: Final = 1600  # CLAIM + code
REVEAL: Final = 4352  # REVEAL + code

CODES: Final = 26 * 104
SLIDES: Final = "UDLR-"  # the sides of an upheave, as numbered in the rules
CELL: Final = [f"{r}{c}" for r in range(4) for c in range(4)]
OUTSIDE: Final = [f"{edge}{i}" for edge in "TBLR" for i in range(4)]
CARD: Final = re.compile(r"([A-Z])([1-4])-([1-9]|1[0-9]|2[0-6])")


def card_name(code: int) -> str:
    """Return the name of a card: a letter for the deck, its level, a dash and its number."""
    return f"{chr(65 + code // 104)}{code // 26 % 4 + 1}-{code % 26 + 1}"


def card_code(name: str) -> int:
    """Return the code of a card name, or -1 if it is not a valid name."""
    parts = CARD.fullmatch(name)
    if parts is None:
        return -1
    return (ord(parts[1]) - 65) * 104 + (int(parts[2]) - 1) * 26 + int(parts[3]) - 1


def _moves(base: int, do: str) -> dict[int, Action]:
    """Return the actions of a verb that moves a figure from one cell to another."""
    return {base + a * 16 + b: {"do": do, "from": CELL[a], "to": CELL[b]} for a in range(16) for b in range(16)}


OBJECTS: Final[dict[int, Action]] = {
    END: {"do": "end"},
    **_moves(MOVE, "move"),
    **{ACTIVATE + a * 16 + b: {"do": "activate", "from": CELL[a], "at": CELL[b]} for a in range(16) for b in range(16)},
    **{UPHEAVE + c * 8 + s: {"do": "upheave", "lift": CELL[c], "side": SLIDES[s]} for c in range(16) for s in range(5)},
    **{SPECIAL + i: {"do": "special", "at": OUTSIDE[i]} for i in range(16)},
    **{CAST + n * 4 + s: {"do": "cast", "level": n, "spell": s} for n in range(1, 4) for s in range(1, n + 1)},
    **_moves(LEVITATE, "levitate"),
    **_moves(FORCE, "force"),
    **{SUMMON + c: {"do": "summon", "at": CELL[c]} for c in range(16)},
    **{PUSH + c: {"do": "push", "to": CELL[c]} for c in range(16)},
    **{LAY + r * 8 + c: {"do": "lay", "at": f"{r - 3},{c - 2}"} for r in range(7) for c in range(5)},
    **{STAND + c: {"do": "stand", "at": CELL[c]} for c in range(16)},
    **{LIFT + c: {"do": "lift", "at": CELL[c]} for c in range(16)},
    **{FIRST + i: {"do": "first", "side": side} for i, side in enumerate(box.SIDES)},
    **{AMULET + i: {"do": "amulet", "amulet": name} for i, name in enumerate(box.AMULETS) if name},
    **{GEM + i: {"do": "gem", "to": direction} for i, direction in enumerate(box.DIRECTIONS)},
}
# the rule about the values that the keys of a verb may have
VALUE_RULES: Final = {
    "end": "SP-086",
    "lay": "SP-046",
    "stand": "SP-076",
    "move": "SP-105",
    "activate": "SP-109",
    "upheave": "SP-125",
    "claim": "SP-141",
    "reveal": "SP-207",
    "special": "SP-282",
    "cast": "SP-173",
    "summon": "SP-180",
    "push": "SP-272",
    "levitate": "SP-190",
    "force": "SP-195",
    "lift": "SP-315",
    "first": "SP-032",
    "amulet": "SP-241",
    "gem": "SP-319",
}
COUNT: Final = REVEAL + CODES
ACTION_TABLE: Final = ActionTable(OBJECTS, "SP-081", VALUE_RULES, {"claim": ("card",), "reveal": ("card",)})


def describe(action: Untrusted) -> Action:
    """Return the object of an id."""
    if type(action) is int:
        for base, do in ((CLAIM, "claim"), (REVEAL, "reveal")):
            if 0 <= action - base < CODES:
                return {"do": do, "card": card_name(action - base)}
    return ACTION_TABLE.describe(action)


def find(thing: Untrusted) -> int:
    """Return the id of an action object. Raise IllegalAction if there is none."""
    action = ACTION_TABLE.find(thing)
    do = thing["do"]
    if action is None and do in ("claim", "reveal"):
        code = card_code(thing["card"]) if isinstance(thing["card"], str) else -1
        action = (CLAIM if do == "claim" else REVEAL) + code if code >= 0 else None
    if action is not None:
        return action
    values = [f"{key} {quote(value)}" for key, value in thing.items() if key != "do"]
    raise IllegalAction(VALUE_RULES[do], box.phrase("no_action", do=do, given=values))
