"""Building sentences: names, numbers and grammar by language. The browser does the same in web/src/words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args
from unicodedata import normalize

from msgspec import Struct

from sortilege.core.types import Words

Language = Literal["en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
SEAT = re.compile(r"(?:\b([Dd]e|[Qq]ue) )?\{(\d+)\}")
VOWELS = "aeiouœæ"


class Text(Struct, frozen=True):
    """One sentence in every language, so that a page may change its own at any moment."""

    en: str
    fr: str

    @classmethod
    def build(cls, say: Callable[[Language], str]) -> Text:
        """Return the text whose sentence in each language is what `say` returns for that language."""
        return cls(*map(say, LANGUAGES))

    def __getitem__(self, language: str) -> str:
        return str(getattr(self, language))


@cache
def words_in(folder: Path) -> dict[str, Words]:
    """Return the words.toml of a folder by language, or empty tables if there is none (as in tests). Each language's
    table has its own code under `language`."""
    path = folder / "words.toml"
    languages: dict[str, Words] = {language: {} for language in LANGUAGES}
    if path.is_file():
        with open(path, "rb") as file:
            languages = tomllib.load(file)
    return {language: {**words, "language": language} for language, words in languages.items()}


def insert_names(sentence: str, names: Sequence[str], language: str) -> str:
    """Replace {0}, {1}, … in a sentence by names. In French "de {0}" becomes d’Ada or de Bruno."""

    def name_with_article(match: re.Match[str]) -> str:
        word, name = match[1], names[int(match[2])]
        if word is None:
            return name
        return f"{word[:-1]}’{name}" if language == "fr" and elides(name) else f"{word} {name}"

    return SEAT.sub(name_with_article, sentence)


def elides(name: str) -> bool:
    """Return whether French elides "de" before this name: before a vowel, before y and consonant (Yves), before h
    (Hugo) except "ha" (Harry), which is mostly not French."""
    plain = normalize("NFD", name).lower()
    first, second = plain[:1], plain[1:2]
    if first == "y":
        return second.isalpha() and second not in VOWELS
    if first == "h":
        return second != "a" and second in VOWELS + "y" and second != ""
    return first != "" and first in VOWELS


def contract(sentence: str) -> str:
    """Replace the French "de le" by "du"."""
    return sentence.replace(" de le ", " du ")


def count_in(words: Words, forms: Words, n: int, **places: object) -> str:
    """Return the singular or plural form of a phrase with {n} inserted."""
    return str(forms["one" if is_single(n, words["language"]) else "many"].format(n=n, **places))


def is_single(n: int, language: str) -> bool:
    """Return whether this number takes the singular; in French zero does too."""
    return abs(n) == 1 or (n == 0 and language == "fr")


def join_names(words: Words, things: Sequence[str]) -> str:
    """Join names with the language's word for "and"."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {words['log']['and']} {things[-1]}"


def with_sign(n: int) -> str:
    """Return a number with its sign: +3, −1."""
    return f"+{n}" if n > 0 else f"−{-n}"
