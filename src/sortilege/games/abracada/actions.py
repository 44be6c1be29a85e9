"""Conversion between action ids and action objects. Ids are fixed, and outcomes of chance are drawn in ascending order
of id."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypedDict

from sortilege.core.contract.action_table import ActionTable
from sortilege.core.errors import IllegalAction, quote
from sortilege.core.types import Untrusted
from sortilege.games.abracada import box


# ---------------------------------------------------------------- decisions
class End(TypedDict):
    """End the turn and refill the hand."""

    do: Literal["end"]


class Call(TypedDict):
    """Call a spell that one hopes to hold."""

    do: Literal["call"]
    spell: int


# ---------------------------------------------------------------- outcomes of chance
class First(TypedDict):
    """The seat that starts."""

    do: Literal["first"]
    seat: int


class Stone(TypedDict):
    """The spell of the next stone, dealt to a hand or turned up on the board."""

    do: Literal["stone"]
    spell: int


class Lift(TypedDict):
    """The slot of the stone that leaves, if several match the call."""

    do: Literal["lift"]
    slot: int


class Roll(TypedDict):
    """The result of the die."""

    do: Literal["roll"]
    die: int


class Secret(TypedDict):
    """The spell of the secret stone that the owl brings."""

    do: Literal["secret"]
    spell: int


Action: TypeAlias = End | Call | First | Stone | Lift | Roll | Secret


# ---------------------------------------------------------------- ids
END: Final = 0
CALL: Final = 0  # CALL + spell
FIRST: Final = 16  # FIRST + seat
STONE: Final = 24  # STONE + spell
LIFT: Final = 40  # LIFT + slot
ROLL: Final = 48  # ROLL + face
SECRET: Final = 56  # SECRET + spell

OBJECTS: Final[dict[int, Action]] = {
    END: {"do": "end"},
    **{CALL + n: Call(do="call", spell=n) for n in range(1, box.KINDS + 1)},
    **{FIRST + s: First(do="first", seat=s) for s in range(5)},
    **{STONE + n: Stone(do="stone", spell=n) for n in range(1, box.KINDS + 1)},
    **{LIFT + i: Lift(do="lift", slot=i) for i in range(box.HAND)},
    **{ROLL + n: Roll(do="roll", die=n) for n in range(1, 7)},
    **{SECRET + n: Secret(do="secret", spell=n) for n in range(1, box.KINDS + 1)},
}
ACTION_TABLE: Final = ActionTable(OBJECTS, "AQ-910", {"call": "AQ-204"})


def describe(action: Untrusted) -> Action:
    return ACTION_TABLE.describe(action)


def find(thing: Untrusted) -> int:
    """Return the id of an action object. Raise IllegalAction if there is none."""
    known = ACTION_TABLE.find(thing)
    if known is not None:
        return known
    if thing["do"] == "call":
        raise IllegalAction("AQ-204", box.phrase("call", given=quote(thing["spell"])))
    raise IllegalAction("AQ-910", box.phrase("no_action", given=quote(thing)))
