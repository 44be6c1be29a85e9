"""Error messages in several languages. An error holds a code and values; the sentence is built when its reader's
language is known.

Phrases are in the `refusals` table of a package's words.toml, by language. In a phrase
    {given}         inserts a value; a sentence as a value is built in the same language
    {spell:spells}  inserts the name that the table `spells` of the same file has for the value
    {sizes:or}      inserts a list with "or" before its last item ("and" likewise); {asked:or steps} also looks up names
A phrase with the forms `one` and `many` depends on the value {n}; French uses `one` for zero too. The message of a
library, {english}, may appear in English phrases only. A code that a package does not define is looked up in core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any, Final

from sortilege.core.text.words import Text, is_single, words_in
from sortilege.core.types import Words

CONJUNCTIONS: Final = ("or", "and")
HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Phrasebook:
    """The phrases of one package. Calling it with a code and values returns a Sentence."""

    folder: Path

    def __call__(self, code: str, **values: object) -> Sentence:
        return Sentence(self, code, values)

    def phrase(self, code: str, language: str) -> Any:
        """Return the phrase of a code, from this package or from core: a text, or a table of the forms `one` and
        `many`."""
        for folder in (self.folder, HERE):
            phrase = words_in(folder)[language].get("refusals", {}).get(code)
            if phrase is not None:
                return phrase
        raise KeyError(f"no {language} phrase for {code} in {self.folder.name}/words.toml")


@dataclass(frozen=True)
class Sentence:
    """A phrase code with its values, to be expressed in any language. `str()` returns English."""

    book: Phrasebook
    code: str
    values: Mapping[str, Any]

    def say(self, language: str = "en") -> str:
        """Return the sentence in this language."""
        phrase = self.book.phrase(self.code, language)
        if isinstance(phrase, dict):
            phrase = phrase["one" if is_single(self.values["n"], language) else "many"]
        return fill(phrase, self.values, words_in(self.book.folder)[language], language)

    def text(self) -> Text:
        """Return the sentence in every language."""
        return Text.build(self.say)

    say_with_rule = say  # the same interface as an error; a sentence has no rule

    def __str__(self) -> str:
        return self.say()


shared: Final = Phrasebook(HERE)  # the phrases shared by all packages


def fill(phrase: str, values: Mapping[str, Any], words: Words, language: str) -> str:
    """Insert values into a phrase. `words` has the tables by which values are named."""
    return Filler(words, language).vformat(phrase, (), values)


class Filler(Formatter):
    """Formats values in one language; the format specification names the table to look them up in."""

    def __init__(self, words: Words, language: str) -> None:
        self.words = words
        self.language = language

    def format_field(self, value: object, spec: str) -> str:
        """Format a value or a list of values."""
        first, _, rest = spec.partition(" ")
        conjunction, table = (first, rest) if first in CONJUNCTIONS else ("", spec)
        if isinstance(value, list | tuple):
            return self.joined([self.named(one, table) for one in value], conjunction)
        return self.named(value, table)

    def named(self, value: object, table: str) -> str:
        """Return the name of a value from a table (a path of keys joined by dots). A sentence or an error is built in
        this language; a Text is resolved."""
        if hasattr(value, "say_with_rule"):
            return str(value.say_with_rule(self.language))
        if isinstance(value, Text):
            return value[self.language]
        entry: Any = self.words
        for key in table.split(".") if table else ():
            entry = entry.get(key, {})
        if isinstance(entry, dict):
            entry = entry.get(str(value), value) if table else value
        return str(entry["name"] if isinstance(entry, dict) and table else entry)

    def joined(self, texts: Sequence[str], conjunction: str) -> str:
        """Join texts as in "a, b or c"."""
        if not conjunction or len(texts) < 2:
            return ", ".join(texts)
        return f"{', '.join(texts[:-1])} {words_in(HERE)[self.language][conjunction]} {texts[-1]}"
