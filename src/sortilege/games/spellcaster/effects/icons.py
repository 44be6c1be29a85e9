"""The gains and losses of an effect as icons on the face of a card, which give an overview beside the exact text.

Steps that move cards on the table (turn, bury, copy …) and choices between texts have no icon.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.effects.parse import COUNTED_WORDS, Number, Step, Text

Whose = Literal["own", "rival"]
What = Literal["energy", "sapphire", "ward", "action", "card"]
# the gains (1) and losses (-1) of each step by its word in the effect language
SIGNS: dict[str, tuple[tuple[Whose, int, What], ...]] = {
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


class Sign(TypedDict):
    """An icon for a gain or loss, such as 2 sapphires, or 1 energy per card in the rival's hand plus 1 energy."""

    whose: Whose
    n: int  # how many, negative for a loss
    what: What
    per: NotRequired[str]  # what `n` is multiplied by: @rhand, @col, or the cards "discarded"
    plus: NotRequired[int]  # added to the product
    maybe: NotRequired[bool]  # depends on a decision or a condition


def signs(text: Text) -> list[Sign]:
    """Return the icons of a text: one for each gain and loss, in order."""
    return [sign for step in text for sign in step_signs(step)]


def step_signs(step: Step) -> list[Sign]:
    """Return the icons of one step."""
    if step.word == "disc..":
        return [{"per": "discarded", **sign} for sign in signs(step.inner_texts[0])]
    if step.word in ("pay", "if", "unless"):
        return [{**sign, "maybe": True} for sign in signs(step.inner_texts[0])]
    return [make_sign(step.number, whose, direction, what) for whose, direction, what in SIGNS.get(step.word, ())]


def make_sign(number: Number, whose: Whose, direction: int, what: What) -> Sign:
    """Return the icon of a gain (`direction` 1) or a loss (`direction` -1). `number` is the number of its step."""
    if number.counted == opcodes.NOTHING:
        return {"whose": whose, "n": direction * number.amount, "what": what}
    sign: Sign = {"whose": whose, "n": direction, "what": what, "per": COUNTED_WORDS[number.counted]}
    return {**sign, "plus": number.amount} if number.amount else sign
