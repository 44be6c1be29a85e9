"""The ladder: its rows, its journal, stopping and going on, and the tables it makes."""

import json
from pathlib import Path

import pytest

import sortilege
from sortilege import OptionError
from sortilege.arena import ladder_run
from sortilege.arena.contest import Fixture, Plan, play_match
from sortilege.arena.journal import Journal, engine_digest
from sortilege.arena.ladder import Row, all_rows, select_rows
from sortilege.arena.ladder_run import Limits, RowRun, ThrottledReport, duration_text, load_runs, play_ladder
from sortilege.arena.tables import BEGIN, END, format_number, ladder_tables, read_lines, replace_tables
from sortilege.bots import LEVELS

LOTS = "tests.arena.test_contest:drawing_lots"
QUICK = Row("abracada", 2, "random", LOTS, options='{"die": [6]}')
THREE = Row("abracada", 3, "random", LOTS, 0.5, '{"die": [6]}')
SOLO = Row("spell", 1, "random", LOTS, options='{"mode": "solo", "difficulty": "hard"}')


def silent(line: str) -> None:
    pass


def play_rows(path: Path, rows: list[Row], limits: Limits) -> list[RowRun]:
    """In this process: what a pool would do, without its start."""
    journal = Journal(path)
    ready = load_runs(rows, journal, limits, silent)
    for run in ready:
        while (fixture := run.next_fixture()) is not None:
            result = play_match(run.plan, fixture)
            run.add(result)
            journal.add(run.row, result)
    return ready


# ---------------------------------------------------------------- rows
def test_every_level_meets_the_one_below_and_the_outsiders_at_every_size() -> None:
    met = {(row.game, row.seats, row.bot.partition("@")[0], row.opponent.partition("@")[0]) for row in all_rows()}
    for name in sortilege.games():
        for seats in sortilege.game(name).seats:
            if seats > 1:
                for lower, upper in zip(("random", *LEVELS), LEVELS, strict=False):
                    assert (name, seats, upper, lower) in met
                for level in LEVELS:
                    assert {(name, seats, level, "plain"), (name, seats, level, "ismcts")} <= met
            else:
                assert (name, 1, "archmage", "master") in met
    assert len({row.key for row in all_rows()}) == len(all_rows())


def test_the_most_telling_rows_are_played_first() -> None:
    first = all_rows()[: len(sortilege.games())]
    assert {row.game for row in first} == set(sortilege.games())
    assert {(row.bot, row.opponent) for row in first} == {("archmage@200ms", "plain@200ms")}


def test_where_one_plays_alone_it_is_at_the_hardest() -> None:
    alone = {row.table for row in all_rows() if row.seats == 1}
    lineups = ("set1", "set2", "set3", "classic")
    assert alone == {"alone, hard", *(f"alone, handicap 3, {lineup}" for lineup in lineups)}


def test_rows_are_chosen_by_game_size_and_name() -> None:
    rows = select_rows(["spellcaster"], [3], "archmage/master")
    assert [row.title for row in rows] == ["spellcaster, 2 against 1: archmage/master"]
    assert select_rows([], [], "nobody") == []


# ---------------------------------------------------------------- playing and going on
def test_a_stopped_ladder_resumes_and_ends_the_same(tmp_path: Path) -> None:
    whole = play_rows(tmp_path / "whole", [QUICK, SOLO], Limits(6, 60))
    play_rows(tmp_path / "parts", [QUICK, SOLO], Limits(2, 60))
    with (tmp_path / "parts").open("a") as file:
        file.write('{"row": "abracada 2')  # killed while it wrote
    parts = play_rows(tmp_path / "parts", [QUICK, SOLO], Limits(6, 60))
    assert [[r.winners for r in run.results.values()] for run in parts] == [
        [r.winners for r in run.results.values()] for run in whole
    ]
    lines = (tmp_path / "parts").read_text().splitlines()
    assert sum(line.endswith("}") for line in lines) == 12
    assert all(run.done for run in play_rows(tmp_path / "parts", [QUICK, SOLO], Limits(6, 60)))


