"""What every message may carry: sentences in every language, and the one that says what is wrong."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.core.words import Language, Text

__all__ = ["Language", "Level", "Text", "Problem"]  # noqa: RUF022

Level = Literal["apprentice", "adept", "master", "archmage"]


class Problem(Struct):
    """Every HTTP error: one sentence, and the rule where one is the reason."""

    message: str  # in English
    fr: str
    rule: str = ""
