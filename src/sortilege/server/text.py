"""The sentences that the server shows to people, from words.toml, in every language.

A page can switch its language at any time, so every message contains both languages.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from sortilege.core.text.phrases import fill
from sortilege.core.text.words import Language, Text, words_in
from sortilege.core.types import Words

__all__ = ["Language", "Level", "Text", "Problem", "sentence", "words"]  # noqa: RUF022


Level = Literal["apprentice", "adept", "master", "archmage"]


class Problem(Struct):
    """The body of every HTTP error response: one sentence in English and French that says what is wrong."""

    message: str  # in English
    fr: str  # the same in French
    rule: str = ""


def words() -> dict[str, Words]:
    """Return the content of words.toml by language."""
    return words_in(Path(__file__).parent)


def sentence(key: str, **values: object) -> Text:
    """Return the sentence with this key in words.toml, in which `values` replace the placeholders."""
    return Text.build(lambda language: fill(words()[language][key], values, words()[language], language))
