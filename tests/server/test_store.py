"""What every store keeps to, and servers that share one. PostgreSQL is tested too where it is installed."""

import asyncio
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from sortilege.server.store import LineTaken, Store, StoreError, store_at
from sortilege.server.store.sqlite import SqliteStore
from tests.server.house import BOT, FRIEND, ME, PATIENCE, new_table, place, play_out, serving, sit
from tests.server.postgres import cluster, programs

KINDS = ["sqlite", *(["postgres"] if programs() else [])]


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    with cluster() as address:
        yield address


@pytest.fixture(params=KINDS)
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """A maker of stores that all keep the same tables."""
    address = request.getfixturevalue("database") if request.param == "postgres" else None
    return lambda: store_at(address, tmp_path)


async def opened(store: Store) -> Store:
    await store.open(lambda *_: None)
    return store


# ---------------------------------------------------------------- one store
async def test_lines_are_read_as_they_were_written(another: Callable[[], Store]) -> None:
    store = await opened(another())
    await store.append("first", 0, [b"a", b"b\x00\xff"])
    await store.append("first", 2, [b"c"])
    await store.append("other", 0, [b"x"])
    assert await store.read("first") == [b"a", b"b\x00\xff", b"c"]
    assert await store.read("first", 2) == [b"c"]
    assert await store.read("other") == [b"x"]
    assert await store.read("nothing") == []
    await store.close()
    again = await opened(another())
    assert await again.read("first", 1) == [b"b\x00\xff", b"c"]
    await again.close()


async def test_a_line_is_written_once_and_all_or_none(another: Callable[[], Store]) -> None:
    store = await opened(another())
    await store.append("taken", 0, [b"a", b"b"])
    for at in (0, 1):
        with pytest.raises(LineTaken):
            await store.append("taken", at, [b"x", b"y"])
    assert await store.read("taken") == [b"a", b"b"]
    await store.close()


async def test_of_many_who_write_one_line_at_once_one_succeeds(another: Callable[[], Store]) -> None:
    stores = [await opened(another()) for _ in range(2)]
    writes = [stores[i % 2].append("race", 0, [str(i).encode()]) for i in range(20)]
    answers = await asyncio.gather(*writes, return_exceptions=True)
    assert sum(answer is None for answer in answers) == 1
    assert sum(isinstance(answer, LineTaken) for answer in answers) == 19
    winner = answers.index(None)
    assert await stores[0].read("race") == [str(winner).encode()]
    for store in stores:
        await store.close()


async def test_many_tables_are_written_at_once(another: Callable[[], Store]) -> None:
    store = await opened(another())
    await asyncio.gather(*(store.append(f"many{i}", 0, [b"line"]) for i in range(600)))
    assert [len(await store.read(f"many{i}")) for i in (0, 299, 599)] == [1, 1, 1]
    await store.close()


async def test_a_server_hears_what_another_one_writes(another: Callable[[], Store]) -> None:
    heard: list[tuple[str | None, int]] = []
    news = asyncio.Event()
    listening, writing = another(), await opened(another())
    await listening.open(lambda *told: (heard.append(told), news.set())[1])
    await writing.append("news", 0, [b"a", b"b"])
    async with asyncio.timeout(PATIENCE):
        await news.wait()
    assert heard[0] in (("news", 2), (None, 0))
    await listening.close()
    await writing.close()


# ---------------------------------------------------------------- SQLite alone
async def test_a_store_that_cannot_be_used_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be used"):
        await SqliteStore(tmp_path / "file" / "tables.sqlite3").open(lambda *_: None)
    (tmp_path / "broken.sqlite3").write_text("this is no database, and long enough to be taken for one" * 20)
    with pytest.raises(StoreError, match="cannot be used"):
        await SqliteStore(tmp_path / "broken.sqlite3").open(lambda *_: None)


async def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    base = sqlite3.connect(file)
    base.execute("PRAGMA user_version=99")
    base.close()
    with pytest.raises(StoreError, match="newer Sortilege"):
        await SqliteStore(file).open(lambda *_: None)


@pytest.mark.parametrize("address", ["mysql://here", "tables.db", "postgres:/typo"])
def test_an_address_of_no_store_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(StoreError, match="SORTILEGE_STORE"):
        store_at(address, tmp_path)


# ---------------------------------------------------------------- servers
async def test_two_servers_serve_one_table(another: Callable[[], Store]) -> None:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(serving(another()))
        there = await stack.enter_async_context(serving(another()))
        made = await new_table(here, ME, FRIEND)
        friend = await sit(there, made, "Bo")
        ada = await stack.enter_async_context(place(here, made["table"], made["token"]))
        bo = await stack.enter_async_context(place(there, made["table"], friend["token"]))
        acts = await play_out([ada, bo], random.Random(7), decisions=12)
        assert ada.now["n"] == bo.now["n"] == len(acts) > 0
        assert [line["line"]["do"] for line in ada.log] == [line["line"]["do"] for line in bo.log]
        assert ada.now["view"]["life"] == bo.now["view"]["life"]


async def test_of_two_acts_on_two_servers_one_is_played(another: Callable[[], Store]) -> None:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(serving(another()))
        there = await stack.enter_async_context(serving(another()))
        made = await new_table(here, ME, FRIEND, options={"first": 0})
        await sit(here, made, "Bo")
        tabs = [await stack.enter_async_context(place(at, made["table"], made["token"])) for at in (here, there)]
        calls = tabs[0].now["legal"][:2]
        await asyncio.gather(*(tab.act(call) for tab, call in zip(tabs, calls, strict=True)))
        for tab in tabs:
            await tab.past(0)
            await tab.quiet()
        assert tabs[0].now["n"] == tabs[1].now["n"] == 1
        assert tabs[0].log == tabs[1].log
        assert sum(line["line"]["do"] == "call" for line in tabs[0].log) == 1


async def test_bots_of_a_table_on_two_servers_play_each_step_once(another: Callable[[], Store]) -> None:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(serving(another()))
        there = await stack.enter_async_context(serving(another()))
        made = await new_table(here, BOT, BOT, name="Ada")
        tabs = [await stack.enter_async_context(place(at, made["table"], made["token"])) for at in (here, there)]
        for tab in tabs:
            await tab.until(lambda now: now["phase"] == "over")
        assert tabs[0].now["n"] == tabs[1].now["n"]
        assert tabs[0].now["view"] == tabs[1].now["view"]
