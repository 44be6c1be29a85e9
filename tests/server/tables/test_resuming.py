"""Bots whose turn it was when the server ended play on after the next start, though nobody comes."""

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sortilege.server.application import Application
from sortilege.server.settings import Settings
from sortilege.server.store import Row, Statement, Store, key_values
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening, resuming
from sortilege.server.tables.messages import ClockPlan, NewTable, SeatPlan
from sortilege.server.tables.seats import seating
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table
from tests.server.server_fixture import PATIENCE, RandomBots
from tests.server.tables.test_unreadable_logs import LINES, add_line

HOST = Viewer(0, host=True, key="key")
PERSON, BOT = SeatPlan("me", "Ada"), SeatPlan("bot", level="apprentice")


class Sleeping(RandomBots):
    """Bots that never choose, as if the server ended first."""

    async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError


def server(store: Store | Path, thinkers: RandomBots) -> Application:
    database = SqliteStore(store / "tables.sqlite3") if isinstance(store, Path) else store
    return Application(database, thinkers, Settings(bot_pace=0, bot_start_delay=0))


async def create_table(application: Application, *seats: SeatPlan, **more: Any) -> Table:
    """Create a table where the bot in seat 1 has the first turn."""
    wish = NewTable("abracada", list(seats), {"first": 1}, **more)
    table = await application.tables.load((await opening.create_new(application.tables, wish)).table)
    table.driver.allow_start()  # as if a person had looked around
    return table


async def wait_for_notes(application: Application, *names: str) -> None:
    """Wait until the store has notes for exactly these tables."""
    async with asyncio.timeout(PATIENCE):
        while set(await key_values.find_by_prefix(application.store, resuming.KEY_PREFIX)) != {
            resuming.KEY_PREFIX + name for name in names
        }:
            await asyncio.sleep(0)


async def wait_for_bots(application: Application, name: str) -> Table:
    """Wait until the bots of a table have played without a request."""
    async with asyncio.timeout(PATIENCE):
        while not (
            name in application.tables.by_name
            and application.tables.by_name[name].is_read()
            and application.tables.by_name[name].state.step_number
        ):
            await asyncio.sleep(0)
    return application.tables.by_name[name]


async def test_a_bot_whose_turn_it_was_plays_on_after_an_orderly_restart(tmp_path: Path) -> None:
    before = server(tmp_path, Sleeping())
    await before.open()
    name = (await create_table(before, PERSON, BOT)).name
    await before.close()
    after = server(tmp_path, RandomBots())
    await after.open()
    await wait_for_bots(after, name)
    await after.close()


async def test_a_bot_whose_turn_it_was_plays_on_after_the_server_was_killed(tmp_path: Path) -> None:
    """A process of its own makes the table, says its name and ends without closing anything."""
    source = f"""
import asyncio, os, pathlib
from tests.server.tables.test_resuming import BOT, PERSON, Sleeping, create_table, server, wait_for_notes

async def main():
    application = server(pathlib.Path({str(tmp_path)!r}), Sleeping())
    await application.open()
    table = await create_table(application, PERSON, BOT)
    await wait_for_notes(application, table.name)
    print(table.name, flush=True)
    os.kill(os.getpid(), 9)

asyncio.run(main())
"""
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", source, stdout=asyncio.subprocess.PIPE)
    name = (await killed.communicate())[0].decode().strip()
    assert name and killed.returncode == -9
    application = server(tmp_path, RandomBots())
    await application.open()
    await wait_for_bots(application, name)
    await application.close()


async def test_a_move_costs_no_further_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    application = server(tmp_path, RandomBots())
    await application.open()
    table = await create_table(application, PERSON, BOT)
    await wait_for_notes(application, table.name)
    writes: list[Statement] = []
    change = application.store.change

    async def counted(steps: list[Statement]) -> list[list[Row]]:
        writes.extend(step for step in steps if str(step.values[0]).startswith(resuming.KEY_PREFIX))
        return await change(steps)

    monkeypatch.setattr(application.store, "change", counted)
    for _ in range(2):
        await table.driver.wait()
        state = table.state
        await table.act(0, state.step_number, state.game.describe(state.started_match().state.legal()[0]))
    await table.driver.wait()
    assert table.state.step_number > 2 and writes == []
    await application.close()


