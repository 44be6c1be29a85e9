"""French as it is set: the space before : ; ? ! and inside « » does not break, so that no line begins with a sign."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SRC, WEB = ROOT / "src/sortilege", ROOT / "web/src/words/fr"
NO_BREAK = "\u00a0\u202f"
# A sign after anything but a space that does not break or another sign; one that begins something is itself spoken of.
LOOSE = re.compile(rf"(?<=[^{NO_BREAK}?!(/])(?:[;!?»]|:(?!\d))|«(?![{NO_BREAK}])")
LITERAL = re.compile(r"//[^\n]*|/\*.*?\*/|'((?:\\.|[^'\\\n])*)'|\"((?:\\.|[^\"\\\n])*)\"|(`)", re.DOTALL)
# What is not French: code, what is quoted from a file, addresses, holes to fill, marks of a page.
ASIDE = re.compile(
    r"```.*?```|`[^`]*`|\"[^\"\n]*\"|\S*/\S*[?=]\S*|https?://\S*|\]\([^)]*\)|\{[^{}]*\}|<[^<>]*>", re.DOTALL
)


def strings(tree: Any, french: bool = False) -> Iterator[str]:
    """Every string of a TOML file that stands under the key `fr`."""
    if isinstance(tree, str):
        yield from [tree] if french else []
    elif isinstance(tree, list):
        for node in tree:
            yield from strings(node, french)
    elif isinstance(tree, dict):
        for key, node in tree.items():
            yield from strings(node, french or key == "fr")


def literals(code: str) -> Iterator[str]:
    """Every string of a TypeScript file, what is computed in a template left out."""
    at = 0
    while match := LITERAL.search(code, at):
        at = match.end()
        if match[3]:
            text, at = template(code, at)
            yield from text
        elif match[1] or match[2]:
            yield match[1] or match[2]


def template(code: str, at: int) -> tuple[list[str], int]:
    """The text of a template that begins here, then the strings of its holes; and where it ends."""
    own, holes = "", []
    while code[at] != "`":
        if code.startswith("${", at):
            end = hole(code, at + 2)
            holes += literals(code[at + 2 : end])
            own, at = own + "{}", end + 1
        else:
            own, at = own + code[at], at + 1
    return [own, *holes], at + 1


def hole(code: str, at: int) -> int:
    """Where the hole of a template ends that begins here."""
    deep = 0
    while code[at] != "}" or deep:
        if code[at] == "`":
            at = template(code, at + 1)[1]
            continue
        deep += (code[at] == "{") - (code[at] == "}")
        at += 1
    return at


def french() -> dict[str, list[str]]:
    """What the house says in French, by file."""
    texts_by_path = {path: list(strings(tomllib.loads(path.read_text("utf-8")))) for path in SRC.rglob("*.toml")}
    texts_by_path |= {path: [path.read_text("utf-8")] for path in SRC.rglob("*.fr.md")}
    texts_by_path |= {path: list(literals(path.read_text("utf-8"))) for path in WEB.glob("*.ts")}
    return {str(path.relative_to(ROOT)): texts for path, texts in texts_by_path.items() if texts}


def loose(text: str) -> list[str]:
    """The signs in it whose space is missing or may break, with a little of what is around them."""
    plain = ASIDE.sub("{}", text)
    return [plain[max(0, sign.start() - 20) : sign.end() + 5] for sign in LOOSE.finditer(plain)]


FRENCH = french()


@pytest.mark.parametrize("path", sorted(FRENCH))
def test_no_sign_of_a_french_sentence_begins_a_line(path: str) -> None:
    assert [sign for text in FRENCH[path] for sign in loose(text)] == []


@pytest.mark.parametrize(
    "text", ["Quoi?", "Quoi ?", "Ceci: cela", "{who} : cela", "« oui »", "«\u00a0oui »", "oui; non"]
)
def test_a_loose_sign_is_detected(text: str) -> None:
    assert loose(text)


@pytest.mark.parametrize(
    "text", ["Quoi\u202f?!", "à 12:30", "`a: b`", "https://a.b/?c", "…/t/ab?join=c", "(? pour l’aide)"]
)
def test_signs_that_belong_to_no_sentence_are_ignored(text: str) -> None:
    assert loose(text) == []


def test_the_strings_of_a_template_are_read_and_its_code_is_not() -> None:
    code = "/** l'un : */ a: (n) => `${n > 1 ? `${n} tours` : 'un'} : ${n ? \"oui !\" : ''}`, b: 'c' // d : 'e'"
    assert list(literals(code)) == ["{} : {}", "{} tours", "un", "oui !", "c"]


def test_pages_leave_the_colon_between_two_texts_to_the_words() -> None:
    """`{name}: {score}` is English: t().colon sets it in both languages."""
    pages = [
        path
        for path in (ROOT / "web/src").rglob("*.svelte")
        if re.search(r"\}: (\{(?!\s)|\$\{)", path.read_text("utf-8"))
    ]
    assert pages == []
