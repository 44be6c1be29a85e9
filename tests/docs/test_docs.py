"""What README, CONTRIBUTING and docs/ claim: their code runs, their files are read, their links lead somewhere.

A new block is found by itself. One of a kind that no test knows fails: choose one of KINDS, or teach this file another.
"""

from __future__ import annotations

import ast
import doctest
import itertools
import json
import re
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sortilege
from sortilege import Match, SortilegeError
from sortilege.server.live.messages import FromClient
from sortilege.server.me.messages import Marks
from sortilege.server.people.identity import check_marks
from sortilege.server.settings import RENAMED, STANDARD, every_setting, read_settings
from tests.docs import commands
from tests.docs.pages import ROOT, Piece, anchors, blocks, linked_pages, links, pages, prose, read, spans
from tests.interop.tools import TESTED

KINDS = {
    "python": "run, all of a page one after the other",
    "sh": "run, line by line",
    "console": "run, and what it prints compared",
    "json": "loaded as a position or a record, or decoded as a message",
    "toml": "read as settings, or laid over the cards of the box and read as a card file",
    "caddyfile": "started in front of two servers, where Caddy is installed (tests/server/test_balancer.py)",
    "text": "a picture; nothing to run",
}
BLOCKS = [block for page in pages() for block in blocks(page)]
SPANS = [span for page in pages() for span in spans(page)]
COMMANDS = {span.text: span for span in SPANS if commands.is_command(span.text)}  # each once, wherever it stands
FILE = re.compile(r"[\w.-]+(/[\w.<>-]+)+\.(py|md|toml|ts|svelte|css|svg|json)|(src|web|tests|docs|bench)/[\w/<>-]+")
ELSEWHERE = {tool for tool, _ in TESTED.values()}  # tools of others, not installed everywhere


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(block, id=block.place) for block in BLOCKS if block.kind == kind]


@pytest.mark.parametrize("block", [pytest.param(block, id=block.place) for block in BLOCKS])
def test_every_block_is_of_a_kind_that_is_tried(block: Piece) -> None:
    kinds = ", ".join(f"{kind} ({how})" for kind, how in KINDS.items())
    assert block.kind in KINDS, f"{block.place}: a code block begins with ``` and one of {kinds}"


@pytest.mark.parametrize("name", pages())
def test_no_block_is_overlooked(name: str) -> None:
    fences = [line for line in read(name).split("\n") if line.lstrip().startswith(("```", "~~~"))]
    assert len(fences) == 2 * len(blocks(name)), f"{name}: a block that begins or ends in an unusual way"


# ---------------------------------------------------------------- Python
@pytest.mark.parametrize("name", [page for page in pages() if blocks(page, "python")])
def test_the_python_of_a_page_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    tried = [block for block in blocks(name, "python") if not missing_tools(block)]
    if not tried:
        pytest.skip(f"{name} is about {', '.join(sorted(ELSEWHERE))}, which are not installed")
    for block in tried:
        if ">>> " in block.text:
            check_session(block, names)
        else:
            exec(compile("\n" * (block.line - 1) + block.text, str(ROOT / name), "exec"), names)


def missing_tools(block: Piece) -> set[str]:
    """The tools of others that a block wants and this machine lacks."""
    if ">>> " in block.text:
        return set()
    imported: set[str] = set()
    for node in ast.walk(ast.parse(block.text)):
        if isinstance(node, ast.Import):
            imported |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported |= {str(node.module).rpartition(".")[2], str(node.module)}
    return {tool for tool in imported & ELSEWHERE if find_spec(tool) is None}


def check_session(block: Piece, names: dict[str, Any]) -> None:
    """A block of `>>>` lines, with what it says the answers are."""
    session = doctest.DocTestParser().get_doctest(block.text, {}, block.place, block.page, block.line - 1)
    session.globs = names
    wrong: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=wrong.append, clear_globs=False)
    assert not wrong, "".join(wrong)


