"""Sentences use the right singular, plural and elision: "1 point", "2 points", "0 point" in French, "d’Ada". The
sentences of web/src/words are checked too."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege.core.game import Game
from sortilege.core.text.words import count_in, insert_names
from sortilege.core.turns import turns_in
from tests.shelf.tables import tables, walk

LANGUAGES = ("en", "fr")
FORMS = {"one", "many"}
# places that stand for a number of things; others stand for a level, a spell, a cell
COUNTED = ("n", "points", "next", "box", "left", "have")
# words in -s and -x that are not in the plural
SINGULAR = {
    "en": {"begins", "is", "wins", "was", "less", "this", "loses"},
    "fr": {"aux", "dans", "des", "depuis", "fois", "sans", "plus", "sous", "pas", "vers", "puis"},
}
NAMES = ["Ada", "Élise", "Hugo", "Yves", "Odile"]
TYPESCRIPT = Path(__file__).parents[2] / "web" / "src" / "words"


# The line break before a branch of a conditional expression, which prettier puts on a line of its own.
CONDITION = re.compile(r"\n\s+(?=[?:] )")


def sentences(words: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every sentence with its keys; a sentence with a singular and a plural as both."""
    if isinstance(words, str) or (isinstance(words, dict) and set(words) == FORMS):
        yield path, words
    elif isinstance(words, dict | list):
        for key, value in words.items() if isinstance(words, dict) else enumerate(words):
            yield from sentences(value, f"{path}.{key}")


def rendered(words: dict[str, Any], sentence: Any, n: int) -> str:
    """Return the sentence with n for every number."""
    forms = sentence if isinstance(sentence, dict) else {"one": sentence, "many": sentence}
    plain = {form: re.sub(r"{(\w+):[^}]*}", r"{\1}", text) for form, text in forms.items()}  # {sizes:or} is {sizes}
    places = {place for text in plain.values() for place in re.findall(r"{(\w+)}", text)} - {"n"}
    return count_in(words, plain, n, **{place: n if place in COUNTED else "?" for place in places})


def plural_after(text: str, n: int, language: str) -> list[str]:
    """Return the plural words that directly follow this number."""
    after = re.findall(rf"(?<![\d,.–]){n}[ \u00a0]([^\W\d]+)", text)
    return [word for word in after if word[-1] in "sx" and word.lower() not in SINGULAR[language]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_and_one_are_counted_as_the_language_counts_them(game: Game, language: str) -> None:
    words = game.words[language]
    for path, sentence in sentences({key: part for key, part in words.items() if key != "sets"}):
        for n in (0, 1) if language == "fr" else (1,):
            text = rendered(words, sentence, n)
            assert not plural_after(text, n, language), f"{path}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_are_counted_in_the_plural(game: Game, language: str) -> None:
    """A sentence that has both forms says them of the right number; where they are the same the language has one."""
    words = game.words[language]
    for path, sentence in sentences(words):
        if isinstance(sentence, dict):
            assert rendered(words, sentence, 2) == rendered(words, {**sentence, "one": ""}, 2), path
            assert (rendered(words, sentence, 0) == rendered(words, {**sentence, "many": ""}, 0)) == (
                language == "fr"
            ), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_of_the_browser_choose_their_form(language: str) -> None:
    """Every sentence of web/src/words with a number before a plural asks how many there are."""
    files = sorted((TYPESCRIPT / language).glob("*.ts"))
    assert files
    sources = [CONDITION.sub(" ", path.read_text(encoding="utf-8")) for path in files]
    for line in (line for source in sources for line in source.splitlines()):
        after = re.findall(r"\$\{(?!least|most|k\b)(\w+)\} ([^\W\d]+)", line)
        plurals = [word for place, word in after if word[-1] in "sx" and place in (*COUNTED, "minutes", "steps")]
        assert not plurals or "?" in line, line


def test_english_says_25_percent_without_a_space_and_french_with_one() -> None:
    for name in sortilege.games():
        for language in LANGUAGES:
            for path, sentence in sentences(sortilege.game(name).words[language]):
                for text in sentence.values() if isinstance(sentence, dict) else [sentence]:
                    for before in re.findall(r"(.)%", text):
                        assert (before in "\u00a0\u202f") == (language == "fr"), f"{path}: {text}"


def test_no_french_sentence_of_the_log_says_de_before_a_vowel(game: Game) -> None:
    for seats, options in tables(game):
        *_, state = walk(game.new(seats, options), random.Random(seats))
        log = state.view(None)["log"]
        texts = [game.say(line, "fr") for line in log] + [game.summarise(turn, "fr") for turn in turns_in(game, log)]
        for text in texts:
            assert not re.search(rf"\b([Dd]e|[Qq]ue) ({'|'.join(NAMES)})", insert_names(text, NAMES, "fr")), text
