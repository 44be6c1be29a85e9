"""Detects names that look alike, so that nobody can imitate the name of another person at the table.

It does not cover all confusable characters of Unicode, only those that people are likely to type or paste. Unicode
normalization reduces variants of the same letter; the tables below reduce Greek and Cyrillic letters that look like
Latin ones.
"""

from __future__ import annotations

import unicodedata
from typing import Final

COMBINING_MARKS: Final = ("Mn", "Me")  # Unicode categories
IGNORED: Final = (*COMBINING_MARKS, "Cf", "Zs")  # Unicode categories; Cf: invisible formatting, Zs: spaces
INVISIBLE: Final = "\u115f\u1160\u2800\u3164\uffa0"  # invisible, although Unicode classifies them as letters or symbols
LOOKALIKES: Final = {  # small letters only, because names are case-folded first
    "cyrillic": dict(zip("авсԁеһіјкӏмнорԛѕтυѵԝхуᴢ", "abcdehijklmhopqstuvwxyz", strict=True)),
    "greek": dict(zip("αβεηικνορτυχγωϲϳζμ", "abenikvoptuxywcjzm", strict=True)),
    "signs": dict.fromkeys("1|i!ı", "l") | {"0": "o", "ɑ": "a", "ɡ": "g", "$": "s"},
    "dashes": dict.fromkeys("‐‑‒–—−_", "-") | dict.fromkeys("’‘ʼ`´", "'"),
}
REPLACEMENTS: Final = {char: letter for group in LOOKALIKES.values() for char, letter in group.items()}
PAIRS: Final = (("rn", "m"), ("vv", "w"))  # two letters that look like one


def skeleton(name: str) -> str:
    """Return a form of the name that is the same for all names that look alike, such as "Allan" and "AIIan". It has no
    capitals, accents, spaces or invisible characters, and each lookalike letter is replaced by the same letter."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    visible = [char for char in folded if unicodedata.category(char) not in IGNORED and char not in INVISIBLE]
    replaced_once = [REPLACEMENTS.get(char, char) for char in visible]
    replaced_twice = [REPLACEMENTS.get(char, char) for char in replaced_once]  # some replacements are replaced again
    reduced = "".join(replaced_twice)
    for pair, letter in PAIRS:
        reduced = reduced.replace(pair, letter)
    return reduced


def has_invisible_letters(name: str) -> bool:
    """Whether a name has invisible letters, or three combining marks (such as accents) in a row."""
    marks = "".join("m" if unicodedata.category(char) in COMBINING_MARKS else "-" for char in name)
    return "mmm" in marks or any(char in INVISIBLE for char in name)
