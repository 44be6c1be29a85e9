"""Names that look alike: two of them at one table must be told apart, whatever letters they are written with.

Not every pair of Unicode: what a person can type or paste to pass for somebody at the table. Forms of a letter are
folded by Unicode itself; the letters of other alphabets that are drawn like Latin ones stand below.
"""

from __future__ import annotations

import unicodedata
from typing import Final

BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters by name, and nothing to see
DRAWN_ALIKE: Final = {  # small letters: names are folded before
    "cyrillic": dict(zip("авсԁеһіјкӏмнорԛѕтυѵԝхуᴢ", "abcdehijklmhopqstuvwxyz", strict=True)),
    "greek": dict(zip("αβεηικνορτυχγωϲϳζμ", "abenikvoptuxywcjzm", strict=True)),
    "signs": dict.fromkeys("1|i!ı", "l") | {"0": "o", "ɑ": "a", "ɡ": "g", "$": "s"},
    "dashes": dict.fromkeys("‐‑‒–—−_", "-") | dict.fromkeys("’‘ʼ`´", "'"),
}
ONE: Final = {sign: letter for group in DRAWN_ALIKE.values() for sign, letter in group.items()}
PAIRS: Final = (("rn", "m"), ("vv", "w"))


def outline(name: str) -> str:
    """What is left of a name when everything is gone that a quick look does not tell apart."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(sign for sign in folded if unicodedata.category(sign) not in ("Mn", "Me", "Cf", "Zs"))
    drawn = "".join(ONE.get(ONE.get(sign, sign), ONE.get(sign, sign)) for sign in plain if sign not in BLANKS)
    for pair, letter in PAIRS:
        drawn = drawn.replace(pair, letter)
    return drawn


def has_blanks(name: str) -> bool:
    """Whether a name has letters nobody can see, or marks heaped on one letter."""
    marks = "".join("x" if unicodedata.category(sign) in ("Mn", "Me") else " " for sign in name)
    return "xxx" in marks or any(sign in BLANKS for sign in name)
