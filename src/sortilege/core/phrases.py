"""Phrases: inside, a refusal is a code and its values; the words are found at the edge, in the language of the reader.

A room's words.toml has its phrases under `refusals`, by language. In a phrase
    {given}         is a value as it is; a sentence within a sentence is said in the same language
    {spell:spells}  is what the table `spells` of the same file calls the value
    {sizes:or}      is a list with "or" before its last ("and" likewise); {asked:or steps} calls each by its name
A phrase in two, `one` and `many`, goes by its value {n}: in French nothing is counted like one. What a library said,
{english}, stands in English phrases alone. A room finds in core's own words.toml what it does not say itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any, Final

from sortilege.core.shapes import Words
from sortilege.core.words import Text, is_single, words_in

JOINTS: Final = ("or", "and")
HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Phrasebook:
    """The phrases of one room: called with a code and its values, it answers the sentence."""

    folder: Path

    def __call__(self, code: str, **values: object) -> Sentence:
        return Sentence(self, code, values)

    def phrase(self, code: str, language: str) -> Any:
        """The phrase of a code, from here or from core; a table of `one` and `many` where it counts."""
        for folder in (self.folder, HERE):
            found = words_in(folder)[language].get("refusals", {}).get(code)
            if found is not None:
                return found
        raise KeyError(f"no {language} phrase for {code} in {self.folder.name}/words.toml")


@dataclass(frozen=True)
class Sentence:
    """A code and its values, which can be said in any language. `str()` is the English one."""

    book: Phrasebook
    code: str
    values: Mapping[str, Any]

    def say(self, language: str = "en") -> str:
        """The sentence in this language."""
        phrase = self.book.phrase(self.code, language)
        if isinstance(phrase, dict):
            phrase = phrase["one" if is_single(self.values["n"], language) else "many"]
        return fill(phrase, self.values, words_in(self.book.folder)[language], language)

    def text(self) -> Text:
        """Return the sentence in every language."""
        return Text.build(self.say)

    whole = say  # as an error's: here there is no rule to add

    def __str__(self) -> str:
        return self.say()


shared: Final = Phrasebook(HERE)  # what all games and rooms refuse alike


def fill(phrase: str, values: Mapping[str, Any], words: Words, language: str) -> str:
    """A phrase with its values, which are named by these words."""
    return Filler(words, language).vformat(phrase, (), values)


class Filler(Formatter):
    """Says values in one language, each by the table that stands behind its colon."""

    def __init__(self, words: Words, language: str) -> None:
        self.words = words
        self.language = language

    def format_field(self, value: object, spec: str) -> str:
        """A value, or a list of them, in words."""
        first, _, rest = spec.partition(" ")
        joint, table = (first, rest) if first in JOINTS else ("", spec)
        if isinstance(value, list | tuple):
            return self.joined([self.named(one, table) for one in value], joint)
        return self.named(value, table)

    def named(self, value: object, table: str) -> str:
        """A value by its name in a table; a sentence, an error or a name of its own in this language."""
        if hasattr(value, "whole"):
            return str(value.whole(self.language))
        if isinstance(value, Text):
            return value[self.language]
        found: Any = self.words
        for key in table.split(".") if table else ():
            found = found.get(key, {})
        if isinstance(found, dict):
            found = found.get(str(value), value) if table else value
        return str(found["name"] if isinstance(found, dict) and table else found)

    def joined(self, said: Sequence[str], joint: str) -> str:
        """Several in a row: a, b or c."""
        if not joint or len(said) < 2:
            return ", ".join(said)
        return f"{', '.join(said[:-1])} {words_in(HERE)[self.language][joint]} {said[-1]}"
