"""Names keep to the lexicon of CONTRIBUTING.md, whose second table says what is not used and where."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.docs.pages import ROOT, read

OF_OTHERS = {"env"}  # PettingZoo calls it so


def forbidden() -> dict[str, str]:
    """Each word not used, and as what: part, whole or module."""
    table = read("CONTRIBUTING.md").partition("| not | as |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| ([a-z, ]+) \| (part|whole|module) \|", table, re.MULTILINE)
    return {word: where for words, where in rows for word in words.split(", ")}


def words_of(name: str) -> list[str]:
    """The words of a name, split at _ and at capitals."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def breaks(name: str, is_module: bool, rules: dict[str, str]) -> bool:
    words = words_of(name)
    parts = any(rules.get(word) == "part" for word in words)
    return parts or rules.get("_".join(words)) in (("whole", "module") if is_module else ("whole",))


def names() -> Iterator[tuple[str, str, bool]]:
    """Every name with the file it is in, and whether it is the file's own."""
    for top in ("src", "bench"):
        for path in sorted((ROOT / top).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            yield where, path.stem, True
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    yield where, node.name, False
    for path in sorted((ROOT / "web" / "src").rglob("*")):
        if path.suffix in (".ts", ".svelte"):
            yield path.relative_to(ROOT).as_posix(), path.name.partition(".")[0], True


def test_no_name_uses_a_word_that_the_lexicon_does_without() -> None:
    rules = forbidden()
    found = {name: f"{where}: {name}" for where, name, own in names() if breaks(name, own, rules)}
    wrong = [place for name, place in found.items() if name not in OF_OTHERS]
    assert not wrong, "see the lexicon in CONTRIBUTING.md"


@pytest.mark.parametrize(
    ("name", "is_module", "wrong"),
    [
        ("ToldLine", False, True),
        ("untold", False, False),
        ("data", True, True),
        ("data_folder", False, False),
        ("written", True, True),
        ("written", False, False),
    ],
)
def test_names_are_read_word_by_word(name: str, is_module: bool, wrong: bool) -> None:
    assert breaks(name, is_module, forbidden()) is wrong
