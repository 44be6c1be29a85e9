"""The hall forgets tables nobody looks at, and limits what one asks too often."""

import asyncio
import time
from pathlib import Path

import pytest

from sortilege.server.hall import Hall
from sortilege.server.limits import Bucket, Limit
from sortilege.server.messages import NewTable, SeatPlan
from sortilege.server.problems import Denied
from sortilege.server.store.sqlite import SqliteStore
from tests.server.house import Guessers


@pytest.fixture
async def hall(tmp_path: Path) -> Hall:
    return Hall(SqliteStore(tmp_path / "tables.sqlite3"), Guessers(), pace=3600)


async def test_a_table_nobody_looks_at_is_forgotten_and_read_again_when_asked_for(hall: Hall) -> None:
    await hall.open()
    seated = await hall.new(NewTable("abracada", [SeatPlan("me"), SeatPlan("bot")]))
    first = await hall.table(seated.table)
    await hall.forget(time.monotonic() - 60)
    assert seated.table in hall.tables
    await hall.forget(time.monotonic() + 1)
    assert not hall.tables
    again = await hall.table(seated.table)
    assert again is not first and again.stands.keys == first.stands.keys
    assert again.stands.match is not None and first.stands.match is not None
    assert again.stands.match.save() == first.stands.match.save()
    await hall.close()


async def test_many_who_ask_for_a_table_at_once_get_the_same_one(hall: Hall) -> None:
    await hall.open()
    seated = await hall.new(NewTable("abracada", [SeatPlan("me"), SeatPlan("bot")]))
    await hall.forget(time.monotonic() + 1)
    tables = await asyncio.gather(*(hall.table(seated.table) for _ in range(10)))
    assert len({id(table) for table in tables}) == 1
    await hall.close()


async def test_names_of_tables_that_are_not_there_leave_nothing_behind(hall: Hall) -> None:
    await hall.open()
    for name in ("nosuchtable", "x" * 100, "../etc", "", "Ab"):
        with pytest.raises(Denied, match="no such table"):
            await hall.table(name)
    assert not hall.tables
    await hall.close()


# ---------------------------------------------------------------- limits
def test_a_bucket_gives_what_it_holds_and_fills_with_time() -> None:
    now = [0.0]
    bucket = Bucket(3, 2, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 1000.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_limit_is_for_each_who_asks() -> None:
    limit = Limit(1, 0, "Too often.")
    limit.check("one")
    limit.check("two")
    with pytest.raises(Denied, match="Too often") as off:
        limit.check("one")
    assert off.value.status == 429
