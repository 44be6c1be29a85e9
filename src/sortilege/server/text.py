"""The sentences that the server itself says to people, from words.toml, in every language.

A page shows the language it speaks and may change its language at any moment, so every message carries both.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from sortilege.core.phrases import fill
from sortilege.core.shapes import Words
from sortilege.core.words import Language, Text, words_in

__all__ = ["Language", "Level", "Text", "Problem", "say", "words"]  # noqa: RUF022


Level = Literal["apprentice", "adept", "master", "archmage"]


class Problem(Struct):
    """Every HTTP error: one sentence, and the rule where one is the reason."""

    message: str  # in English
    fr: str
    rule: str = ""


def words() -> dict[str, Words]:
    """words.toml, by language."""
    return words_in(Path(__file__).parent)


def say(key: str, **values: object) -> Text:
    """The sentence of this name with its values filled in, as core/phrases.py does it."""
    return Text.build(lambda language: fill(words()[language][key], values, words()[language], language))
