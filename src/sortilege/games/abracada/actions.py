"""Action id <-> action object. Ids are fixed and ascend in the order chance is published in."""

from __future__ import annotations

from typing import Any, Final

from sortilege.core.errors import IllegalAction
from sortilege.core.verbs import misshapen, shapes
from sortilege.games.abracada.box import HAND, KINDS

END: Final = 0
CALL: Final = 0  # CALL + spell
FIRST: Final = 16  # FIRST + seat
STONE: Final = 24  # STONE + spell
LIFT: Final = 40  # LIFT + slot
ROLL: Final = 48  # ROLL + face
SECRET: Final = 56  # SECRET + spell

OBJECTS: Final[dict[int, dict[str, Any]]] = {
    END: {"do": "end"},
    **{CALL + n: {"do": "call", "spell": n} for n in range(1, KINDS + 1)},
    **{FIRST + s: {"do": "first", "seat": s} for s in range(5)},
    **{STONE + n: {"do": "stone", "spell": n} for n in range(1, KINDS + 1)},
    **{LIFT + i: {"do": "lift", "slot": i} for i in range(HAND)},
    **{ROLL + n: {"do": "roll", "die": n} for n in range(1, 7)},
    **{SECRET + n: {"do": "secret", "spell": n} for n in range(1, KINDS + 1)},
}
IDS: Final = {tuple(sorted(thing.items())): a for a, thing in OBJECTS.items()}
SHAPES: Final = shapes(OBJECTS.values())


def describe(action: int) -> dict[str, Any]:
    """The object of an id."""
    if type(action) is not int or action not in OBJECTS:
        raise IllegalAction("AQ-910", f"there is no action number {action!r}")
    return dict(OBJECTS[action])


def find(thing: Any) -> int:
    """The id of an object."""
    if not isinstance(thing, dict):
        raise IllegalAction("AQ-910", f"an action is an object like {{'do': 'call', 'spell': 5}}, not {thing!r}")
    # the types count too: True equals 1 in Python, but is no spell
    plain = all(type(key) is str and type(value) in (int, str) for key, value in thing.items())
    known = IDS.get(tuple(sorted(thing.items()))) if plain else None
    if known is not None:
        return known
    why = misshapen(thing, SHAPES)
    if why is not None:
        raise IllegalAction("AQ-204" if thing["do"] == "call" else "AQ-910", why)
    if thing.get("do") == "call":
        raise IllegalAction("AQ-204", f"a call names one spell from 1 to 8, not {thing['spell']!r}")
    raise IllegalAction("AQ-910", f"there is no action {thing!r}; a seat can call a spell or end its turn")
