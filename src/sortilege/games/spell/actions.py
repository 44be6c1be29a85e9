"""Conversion between action ids and action objects. Ids are fixed, and outcomes of chance are drawn in ascending order
of id.

A card has the code letter * 104 + (level - 1) * 26 + (number - 1), so its ids do not depend on the deck. The functions
that decode an id are in `layout`, since they are compiled.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from string import ascii_uppercase
from typing import Final, NotRequired, TypedDict, cast

from sortilege.core.contract.action_table import ActionTable
from sortilege.core.errors import IllegalAction, quote
from sortilege.core.types import Untrusted
from sortilege.games.spell import box
from sortilege.games.spell import layout as L

# `from` is a keyword of Python, so it cannot be declared in a class
From = TypedDict("From", {"from": NotRequired[str]})


class Action(From):
    """An action of a player or an outcome of chance: a verb, and the keys that this verb needs. Cells are names such as
    "12" (row 1, column 2, both counted from 0)."""

    do: str  # the verb
    to: NotRequired[str]  # the cell on which a mage ends, or the direction of the gem
    at: NotRequired[str]  # the cell that the action affects
    lift: NotRequired[str]  # the cell of the tile that an upheave lifts
    side: NotRequired[str]  # of an upheave: where tiles slide, U (above), D, L, R or - (nowhere); of a player: k or p
    level: NotRequired[int]  # of the card that a cast spends
    spell: NotRequired[int]  # the spell of a cast, by the lowest level of a card that gives it
    card: NotRequired[str]  # the name of a card, such as "B2-2"
    amulet: NotRequired[str]  # the name of an amulet


# The ids of a verb begin at its constant and end before the next constant.
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

CODES_OF_LEVEL: Final = 26
CODES_OF_LETTER: Final = 4 * CODES_OF_LEVEL
CODES: Final = 26 * CODES_OF_LETTER
SLIDE_SIDES: Final = "UDLR-"  # the sides of an upheave, as numbered in rules.arena
CELL_NAMES: Final = [f"{row}{column}" for row in range(4) for column in range(4)]
OUTSIDE_NAMES: Final = [f"{edge}{i}" for edge in "TBLR" for i in range(4)]
# the places of the building grid by "row,column", counted from the neutral tile
GRID_PLACES: Final = {
    f"{row - L.NEUTRAL_ROW},{column - L.NEUTRAL_COLUMN}": row * L.GRID_WIDTH + column
    for row in range(L.GRID_ROWS)
    for column in range(L.GRID_COLUMNS)
}
CARD_NAME: Final = re.compile(r"([A-Z])([1-4])-([1-9]|1[0-9]|2[0-6])")


def card_name(code: int) -> str:
    """Return the name of a card from its code in action ids: 0 -> "A1-1", 131 -> "B2-2". A name consists of a letter,
    the level of the card and, after a dash, the number of the card."""
    letter, code_in_letter = divmod(code, CODES_OF_LETTER)
    level, number = divmod(code_in_letter, CODES_OF_LEVEL)
    return f"{ascii_uppercase[letter]}{level + 1}-{number + 1}"


def card_code(name: str) -> int:
    """Return the code of a card in action ids from its name, such as "B2-2", or -1 if the name is not valid."""
    parts = CARD_NAME.fullmatch(name)
    if parts is None:
        return -1
    letter, level, number = parts.groups()
    first_of_letter = ascii_uppercase.index(letter) * CODES_OF_LETTER
    first_of_level = first_of_letter + (int(level) - 1) * CODES_OF_LEVEL
    return first_of_level + int(number) - 1


def _actions_between_cells(first_id: int, verb: str, end_key: str) -> dict[int, Action]:
    """Return all actions of a verb from one cell to another, by action id. An example of an action is {"do": "move",
    "from": "00", "to": "11"}."""
    objects = {}
    for (start, start_name), (end, end_name) in product(enumerate(CELL_NAMES), repeat=2):
        objects[first_id + L.cell_pair(start, end)] = {"do": verb, "from": start_name, end_key: end_name}
    return cast(dict[int, Action], objects)


def _actions_at(first_id: int, verb: str, names: Sequence[str], key: str = "at") -> dict[int, Action]:
    """Return all actions of a verb with one of the names as the value of a key, by action id. An example of an action
    is {"do": "summon", "at": "12"}."""
    objects = {first_id + index: {"do": verb, key: name} for index, name in enumerate(names) if name}
    return cast(dict[int, Action], objects)


OBJECTS: Final[dict[int, Action]] = {
    END: {"do": "end"},
    **_actions_between_cells(MOVE, "move", "to"),
    **_actions_between_cells(ACTIVATE, "activate", "at"),
    **{
        UPHEAVE + L.upheave_number(cell, i): {"do": "upheave", "lift": name, "side": side}
        for cell, name in enumerate(CELL_NAMES)
        for i, side in enumerate(SLIDE_SIDES)
    },
    **_actions_at(SPECIAL, "special", OUTSIDE_NAMES),
    **{
        CAST + L.level_and_spell(level, spell): {"do": "cast", "level": level, "spell": spell}
        for level in range(1, 4)
        for spell in range(1, level + 1)
    },
    **_actions_between_cells(LEVITATE, "levitate", "to"),
    **_actions_between_cells(FORCE, "force", "to"),
    **_actions_at(SUMMON, "summon", CELL_NAMES),
    **_actions_at(PUSH, "push", CELL_NAMES, "to"),
    **{LAY + place: {"do": "lay", "at": at} for at, place in GRID_PLACES.items()},
    **_actions_at(STAND, "stand", CELL_NAMES),
    **_actions_at(LIFT, "lift", CELL_NAMES),
    **_actions_at(FIRST, "first", box.SIDES, "side"),
    **_actions_at(AMULET, "amulet", box.AMULETS, "amulet"),
    **_actions_at(GEM, "gem", box.DIRECTIONS, "to"),
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
CARD_VERBS: Final = {"claim": CLAIM, "reveal": REVEAL}  # the verbs whose actions name a card, with their first ids
ACTION_TABLE: Final = ActionTable(OBJECTS, "SP-081", VALUE_RULES, dict.fromkeys(CARD_VERBS, ("card",)))


def describe(action: Untrusted) -> Action:
    """Return the action object of an id, for example {"do": "end"}. Raise IllegalAction if it is not an action id."""
    if type(action) is int:
        for verb, first_id in CARD_VERBS.items():
            code = action - first_id
            if 0 <= code < CODES:
                return {"do": verb, "card": card_name(code)}
    return ACTION_TABLE.describe(action)


def find(action_object: Untrusted) -> int:
    """Return the id of an action object. Raise IllegalAction if there is no such action."""
    action = ACTION_TABLE.find(action_object)
    if action is not None:
        return action
    verb = action_object["do"]
    if verb in CARD_VERBS and isinstance(action_object["card"], str):
        code = card_code(action_object["card"])
        if code >= 0:
            return CARD_VERBS[verb] + code
    values = [f"{key} {quote(value)}" for key, value in action_object.items() if key != "do"]
    raise IllegalAction(VALUE_RULES[verb], box.phrase("no_action", do=verb, given=values))
