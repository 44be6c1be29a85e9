"""`sortilege ladder`: what is to be played, what it refuses, and tables without playing."""

from pathlib import Path

import pytest

from sortilege.arena.tables import BEGIN, END
from tests.cli.running import refused, run


def test_the_plan_names_every_row(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ran = run(capsys, "ladder", "spellbook", "--seats", "2", "--plan", "--journal", str(tmp_path / "j"))
    assert ran.code == 0
    assert "spellbook, 2 seats: archmage/master: 0 matches, at most 20 min of thinking left" in ran.out
    assert not (tmp_path / "j").exists()


def test_a_row_is_played_and_its_table_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"{BEGIN}\n{END}\n")
    where = ("--journal", str(tmp_path / "j"), "--write", str(page), "--workers", "1")
    ran = run(capsys, "ladder", "abracada", "--seats", "2", "--rows", "apprentice/random", "--matches", "2", *where)
    assert (ran.code, ran.out) == (0, "")
    assert "done: abracada, 2 seats: apprentice/random: 2 matches" in ran.err
    assert "| 2 seats | apprentice – random |" in page.read_text()
    before = page.read_text()
    assert run(capsys, "ladder", "--tables-only", *where).code == 0
    assert page.read_text() == before


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["chess"], "no game 'chess'"),
        (["--rows", "wizard/witch"], "there is no such row"),
        (["--journal", "/no/such/folder/j"], "there is no folder"),
        (["--plan", "--write", "/no/such/page.md"], "there is no such page"),
        (["--matches", "0"], "--matches"),
    ],
)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], fault: str
) -> None:
    where = [] if "--journal" in arguments else ["--journal", str(tmp_path / "j")]
    assert fault in refused(capsys, "ladder", *arguments, *where)
