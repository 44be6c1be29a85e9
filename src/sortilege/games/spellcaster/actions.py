"""Actions and chance outcomes as ids and as JSON objects. The ids never change, because records depend on their order:
the outcomes of chance are listed in ascending order of the ids."""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, TypedDict, cast

from sortilege.core.contract.action_table import ActionTable
from sortilege.core.errors import IllegalAction, quote
from sortilege.core.types import Untrusted
from sortilege.games.spellcaster.box import CARD_IDS, COLOURS, phrase

DRAW: Final = 0
PASS: Final = 1
PAY: Final = 2
DECLINE: Final = 3
STOP: Final = 4
CHOOSE: Final = 8  # CHOOSE + number of the branch, from 0
MAX_BRANCHES: Final = 8  # of a `choose` effect
TARGET: Final = 16  # TARGET + colour
FIRST: Final = 20  # chance: FIRST + the seat that starts
# The id of an action with a card is one of these numbers + the card, 0 to 59: PLAY + 1 plays R02.
PLAY: Final = 64
ACTIVATE: Final = 128
TRIGGER: Final = 192
DISCARD: Final = 256
RECOVER: Final = 320
CARD: Final = 384  # chance: the card that is dealt or drawn
STEAL: Final = 448  # chance: the card that is stolen

Verb = Literal[
    "draw", "pass", "pay", "decline", "stop", "choose", "target", "first",
    "play", "activate", "trigger", "discard", "recover", "card", "steal",
]  # fmt: skip
CARD_VERBS: Final = {
    "play": PLAY,
    "activate": ACTIVATE,
    "trigger": TRIGGER,
    "discard": DISCARD,
    "recover": RECOVER,
    "card": CARD,
    "steal": STEAL,
}


class Action(TypedDict):
    """An action of a player or an outcome of chance: a verb and, for most verbs, one argument."""

    do: Verb
    card: NotRequired[str]  # the card that is drawn, played, discarded or otherwise chosen, as in "R01"
    colour: NotRequired[str]  # the colour of the chosen pile: R, Y, B or G
    option: NotRequired[int]  # the index of the chosen branch of a card text, from 0
    seat: NotRequired[int]  # the seat that starts the game


OBJECTS: Final[dict[int, dict[str, Any]]] = {  # Any: ActionTable accepts the objects of every game
    DRAW: {"do": "draw"},
    PASS: {"do": "pass"},
    PAY: {"do": "pay"},
    DECLINE: {"do": "decline"},
    STOP: {"do": "stop"},
    **{CHOOSE + i: {"do": "choose", "option": i} for i in range(MAX_BRANCHES)},
    **{TARGET + i: {"do": "target", "colour": colour} for i, colour in enumerate(COLOURS)},
    **{FIRST + seat: {"do": "first", "seat": seat} for seat in range(4)},
    **{base + card: {"do": do, "card": name} for do, base in CARD_VERBS.items() for card, name in enumerate(CARD_IDS)},
}
ACTION_TABLE: Final = ActionTable(OBJECTS, "SC-230")


def describe(action: Untrusted) -> Action:
    """Return the action with this id as an object. Raise IllegalAction if there is no such id."""
    return cast(Action, ACTION_TABLE.describe(action))


def find(action: Untrusted) -> int:
    """Return the id of an action object. Raise IllegalAction if there is no such action, for example no such card."""
    action_id = ACTION_TABLE.find(action)
    if action_id is not None:
        return action_id
    if action["do"] in CARD_VERBS:
        raise IllegalAction("SC-002", phrase("no_card", given=quote(action["card"])))
    if action["do"] == "target":
        raise IllegalAction("SC-102", phrase("no_pile", given=quote(action["colour"])))
    if action["do"] == "choose":
        raise IllegalAction("SC-815", phrase("no_branch", last=MAX_BRANCHES - 1, given=quote(action["option"])))
    raise IllegalAction("SC-101", phrase("no_mage", given=quote(action["seat"])))
