"""The gains and losses of an effect as icons on the face of a card, which give an overview beside the exact text.

Steps that move cards on the table (turn, bury, copy …) and choices between texts have no icon.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.effects.parse import COUNTED_WORDS, Number, Step, Text

Owner = Literal["own", "rival"]
Resource = Literal["energy", "sapphire", "ward", "action", "card"]
# by the word of a step in the effect language: whose resource it changes, whether it is a gain (1) or a loss (-1)
STEP_CHANGES: dict[str, tuple[tuple[Owner, int, Resource], ...]] = {
    "dmg": (("rival", -1, "energy"),),
    "heal": (("own", 1, "energy"),),
    "saph": (("own", 1, "sapphire"),),
    "loseE": (("own", -1, "energy"),),
    "rloseS": (("rival", -1, "sapphire"),),
    "rheal": (("rival", 1, "energy"),),
    "rsaph": (("rival", 1, "sapphire"),),
    "stealS": (("rival", -1, "sapphire"), ("own", 1, "sapphire")),
    "stealE": (("rival", -1, "energy"), ("own", 1, "energy")),
    "ward": (("own", 1, "ward"),),
    "action": (("own", 1, "action"),),
    "draw": (("own", 1, "card"),),
    "rdraw": (("rival", 1, "card"),),
    "disc": (("own", -1, "card"),),
    "rdisc": (("rival", -1, "card"),),
}


class EffectIcon(TypedDict):
    """An icon on a card with a number: what a side gains or loses, such as 2 sapphires. Some numbers count several
    times, for example once for each card in the rival's hand."""

    whose: Owner
    n: int  # the amount gained; negative for a loss
    what: Resource
    per: NotRequired[str]  # the count that multiplies `n`: "@rhand", "@col" or "discarded" (cards)
    plus: NotRequired[int]  # an amount that is added to the product
    maybe: NotRequired[bool]  # whether it depends on a decision or a condition


def effect_icons(text: Text) -> list[EffectIcon]:
    """Return the icons of a card text, which is a tuple of steps: one icon for each gain and loss, in order."""
    return [icon for step in text for icon in step_icons(step)]


def step_icons(step: Step) -> list[EffectIcon]:
    """Return the icons of one step."""
    if step.word == "disc..":
        return [{"per": "discarded", **icon} for icon in effect_icons(step.inner_texts[0])]
    if step.word in ("pay", "if", "unless"):
        return [{**icon, "maybe": True} for icon in effect_icons(step.inner_texts[0])]
    changes = STEP_CHANGES.get(step.word, ())
    return [make_icon(step.number, owner, direction, resource) for owner, direction, resource in changes]


def make_icon(number: Number, owner: Owner, direction: int, resource: Resource) -> EffectIcon:
    """Return the icon of a gain (`direction` 1) or a loss (`direction` -1) whose amount is `number`."""
    if number.counted == opcodes.NOTHING:
        return {"whose": owner, "n": direction * number.amount, "what": resource}
    icon: EffectIcon = {"whose": owner, "n": direction, "what": resource, "per": COUNTED_WORDS[number.counted]}
    if number.amount:
        icon["plus"] = number.amount
    return icon
