"""Action id <-> action object. Ids are fixed and ascend in the order chance is published in.

A card's code is letter * 104 + (level - 1) * 26 + (number - 1), so that the ids stay the same whichever deck is played.
"""

from __future__ import annotations

import re
from typing import Final, NotRequired, TypedDict

from sortilege.core.errors import IllegalAction, quote
from sortilege.core.shapes import Untrusted
from sortilege.core.verbs import Verbs
from sortilege.games.spell import box

# `from` is a word of Python, so it cannot be declared in a class
From = TypedDict("From", {"from": NotRequired[str]})


class Action(From):
    """What a seat or chance does: a verb, and those of the keys below that belong to it."""

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
    """The name of a card: a letter for the deck, its level, its number."""
    return f"{chr(65 + code // 104)}{code // 26 % 4 + 1}-{code % 26 + 1}"


def card_code(name: str) -> int:
    """The code of a card's name, or -1 if no card can have it."""
    parts = CARD.fullmatch(name)
    if parts is None:
        return -1
    return (ord(parts[1]) - 65) * 104 + (int(parts[2]) - 1) * 26 + int(parts[3]) - 1


def _walks(base: int, do: str) -> dict[int, Action]:
    return {base + a * 16 + b: {"do": do, "from": CELL[a], "to": CELL[b]} for a in range(16) for b in range(16)}


OBJECTS: Final[dict[int, Action]] = {
    END: {"do": "end"},
    **_walks(MOVE, "move"),
    **{ACTIVATE + a * 16 + b: {"do": "activate", "from": CELL[a], "at": CELL[b]} for a in range(16) for b in range(16)},
    **{UPHEAVE + c * 8 + s: {"do": "upheave", "lift": CELL[c], "side": SLIDES[s]} for c in range(16) for s in range(5)},
    **{SPECIAL + i: {"do": "special", "at": OUTSIDE[i]} for i in range(16)},
    **{CAST + n * 4 + s: {"do": "cast", "level": n, "spell": s} for n in range(1, 4) for s in range(1, n + 1)},
    **_walks(LEVITATE, "levitate"),
    **_walks(FORCE, "force"),
    **{SUMMON + c: {"do": "summon", "at": CELL[c]} for c in range(16)},
    **{PUSH + c: {"do": "push", "to": CELL[c]} for c in range(16)},
    **{LAY + r * 8 + c: {"do": "lay", "at": f"{r - 3},{c - 2}"} for r in range(7) for c in range(5)},
    **{STAND + c: {"do": "stand", "at": CELL[c]} for c in range(16)},
    **{LIFT + c: {"do": "lift", "at": CELL[c]} for c in range(16)},
    **{FIRST + i: {"do": "first", "side": side} for i, side in enumerate(box.SIDES)},
    **{AMULET + i: {"do": "amulet", "amulet": name} for i, name in enumerate(box.AMULETS) if name},
    **{GEM + i: {"do": "gem", "to": way} for i, way in enumerate(box.DIRECTIONS)},
}
# the rule that says what the argument of a verb may be
SHAPED_BY: Final = {
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
VERBS: Final = Verbs(OBJECTS, "SP-081", SHAPED_BY, {"claim": ("card",), "reveal": ("card",)})


def describe(action: Untrusted) -> Action:
    """The object of an id."""
    if type(action) is int:
        for base, do in ((CLAIM, "claim"), (REVEAL, "reveal")):
            if 0 <= action - base < CODES:
                return {"do": do, "card": card_name(action - base)}
    return VERBS.describe(action)


def find(thing: Untrusted) -> int:
    """The id of an object."""
    known = VERBS.find(thing)
    do = thing["do"]
    if known is None and do in ("claim", "reveal"):
        code = card_code(thing["card"]) if isinstance(thing["card"], str) else -1
        known = (CLAIM if do == "claim" else REVEAL) + code if code >= 0 else None
    if known is not None:
        return known
    given = [f"{key} {quote(value)}" for key, value in thing.items() if key != "do"]
    raise IllegalAction(SHAPED_BY[do], box.phrase("no_action", do=do, given=given))
