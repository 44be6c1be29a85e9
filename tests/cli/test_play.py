"""`sortilege play` from a script on its standard input."""

import io
import json
import sys
from pathlib import Path

import pytest

import sortilege
import sortilege.terminal.app
from sortilege import Match
from sortilege.terminal.session import Session
from tests.cli.running import refused, run
from tests.shelf.french import check_french


class Terminal(io.StringIO):
    """A standard input somebody types on."""

    def isatty(self) -> bool:
        return True


SHORT = ("--level", "random", "--seed", "7", "--option", "die=[6]", "--option", "first=0")


@pytest.fixture(autouse=True)
def own_record_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Records go to a folder of the test's own."""
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    return tmp_path


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_a_whole_game_from_a_script(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, own_record_folder: Path
) -> None:
    type_in(monkeypatch, "1\n" * 500)
    ran = run(capsys, "play", "abracada", *SHORT)
    assert (ran.code, ran.err) == (0, "")
    assert "Over: " in ran.out
    (path,) = (own_record_folder / "records").iterdir()
    assert str(path) in ran.out
    match = Match.load(json.loads(path.read_text()), verify=True)
    assert match.state.outcome() is not None
    assert match.seed == 7


def test_an_unfinished_game_is_saved_and_resumed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "mine.json"
    type_in(monkeypatch, "1\nq\n")
    left = run(capsys, "play", "abracada", *SHORT, "--save", str(path), "--name", "Zoë", "--lang", "fr")
    assert f"sortilege play --resume {path}" in left.out
    assert "Zoë annonce 1, Dragon" in left.out
    before = json.loads(path.read_text())
    type_in(monkeypatch, "1\n" * 500)
    ran = run(capsys, "play", "--resume", str(path))
    after = json.loads(path.read_text())
    assert "Over: " in ran.out
    assert after["log"][: len(before["log"])] == before["log"]
    assert after["seats"] == ["Zoë", "Morgane (random)", "Viviane (random)"]


def test_the_same_seed_deals_the_same_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = []
    for _ in range(2):
        type_in(monkeypatch, "1\n" * 3)
        outputs.append(
            run(capsys, "play", "abracada", *SHORT, "--level", "apprentice").out.split("The game is saved")[0]
        )
    assert outputs[0] == outputs[1]


def test_an_interruption_says_where_the_game_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    ran = run(capsys, "play", "abracada", *SHORT)
    assert ran.code == 130
    assert "sortilege play --resume" in ran.out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([], "say which game to play: abracada"),
        (["chess"], "no game 'chess'"),
        (["abracada", "--seats", "9"], "AQ-101"),
        (["abracada", "--level", "wizard"], "no level 'wizard'"),
        (["abracada", "--option", "wand=3"], "no option 'wand'"),
        (["abracada", "--option", "wand"], "NAME=VALUE"),
        (["abracada", "--option", "die=[9]"], "option die"),
        (["abracada", "--lang", "de"], "--lang is en or fr, not 'de'"),
        (["abracada", "--seat", "3"], "seats 0 to 2, not 3"),
        (["abracada", "--resume", "x.json"], "--resume takes the game"),
        (["--resume", "x.json"], "x.json: no such file"),
        (["--resume", "x.json", "--level", "wizard"], "no level 'wizard'"),
        (["spellcaster", "--seats", "3", "--option", "first=1"], "the first of the team, seat 0, starts (SC-110)"),
        (["spellcaster", "--option", "cards=mine"], "option cards is standin, or a set this host keeps"),
        (["spellcaster", "--option", "first=" + "[" * 20_000], "option first is random or a seat of this table"),
        (["abracada", "--seed", "x" * 300], "at most 256 characters"),
    ],
)
def test_bad_input_is_one_line_and_leaves_no_record(
    capsys: pytest.CaptureFixture[str], own_record_folder: Path, arguments: list[str], fault: str
) -> None:
    assert fault in refused(capsys, "play", *arguments)
    assert list(own_record_folder.rglob("*.json")) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["play"],
        ["play", "chess"],
        ["play", "abracada", "--seats", "9"],
        ["play", "abracada", "--seat", "3"],
        ["play", "abracada", "--level", "wizard"],
        ["play", "abracada", "--seed", "x" * 300],
        ["play", "abracada", "--option", "wand=3"],
        ["play", "abracada", "--option", "wand"],
        ["play", "abracada", "--option", "die=[9]"],
        ["play", "spell", "--seats", "1", "--option", "tournament=true"],
        ["play", "spellcaster", "--option", "cards=mine"],
        ["play", "abracada", "--resume", "x.json"],
        ["play", "--resume", "x.json"],
        ["replay", "x.json"],
    ],
)
def test_bad_input_is_refused_in_the_chosen_language(
    capsys: pytest.CaptureFixture[str], own_record_folder: Path, arguments: list[str]
) -> None:
    english, french = (refused(capsys, *arguments, "--lang", language) for language in ("en", "fr"))
    assert english == refused(capsys, *arguments)
    assert french != english
    check_french(french.strip())


def test_a_record_that_cannot_go_on_is_named_with_its_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = Match(sortilege.game("spellcaster"), 2, {"first": 0}, seed=3).save()
    record["log"].append({"do": "activate", "card": "R01"})
    record["rules"] = 1
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(record))
    for command in (["play", "--resume"], ["replay"], ["verify"]):
        refusal = refused(capsys, *command, str(path))
        assert refusal.startswith(f"sortilege: {path}: log[7]: Ember Lance is not the top card of its pile (SC-261); ")
    refusal = refused(capsys, "replay", str(path), "--lang", "fr")
    assert "Lance de braise n’est pas au-dessus de sa pile (SC-261)" in refusal
    assert "peut-être plus ancien que l’interprétation actuelle de SC-405" in refusal


def test_without_textual_it_says_how_to_get_it_and_plays_in_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "textual", None)
    monkeypatch.setattr(sys, "stdin", Terminal("q\n"))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    ran = run(capsys, "play", "abracada", *SHORT)
    assert ran.code == 0
    assert ran.err.count("\n") == 1
    assert "pip install 'sortilege[terminal]'" in ran.err
    assert "[1] Dragon" in ran.out


def test_after_a_second_game_the_second_one_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Session] = []

    def remember_session(session: Session, pace: float) -> Session:
        played.append(session.rematch())
        return played[0]

    monkeypatch.setattr(sortilege.terminal.app, "play", remember_session)
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run(capsys, "play", "abracada", *SHORT).out.strip() == played[0].closing_message()