async def test_a_table_that_waits_for_a_person_is_not_noted_once_it_leaves_memory(tmp_path: Path) -> None:
    application = server(tmp_path, RandomBots())
    await application.open()
    played, waiting = await create_table(application, PERSON, BOT), await create_table(application, PERSON, BOT)
    await wait_for_notes(application, played.name, waiting.name)
    await played.driver.wait()
    await waiting.driver.wait()
    await application.tables.evict(time.monotonic() + 1)
    await wait_for_notes(application)
    await application.tables.load(waiting.name)  # somebody comes back: a bot may be to move soon
    await wait_for_notes(application, waiting.name)
    await application.close()
    restarted = server(tmp_path, RandomBots())
    await restarted.open()
    await wait_for_notes(restarted)  # an orderly end leaves the notes of those whose bot is to move
    await restarted.close()


async def test_a_table_whose_note_was_read_before_it_was_deleted_is_noted_again(tmp_path: Path) -> None:
    application = server(tmp_path, RandomBots())
    await application.open()
    table = await create_table(application, PERSON, BOT)
    await wait_for_notes(application, table.name)
    await table.driver.wait()
    await application.tables.evict(time.monotonic() + 1)
    await wait_for_notes(application)
    await application.resuming._resume_tables(iter([table.name]))  # from a list that is older than the deletion
    await wait_for_notes(application, table.name)
    await application.close()


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        ([BOT, BOT], {}),
        ([PERSON, SeatPlan("open")], {}),
        ([PERSON, SeatPlan("open"), BOT], {}),
        ([PERSON, BOT], {"clock": ClockPlan("move", 3600)}),
    ],
    ids=["bots alone", "people alone", "not begun", "with a clock, which is kept anyway"],
)
async def test_other_tables_are_not_noted(tmp_path: Path, seats: list[SeatPlan], more: Any) -> None:
    application = server(tmp_path, Sleeping())
    await application.open()
    await create_table(application, *seats, **more)
    last = await create_table(application, PERSON, BOT)
    await wait_for_notes(application, last.name)
    await application.close()


async def test_a_table_that_is_over_or_deleted_is_no_longer_noted(tmp_path: Path) -> None:
    application = server(tmp_path, RandomBots())
    await application.open()
    table, deleted = await create_table(application, PERSON, BOT), await create_table(application, PERSON, BOT)
    await wait_for_notes(application, table.name, deleted.name)
    await application.tables.remove(deleted)
    await wait_for_notes(application, table.name)
    await seating.hand_over(table, HOST, 0, "apprentice")  # from now on bots alone play
    await wait_for_notes(application)
    await application.close()


async def test_tables_are_resumed_a_few_at_a_time(tmp_path: Path) -> None:
    before = server(tmp_path, Sleeping())
    await before.open()
    names = [(await create_table(before, PERSON, BOT)).name for _ in range(resuming.MAX_CONCURRENT + 2)]
    await before.close()

    class Slow(RandomBots):
        """Bots that choose when the test allows it; counts how many think at the same time."""

        def __init__(self) -> None:
            super().__init__()
            self.thinking, self.most, self.answer = 0, 0, asyncio.Event()

        async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
            self.thinking += 1
            self.most = max(self.most, self.thinking)
            await self.answer.wait()
            self.thinking -= 1
            return await super().choose(game, level, view)

    slow = Slow()
    after = server(tmp_path, slow)
    await after.open()
    async with asyncio.timeout(PATIENCE):
        while slow.thinking < resuming.MAX_CONCURRENT:
            await asyncio.sleep(0)
    assert len(after.tables.by_name) == resuming.MAX_CONCURRENT
    slow.answer.set()
    for name in names:
        await wait_for_bots(after, name)
    assert slow.most == resuming.MAX_CONCURRENT
    await after.close()


async def test_a_table_that_cannot_be_read_does_not_keep_the_others_from_resuming(tmp_path: Path) -> None:
    before = server(tmp_path, Sleeping())
    await before.open()
    names = [(await create_table(before, PERSON, BOT)).name for _ in range(3)]
    await before.close()
    await add_line(tmp_path / "tables.sqlite3", names[0], LINES["unknown event"])
    after = server(tmp_path, RandomBots())
    await after.open()
    for name in names[1:]:
        await wait_for_bots(after, name)
    assert not after.background.failing
    await after.close()


async def test_a_table_of_another_server_is_not_resumed_until_that_server_stops(new_store: Callable[[], Store]) -> None:
    first = server(new_store(), Sleeping())
    await first.open()
    name = (await create_table(first, PERSON, BOT)).name
    await wait_for_notes(first, name)
    await first.peers.sync()
    second = server(new_store(), RandomBots())
    second.resuming.open = lambda _: None  # type: ignore[method-assign]  # this test decides when it looks
    await second.open()
    await second.peers.sync()
    await second.resuming.resume_flagged()
    assert name not in second.tables.by_name
    await first.close()
    await second.peers.sync()
    await second.resuming.resume_flagged()
    await wait_for_bots(second, name)
    await second.close()
