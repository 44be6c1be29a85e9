"""Clocks: how they run, what happens at zero, and what stops them. The tests control the time, so nothing waits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sortilege.server.application import Application
from sortilege.server.errors import Denied
from sortilege.server.live.audience import audience_of
from sortilege.server.live.snapshots import whole_snapshot
from sortilege.server.settings import Settings
from sortilege.server.store import key_values
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening
from sortilege.server.tables.clocks.clock import check_plan
from sortilege.server.tables.clocks.timekeeper import ALIVE, MIN_GAP
from sortilege.server.tables.messages import ClockPlan, NewTable, SeatPlan
from sortilege.server.tables.opening import opened_like
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table
from tests.server.server_fixture import RandomBots, SilentSocket

HOUR, DAY = 3600, 24 * 3600
PER_MOVE = ClockPlan("move", HOUR)
BUDGET = ClockPlan("budget", HOUR, increment=60)
LAY, ARENA = "lay", {"first": "k"}


class Day:
    """A clock that stands still until the test changes it."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0

    def __call__(self) -> float:
        return self.seconds


@asynccontextmanager
async def server(folder: Path, now: Day, pace: float = 0.0) -> AsyncIterator[Application]:
    application = Application(
        SqliteStore(folder / "tables.sqlite3"), RandomBots(), Settings(bot_pace=pace, bot_start_delay=0), now=now
    )
    await application.open()
    try:
        yield application
    finally:
        await application.close()


async def duel(application: Application, clock: ClockPlan | None) -> Table:
    """Create a table of SPELL for Ada (black, who lays second) and Bruno."""
    wish = NewTable("spell", [SeatPlan("me", "Ada"), SeatPlan("open")], ARENA, clock=clock)
    created = await opening.create_new(application.tables, wish)
    table = await application.tables.load(created.table)
    await seating.sit(table, "Bruno", None, viewers.new_secrets(), "")
    return table


async def wait(application: Application, now: Day, seconds: float) -> None:
    """Let this much time pass on a running server."""
    async with application.clocks.lock:
        now.seconds += seconds
        application.clocks.last_heartbeat = now.seconds
        await key_values.put(application.store, ALIVE, repr(now.seconds))
    await application.clocks.tick()


def mover(table: Table) -> int:
    return table.state.started_match().state.turn()


async def step(table: Table) -> None:
    """Play the first legal action of the seat to move."""
    state, seat = table.state, mover(table)
    assert await table.act(seat, state.step_number, state.game.describe(state.started_match().state.legal()[0]))


async def until(table: Table, good: Any) -> None:
    """Wait for the bots."""
    async with asyncio.timeout(60):
        while not good():
            await asyncio.sleep(0.01)


def seconds_left(table: Table, seat: int) -> float:
    """Return the seconds that the seat has left now."""
    clock = table.state.clock
    assert clock is not None
    running = table.clocks.now() - clock.at if clock.seat == seat else 0
    return clock.left[seat] - running


async def test_every_move_has_the_full_time_per_move(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, PER_MOVE)
        first = mover(table)
        await wait(application, now, 1000)
        assert seconds_left(table, first) == HOUR - 1000 and seconds_left(table, 1 - first) == HOUR
        await step(table)
        assert mover(table) == 1 - first
        await wait(application, now, 5)
        await step(table)
        assert (
            mover(table) == first and seconds_left(table, first) == HOUR and seconds_left(table, 1 - first) == HOUR - 5
        )


async def test_a_budget_shrinks_while_one_thinks_and_every_move_adds_to_it(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, BUDGET)
        first = mover(table)
        await wait(application, now, 1000)
        await step(table)
        assert seconds_left(table, first) == HOUR - 1000 + 60
        await wait(application, now, 10)
        await step(table)
        await wait(application, now, 100)
        assert seconds_left(table, first) == HOUR - 1000 + 60 - 100 and seconds_left(table, 1 - first) == HOUR - 10 + 60


