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
REPLACEMENTS: Final = {sign: letter for group in LOOKALIKES.values() for sign, letter in group.items()}
PAIRS: Final = (("rn", "m"), ("vv", "w"))  # two letters that look like one


def skeleton(name: str) -> str:
    """Return a form of the name that is the same for all names that look alike, such as "Allan" and "AIIan". It has no
    capitals, accents, spaces and invisible characters, and lookalike letters are replaced."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    visible = [sign for sign in folded if unicodedata.category(sign) not in IGNORED and sign not in INVISIBLE]
    for _ in range(2):  # some replacements are replaced again
        visible = [REPLACEMENTS.get(sign, sign) for sign in visible]
    reduced = "".join(visible)
    for pair, letter in PAIRS:
        reduced = reduced.replace(pair, letter)
    return reduced


def has_invisible_letters(name: str) -> bool:
    """Whether a name has invisible letters, or three combining marks (such as accents) in a row."""
    is_mark = [unicodedata.category(sign) in COMBINING_MARKS for sign in name]
    three_marks = any(map(all, zip(is_mark, is_mark[1:], is_mark[2:], strict=False)))
    return three_marks or any(sign in INVISIBLE for sign in name)
