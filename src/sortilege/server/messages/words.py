"""What every message may carry: sentences in every language, and the one that says what is wrong."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Level = Literal["apprentice", "adept", "master", "archmage"]
Language = Literal["en", "fr"]


class Text(Struct, frozen=True):
    """One sentence in every language, so that a page may change its own at any moment."""

    en: str
    fr: str


class Problem(Struct):
    """Every HTTP error: one sentence, and the rule where one is the reason."""

    message: str  # in English
    fr: str
    rule: str = ""