async def test_several_steps_of_one_turn_are_one_move(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, PER_MOVE)
        while table.state.started_match().state.view(0)["phase"] != "play":
            await step(table)
        first = mover(table)
        await wait(application, now, 600)
        walk = next(
            action for action in table.state.started_match().state.view(first)["legal"] if action["do"] == "upheave"
        )
        await table.act(first, table.state.step_number, walk)
        assert mover(table) == first and seconds_left(table, first) == HOUR - 600


async def test_at_zero_a_bot_makes_the_move_and_the_person_plays_on(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, PER_MOVE)
        first, n = mover(table), table.state.step_number
        await wait(application, now, HOUR - 1)
        assert table.state.step_number == n and table.state.overdue() is None
        await wait(application, now, 1)
        await until(table, lambda: mover(table) == 1 - first and table.state.overdue() is None)
        assert table.state.occupants[first].level is None
        await step(table)
        await step(table)  # Ada herself again
        assert mover(table) == 1 - first


async def test_a_late_person_can_no_longer_make_the_move_that_a_bot_makes(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now, pace=3600) as application:
        table = await duel(application, PER_MOVE)
        first = mover(table)
        await wait(application, now, HOUR)
        with pytest.raises(Denied, match="time for this move is up"):
            await step(table)
        seen = whole_snapshot(audience_of(table), Viewer(first, False, None))
        assert seen.legal == [] and seen.clock is not None and seen.clock.overdue == first and seen.thinking == first


async def test_at_zero_the_seat_is_a_bot_s_from_then_on_where_that_was_chosen(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, ClockPlan("budget", 60, at_zero="seat", level="apprentice"))
        first = mover(table)
        await wait(application, now, 60)
        await until(table, lambda: mover(table) == 1 - first)
        occupant = table.state.occupants[first]
        assert occupant.level == "apprentice" and occupant.lost and occupant.kind == "person"
        with pytest.raises(Denied, match="to the end"):
            await seating.give_back(table, Viewer(first, True, None), first)
        await step(table)
        await until(table, lambda: mover(table) == 1 - first)


async def test_nobody_s_clock_runs_while_a_bot_decides_or_stands_in(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now, pace=3600) as application:
        table = await duel(application, PER_MOVE)
        first = mover(table)
        await wait(application, now, 100)
        await seating.hand_over(table, Viewer(first, False, None), first, "apprentice")
        await wait(application, now, 10 * HOUR)
        assert seconds_left(table, first) == HOUR - 100 and table.state.overdue() is None
        await seating.give_back(table, Viewer(first, False, None), first)
        await wait(application, now, 10)
        assert seconds_left(table, first) == HOUR - 110


async def test_clocks_stand_still_while_the_server_is_down_and_go_on_after_it(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, PER_MOVE)
        name, first = table.name, mover(table)
        await wait(application, now, 600)
    now.seconds += 3 * DAY  # longer than the move has
    async with server(tmp_path, now) as application:
        await application.clocks.tick()
        table = await application.tables.load(name)
        assert mover(table) == first and table.state.overdue() is None
        assert seconds_left(table, first) == HOUR - 600
        await wait(application, now, HOUR - 600)
        await until(table, lambda: mover(table) == 1 - first)


async def test_expired_clocks_are_handled_after_a_restart_though_nobody_is_connected(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, PER_MOVE)
        name, first = table.name, mover(table)
    now.seconds += DAY
    async with server(tmp_path, now) as application:
        await application.clocks.tick()  # it learns how the clocks stand
        await wait(application, now, HOUR + 1)
        table = application.tables.by_name[name]
        await until(table, lambda: mover(table) == 1 - first)


async def test_a_crash_costs_nobody_the_time_until_the_next_start(tmp_path: Path) -> None:
    """The server is not closed, so the last stored time is all that is known."""
    now = Day()
    crashed = Application(SqliteStore(tmp_path / "tables.sqlite3"), RandomBots(), now=now)
    await crashed.open()
    table = await duel(crashed, PER_MOVE)
    name, first = table.name, mover(table)
    await wait(crashed, now, 10)
    now.seconds += 2 * DAY
    async with server(tmp_path, now) as application:
        assert seconds_left(await application.tables.load(name), first) == HOUR - 10
    await crashed.close()


