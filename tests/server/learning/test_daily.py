"""Tests of the daily puzzle and game: they follow from the date alone, and par is computed once."""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sortilege.analysis.puzzles.daily import SOLO, DailyPar, ParGame, puzzle_of, solo_of
from sortilege.bots.processes import WorkerLost
from sortilege.core import chance
from sortilege.server.background import Background
from sortilege.server.learning import daily
from sortilege.server.learning.daily import DailyGames, par_path, play_slice, read_par
from sortilege.server.learning.messages import DailyTable
from sortilege.server.workers.pool import Priority
from tests.server.server_fixture import RandomBots, StoppedClock

DAY = date(2026, 11, 17)
WEEK = [DAY + timedelta(days=n) for n in range(14)]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))


def test_a_date_gives_the_same_puzzle_and_the_same_game_to_everybody() -> None:
    for day in WEEK:
        assert puzzle_of(day) == puzzle_of(day)
        first, second = solo_of(day), solo_of(day)
        assert first == second
        assert first.match().log == second.match().log


def test_days_differ_and_the_solo_games_take_turns() -> None:
    assert len({str(puzzle_of(day)) for day in WEEK}) > 7
    assert [solo_of(day).game.name for day in WEEK[:2]] in ([*SOLO], [*reversed(SOLO)])
    assert len({solo_of(day).seed for day in WEEK}) == len(WEEK)


def test_a_set_mined_on_this_host_does_not_change_the_day() -> None:
    from sortilege.analysis.puzzles.puzzle_file import own_path, write
    from tests.analysis.puzzles.test_puzzles import ABRACADA, sure_call

    before = [puzzle_of(day) for day in WEEK]
    write(own_path(ABRACADA), [sure_call(id=f"own-{n}") for n in range(50)])
    assert [puzzle_of(day) for day in WEEK] == before


@pytest.mark.parametrize("day", WEEK[:2])
def test_par_is_what_the_archmage_makes_of_the_game(day: date) -> None:
    game = ParGame(solo_of(day))
    assert game.par() is None
    while game.step(ms=1):
        pass
    par = game.par()
    assert par is not None
    assert par.score >= 0
    assert isinstance(par.won, bool)


class OneStep(RandomBots):
    """A pool that plays one decision at a time, each as in a new process."""

    def __init__(self) -> None:
        super().__init__()
        self.slices = 0

    async def run(self, priority: Priority, owner: str, function: Callable[..., Any], *args: Any) -> Any:
        assert (priority, function) == (Priority.PAR, play_slice)
        self.slices += 1
        daily._unfinished.clear()
        solo, decisions, _ = args
        return await super().run(priority, owner, function, solo, decisions, 0.0)


@pytest.fixture
def clock_on_that_day(clock: StoppedClock) -> None:
    clock.seconds = datetime(DAY.year, DAY.month, DAY.day, tzinfo=UTC).timestamp()


@pytest.mark.usefixtures("clock_on_that_day")
async def test_par_is_played_once_in_slices_and_stored() -> None:
    pool = OneStep()
    daily_games = DailyGames(pool, Background())
    assert daily_games.today().par is None
    assert daily_games.today().par is None
    await asyncio.gather(*daily_games.par_tasks.values())
    par = daily_games.today().par
    assert par is not None
    assert pool.slices > 1
    assert DailyGames(pool, Background()).par(DAY, solo_of(DAY)) == DailyPar(par.score, par.won)
    await daily_games.background.close()


async def test_a_par_whose_worker_was_lost_is_begun_again_by_the_next_request() -> None:
    class Lost(RandomBots):
        async def run(self, *_: Any) -> Any:
            raise WorkerLost

    daily_games = DailyGames(Lost(), Background())
    assert daily_games.today().par is None
    await asyncio.gather(*daily_games.par_tasks.values())
    assert not daily_games.par_tasks
    await daily_games.background.close()


def test_a_par_that_cannot_be_read_is_played_again() -> None:
    par_path(DAY).parent.mkdir(parents=True)
    par_path(DAY).write_text("{")
    assert read_par(DAY) is None


@pytest.mark.usefixtures("clock_on_that_day")
def test_the_table_of_the_day_has_the_luck_of_the_day_and_every_other_table_its_own() -> None:
    opened, _ = DailyGames(RandomBots(), Background()).opened_event(DailyTable("Ada"))
    assert opened.seed == solo_of(DAY).seed
    assert opened.shares is None
    assert opened.occupants[0].name == "Ada"
    assert chance.new_seed() != chance.new_seed()


async def test_today_is_answered_and_its_table_can_be_played(call: Any) -> None:
    status, daily_page = await call("GET", "/api/daily")
    assert status == 200
    assert set(daily_page) == {"date", "puzzle", "game", "par"}
    assert "best" not in str(daily_page)
    status, seat = await call("POST", "/api/daily/table", {"name": "Ada"})
    assert status == 201
    status, table = await call("GET", f"/api/tables/{seat['table']}", token=seat["token"])
    assert table["game"] == daily_page["game"]
    assert table["phase"] == "playing"
    status, problem = await call("POST", "/api/daily/table", {"seed": "mine"})
    assert status == 400
    assert problem["fr"]


async def test_nobody_chooses_the_luck_of_an_ordinary_table(call: Any) -> None:
    wish = {"game": "spell", "seats": [{"kind": "me", "name": "Ada"}], "seed": solo_of(DAY).seed}
    status, problem = await call("POST", "/api/tables", wish)
    assert status == 400
    assert "seed" in problem["message"]
