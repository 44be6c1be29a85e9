"""Every rule of a ledger has a test that cites it, and every citation names a rule that exists."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import sortilege
from sortilege.core.game import Game

TESTS = Path(__file__).parents[1]
RULE = re.compile(r"^- \*\*([A-Z]{2}-[A-Z]*\d+)\*\*", re.MULTILINE)  # - **AQ-001** …
ROW = re.compile(r"^\| *([A-Z]{2}-[A-Z]*\d+) *\|", re.MULTILINE)  # | SC-R01 | … a card is a rule too


def ledger(game: Game) -> list[str]:
    """Return the rule ids of a ledger in its order, without the tables of open questions (OQ-1 …)."""
    rules = (game.folder / "RULES.md").read_text(encoding="utf-8")
    return RULE.findall(rules) + [row for row in ROW.findall(rules) if not row.startswith("OQ-")]


def cited_by(module: ModuleType) -> Iterator[str]:
    """Yield the rule ids cited by the marks of a module’s tests and of their parameters."""
    for name, test in vars(module).items():
        for mark in getattr(test, "pytestmark", []) if name.startswith("test_") else []:
            if mark.name == "rule":
                yield from mark.args
            if mark.name == "parametrize":
                for values in mark.args[1]:
                    yield from (r for m in getattr(values, "marks", ()) if m.name == "rule" for r in m.args)


def cited(game: Game) -> set[str]:
    """Return every rule id that the tests of a game cite."""
    rules: set[str] = set()
    for path in sorted((TESTS / "games" / game.name).glob("**/test_*.py")):
        name = ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
        rules.update(cited_by(importlib.import_module(name)))
    return rules


def written_citations() -> Iterator[tuple[Path, str]]:
    """Yield every rule id written as a string literal in a rule mark, with the file of the test."""
    for path in sorted(TESTS.glob("**/*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
                yield from ((path, a.value) for a in call.args if isinstance(a, ast.Constant))


def test_the_ids_of_a_ledger_are_there_and_unique(game: Game) -> None:
    ids = ledger(game)
    assert ids
    assert sorted(set(ids)) == sorted(ids)
    assert len({id_[:2] for id_ in ids}) == 1


def test_every_rule_has_a_test_that_cites_it(game: Game) -> None:
    assert sorted(set(ledger(game)) - cited(game)) == []


def test_no_test_of_a_game_cites_a_rule_that_is_not_there(game: Game) -> None:
    assert sorted(cited(game) - set(ledger(game))) == []


def test_no_test_anywhere_cites_a_rule_that_is_not_there() -> None:
    known = {id_ for name in sortilege.games() for id_ in ledger(sortilege.game(name))}
    shelved = {id_[:2] for id_ in known}
    unknown = [f"{path.name}: {id_}" for path, id_ in written_citations() if id_[:2] in shelved and id_ not in known]
    assert unknown == []


def test_every_rule_the_code_names_is_in_the_ledger(game: Game) -> None:
    """Refusals, docstrings and comments: an id in a sentence sends people to the ledger."""
    prefix = ledger(game)[0][:2]
    known = set(ledger(game))
    for path in sorted(game.folder.glob("**/*")):
        if path.suffix in (".py", ".toml"):
            named = set(re.findall(rf"\b{prefix}-[A-Z]*\d+\b", path.read_text(encoding="utf-8")))
            assert sorted(named - known) == [], path.name


@pytest.mark.parametrize("line", ["- **AQ-001** The stock", "| SC-R01 | Ember Lance | I |"])
def test_both_shapes_of_an_id_are_read(line: str) -> None:
    assert len(RULE.findall(line) + ROW.findall(line)) == 1
