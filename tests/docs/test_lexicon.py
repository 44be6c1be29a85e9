"""Names avoid the words that CONTRIBUTING.md lists under "Words to avoid in names".

`lexicon_counts.toml` holds how many names still use each word. A count may only fall. After renaming, lower the counts
with `python -m tests.docs.test_lexicon` from the root of the repository.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

from tests.docs.pages import ROOT, read

COUNTS = Path(__file__).with_name("lexicon_counts.toml")
PYTHON = ("src", "tests", "bench", "setup")
DECLARATION = re.compile(
    r"^(?:export )?(?:default )?(?:declare )?(?:async )?(?:abstract )?"
    r"(?:function\*?|class|const|let|var|type|interface|enum) (\w+)",
    re.MULTILINE,
)
Scope = Literal["anywhere", "whole name"]


class Use(NamedTuple):
    """A name and the file that declares it."""

    file: str
    name: str


def avoided_words() -> dict[str, Scope]:
    """Read the table of CONTRIBUTING.md: each word, and whether it is avoided anywhere in a name or as a whole name."""
    table = read("CONTRIBUTING.md").partition("| avoid | where |")[2].partition("\n\n")[0]
    rows: list[tuple[str, Scope]] = re.findall(r"^\| ([^|]+) \| (anywhere|whole name) \|", table, re.MULTILINE)
    return {word: scope for words, scope in rows for word in re.findall(r"`(\w+)`", words)}


def split_name(name: str) -> list[str]:
    """Split a name into lower-case words at underscores and capitals."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*", name)]


def avoided_in(name: str, avoided: dict[str, Scope]) -> set[str]:
    """Return the words to avoid that this name uses."""
    words = split_name(name)
    whole = "_".join(words)
    return {word for word in {*words, whole} if word in avoided and (avoided[word] == "anywhere" or word == whole)}


def bound_names(node: ast.AST) -> Iterator[str]:
    """Yield the names that one syntax node binds: definition, parameter, variable, attribute, exception or alias."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
            yield name
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.alias(asname=str(name)) | ast.MatchAs(name=str(name)):
            yield name


def names_in_scopes(tree: ast.Module) -> Iterator[str]:
    """Yield every name once per function, class or module that binds it, so that moving code changes no count."""
    scopes: list[ast.AST] = [tree]
    while scopes:
        names = set[str]()
        nodes = list(ast.iter_child_nodes(scopes.pop()))
        while nodes:
            node = nodes.pop()
            names.update(bound_names(node))
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                scopes.append(node)
            else:
                nodes.extend(ast.iter_child_nodes(node))
        yield from sorted(names)


def python_names() -> Iterator[Use]:
    """Yield module names and bound names of all Python files; tests are named as sentences and are left out."""
    for path in sorted(path for top in PYTHON for path in (ROOT / top).rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        for name in [path.stem, *names_in_scopes(ast.parse(path.read_text(encoding="utf-8")))]:
            if not name.startswith("test_") or name == path.stem:
                yield Use(file, name)


def script_of(path: Path) -> str:
    """Return the TypeScript of a file; the script of a Svelte component without its two spaces of indentation."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ts":
        return text
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)
    return re.sub(r"^ {2}", "", "\n".join(scripts), flags=re.MULTILINE)


def web_names() -> Iterator[Use]:
    """Yield file names and top-level names of all TypeScript and Svelte files."""
    for path in sorted(path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")):
        for name in [path.name.partition(".")[0], *DECLARATION.findall(script_of(path))]:
            yield Use(path.relative_to(ROOT).as_posix(), name)


@cache
def avoided_uses() -> dict[str, list[Use]]:
    """Return the uses of each word to avoid."""
    avoided = avoided_words()
    uses: dict[str, list[Use]] = defaultdict(list)
    for use in [*python_names(), *web_names()]:
        for word in avoided_in(use.name, avoided):
            uses[word].append(use)
    return uses


def allowed_counts() -> dict[str, int]:
    return tomllib.loads(COUNTS.read_text(encoding="utf-8"))


def write_counts(counts: dict[str, int]) -> None:
    """Write the counts, none of them above the present ones."""
    before = allowed_counts() if COUNTS.exists() else counts
    lines = [f"{word} = {min(count, before.get(word, 0))}\n" for word, count in sorted(counts.items())]
    text = "# Names that still use a word to avoid: see test_lexicon.py.\n" + "".join(lines)
    COUNTS.write_text(text, encoding="utf-8")


def test_no_word_to_avoid_is_used_more_often_than_before() -> None:
    allowed = allowed_counts()
    more = {word: uses for word, uses in avoided_uses().items() if len(uses) > allowed.get(word, 0)}
    report = "\n".join(
        f"{word}: {len(uses)} names, {allowed.get(word, 0)} allowed: "
        + ", ".join(f"{name} ({file})" for file, name in sorted(set(uses)))
        for word, uses in more.items()
    )
    assert not more, f"Choose another name; CONTRIBUTING.md says which words to avoid in names.\n{report}"


def test_every_counted_word_is_still_used_by_a_name() -> None:
    unused = sorted(allowed_counts().keys() - avoided_uses().keys())
    assert not unused, "Lower the counts: python -m tests.docs.test_lexicon"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("told", {"told"}),
        ("ToldLine", {"told"}),
        ("untold", set()),
        ("found", {"found"}),
        ("NOT_FOUND", set()),
        ("so_far", {"so_far"}),
        ("_off", {"off"}),
        ("offset", set()),
        ("cacheConfig", set()),
        ("requestHandler", set()),
    ],
)
def test_names_are_read_word_by_word(name: str, words: set[str]) -> None:
    assert avoided_in(name, avoided_words()) == words


def test_parameters_locals_and_attributes_are_names() -> None:
    source = "def f(a, *b, c=1):\n  d = [e for e in a]\n  self.g = d\n  try: d\n  except E as h: pass\nclass I: pass"
    assert sorted(names_in_scopes(ast.parse(source))) == ["I", "a", "b", "c", "d", "e", "f", "g", "h"]


if __name__ == "__main__":
    write_counts({word: len(uses) for word, uses in avoided_uses().items()})
