"""Error messages in several languages. An error contains a phrase code and values. Its sentence is built when the
reader's language is known.

The phrases are in the `refusals` table of a package's words.toml, by language. In a phrase
    {given}         inserts the value `given`; if it is a sentence, that is built in the same language
    {spell:spells}  inserts the name that the table `spells` of the same file has for the value `spell`
    {sizes:or}      inserts the list `sizes` with "or" before its last item; "and" works likewise
    {asked:or steps}  inserts the list `asked`, with the names that the table `steps` has for its items
A phrase with the forms `one` and `many` depends on the value {n}; French uses `one` for zero too. Only English phrases
may contain {english}, the message of a library. A code that a package does not define is looked up in core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any, Final

from sortilege.core.text.words import Text, is_single, join_with, words_in
from sortilege.core.types import Words

CONJUNCTIONS: Final = ("or", "and")
HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Phrasebook:
    """The phrases for error messages of one package, from its words.toml. To create a Sentence, call the book with the
    code of a phrase and the values for its placeholders: `phrase("seats", game="spell", given=9)`."""

    folder: Path

    def __call__(self, code: str, **values: object) -> Sentence:
        return Sentence(self, code, values)

    def phrase(self, code: str, language: str) -> Any:
        """Return the phrase for a code, from this package or else from core: a text, or a table of `one` and `many`."""
        for folder in (self.folder, HERE):
            phrase = words_in(folder)[language].get("refusals", {}).get(code)
            if phrase is not None:
                return phrase
        raise KeyError(f"no {language} phrase for {code} in {self.folder.name}/words.toml")


@dataclass(frozen=True)
class Sentence:
    """An error message in any language: the code of a phrase and the values for its placeholders."""

    book: Phrasebook
    code: str
    values: Mapping[str, Any]

    def say(self, language: str = "en") -> str:
        """Return the sentence in this language, with its placeholders replaced by the values."""
        phrase = self.book.phrase(self.code, language)
        if isinstance(phrase, dict):
            phrase = phrase["one" if is_single(self.values["n"], language) else "many"]
        return fill(phrase, self.values, words_in(self.book.folder)[language], language)

    def text(self) -> Text:
        """Return this error message in all languages."""
        return Text.build(self.say)  # calls `say` once for each language

    say_with_rule = say  # the same interface as that of an error, which may have a rule

    def __str__(self) -> str:
        return self.say()


shared: Final = Phrasebook(HERE)  # the phrases shared by all packages


def fill(phrase: str, values: Mapping[str, Any], words: Words, language: str) -> str:
    """Replace the placeholders of a phrase by values. `words` has the tables with the names of values."""
    return Filler(words, language).vformat(phrase, (), values)


class Filler(Formatter):
    """Replaces the placeholders of phrases in one language, such as {given}, {spell:spells} and {sizes:or}."""

    def __init__(self, words: Words, language: str) -> None:
        self.words = words
        self.language = language

    def format_field(self, value: object, spec: str) -> str:
        """Format a value or a list of values. `spec` is the text after the colon of a placeholder. It names a
        conjunction, a table of words.toml, or both, as in "or steps"."""
        first_word, _, second_word = spec.partition(" ")
        conjunction, table = (first_word, second_word) if first_word in CONJUNCTIONS else ("", spec)
        if isinstance(value, list | tuple):
            return self.joined([self.named(item, table) for item in value], conjunction)
        return self.named(value, table)

    def named(self, value: object, table: str) -> str:
        """Return a value as text in this language. Sentences, errors and Texts have their own text. Other values are
        looked up in `table`, a path of keys joined by dots, or written as they are if it is ""."""
        if hasattr(value, "say_with_rule"):
            return str(value.say_with_rule(self.language))
        if isinstance(value, Text):
            return value[self.language]
        if not table:
            return str(value)
        entry: Any = self.words
        for key in table.split("."):
            entry = entry.get(key, {})
        if isinstance(entry, dict):
            entry = entry.get(str(value), value)
        return str(entry["name"] if isinstance(entry, dict) else entry)

    def joined(self, texts: Sequence[str], conjunction: str) -> str:
        """Join texts, as in "a, b or c". `conjunction` is "or" or "and"; if it is "", only commas are used."""
        if not conjunction:
            return ", ".join(texts)
        return join_with(texts, words_in(HERE)[self.language][conjunction])
