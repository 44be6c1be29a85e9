"""Detects names that look alike, so that nobody can imitate the name of another person at the table.

It does not cover all confusable characters of Unicode, only those that people are likely to type or paste. Unicode
normalization reduces variants of the same letter; the tables below reduce Greek and Cyrillic letters that look like
Latin ones.
"""

from __future__ import annotations

import unicodedata
from typing import Final

INVISIBLE: Final = "\u115f\u1160\u2800\u3164\uffa0"  # invisible, although Unicode classifies them as letters or symbols
LOOKALIKES: Final = {  # small letters only, because names are case-folded first
    "cyrillic": dict(zip("авсԁеһіјкӏмнорԛѕтυѵԝхуᴢ", "abcdehijklmhopqstuvwxyz", strict=True)),
    "greek": dict(zip("αβεηικνορτυχγωϲϳζμ", "abenikvoptuxywcjzm", strict=True)),
    "signs": dict.fromkeys("1|i!ı", "l") | {"0": "o", "ɑ": "a", "ɡ": "g", "$": "s"},
    "dashes": dict.fromkeys("‐‑‒–—−_", "-") | dict.fromkeys("’‘ʼ`´", "'"),
}
REPLACEMENTS: Final = {sign: letter for group in LOOKALIKES.values() for sign, letter in group.items()}
PAIRS: Final = (("rn", "m"), ("vv", "w"))


def skeleton(name: str) -> str:
    """Return a form of the name that is the same for all names that look alike: without case, accents, spaces and
    invisible characters, and with lookalike letters replaced."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(sign for sign in folded if unicodedata.category(sign) not in ("Mn", "Me", "Cf", "Zs"))
    visible = (REPLACEMENTS.get(sign, sign) for sign in plain if sign not in INVISIBLE)
    reduced = "".join(REPLACEMENTS.get(sign, sign) for sign in visible)  # some replacements are replaced again
    for pair, letter in PAIRS:
        reduced = reduced.replace(pair, letter)
    return reduced


def has_invisible_letters(name: str) -> bool:
    """Whether a name has invisible letters, or three or more combining marks in a row."""
    marks = "".join("x" if unicodedata.category(sign) in ("Mn", "Me") else " " for sign in name)
    return "xxx" in marks or any(sign in INVISIBLE for sign in name)
