"""Sentences: how each language puts names and numbers into them. The browser does the same in web/src/words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args
from unicodedata import normalize

from msgspec import Struct

from sortilege.core.shapes import Words

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
    """The words.toml of a room, by language; nothing where a room (a toy of a test) has none. Each language's words
    know which they are, so that they can be counted with."""
    path = folder / "words.toml"
    found: dict[str, Words] = {language: {} for language in LANGUAGES}
    if path.is_file():
        with open(path, "rb") as file:
            found = tomllib.load(file)
    return {language: {**words, "language": language} for language, words in found.items()}


def put_names(sentence: str, names: Sequence[str], language: str) -> str:
    """A sentence of the log with the people's names in place of {0}, {1}, …: in French "de {0}" is d’Ada, de Bruno."""

    def put(found: re.Match[str]) -> str:
        word, name = found[1], names[int(found[2])]
        if word is None:
            return name
        return f"{word[:-1]}’{name}" if language == "fr" and elides(name) else f"{word} {name}"

    return SEAT.sub(put, sentence)


def elides(name: str) -> bool:
    """Whether French drops the e of "de" before this name: before a vowel, the y of Yves and the h of Hugo, though not
    that of Harry: what begins with Ha is mostly not French."""
    plain = normalize("NFD", name).lower()
    first, second = plain[:1], plain[1:2]
    if first == "y":
        return second.isalpha() and second not in VOWELS
    if first == "h":
        return second != "a" and second in VOWELS + "y" and second != ""
    return first != "" and first in VOWELS


def contract(sentence: str) -> str:
    """French says du for "de le"."""
    return sentence.replace(" de le ", " du ")


def count_in(words: Words, forms: Words, n: int, **places: object) -> str:
    """A sentence with its {n}, in the singular or plural of its language: French counts nothing as one."""
    return str(forms["one" if is_single(n, words["language"]) else "many"].format(n=n, **places))


def is_single(n: int, language: str) -> bool:
    """Whether so many take the singular: in French nothing does."""
    return abs(n) == 1 or (n == 0 and language == "fr")


def join_names(words: Words, things: Sequence[str]) -> str:
    """Several things with the language's own "and"."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {words['log']['and']} {things[-1]}"


def with_sign(n: int) -> str:
    """A gain or a loss: +3, −1."""
    return f"+{n}" if n > 0 else f"−{-n}"