# ---------------------------------------------------------------- commands
@pytest.mark.parametrize("block", of_kind("sh"))
def test_a_block_of_commands_runs(block: Piece, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in commands.commands_in(block.text):
        ran = commands.try_command(block.place, command, tmp_path, capsys)
        assert ran is None or ran.code == 0, f"{block.place}: {command}\n{ran.err}"


@pytest.mark.parametrize("command", [pytest.param(span, id=text) for text, span in COMMANDS.items()])
def test_a_command_in_a_sentence_runs(command: Piece, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands.keep_own_cards()
    ran = commands.try_command(command.place, command.text, tmp_path, capsys)
    assert ran is None or ran.code == 0, f"{command.place}: {command.text}\n{ran.err}"


@pytest.mark.parametrize("block", of_kind("console"))
def test_a_command_prints_what_the_page_says(block: Piece, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands.write_slips(tmp_path)
    for session in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, printed = session.partition("\n")
        ran = commands.try_command(block.place, command, tmp_path, capsys)
        assert ran is not None, f"{block.place}: {command} prints nothing to compare"
        assert ran.out + ran.err == printed, block.place


def test_an_unknown_command_is_named_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("make wands", "sortilege conjure", "python3 run.py conjure"):
        with pytest.raises(pytest.fail.Exception, match=r"docs/x.md:3: no test knows how to try"):
            commands.try_command("docs/x.md:3", command, tmp_path, capsys)
    for wrong in ("pip install 'sortilege[wands]'", "WAND=1 python3 run.py test", "python3 run.py test tests/wands"):
        with pytest.raises(AssertionError, match=r"docs/x.md:3: "):
            commands.try_command("docs/x.md:3", wrong, tmp_path, capsys)


def test_the_settings_from_the_environment_are_listed_and_no_others() -> None:
    ours = {name for name in commands.documented() if name.startswith("SORTILEGE_")}
    names = [*(setting.name for setting in every_setting()), *RENAMED]  # docs/settings.md lists these
    settings = {f"SORTILEGE_{name.upper()}" for name in names}
    assert ours == commands.variables_in_code() - settings


# ---------------------------------------------------------------- JSON and TOML
@pytest.mark.parametrize("block", of_kind("json"))
def test_a_block_of_json_is_what_the_program_reads(block: Piece) -> None:
    check_json(block, json.loads(block.text))


@pytest.mark.parametrize("name", [page for page in pages() if '`{"' in prose(page)])
def test_objects_in_sentences_are_what_the_program_reads(name: str) -> None:
    for span in spans(name):
        for text in variants(span.text) if span.text.startswith('{"') else []:
            try:
                thing = json.loads(text)
            except ValueError:
                continue  # a shape, such as {"do": verb, ...}
            check_json(span, thing)


def variants(text: str) -> list[str]:
    """An object with each of the values that a page puts between bars: "take|draw"."""
    parts = [part.split("|") for part in re.split(r'(?<=")([\w|-]*\|[\w|-]*)(?=")', text)]
    return ["".join(chosen) for chosen in itertools.product(*parts)]


def check_json(where: Piece, thing: Any) -> None:
    if "sortilege" in thing:
        Match.load(thing)
    elif "game" in thing:
        state = sortilege.game(thing["game"]).load(thing)
        assert state.position().items() >= {key: thing[key] for key in ("game", "seats")}.items()
    elif "type" in thing:
        msgspec.convert(thing, FromClient)
    elif "marks" in thing:
        check_marks(msgspec.convert(thing, Marks).marks)
    elif "do" in thing:
        assert any(is_action(game, thing) for game in sortilege.games()), f"{where.place}: no game has {thing}"
    else:
        pytest.fail(f"{where.place}: neither a position, a record, a message nor an action; teach {__name__}")


def is_action(game: str, action: dict[str, Any]) -> bool:
    try:
        return sortilege.game(game).find(action) >= 0
    except SortilegeError:
        return False


@pytest.mark.parametrize("block", of_kind("toml"))
def test_a_block_of_toml_is_a_file_of_settings_or_part_of_a_card_file(block: Piece, tmp_path: Path) -> None:
    """Cards are laid over those of the box, as their reader would type them in."""
    part = tomllib.loads(block.text)
    if set(part) <= {setting.name for setting in every_setting()}:
        (tmp_path / "sortilege.toml").write_text(block.text, encoding="utf-8")
        assert read_settings({}, {}, folder=tmp_path) != STANDARD
        return
    name = part.get("game") or ("spell" if "setups" in part else "spellcaster")
    game = sortilege.game(name)
    assert game.check_cards(
        replace_cards(game.card_file({"spell": "basic", "spellcaster": "standin"}[name]), block.text)
    )


def replace_cards(file: str, part: str) -> str:
    """A card file with the lines and the card of this part in the place of its own."""
    lines, _, card = part.partition("[[card]]\n")
    if card:
        first = re.escape(card.partition("\n")[0])
        file, count = re.subn(rf"^{first}\n.*?(?=^\[\[card|\Z)", lambda _: card, file, flags=re.MULTILINE | re.DOTALL)
        assert count, f"no card of the box has {first}"
    for line in filter(None, lines.split("\n")):
        key, _, value = line.partition(" = ")
        if value:
            old = re.search(rf"^{re.escape(key)} = .*$", file, re.MULTILINE)
            file = file.replace(old[0], line, 1) if old else f"{line}\n{file}"
    return file


# ---------------------------------------------------------------- links and paths
@pytest.mark.parametrize("name", linked_pages())
def test_every_link_leads_somewhere(name: str) -> None:
    page = ROOT / name
    for link in links(name):
        path, _, anchor = link.text.partition("#")
        if "://" in path or path.startswith("mailto:"):
            continue
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{link.place}: there is no {path}"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target.relative_to(ROOT).as_posix()), f"{link.place}: no heading makes #{anchor}"


@pytest.mark.parametrize("name", [page for page in linked_pages() if page != "CHANGELOG.md"])  # it tells of the past
def test_every_file_a_page_names_is_there(name: str) -> None:
    tops = (ROOT, ROOT / "src" / "sortilege", ROOT / "web" / "src", (ROOT / name).parent)
    for span in spans(name):
        if FILE.fullmatch(span.text):
            path = span.text.replace("<game>", "abracada")
            assert any((top / path).exists() for top in tops), f"{span.place}: there is no {span.text}"


def test_every_page_under_docs_can_be_found_from_the_first() -> None:
    reached, waiting = set[str](), ["README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached:
            reached.add(page)
            near = [(ROOT / page).parent / link.text.partition("#")[0] for link in links(page)]
            waiting += [path.resolve().relative_to(ROOT).as_posix() for path in near if path.suffix == ".md"]
    assert not set(pages()) - reached, "no link leads to these"


def test_no_module_cites_a_page_that_is_not_here() -> None:
    """Only the pages of this repository can be read by whoever reads the code."""
    modules = sorted((ROOT / "src").rglob("*.py"))
    assert [str(module) for module in modules if "CONTRACT" in module.read_text(encoding="utf-8")] == []
