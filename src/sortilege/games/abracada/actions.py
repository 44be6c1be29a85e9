"""Action ids and action objects. Ids never change, because records are replayed by drawing chance outcomes in ascending
order of their ids."""

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
    """Call a spell. The call succeeds if the caller has a stone of it."""

    do: Literal["call"]
    spell: int  # 1 to 8


# ---------------------------------------------------------------- outcomes of chance
class First(TypedDict):
    """Chance chooses the seat that starts."""

    do: Literal["first"]
    seat: int  # from 0


class Stone(TypedDict):
    """Chance reveals the spell of the next stone, which is dealt to a hand or turned up on the board."""

    do: Literal["stone"]
    spell: int  # 1 to 8


class Lift(TypedDict):
    """Chance chooses which of several stones that match a call leaves the hand: the stone in this slot."""

    do: Literal["lift"]
    slot: int  # from 0 for the left end of the hand


class Roll(TypedDict):
    """Chance rolls the die."""

    do: Literal["roll"]
    die: int  # the number rolled, 1 to 6


class Secret(TypedDict):
    """Chance reveals the spell of the secret stone that the caller takes with the spell owl."""

    do: Literal["secret"]
    spell: int


Action: TypeAlias = End | Call | First | Stone | Lift | Roll | Secret


# ---------------------------------------------------------------- ids: the number below plus the argument, if any
END: Final = 0
CALL: Final = 0  # CALL + spell
FIRST: Final = 16  # FIRST + seat
STONE: Final = 24  # STONE + spell
LIFT: Final = 40  # LIFT + slot
ROLL: Final = 48  # ROLL + face
SECRET: Final = 56  # SECRET + spell

OBJECTS: Final[dict[int, Action]] = {
    END: {"do": "end"},
    **{CALL + spell: Call(do="call", spell=spell) for spell in range(1, box.KINDS + 1)},
    **{FIRST + seat: First(do="first", seat=seat) for seat in range(5)},
    **{STONE + spell: Stone(do="stone", spell=spell) for spell in range(1, box.KINDS + 1)},
    **{LIFT + slot: Lift(do="lift", slot=slot) for slot in range(box.HAND)},
    **{ROLL + face: Roll(do="roll", die=face) for face in range(1, 7)},
    **{SECRET + spell: Secret(do="secret", spell=spell) for spell in range(1, box.KINDS + 1)},
}
UNKNOWN_SPELL_RULE: Final = "AQ-204"
UNKNOWN_ACTION_RULE: Final = "AQ-910"
ACTION_TABLE: Final = ActionTable(OBJECTS, UNKNOWN_ACTION_RULE, {"call": UNKNOWN_SPELL_RULE})


def describe(action: Untrusted) -> Action:
    return ACTION_TABLE.describe(action)


def find(action: Untrusted) -> int:
    """Return the id of an action object. Raise IllegalAction if there is no such action."""
    action_id = ACTION_TABLE.find(action)
    if action_id is not None:
        return action_id
    # The verb and its keys are valid, but a value is not.
    if action["do"] == "call":
        raise IllegalAction(UNKNOWN_SPELL_RULE, box.phrase("call", given=quote(action["spell"])))
    raise IllegalAction(UNKNOWN_ACTION_RULE, box.phrase("no_action", given=quote(action)))
