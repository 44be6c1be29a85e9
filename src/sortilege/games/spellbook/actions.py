"""Action ids and action objects, the two forms of an action: the rules use integers, clients use JSON objects. Ids
never change; they ascend in the order in which outcomes of chance are published.

An effect is a spell at a level, numbered `spell * 3 + level - 3`. Focus has two more effects, which take tokens from
the altar; their numbers follow all others.
"""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypedDict, cast

from sortilege.core.contract.action_table import ActionTable
from sortilege.core.errors import IllegalAction, quote
from sortilege.core.text.phrases import Sentence
from sortilege.core.types import Object, Untrusted
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L

# primary actions
TAKE_1: Final = 0
DRAW_2: Final = 1
STORE_1: Final = 2
LEARN_1: Final = 3

# ids
SKIP: Final = 0
STOP: Final = 1
ACT: Final = 2  # ACT + primary action
USE: Final = 8  # USE + effect
PICK_IDS: Final = 32  # ids of each of the nine verbs from TAKE to PAY: TAKE + token, DISCARD + token, …
TAKE: Final = 80
DISCARD: Final = 112
STORE: Final = 144
GIVE: Final = 176
RECALL: Final = 208
SWEEP: Final = 240
OFFER: Final = 272
PLACE: Final = 304
PAY: Final = 336
WILD: Final = 368  # WILD + rune
LEARN: Final = 376  # LEARN + effect
RAISE: Final = 440  # RAISE + spell
COPY_ACT: Final = 464  # COPY_ACT + primary action
COPY: Final = 472  # COPY + owner * EFFECTS_PER_OWNER + effect
EFFECTS_PER_OWNER: Final = 72
NO_OWNER: Final = 4  # stands for the owner if a solo player copies
OWNERS: Final = 5
FIRST: Final = 832  # FIRST + seat
LINEUP: Final = 840  # LINEUP + spell
DRAW: Final = 864  # DRAW + token

FOCUS_TAKES: Final = 59  # FOCUS_TAKES + level: the effects by which Focus takes tokens, 63 and 64
FOCUS_TAKES_FROM: Final = 4  # the lowest level at which Focus takes tokens
FIRST_FOCUS_TAKE: Final = FOCUS_TAKES + FOCUS_TAKES_FROM  # all other effects have lower numbers
EFFECTS: Final = 65
Primary = Literal["take", "draw", "store", "learn"]
PRIMARY: Final[tuple[Primary, ...]] = ("take", "draw", "store", "learn")
Verb = Literal[
    "skip", "stop", "act", "use", "copy", "take", "discard", "store", "give", "recall", "sweep", "offer", "place",
    "pay", "draw", "wild", "learn", "raise", "lineup", "first",
]  # fmt: skip
PICKS: Final[dict[Verb, int]] = {
    "take": TAKE,
    "discard": DISCARD,
    "store": STORE,
    "give": GIVE,
    "recall": RECALL,
    "sweep": SWEEP,
    "offer": OFFER,
    "place": PLACE,
    "pay": PAY,
    "draw": DRAW,
}


class Action(TypedDict):
    """An action as a JSON object: a verb and its arguments, such as {"do": "take", "token": "Ro"}."""

    do: Verb
    action: NotRequired[Primary]  # the primary action that "act" performs or "copy" copies
    spell: NotRequired[str]
    level: NotRequired[int]
    branch: NotRequired[Literal["store", "take"]]  # which of its two effects the spell Focus uses
    token: NotRequired[str]
    rune: NotRequired[str]
    seat: NotRequired[int | None]  # the owner of a copied spell; null if a solo player copies an unlearned spell


def with_effect(action: Action, effect: int) -> Action:
    """Return an action object with the keys of an effect (a spell at a level) added, such as "spell": "blaze" and
    "level": 4. The spell Focus has two effects at a level, so it also gets a `branch`."""
    if effect >= FIRST_FOCUS_TAKE:
        level = effect - FOCUS_TAKES
        return {**action, "spell": "focus", "level": level, "branch": "take"}
    spell, level = L.effect_spell(effect), L.effect_level(effect)
    if spell == box.FOCUS:
        return {**action, "spell": "focus", "level": level, "branch": "store"}
    return {**action, "spell": box.SPELLS[spell], "level": level}


def _objects() -> dict[int, Action]:
    """Return the action object of every id."""
    objects: dict[int, Action] = {SKIP: {"do": "skip"}, STOP: {"do": "stop"}}
    for i, primary in enumerate(PRIMARY):
        objects[ACT + i] = {"do": "act", "action": primary}
        objects[COPY_ACT + i] = {"do": "copy", "action": primary}
    for effect in range(EFFECTS):
        objects[USE + effect] = with_effect({"do": "use"}, effect)
        for owner in range(OWNERS):
            seat = None if owner == NO_OWNER else owner
            objects[COPY + owner * EFFECTS_PER_OWNER + effect] = with_effect({"do": "copy", "seat": seat}, effect)
    for verb, base in PICKS.items():
        for token, name in box.TOKEN_NAMES.items():
            objects[base + token] = {"do": verb, "token": name}
    for rune, letter in enumerate(box.RUNE_LETTERS):
        objects[WILD + rune] = {"do": "wild", "rune": letter}
    for spell, name in enumerate(box.SPELLS):
        for level in box.LEVELS:
            objects[LEARN + L.effect_of(spell, level)] = {"do": "learn", "spell": name, "level": level}
        objects[RAISE + spell] = {"do": "raise", "spell": name}
        objects[LINEUP + spell] = {"do": "lineup", "spell": name}
    for starter in range(4):
        objects[FIRST + starter] = {"do": "first", "seat": starter}
    return dict(sorted(objects.items()))


OBJECTS: Final = _objects()
ACTION_TABLE: Final = ActionTable({action: dict(action_object) for action, action_object in OBJECTS.items()}, "SB-044")


def describe(action: Untrusted) -> Action:
    """Return the action object of an id."""
    return cast("Action", ACTION_TABLE.describe(action))


def find(action_object: Untrusted) -> int:
    """Return the number of the action that a JSON object describes. Raise IllegalAction if there is no such action."""
    action_id = ACTION_TABLE.find(action_object)
    if action_id is None:
        raise IllegalAction(*_unknown_action_error(action_object))
    return action_id


def _unknown_action_error(action_object: Object) -> tuple[str, Sentence]:
    """Return the rule that an invalid action object violates, and the message that explains the error."""
    do, level = action_object.get("do"), action_object.get("level")
    token, spell = action_object.get("token"), action_object.get("spell")
    is_level = type(level) is int and level in box.LEVELS
    if "level" in action_object and not is_level:
        return "SB-103" if do == "learn" else "SB-010", box.phrase("levels", given=quote(level))
    if "spell" in action_object and spell not in box.SPELLS:
        return "SB-028", box.phrase("no_spell", given=quote(spell))
    if "token" in action_object and token not in box.TOKEN_NAMES.values():
        return "SB-002", box.phrase("tokens", given=quote(token))
    if do in ("use", "copy") and ("branch" in action_object) != (spell == "focus"):
        return "SB-044", box.phrase("branch")
    return "SB-044", box.phrase("no_action", given=quote(action_object))
