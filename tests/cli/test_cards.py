"""`sortilege cards`: files of one's own, read over and kept; every wrong one refused in a line."""

import json
from pathlib import Path

import pytest

import sortilege
from sortilege.games.spellcaster.deck import STANDIN_FILE
from tests.cli.running import refused, run

SPELLS = STANDIN_FILE.read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path / "kept"))
    path = tmp_path / "my-spells.toml"
    path.write_text(SPELLS, encoding="utf-8")
    return path


def test_a_sound_file_is_told_in_one_line(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    ran = run(capsys, "cards", "check", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("spellcaster: 60 cards (15 red, 15 yellow, 15 blue, 15 green)")
    assert json.loads(run(capsys, "cards", "check", str(file), "--json").out)["game"] == "spellcaster"


def test_a_kept_file_can_be_chosen_by_name(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert run(capsys, "cards", "add", str(file)).out.startswith("spellcaster: kept as my-spells: 60 cards")
    assert run(capsys, "cards", "add", str(file), "--name", "printed").code == 0
    assert sortilege.game("spellcaster").new(2, {"cards": "printed"})
    assert "spellcaster: my-spells, printed\n" in run(capsys, "cards", "list").out
    assert json.loads(run(capsys, "cards", "list", "--json").out)["spellcaster"] == ["my-spells", "printed"]


def test_a_wrong_step_is_named_with_its_line(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text(SPELLS.replace('effect = "dmg 3; rdraw 1"', 'effect = "dmg 3; rdrew 1"'), encoding="utf-8")
    for command in ("check", "add"):
        said = refused(capsys, "cards", command, str(file))
        assert "card R02: effect, step 2: unknown word 'rdrew'; did you mean rdraw?" in said
        assert "line " in said
    assert "none" in run(capsys, "cards", "list").out


def test_a_file_that_shows_no_game_needs_one_said(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text("moon = 1\n")
    assert "for which game are these cards? Say --game" in refused(capsys, "cards", "check", str(file))
    assert "no field 'moon'" in refused(capsys, "cards", "check", str(file), "--game", "spellcaster")
    assert "not abracada" in refused(capsys, "cards", "check", str(file), "--game", "abracada")


def test_what_is_no_file_or_no_name_is_refused(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert "No such file" in refused(capsys, "cards", "check", str(file.with_name("nothing.toml")))
    assert "named with" in refused(capsys, "cards", "add", str(file), "--name", "../x")
    assert "comes with the table" in refused(capsys, "cards", "add", str(file), "--name", "standin")
    file.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in refused(capsys, "cards", "check", str(file))