def test_matches_of_another_engine_count_only_on_request(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    play_rows(path, [QUICK], Limits(2, 60))
    path.write_text(path.read_text().replace(engine_digest("abracada"), "0123456789ab"))
    assert Journal(path).results_of(QUICK) == []
    assert len(Journal(path, include_old=True).results_of(QUICK)) == 2


def test_a_row_stops_when_its_time_is_up_but_not_before_its_first_block(tmp_path: Path) -> None:
    (run,) = play_rows(tmp_path / "journal", [THREE], Limits(600, 0))
    assert len(run.results) == 6
    assert run.done
    assert run.seconds_left() == 0


def test_a_row_that_is_decided_stops(tmp_path: Path) -> None:
    row = Row("abracada", 2, "random", LOTS, 0.97, '{"die": [6]}')
    (run,) = play_rows(tmp_path / "journal", [row], Limits(1000, 60))
    assert len(run.results) < 200
    assert run.duel.sequence.verdict(0.97) == "below"


def test_rows_that_cannot_be_played_are_left_out_with_the_reason(tmp_path: Path) -> None:
    reports: list[str] = []
    wrong = Row("abracada", 2, "random", "wizard")
    assert [r.row for r in load_runs([wrong, QUICK], Journal(tmp_path / "j"), Limits(), reports.append)] == [QUICK]
    assert reports[0].startswith("1 row left out: there is no bot 'wizard'")


def test_a_bot_that_fails_in_its_own_process_stops_only_its_row(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    reports: list[str] = []
    broken = Row("abracada", 2, "tests.arena.test_contest:broken", "random", options='{"die": [6]}')
    runs = load_runs([broken, QUICK], journal, Limits(4, 60), reports.append)
    play_ladder(runs, journal, 2, reports.append)
    assert [run.row for run in runs] == [QUICK]
    assert len(Journal(tmp_path / "journal").results_of(QUICK)) == 4
    assert any("ZeroDivisionError" in line for line in reports)
    assert any("0 of 1 rows" in line for line in reports)
    assert any(line.startswith(f"done: {QUICK.title}: 4 matches") for line in reports)


def test_progress_is_reported_now_and_then_and_all_else_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[str] = []
    moments = iter([0.0, 5.0, 6.0, 25.0])
    monkeypatch.setattr(ladder_run, "perf_counter", lambda: next(moments))
    throttled = ThrottledReport(reports.append)
    for line in (
        "0 of 2 rows, at most 1 s left",
        "1 of 2 rows, at most 1 s left",
        "oh",
        "2 of 2 rows, at most 0 s left",
    ):
        throttled(line)
    assert reports == ["0 of 2 rows, at most 1 s left", "oh", "2 of 2 rows, at most 0 s left"]
    assert (duration_text(12), duration_text(600), duration_text(12_000)) == ("12 s", "10 min", "3 h 20 min")


# ---------------------------------------------------------------- tables
def test_the_tables_come_from_the_journal_alone_and_find_their_place_again(tmp_path: Path) -> None:
    path, page = tmp_path / "journal", tmp_path / "bots.md"
    play_rows(path, [QUICK, THREE, SOLO], Limits(6, 60))
    text = ladder_tables([QUICK, THREE, SOLO], Journal(path))
    two, three = (next(line for line in text.splitlines() if line.startswith(f"| {n} seats")) for n in (2, 3))
    won = sum(result.share(result.lineup.index(0)) for result in Journal(path).results_of(QUICK)) / 6
    assert f"| {won:.0%} |" in two
    assert "| 6 |" in two
    assert three.count(" · ") == 3  # what either won as the single one, its interval, and the times
    assert "alone, hard" in text
    assert sortilege.__version__ in text
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    for _ in range(2):
        replace_tables(page, text)
        assert page.read_text() == f"before\n{BEGIN}\n{text}{END}\nafter\n"
    assert ladder_tables([QUICK], Journal(tmp_path / "none")) == "Nothing was played yet.\n"


def test_rows_that_the_journal_has_lost_stay_on_the_page(tmp_path: Path) -> None:
    play_rows(tmp_path / "j", [QUICK, THREE, SOLO], Limits(4, 1))
    page = tmp_path / "bots.md"
    page.write_text(f"{BEGIN}\n{ladder_tables([QUICK, THREE, SOLO], Journal(tmp_path / 'j'))}{END}\n")
    before = read_lines(page)
    assert len(before) == 3
    (tmp_path / "j").unlink()
    play_rows(tmp_path / "j", [THREE], Limits(12, 1))
    text = ladder_tables([QUICK, THREE, SOLO], Journal(tmp_path / "j"), before)
    replace_tables(page, text)
    after = read_lines(page)
    same = {key for key in before if after[key] == before[key]}
    assert after.keys() == before.keys() and len(same) == 2
    assert all("3 seats" not in key for key in same)


def test_a_page_without_a_place_for_them_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text(BEGIN)
    with pytest.raises(OptionError, match="to put the tables between"):
        replace_tables(tmp_path / "x.md", "text")
    assert (tmp_path / "x.md").read_text() == BEGIN


def test_a_line_of_the_journal_is_the_result_it_was(tmp_path: Path) -> None:
    plan = Plan("abracada", ("random", LOTS), 2, 2, {"die": [6]}, duel=True)
    result = play_match(plan, Fixture(0, 0, (0, 1)))
    Journal(tmp_path / "j").add(QUICK, result)
    assert Journal(tmp_path / "j").results_of(QUICK) == [result]
    assert json.loads((tmp_path / "j").read_text())["row"] == QUICK.key


def test_times_are_written_as_people_write_them() -> None:
    assert [format_number(number) for number in (0.0939, 12.04, 999.4, 1234.5)] == ["0.0939", "12", "999", "1,234"]
