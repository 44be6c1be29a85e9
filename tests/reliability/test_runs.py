"""Crashes, hostile lines, a failing store, a locked file, two servers and nonsense: short here, long with `-m long`.
What the long ones found is in docs/reliability.md."""

import time
from pathlib import Path
from typing import Any

import pytest

from tests.reliability import runs
from tests.reliability.days import days
from tests.server.postgres import cluster, programs

needs_postgres = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


def nothing_lost(figures: runs.Figures) -> None:
    assert figures["acknowledged"] > 0 and figures["lost"] == 0 and figures["doubled"] == 0, figures
    assert figures["n decreased"] == figures.get("tables stuck", 0) == figures.get("shown otherwise", 0) == 0, figures


async def test_killed_servers_lose_nothing_acknowledged(tmp_path: Path) -> None:
    nothing_lost(await runs.crash(tmp_path, kills=2, tables=2))


async def test_lines_that_are_torn_and_cut_lose_and_double_nothing(tmp_path: Path) -> None:
    figures = await runs.proxy(tmp_path, moves_to_play=40, tables=3)
    nothing_lost(figures)
    assert figures["cuts"] > 0


async def test_a_full_disk_stops_no_table_for_good(tmp_path: Path) -> None:
    nothing_lost(await runs.disk(tmp_path, illnesses=2, tables=3))


async def test_a_locked_file_stops_no_table_for_good(tmp_path: Path) -> None:
    nothing_lost(await runs.lock(tmp_path, seconds=0.5, tables=3))


@needs_postgres
async def test_of_two_servers_one_may_die(tmp_path: Path) -> None:
    with cluster() as database:
        nothing_lost(await runs.two_servers(tmp_path, database, kills=1, tables=2))


async def test_friends_who_come_by_once_a_day_finish_their_game_over_two_restarts(tmp_path: Path) -> None:
    figures = await days(tmp_path, ["abracada"])
    nothing_lost(figures)
    assert figures["restarts"] == 2 and figures["unlike ends"] == 0


async def test_nonsense_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    figures = await runs.fuzz(tmp_path, messages=400)
    assert figures["faults"] == figures["leaks"] == figures["changed"] == 0, figures


# ---------------------------------------------------------------- the long form
@pytest.mark.long
@pytest.mark.parametrize("name", ["crash", "proxy", "disk", "lock", "two_servers", "days", "fuzz"])
async def test_in_the_long_run(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    much: dict[str, Any] = {
        "crash": {"kills": 60, "tables": 4},
        "proxy": {"wanted": 3_000, "tables": 6},
        "disk": {"illnesses": 15, "tables": 8},
        "lock": {"seconds": 14.0, "tables": 8},
        "two_servers": {"kills": 10, "tables": 3},
        "days": {"games": ["abracada", "spell", "spellbook", "spellcaster"]},
        "fuzz": {"messages": 40_000},
    }
    begun = time.monotonic()
    if name == "two_servers":
        if programs() is None:
            pytest.skip("PostgreSQL is not installed")
        with cluster() as database:
            figures = await runs.two_servers(tmp_path, database, **much[name])
    else:
        figures = await {**vars(runs), "days": days}[name](tmp_path, **much[name])
    with capsys.disabled():
        print(f"\n{name}, {time.monotonic() - begun:.0f} s:", ", ".join(f"{k} {v:g}" for k, v in figures.items()))
    if name == "fuzz":
        assert figures["faults"] == figures["leaks"] == figures["changed"] == 0, figures
    else:
        nothing_lost(figures)
