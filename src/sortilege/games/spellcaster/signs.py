"""What a text does to crystals and cards, as signs for a card's face: a glance, where the text is the whole truth.

Steps that move cards about (turn, bury, copy …) and free choices between texts have no sign.
"""

from __future__ import annotations

from sortilege.games.spellcaster import steps
from sortilege.games.spellcaster.language import COUNTED, Number, Step, Text

COUNTED_WORDS = {code: word for word, code in COUNTED.items()}
# word: whose, gain or loss, of what
SIGNS: dict[str, tuple[tuple[str, int, str], ...]] = {
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


def signs(text: Text) -> list[str]:
    """One sign for each gain and loss, "rival -2 energy": whose, how many, of what. "per @col-1" follows where the
    number is counted, "maybe" where it depends on an answer or a condition."""
    return [sign for step in text for sign in signs_of(step)]


def signs_of(step: Step) -> list[str]:
    if step.word == "disc..":
        return [f"{sign} per discarded" for sign in signs(step.parts[0])]
    if step.word in ("pay", "if", "unless"):
        return [f"{sign} maybe" for sign in signs(step.parts[0])]
    return [plain(step.number, *meant) for meant in SIGNS.get(step.word, ())]


def plain(number: Number, whose: str, way: int, what: str) -> str:
    if number.counted == steps.PLAIN:
        return f"{whose} {way * number.plus:+d} {what}"
    more = f"{number.plus:+d}" if number.plus else ""
    return f"{whose} {way:+d} {what} per {COUNTED_WORDS[number.counted]}{more}"
