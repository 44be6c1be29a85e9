"""Names, numbers and grammar in sentences of several languages. The browser does the same in web/src/words."""

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
# A placeholder for a player's name, such as {0}, with the French word before it that the name may change.
NAME_PLACEHOLDER = re.compile(r"(?:\b([Dd]e|[Qq]ue) )?\{(\d+)\}")
VOWELS = "aeiouœæ"


class Text(Struct, frozen=True):
    """A sentence in every language. Pages get all languages, so that a player can change the language at any moment."""

    en: str
    fr: str

    @classmethod
    def build(cls, sentence_in: Callable[[Language], str]) -> Text:
        """Return a Text with the sentences that the function `sentence_in` returns for each language."""
        return cls(*map(sentence_in, LANGUAGES))

    def __getitem__(self, language: str) -> str:
        return str(getattr(self, language))


@cache
def words_in(folder: Path) -> dict[str, Words]:
    """Return the content of a folder's words.toml by language. The language code is added to each language under the
    key `language`. If the folder has no words.toml, as in tests, this is the only key."""
    path = folder / "words.toml"
    languages: dict[str, Words] = {language: {} for language in LANGUAGES}
    if path.is_file():
        with open(path, "rb") as file:
            languages = tomllib.load(file)
    return {language: {**words, "language": language} for language, words in languages.items()}


def insert_names(sentence: str, names: Sequence[str], language: str) -> str:
    """Replace {0}, {1}, … in a sentence by the names of seats. French "de {0}" becomes "d’Ada" or "de Bruno"."""

    def name_with_word(match: re.Match[str]) -> str:
        word, name = match[1], names[int(match[2])]
        if word is None:
            return name
        if language == "fr" and elides(name):
            return f"{word[:-1]}’{name}"
        return f"{word} {name}"

    return NAME_PLACEHOLDER.sub(name_with_word, sentence)


def elides(name: str) -> bool:
    """Return whether French shortens "de" to "d’" before this name: before a vowel (Ada), before y and a consonant
    (Yves), and before h and a vowel (Hugo), but not before "ha" (Harry), because such names are mostly not French."""
    plain = normalize("NFD", name).lower()  # accents become separate characters
    first, second = plain[:1], plain[1:2]
    if first == "y":
        return second.isalpha() and second not in VOWELS
    if first == "h":
        return second != "" and second in "eiouœæy"
    return first != "" and first in VOWELS


def contract(sentence: str) -> str:
    """Replace "de le" in a French sentence by "du"."""
    return sentence.replace(" de le ", " du ")


def count_in(words: Words, forms: Words, n: int, **values: object) -> str:
    """Return a phrase about n things: its form `one` or `many`, with {n} and the other placeholders replaced."""
    form = "one" if is_single(n, words["language"]) else "many"
    return str(forms[form].format(n=n, **values))


def is_single(n: int, language: str) -> bool:
    """Return whether a language uses the singular for this number. French does so for zero too."""
    return abs(n) == 1 or (n == 0 and language == "fr")


def join_names(words: Words, names: Sequence[str]) -> str:
    """Join names as in "a, b and c", with the language's word for "and"."""
    return join_with(names, words["log"]["and"])


def join_with(texts: Sequence[str], conjunction: str) -> str:
    """Join texts with a conjunction before the last: "a, b or c"."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {conjunction} {texts[-1]}"


def with_sign(n: int) -> str:
    """Return a number with its sign: +3, −1."""
    return f"+{n}" if n > 0 else f"−{-n}"
