"""`sortilege arena`: text, JSON, a page, records, and what it refuses."""

import json
from pathlib import Path

import pytest

from sortilege import Match
from sortilege.arena import workers
from sortilege.arena.contest import Fixture, Plan, Result
from tests.cli.running import refused, run

LOTS = "tests.arena.test_contest:drawing_lots"
QUICK = ("arena", "--bots", f"random,{LOTS}", "--option", "die=[6]", "--workers", "1")


def test_the_result_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, *QUICK, "--matches", "4")
    assert ran.code == 0
    assert "abracada, 2 seats, 4 matches" in ran.out
    assert "random" in ran.out


def test_json_stays_clean_of_the_progress(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, *QUICK, "--matches", "3", "--seats", "3", "--seed", "x", "--json")
    report = json.loads(ran.out)
    assert (report["game"], report["seats"], report["matches"], report["seed"]) == ("abracada", 3, 3, "x")
    assert report["options"] == {"die": [6]}
    assert {bot["name"] for bot in report["bots"]} == {"random", LOTS}


def test_the_same_seed_plays_the_same_matches(capsys: pytest.CaptureFixture[str]) -> None:
    reports = [json.loads(run(capsys, *QUICK, "--matches", "6", "--json").out) for _ in range(2)]
    for report in reports:
        del report["seconds"]
        for bot in report["bots"]:
            del bot["ms"]
    assert reports[0] == reports[1]


def test_the_report_and_the_records_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, records = tmp_path / "arena.html", tmp_path / "records"
    assert run(capsys, *QUICK, "--matches", "2", "--report", str(page), "--records", str(records)).code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    names = sorted(path.name for path in records.iterdir())
    assert names == ["abracada-000000.json", "abracada-000001.json"]
    for name in names:
        Match.load(json.loads((records / name).read_text()), verify=True)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--game", "chess"], "no game 'chess'"),
        (["--bots", "adept"], "at least two bots"),
        (["--bots", ","], "at least two bots"),
        (["--bots", "adept,wizard"], "no bot 'wizard'"),
        (["--bots", "adept,adept"], "named twice"),
        (["--seats", "1"], "AQ-101"),
        (["--matches", "0"], "from 1 to 10,000,000, not 0"),
        (["--matches", "many"], "--matches"),
        (["--ms", "-5"], "thinking time"),
        (["--workers", "-1"], "workers"),
        (["--option", "die=0"], "option die"),
        (["--report", "/no/such/folder/arena.html"], "there is no folder"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], fault: str) -> None:
    assert fault in refused(capsys, "arena", *arguments)


def test_an_interrupted_arena_reports_the_matches_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    once = workers.play_match

    def interrupt_third_match(plan: Plan, fixture: Fixture) -> Result:
        if fixture.number == 3:
            raise KeyboardInterrupt
        return once(plan, fixture)

    monkeypatch.setattr(workers, "play_match", interrupt_third_match)
    ran = run(capsys, *QUICK, "--matches", "10", "--json")
    report = json.loads(ran.out)
    assert ran.code == 130
    assert "interrupted" in ran.err
    assert (report["matches"], report["planned"]) == (3, 10)
