"""What the server itself says to people, from words.toml: every sentence in both languages, so that a page shows the
one it speaks and may change its language at any moment."""

from __future__ import annotations

from pathlib import Path

from sortilege.core.phrases import fill
from sortilege.core.shapes import Words
from sortilege.core.words import words_in
from sortilege.server.messages.words import Text


def words() -> dict[str, Words]:
    """words.toml, by language."""
    return words_in(Path(__file__).parent)


def say(key: str, **values: object) -> Text:
    """The sentence of this name with its values filled in, as core/phrases.py does it."""
    return Text.build(lambda language: fill(words()[language][key], values, words()[language], language))
