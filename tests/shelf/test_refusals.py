"""Every wrong action, at any moment, is refused with a sentence in both languages that shows no internal code."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import sortilege
from sortilege import CHANCE, OVER, IllegalAction, Match, OptionError, SortilegeError
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.core.text.phrases import HERE, Phrasebook
from sortilege.core.text.words import LANGUAGES, words_in
from tests.shelf.french import check, check_french
from tests.shelf.tables import all_ids, tables, walk

SOURCES = Path(sortilege.__file__).parent
GAMES = [sortilege.game(name).folder for name in sortilege.games()]
PACKAGES = [HERE, SOURCES / "terminal", *GAMES]  # those with phrases of their own
BOOKS = [HERE, SOURCES / "terminal", SOURCES / "analysis", SOURCES / "learn"]  # whose phrases commands say too
ELSEWHERE = [SOURCES / "games" / "__init__.py", SOURCES / "bots", SOURCES / "train", SOURCES / "cli"]
TO_PROGRAMS = {"PositionError", "NotQuiet"}  # what nobody but a programmer can meet may be plain English


# ---------------------------------------------------------------- the words
UsedPhrase = tuple[str, set[str]]  # a code, and the names of the values it is said with


def calls_in(path: Path) -> Iterator[ast.Call]:
    yield from (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))


def called_name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def phrases_used_in(package: Path) -> list[UsedPhrase]:
    """Return every refusal code in the sources of a module, with the values passed to it."""
    package = SOURCES / "core" if package == HERE else package  # all of core speaks the phrases of core/text
    files = [*package.rglob("*.py")] if package.is_dir() else [package]
    used: list[UsedPhrase] = []
    for call in (call for path in files for call in calls_in(path)):
        if called_name(call) in ("phrase", "shared") and call.args and not isinstance(call.args[0], ast.Name):
            codes = [part.value for part in ast.walk(call.args[0]) if isinstance(part, ast.Constant)]
            used += [(str(code), {str(value.arg) for value in call.keywords}) for code in codes]
    return used


def blanks(phrase: Any) -> set[str]:
    """Return the placeholders of a phrase, in all its forms."""
    phrases = phrase.values() if isinstance(phrase, dict) else [phrase]
    return {name for one in phrases for _, name, _, _ in Formatter().parse(one) if name}


def phrases(package: Path, language: str) -> dict[str, Any]:
    refusals: dict[str, Any] = words_in(package)[language].get("refusals", {})
    return refusals


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_both_languages_refuse_the_same_with_the_same_values(package: Path) -> None:
    english, french = (phrases(package, language) for language in LANGUAGES)
    assert list(english) == list(french)
    for code in english:
        assert blanks(english[code]) - {"english"} == blanks(french[code]), code
        assert isinstance(english[code], dict) == isinstance(french[code], dict), code


@pytest.mark.parametrize(
    "package", [*PACKAGES, *ELSEWHERE], ids=lambda package: f"{package.parent.name}/{package.name}"
)
def test_every_code_has_its_phrase_and_the_values_that_phrase_needs(package: Path) -> None:
    books = [package, HERE] if package in PACKAGES else BOOKS
    known = {code: phrase for book in reversed(books) for code, phrase in phrases(book, "en").items()}
    for code, values in phrases_used_in(package):
        phrase = known.get(code)
        assert phrase is not None, code
        assert blanks(phrase) <= values, code


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_every_phrase_is_used(package: Path) -> None:
    sources = [*PACKAGES, *ELSEWHERE] if package == HERE else [package, *ELSEWHERE]
    used = {code for source in sources for code, _ in phrases_used_in(source)}
    assert not set(phrases(package, "en")) - used


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_a_phrase_names_its_values_by_tables_that_are_there_in_both_languages(package: Path) -> None:
    for language in LANGUAGES:
        for phrase in phrases(package, language).values():
            for _, name, spec, _ in Formatter().parse(phrase if isinstance(phrase, str) else phrase["many"]):
                if name and spec and package != HERE:
                    table: Any = words_in(package)[language]
                    for key in spec.removeprefix("or").removeprefix("and").strip().split("."):
                        table = table[key] if key else table
                    assert table


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_every_phrase_is_french_with_nothing_left_to_fill_in(package: Path) -> None:
    """Also those of moments that random games do not come to."""
    for code, phrase in phrases(package, "fr").items():
        for n in (0, 2):
            values = {name: sample(words_in(package)["fr"], spec) for name, spec in fields(phrase)}
            sentence = Phrasebook(package)(code, **values | {"n": n, "english": "bad luck"})
            check_french(sentence.say("fr"))
            has_words = re.search(r"[^\W\d_]{3}", re.sub(r"\{[^}]*\}", "", str(phrase)))  # not "{field} : {why}"
            assert sentence.say("en") != sentence.say("fr") or not has_words


def fields(phrase: Any) -> list[tuple[str, str]]:
    whole = phrase if isinstance(phrase, str) else phrase["many"]
    return [(name, spec or "") for _, name, spec, _ in Formatter().parse(whole) if name]


def sample(words: Any, spec: str) -> Any:
    """Return a value that fits the placeholder, or two if it is a list."""
    for key in spec.removeprefix("or").removeprefix("and").strip().split("."):
        words = words.get(key, {}) if key else {}
    ids = [*(words if isinstance(words, dict) else ()), "X1", "X2"]
    return ids[:2] if spec.startswith(("or", "and")) else ids[0]


def test_no_refusal_a_person_can_meet_is_written_in_english_alone() -> None:
    families = {
        name
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
        for name in [node.name]
        if any(isinstance(base, ast.Name) and base.id == "SortilegeError" for base in node.bases)
    }
    assert {"IllegalAction", "OptionError", "CardsError", "UnknownGame"} <= families
    for path in [*HERE.glob("*.py"), *(SOURCES / "games").rglob("*.py"), SOURCES / "bots" / "__init__.py"]:
        for call in calls_in(path):
            if called_name(call) in families - TO_PROGRAMS:
                literals = [arg for arg in call.args if isinstance(arg, ast.JoinedStr) or is_english(arg)]
                assert not literals, f"{path.name}, line {call.lineno}"


def is_english(arg: ast.expr) -> bool:
    """Return whether a text is a sentence rather than the id of a rule."""
    return isinstance(arg, ast.Constant) and isinstance(arg.value, str) and " " in arg.value


# ---------------------------------------------------------------- at play
def wrong_actions(state: State, by_verb: dict[str, list[int]], rng: random.Random) -> list[int]:
    """Return some actions of every verb that are not legal now."""
    legal = set(state.legal())
    return [a for ids in by_verb.values() for a in rng.sample(ids, min(3, len(ids))) if a not in legal]


def test_whatever_is_thrown_at_a_game_is_refused_in_both_languages(game: Game) -> None:
    by_verb: dict[str, list[int]] = {}
    for action in all_ids(game):
        by_verb.setdefault(game.describe(action)["do"], []).append(action)
    for seats, options in tables(game):
        rng = random.Random(seats)
        for n, state in enumerate(walk(game.new(seats, options), rng)):
            if n % 7 and state.turn() != OVER:
                continue
            for action in wrong_actions(state, by_verb, rng):
                with pytest.raises(IllegalAction) as refused:
                    state.apply(action)
                check(refused.value)
                assert not set("{}_") & set(refused.value.say("fr")), refused.value.say("fr")


NO_ACTIONS = [None, 7, "end", [], {}, {"do": None}, {"do": "dance"}, {"do": ["end"]}, {"do": "x" * 500}]
NO_IDS = [-1, 10**9, None, "end", True, 2.5]
NO_VALUES = [None, "zz", 99, True, [1], "y" * 500]


def test_an_invalid_action_is_refused_in_both_languages(game: Game) -> None:
    for thing in [*NO_ACTIONS, *malformed(game)]:
        with pytest.raises(IllegalAction) as refused:
            game.find(thing)
        check(refused.value)
    for action in NO_IDS:
        with pytest.raises(IllegalAction) as refused:
            game.new().apply(action)
        check(refused.value)


def malformed(game: Game) -> Iterator[dict[str, Any]]:
    """Yield an action of each verb with an extra key, with a missing key, and with invalid values."""
    examples = {thing["do"]: thing for thing in map(game.describe, all_ids(game))}
    for thing in examples.values():
        yield thing | {"extra": 1}
        for key in thing:
            if key != "do":
                yield {other: value for other, value in thing.items() if other != key}
                yield from (thing | {key: value} for value in NO_VALUES if (key, value) != ("seat", None))


def test_acting_out_of_turn_and_after_the_end_is_refused_in_both_languages(game: Game) -> None:
    match = Match(game, seed=3)
    action = match.state.legal()[0]
    with pytest.raises(IllegalAction) as refused:
        match.play(action, seat=match.state.turn() + 1)
    check(refused.value)
    assert refused.value.rule == game.turn_rule
    while match.state.turn() != OVER:
        match.play(random.Random(len(match.ids)).choice(match.state.legal()))
    with pytest.raises(IllegalAction) as refused:
        match.play(action)
    check(refused.value)


def test_seats_and_options_a_game_does_not_have_are_refused_in_both_languages(game: Game) -> None:
    wishes: list[tuple[Any, Any]] = [(seats, {}) for seats in (0, 99, "two", True)]
    for seats in game.seats:
        wishes += [(seats, {name: value}) for name in [*game.options, "luck"] for value in (None, "zz", -7, [], {})]
        wishes += [(seats, wish) for wish in (7, "zz", [1])]
    for seats, options in wishes:
        with pytest.raises(OptionError) as refused:
            game.new(seats, options)
        check(refused.value)
    for seats in game.seats:
        for name, option in game.options.items():
            for value in option.allowed:
                try:
                    game.new(seats, {name: value})
                except OptionError as error:  # good in itself, but not at this table
                    check(error)
                    assert game.words["fr"]["options"][name]["name"] in error.say("fr") or "place" in error.say("fr")


def test_an_option_is_called_by_its_name_in_french_and_by_its_key(game: Game) -> None:
    for name in game.options:
        with pytest.raises(OptionError) as refused:
            game.new(game.seats[-1], {name: "zz"})
        label = game.words["fr"]["options"][name]["name"]
        assert f"«\N{NO-BREAK SPACE}{label}\N{NO-BREAK SPACE}» ({name})" in refused.value.say("fr")


def test_a_game_nobody_knows_is_refused_in_both_languages() -> None:
    with pytest.raises(SortilegeError) as refused:
        sortilege.game("chess")
    check(refused.value)


def test_a_walk_comes_to_decisions_and_to_the_end(game: Game) -> None:
    """So that the games above are refused at decisions, at chance where there is some, and at the end alike."""
    turns = {min(state.turn(), 0) for state in walk(game.new(game.seats[-1]), random.Random(1))}
    assert turns - {CHANCE} == {0, OVER}
