"""Both languages have the same sentences, and every line of a log has a sentence in both."""

import random
import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

from sortilege import OVER
from sortilege.core.contract.options import OneOf
from sortilege.core.game import Game
from tests.shelf.tables import everybody, tables, walk
from tests.shelf.test_ledger import ledger

LANGUAGES = ("en", "fr")
TOP = {"title", "tagline", "about", "by", "log", "reasons"}  # and `options`, where a game has some
PLAYER = re.compile(r"\{(\d)\}")


def leaves(words: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every sentence with its keys, and the numbers and booleans of the emblems."""
    if isinstance(words, dict):
        for key, value in words.items():
            yield from leaves(value, f"{path}.{key}")
    elif isinstance(words, list):
        for n, value in enumerate(words):
            yield from leaves(value, f"{path}.{n}")
    else:
        yield path, words


def test_both_languages_have_the_same_keys(game: Game) -> None:
    assert set(game.words) == set(LANGUAGES)
    english, french = (dict(leaves(game.words[language])) for language in LANGUAGES)
    assert sorted(english) == sorted(french)
    assert set(game.words["en"]) >= TOP


def gaps(sentence: str) -> set[str]:
    """Return the placeholders of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_no_sentence_is_empty_and_both_languages_fill_in_the_same(game: Game) -> None:
    english, french = (dict(leaves(game.words[language])) for language in LANGUAGES)
    for key, sentence in english.items():
        if isinstance(sentence, int):  # a sign on a card, the same for everybody
            assert sentence == french[key], key
            continue
        assert bool(sentence) == bool(french[key]), key
        assert gaps(sentence) - {"english"} == gaps(french[key]), key


def test_every_option_is_explained_with_the_rule_behind_it(game: Game) -> None:
    for language in LANGUAGES:
        explained = game.words[language].get("options", {})
        assert set(explained) == set(game.options)
        for name, option in game.options.items():
            words = explained[name]
            assert words["name"]
            assert words["note"]
            assert words["rule"] in ledger(game)
            if isinstance(option.allowed, OneOf):
                assert set(words["values"]) >= {word(value) for value in option.allowed}, name


def test_one_of_something_is_counted_like_many(game: Game) -> None:
    """French says one for nothing too, so the number must not stand in the words."""
    for language in LANGUAGES:
        ones = [text for path, text in leaves(game.words[language]) if path.endswith(".one")]
        assert not [text for text in ones if re.search(r"\b1\b", text)]


def word(value: Any) -> str:
    """Return the value of an option as it is written in keys."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_every_line_has_a_sentence_in_both_languages_with_nothing_left_to_fill_in(game: Game) -> None:
    for seats, options in tables(game):
        *_, state = walk(game.new(seats, options), random.Random(seats))
        for seat in everybody(state):
            log = state.view(seat)["log"]
            for line, following in zip(log, [*log[1:], None], strict=True):
                sentences = [game.say(line, language) for language in LANGUAGES]
                assert bool(sentences[0]) == bool(sentences[1]), line
                # what chance does may go without saying, and a decision where the very next line says what came of it
                assert sentences[0] or line["by"] is None or (following and game.say(following)), line
                for sentence in sentences:
                    assert sentence == sentence.strip(), line
                    assert not set("{}") & set(PLAYER.sub("", sentence)), sentence
                    assert all(int(n) < seats for n in PLAYER.findall(sentence)), sentence


def test_lines_have_sentences_while_they_still_hide_something(game: Game) -> None:
    for n, state in enumerate(walk(game.new(game.seats[-1]), random.Random(3))):
        if n % 13 == 0:
            for seat in everybody(state):
                for line in state.view(seat)["log"][-3:]:
                    for language in LANGUAGES:
                        assert "None" not in game.say(line, language)


def test_every_reason_a_game_ends_for_has_words(game: Game) -> None:
    for seats, options in tables(game):
        for seed in range(3):
            *_, state = walk(game.new(seats, options), random.Random(seed))
            assert state.turn() == OVER
            for language in LANGUAGES:
                assert game.words[language]["reasons"][state.outcome()["reason"]]
