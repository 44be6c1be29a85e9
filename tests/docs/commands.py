"""The commands of the documentation, run as a reader would, only briefer and in folders of their own.

What a page writes in capitals stands for something: a RECORD, a FILE, a GAME. What takes long or opens something is run
with more options behind (the last one counts): BRIEFLY. What cannot be run in a test at all is named with the reason
in UNTRIED, and what can be known of it is checked instead.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import shlex
import sqlite3
import subprocess
import sys
import tomllib
import urllib.request
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege import OVER, Match
from tests.cli.running import Ran, run
from tests.docs.pages import ROOT

SOURCE = Path(sortilege.__file__).parents[1]
PATIENCE = 60  # seconds for a server to come up, on the slowest machine
BRIEFLY = {
    "arena": ["--matches", "1", "--ms", "1", "--workers", "1"],
    "bench": ["--seconds", "0.01"],
    "ladder": ["--plan"],
    "train": ["--minutes", "0.01", "--workers", "1", "--hidden", "4"],
    "analyse": ["--worlds", "2"],
    "review": ["--worlds", "1"],
    "calibrate": ["--games", "4", "--worlds", "1", "--ms", "1", "--level", "apprentice"],
    "serve": ["--host", "127.0.0.1", "--port", "0", "--no-open"],
}
COMMANDS = (
    *("serve", "play", "replay", "verify", "lessons", "doctor", "cards", "new-game"),
    *("backup", "restore"),
    *("arena", "ladder", "bench", "train", "analyse", "calibrate", "puzzles", "review"),
)
UNTRIED = {
    "docker": "needs a container engine and a site; tests/hosting reads its files, and builds where it can",
    "sudo": "changes the machine; tests/hosting looks its files up",
    "git": "needs the network, and a repository address that the reader knows",
    "cd": "has nowhere to go without the clone",
    "python3 -m venv": "installs; the extras it names are looked up",
    "pip": "installs; the extras it names are looked up",
    "pipx": "installs; tests/packaging/test_ways_in.py does that",
    "uvx": "installs; tests/packaging/test_ways_in.py does that",
    "python3 run.py test": "runs the tests, which run this; its folders are looked up",
    "python3 run.py check": "needs the tools of developers; run.py is asked whether it knows it",
    "python3 hatch_build.py": "makes the browser bundle anew; it is looked up",
    "python -m": "writes into the tree; the module is looked up",
    ".ci/run": "runs the tests, which run this; it is looked up",
}
STARTS = ("sortilege", "printf", *UNTRIED)
COMMAND = re.compile(rf"([A-Z_]+=\S+ )*(python3 run.py|python -m sortilege|{'|'.join(map(re.escape, STARTS))})( |$)")
ASSIGNMENT = re.compile(r"([A-Z_]+)=\S*")
THINKS_FOR = re.compile(r"@[0-9.]+ms")  # a bot of an arena
OWN_CARDS = {  # the card files that pages speak of: the cards of the box with the slip the page describes
    "my-deck.toml": ("spell", "basic", '"XX./.XX/..X"', '"XX./.XX/.X"'),
    "printed.toml": ("spellcaster", "standin", '"saph 1; draw 1"', '"each draw 2; pay E2{hael @col}"'),
}


def is_command(text: str) -> bool:
    """Whether a piece of code in a sentence is a command."""
    return COMMAND.match(text) is not None


def commands_in(block: str) -> list[str]:
    """The commands of a block, one a line; comments and continued lines as in a shell."""
    lines = block.replace("\\\n", " ").split("\n")
    return [bare for line in lines if (bare := re.sub(r"(^|\s+)#.*", "", line).strip())]


# ---------------------------------------------------------------- what words in capitals stand for
@cache
def finished_record() -> str:
    """A record of a game that is over."""
    match = Match(sortilege.game("abracada"), 2, {"die": [6]}, seed="docs")
    rng = random.Random(1)
    while match.state.turn() != OVER:
        match.play(rng.choice(match.state.legal()))
    return json.dumps(match.save())


@cache
def unfinished_record() -> str:
    """A record of a game under way."""
    return json.dumps(Match(sortilege.game("abracada"), 2, seed="docs").save())


def stage(folder: Path, words: list[str]) -> list[str]:
    """The words of a command with files behind those in capitals, and bots that think briefly."""
    (folder / "finished.json").write_text(finished_record(), encoding="utf-8")
    (folder / "running.json").write_text(unfinished_record(), encoding="utf-8")
    (folder / "cards.toml").write_text(sortilege.game("spell").card_file("basic"), encoding="utf-8")
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "docs" / "bots.md").write_text((ROOT / "docs" / "bots.md").read_text(encoding="utf-8"), encoding="utf-8")
    on_cards = words[:1] == ["cards"]
    means = {
        "RECORD": "finished.json",
        "FILE": "cards.toml" if on_cards else "running.json",
        "GAME": "spell" if on_cards else "abracada",
        "DIR": "folder",
        "search:400,plain:400": "search:4,plain:4",
        "random,package.module:caller": "random,tests.arena.test_contest:drawing_lots",
    }
    return [THINKS_FOR.sub("@1ms", means.get(word, word)) for word in words]


def keep_own_cards() -> None:
    """Install the deck that a page has just told its reader to add."""
    sortilege.game("spell").add_cards("my-deck", sortilege.game("spell").card_file("basic"))


def write_slips(folder: Path) -> None:
    """The card files of the pages, each with its slip."""
    for name, (game, box, right, wrong) in OWN_CARDS.items():
        head, separator, tail = sortilege.game(game).card_file(box).rpartition(right)
        assert separator, f"{name}: there is no {right} in the cards of {game} any more"
        (folder / name).write_text(head + wrong + tail, encoding="utf-8")


# ---------------------------------------------------------------- running
def try_command(place: str, command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> Ran | None:
    """Run one command as it stands; fails with the place it stands at. Answers what it printed, if it was run."""
    for part in command.split(" && "):
        words = shlex.split(part.replace("<", "'<").replace(">", ">'") if "<" in part else part)
        while words and (name := ASSIGNMENT.fullmatch(words[0])):
            assert name[1] in documented() | {"PYTHONPATH"}, f"{place}: {name[1]} is no setting that docs list"
            words.pop(0)
        if "printf" in words or words[:2] == ["python3", "-c"]:
            completed = subprocess.run(part, shell=True, cwd=folder, capture_output=True, text=True, check=False)
            assert completed.returncode == 0, f"{place}: {command}\n{completed.stderr}"
            continue
        lines = ""
        if words[0] == "yes":
            lines, words = 500 * f"{words[1]}\n", words[words.index("|") + 1 :]
        arguments = own_arguments(words)
        if arguments is None:
            look_up(place, part, words)
        else:
            return try_sortilege(place, command, stage(folder, arguments), lines, folder, capsys)
    return None


def own_arguments(words: list[str]) -> list[str] | None:
    """What comes after `sortilege`, in whichever way it is started; None where something else is started."""
    for start in (["sortilege"], ["python", "-m", "sortilege"], ["python3", "run.py"]):
        if words[: len(start)] == start and words[len(start) : len(start) + 1] not in (["test"], ["check"]):
            return words[len(start) :]
    return None


def try_sortilege(
    place: str, command: str, arguments: list[str], lines: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> Ran | None:
    name = arguments[0] if arguments else "serve"
    if name not in COMMANDS:
        pytest.fail(f"{place}: no test knows how to try `{command}`; say how in tests/docs/commands.py")
    if name == "serve" and "--settings" not in arguments:
        serve([*arguments[1:], *BRIEFLY["serve"]], folder)
        return None
    if "--ray" in arguments and find_spec("ray") is None:
        pytest.skip("Ray is not installed")
    if name == "train" and find_spec("numpy") is None:
        pytest.skip("numpy is not installed")
    if name == "new-game":  # writes into the tree; tests/cli/test_new_game.py does that in a copy
        arguments = [name, "--help"]
    if "pig" in arguments:  # the game that has just been made
        arguments = ["abracada" if word == "pig" else word for word in arguments]
    if "…" in arguments:
        arguments = [*arguments[: arguments.index("…")], "--help"]
    if name in ("backup", "restore"):  # of tables of their own
        make_tables(folder)
        copy = {"backup": "fresh.sqlite3", "restore": "copy.sqlite3"}[name]
        arguments = [name, *(copy if word == "running.json" else word for word in arguments[1:]), "--data", str(folder)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(lines))
        patch.chdir(folder)
        patch.setenv("PYTHONPATH", str(SOURCE))
        return run(capsys, *arguments, *([] if name == "serve" else BRIEFLY.get(name, [])))


def make_tables(folder: Path) -> None:
    """A database without tables, and a copy of it."""
    for name in ("tables.sqlite3", "copy.sqlite3"):
        base = sqlite3.connect(folder / name)
        base.execute("CREATE TABLE IF NOT EXISTS line (tab TEXT, n INTEGER, body BLOB, PRIMARY KEY (tab, n))")
        base.close()
    (folder / "fresh.sqlite3").unlink(missing_ok=True)


def serve(arguments: list[str], folder: Path) -> None:
    """Start a server, ask it how it is, stop it."""
    own = os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1", "SORTILEGE_STORE": ""}
    command = [sys.executable, "-m", "sortilege", "serve", *arguments]
    with subprocess.Popen(command, cwd=folder, env=own, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            match = next(filter(None, (re.search(r"http://127\S+/", line) for line in process.stdout)), None)
            assert match is not None, f"{' '.join(command)}: ended before it said where it is"
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(f"{match[0]}api/health", timeout=PATIENCE) as answer:
                assert json.load(answer)["status"] == "ok"
        finally:
            process.terminate()


# ---------------------------------------------------------------- what is only looked up
def look_up(place: str, command: str, words: list[str]) -> None:
    """What can be known of a command that is not run."""
    bare = f"{' '.join(words)} ".removeprefix(".dev/bin/")
    if not any(bare.startswith(f"{start} ") for start in UNTRIED):
        pytest.fail(f"{place}: no test knows how to try `{command}`; say how in tests/docs/commands.py")
    for word in words:
        if extra := re.fullmatch(r"(?:sortilege|\.)\[(\w+)\]", word):
            assert extra[1] in settings("project", "optional-dependencies"), f"{place}: there is no extra {extra[1]!r}"
        if re.fullmatch(r"[\w.]+(/[\w.]+)*(\.py|\.txt|/run)|tests/\w+", word):
            assert (ROOT / word).exists(), f"{place}: there is no {word}"
    if words[:2] == ["python3", "run.py"]:
        assert f'"{words[2]}"' in (ROOT / "run.py").read_text(), f"{place}: run.py does not know {words[2]!r}"
        if "-m" in words:
            marks = [mark.partition(":")[0] for mark in settings("tool", "pytest", "ini_options", "markers")]
            assert words[-1] in marks, f"{place}: no test is marked {words[-1]!r}"
    elif words[1:2] == ["-m"] and words[2] != "venv":
        assert find_spec(words[2]), f"{place}: there is no module {words[2]}"


def settings(*keys: str) -> Any:
    """A part of pyproject.toml."""
    value: Any = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for key in keys:
        value = value[key]
    return value


# ---------------------------------------------------------------- settings from the environment
def documented() -> set[str]:
    """The environment variables in the one table that lists them."""
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    table = page.partition("## Environment variables")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE))


def variables_in_code() -> set[str]:
    """Those that the code asks for."""
    files = [ROOT / "run.py", ROOT / "hatch_build.py", ROOT / ".ci" / "run"]
    for top in ("setup", "src", "bench", "tests", "web/src"):
        files += [path for path in (ROOT / top).rglob("*") if path.suffix in (".py", ".ts", ".svelte")]
    return {name for path in files for name in re.findall(r"\bSORTILEGE_[A-Z]+\b", path.read_text(encoding="utf-8"))}