async def test_a_machine_that_slept_is_a_gap_too(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, PER_MOVE)
        first = mover(table)
        await application.clocks.tick()
        now.seconds += DAY
        await application.clocks.tick()
        assert table.state.overdue() is None and seconds_left(table, first) == HOUR
        now.seconds += MIN_GAP
        await application.clocks.tick()  # no gap: a beat may be late
        assert seconds_left(table, first) == HOUR - MIN_GAP


async def test_a_server_that_slept_while_another_one_ran_finds_no_gap(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application, server(tmp_path, now) as slept:
        table = await duel(application, PER_MOVE)
        first = mover(table)
        there = await slept.tables.load(table.name)
        await slept.clocks.tick()
        async with slept.clocks.lock:  # no beat of this one
            for _ in range(4):
                await wait(application, now, MIN_GAP / 2)
            there = await slept.tables.load(table.name)
            assert seconds_left(there, first) == seconds_left(table, first) == HOUR - 2 * MIN_GAP


async def test_the_log_alone_says_how_the_clocks_stand(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, BUDGET)
        for seconds in (30, 40, 50):
            await wait(application, now, seconds)
            await step(table)
        before, name = table.state.clock, table.name
        await application.tables.evict(float("inf"))
        assert (await application.tables.load(name)).state.clock == before


async def test_taking_a_move_back_does_not_bring_its_time_back(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, BUDGET)
        first = mover(table)
        await wait(application, now, 500)
        await step(table)
        await table.undo(first, table.state.step_number)
        assert mover(table) == first and seconds_left(table, first) == HOUR - 500


async def test_a_game_that_is_over_needs_no_clock(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        created = await opening.create_new(
            application.tables, NewTable("abracada", [SeatPlan("bot"), SeatPlan("bot")], clock=PER_MOVE)
        )
        table = await application.tables.load(created.table)
        audience_of(table).join(SilentSocket())  # bots among themselves play while somebody watches
        await until(table, lambda: table.name not in application.clocks.due)
        await application.clocks.tick()
        assert table.state.over() and await key_values.find_by_prefix(application.store, "clock/") == {}


async def test_a_rematch_has_the_same_clocks(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        created = await opening.create_new(
            application.tables, NewTable("abracada", [SeatPlan("bot"), SeatPlan("bot")], clock=PER_MOVE)
        )
        table = await application.tables.load(created.table)
        audience_of(table).join(SilentSocket())  # bots among themselves play while somebody watches
        await until(table, table.state.over)
        now.seconds += 1000
        rematch = opened_like(table.state, [], "", None)
        assert rematch.clock == PER_MOVE
        assert rematch.at == int(now.seconds), "the time is the tables' own clock, not the machine's"


@pytest.mark.parametrize(
    "plan",
    [
        ClockPlan("move", 299),
        ClockPlan("move", 7 * DAY + 1),
        ClockPlan("move", HOUR, increment=5),
        ClockPlan("budget", 59),
        ClockPlan("budget", 31 * DAY),
        ClockPlan("budget", HOUR, increment=-1),
        ClockPlan("budget", HOUR, increment=DAY + 1),
    ],
)
def test_clocks_nobody_could_play_by_are_refused(plan: ClockPlan) -> None:
    with pytest.raises(Denied):
        check_plan(plan)


async def test_an_invalid_clock_is_refused_in_one_sentence(call: Any) -> None:
    wish = {"game": "spell", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": {"kind": "move", "seconds": 5}}
    status, problem = await call("POST", "/api/tables", wish)
    assert status == 422 and "5 minutes to 7 days" in problem["message"] and "5 minutes à 7 jours" in problem["fr"]
    wish["clock"] = {"kind": "hourglass", "seconds": 5}
    assert (await call("POST", "/api/tables", wish))[0] == 400
