"""The server evicts unused tables from memory and limits frequent requests."""

import asyncio
import time
from pathlib import Path

import pytest

from sortilege.server.application import Application
from sortilege.server.background import Background
from sortilege.server.errors import Denied
from sortilege.server.http.limits import LONGEST_KEY, MAX_BUCKETS, Bucket, Limit
from sortilege.server.settings import Rate, Settings
from sortilege.server.store import OnWrite
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening
from sortilege.server.tables.messages import NewTable, SeatPlan
from sortilege.server.tables.seats import seating
from sortilege.server.tables.seats.viewers import Viewer
from tests.server.server_fixture import PATIENCE, RandomBots, StoppedClock


@pytest.fixture
async def application(tmp_path: Path) -> Application:
    return Application(SqliteStore(tmp_path / "tables.sqlite3"), RandomBots(), Settings(bot_pace=3600))


async def test_an_idle_table_is_unloaded_and_read_again_on_request(application: Application) -> None:
    await application.open()
    created = await opening.create_new(application.tables, NewTable("abracada", [SeatPlan("me"), SeatPlan("bot")]))
    first = await application.tables.load(created.table)
    await application.tables.evict(time.monotonic() - 60)
    assert created.table in application.tables.by_name
    await application.tables.evict(time.monotonic() + 1)
    assert not application.tables.by_name
    reloaded = await application.tables.load(created.table)
    assert reloaded is not first and reloaded.state.keys == first.state.keys
    assert reloaded.state.match is not None and first.state.match is not None
    assert reloaded.state.match.save() == first.state.match.save()
    await application.close()


async def test_of_many_tables_that_were_looked_at_once_the_oldest_go_early(tmp_path: Path) -> None:
    application = Application(
        SqliteStore(tmp_path / "tables.sqlite3"), RandomBots(), Settings(bot_pace=3600, max_idle_tables=2)
    )
    await application.open()
    names = [
        (await opening.create_new(application.tables, NewTable("abracada", [SeatPlan("me"), SeatPlan("bot")]))).table
        for _ in range(5)
    ]
    for name in names:
        await application.tables.load(name)
    now = time.monotonic()
    await application.tables.evict(now - 60, now - 60)
    assert list(application.tables.by_name) == names, "whoever asked just now may still be at them"
    await application.tables.evict(now - 60, now + 1)
    assert list(application.tables.by_name) == names[-2:]
    await application.close()


async def test_concurrent_loads_of_a_table_return_the_same_object(application: Application) -> None:
    await application.open()
    created = await opening.create_new(application.tables, NewTable("abracada", [SeatPlan("me"), SeatPlan("bot")]))
    await application.tables.evict(time.monotonic() + 1)
    tables = await asyncio.gather(*(application.tables.load(created.table) for _ in range(10)))
    assert len({id(table) for table in tables}) == 1
    await application.close()


async def test_names_of_tables_that_are_not_there_leave_nothing_behind(application: Application) -> None:
    await application.open()
    for name in ("nosuchtable", "x" * 100, "../etc", "", "Ab"):
        with pytest.raises(Denied, match="no such table"):
            await application.tables.load(name)
    assert not application.tables.by_name
    await application.close()


class Slow(SqliteStore):
    """A store that returns what it read only when the test allows it, and gets no notifications of other servers."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.reading, self.go = asyncio.Event(), asyncio.Event()
        self.go.set()

    async def open(self, on_write: OnWrite, background: Background | None = None) -> None:
        await super().open(lambda *_: None, background)

    async def read(self, table: str, start: int = 0) -> list[bytes]:
        lines = await super().read(table, start)
        self.reading.set()
        await self.go.wait()
        return lines


async def test_lines_written_while_a_table_is_being_read_are_read_too(tmp_path: Path) -> None:
    slow, host = Slow(tmp_path / "tables.sqlite3"), Viewer(0, host=True, key="key")
    here, there = (
        Application(store, RandomBots(), Settings(bot_pace=3600)) for store in (slow, SqliteStore(slow.file))
    )
    await here.open()
    await there.open()
    created = await opening.create_new(
        there.tables, NewTable("abracada", [SeatPlan("me"), SeatPlan("open"), SeatPlan("open")])
    )
    table, remote_table = await here.tables.load(created.table), await there.tables.load(created.table)
    slow.go.clear()
    slow.reading.clear()
    await seating.hand_over(remote_table, host, 1, "adept")
    table.read_up_to(2)
    await slow.reading.wait()
    await seating.hand_over(remote_table, host, 2, "adept")  # two lines: the bot, and the first deal
    table.read_up_to(4)
    slow.go.set()
    async with asyncio.timeout(PATIENCE):
        while table.state.match is None:
            await asyncio.sleep(0)
    assert [occupant.kind for occupant in table.state.occupants] == ["person", "bot", "bot"]
    await here.close()
    await there.close()


# ---------------------------------------------------------------- limits
def test_a_bucket_gives_what_it_holds_and_fills_with_time(clock: StoppedClock) -> None:
    bucket = Bucket(3, 2)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.seconds += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.seconds += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_rate_limit_counts_each_client_separately() -> None:
    limit = Limit(Rate(1, 0), "many_codes")
    limit.check("one")
    limit.check("two")
    with pytest.raises(Denied, match="Too many recovery codes") as error:
        limit.check("one")
    assert error.value.status == 429


def test_a_limit_keeps_short_keys_and_forgets_the_oldest_first() -> None:
    limit = Limit(Rate(1, 0), "many_codes")
    limit.check("x" * 60_000)
    assert len(next(iter(limit.buckets))) <= LONGEST_KEY
    for who in range(MAX_BUCKETS - 1):
        limit.check(f"{who}")
    with pytest.raises(Denied):
        limit.check("0")  # asked again: now the newest
    limit.check("one more")
    assert len(limit.buckets) == MAX_BUCKETS
    assert "x" * LONGEST_KEY not in limit.buckets
    with pytest.raises(Denied):
        limit.check("0")  # many others asked meanwhile, and it is still remembered
    with pytest.raises(Denied):
        limit.check("5")
