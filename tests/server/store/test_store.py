"""What every store keeps to, and servers that share one. PostgreSQL is tested too where it is installed."""

import asyncio
import os
import random
import secrets
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from sortilege.server import peers
from sortilege.server.application import Application
from sortilege.server.settings import Settings
from sortilege.server.store import LineTaken, OutcomeUnknown, Statement, Store, StoreError, sqlite, store_at
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening
from sortilege.server.tables.messages import NewTable, SeatPlan
from sortilege.server.tables.seats import seating
from sortilege.server.tables.seats.viewers import Viewer
from tests.server.postgres import frozen, programs
from tests.server.server_fixture import (
    BOT,
    FRIEND,
    ME,
    PATIENCE,
    RandomBots,
    caller,
    new_table,
    place,
    play_out,
    serving,
    sit,
)

if TYPE_CHECKING:
    from sortilege.server.store.postgres import PostgresStore


async def open_store(store: Store) -> Store:
    await store.open(lambda *_: None)
    return store


# ---------------------------------------------------------------- one store
async def test_lines_are_read_as_they_were_written(new_store: Callable[[], Store]) -> None:
    store = await open_store(new_store())
    await store.append("first", 0, [b"a", b"b\x00\xff"])
    await store.append("first", 2, [b"c"])
    await store.append("other", 0, [b"x"])
    assert await store.read("first") == [b"a", b"b\x00\xff", b"c"]
    assert await store.read("first", 2) == [b"c"]
    assert await store.read("other") == [b"x"]
    assert await store.read("nothing") == []
    await store.close()
    reopened = await open_store(new_store())
    assert await reopened.read("first", 1) == [b"b\x00\xff", b"c"]
    await reopened.close()


async def test_a_line_is_written_once_and_all_or_none(new_store: Callable[[], Store]) -> None:
    store = await open_store(new_store())
    await store.append("taken", 0, [b"a", b"b"])
    for at in (0, 1):
        with pytest.raises(LineTaken):
            await store.append("taken", at, [b"x", b"y"])
    assert await store.read("taken") == [b"a", b"b"]
    await store.close()


async def test_of_many_who_write_one_line_at_once_one_succeeds(new_store: Callable[[], Store]) -> None:
    stores = [await open_store(new_store()) for _ in range(2)]
    writes = [stores[i % 2].append("race", 0, [str(i).encode()]) for i in range(20)]
    answers = await asyncio.gather(*writes, return_exceptions=True)
    assert sum(answer is None for answer in answers) == 1
    assert sum(isinstance(answer, LineTaken) for answer in answers) == 19
    winner = answers.index(None)
    assert await stores[0].read("race") == [str(winner).encode()]
    for store in stores:
        await store.close()


async def test_many_tables_are_written_at_once(new_store: Callable[[], Store]) -> None:
    store = await open_store(new_store())
    await asyncio.gather(*(store.append(f"many{i}", 0, [b"line"]) for i in range(600)))
    assert [len(await store.read(f"many{i}")) for i in (0, 299, 599)] == [1, 1, 1]
    await store.close()


async def test_a_server_is_notified_of_what_another_one_writes(new_store: Callable[[], Store]) -> None:
    notifications: list[tuple[str | None, int]] = []
    news = asyncio.Event()
    listening, writing = new_store(), await open_store(new_store())
    await listening.open(lambda *notification: (notifications.append(notification), news.set())[1])
    await writing.append("news", 0, [b"a", b"b"])
    async with asyncio.timeout(PATIENCE):
        await news.wait()
    assert notifications[0] in (("news", 2), (None, 0))
    await listening.close()
    await writing.close()


# ---------------------------------------------------------------- SQLite alone
async def test_a_line_that_is_taken_keeps_nobody_else_from_writing(tmp_path: Path) -> None:
    """All of these wait together, so they are written together."""
    store = await open_store(SqliteStore(tmp_path / "tables.sqlite3"))
    await store.append("taken", 0, [b"a"])
    tables = [*(f"free{i}" for i in range(5)), "taken", *(f"free{i}" for i in range(5, 10))]
    answers = await asyncio.gather(*(store.append(table, 0, [b"x", b"y"]) for table in tables), return_exceptions=True)
    assert [table for table, answer in zip(tables, answers, strict=True) if answer is not None] == ["taken"]
    assert isinstance(answers[5], LineTaken)
    assert [await store.read(f"free{i}") for i in range(10)] == [[b"x", b"y"]] * 10
    assert await store.read("taken") == [b"a"]
    await store.close()


async def test_a_store_that_cannot_be_used_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be used"):
        await SqliteStore(tmp_path / "file" / "tables.sqlite3").open(lambda *_: None)
    (tmp_path / "broken.sqlite3").write_text("this is no database, and long enough to be taken for one" * 20)
    with pytest.raises(StoreError, match="cannot be used"):
        await SqliteStore(tmp_path / "broken.sqlite3").open(lambda *_: None)


async def test_a_change_is_made_whole_or_not_at_all(new_store: Callable[[], Store]) -> None:
    store = await open_store(new_store())
    mark = "INSERT INTO sortilege_mark (person, item, value) VALUES ($1, $2, $3) RETURNING value"
    assert await store.change([Statement(mark, ("whole", "a", 1)), Statement(mark, ("whole", "b", 2))]) == [
        [(1,)],
        [(2,)],
    ]
    with pytest.raises(StoreError):
        await store.change([Statement(mark, ("whole", "c", 3)), Statement(mark, ("whole", "a", 4))])
    look = "SELECT item, value FROM sortilege_mark WHERE person = $1 ORDER BY item"
    assert await store.look_up(Statement(look, ("whole",))) == [("a", 1), ("b", 2)]
    with pytest.raises(StoreError):
        await store.look_up(Statement("SELECT nothing FROM sortilege_mark"))
    await store.close()


async def test_a_name_can_be_taken_out_of_lines_and_a_log_deleted(new_store: Callable[[], Store]) -> None:
    store = await open_store(new_store())
    await store.append("names", 0, [b"Ada sits", b"plays", b"Ada wins"])
    await store.append("others", 0, [b"Ada sits"])
    await store.rewrite("names", {0: b"Mage sits", 2: b"Mage wins", 9: b"there is no such line"})
    assert await store.read("names") == [b"Mage sits", b"plays", b"Mage wins"]
    await store.remove("names")
    assert await store.read("names") == []
    assert await store.read("others") == [b"Ada sits"]
    await store.close()


# ---------------------------------------------------------------- files of older versions
def file_of_the_first_form(file: Path) -> None:
    """As the first version wrote it: lines, and nothing beside them."""
    base = sqlite3.connect(file)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("CREATE TABLE line (tab TEXT, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (tab, n)) WITHOUT ROWID")
    base.execute("INSERT INTO line VALUES ('old', 0, x'61'), ('old', 1, x'62')")
    base.execute("PRAGMA user_version=1")
    base.commit()
    base.close()


async def test_an_older_file_is_migrated_and_a_copy_of_it_stays(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    file_of_the_first_form(file)
    for _ in range(2):  # the second time there is nothing left to do
        store = await open_store(SqliteStore(file))
        assert await store.read("old") == [b"a", b"b"]
        assert await store.look_up(Statement("SELECT count(*) FROM sortilege_person")) == [(0,)]
        await store.close()
    copy = tmp_path / "tables.form-1.sqlite3"
    assert sorted(path.name for path in tmp_path.iterdir()) == [copy.name, file.name]
    backup = sqlite3.connect(copy)
    assert backup.execute("SELECT tab, n, body FROM line").fetchall() == [("old", 0, b"a"), ("old", 1, b"b")]
    assert backup.execute("PRAGMA user_version").fetchone() == (1,)
    assert backup.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall() == [("line",)]
    backup.close()
    if os.name == "posix":
        assert copy.stat().st_mode & 0o077 == 0


async def test_an_older_file_that_cannot_be_copied_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.sqlite3"
    file_of_the_first_form(file)

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(sqlite, "copy_database", full)
    with pytest.raises(StoreError, match="no space left"):
        await SqliteStore(file).open(lambda *_: None)
    base = sqlite3.connect(file)
    assert base.execute("PRAGMA user_version").fetchone() == (1,)
    assert base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall() == [("line",)]
    base.close()


async def test_a_new_file_has_no_older_copy(tmp_path: Path) -> None:
    store = await open_store(SqliteStore(tmp_path / "tables.sqlite3"))
    await store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["tables.sqlite3"]


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
async def test_two_servers_serve_one_table(new_store: Callable[[], Store]) -> None:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(serving(new_store()))
        there = await stack.enter_async_context(serving(new_store()))
        created = await new_table(here, ME, FRIEND)
        friend = await sit(there, created, "Bo")
        ada = await stack.enter_async_context(place(here, created["table"], created["token"]))
        bo = await stack.enter_async_context(place(there, created["table"], friend["token"]))
        acts = await play_out([ada, bo], random.Random(7), decisions=12)
        assert ada.now["n"] == bo.now["n"] == len(acts) > 0
        assert [line["line"]["do"] for line in ada.log] == [line["line"]["do"] for line in bo.log]
        assert ada.now["view"]["life"] == bo.now["view"]["life"]


async def test_of_two_acts_on_two_servers_one_is_played(new_store: Callable[[], Store]) -> None:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(serving(new_store()))
        there = await stack.enter_async_context(serving(new_store()))
        created = await new_table(here, ME, FRIEND, options={"first": 0})
        await sit(here, created, "Bo")
        tabs = [await stack.enter_async_context(place(at, created["table"], created["token"])) for at in (here, there)]
        calls = tabs[0].now["legal"][:2]
        await asyncio.gather(*(tab.act(call) for tab, call in zip(tabs, calls, strict=True)))
        for tab in tabs:
            await tab.past(0)
            await tab.messages_before_pong()
        assert tabs[0].now["n"] == tabs[1].now["n"] == 1
        assert tabs[0].log == tabs[1].log
        assert sum(line["line"]["do"] == "call" for line in tabs[0].log) == 1


async def test_bots_of_a_table_on_two_servers_play_each_step_once(new_store: Callable[[], Store]) -> None:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(serving(new_store()))
        there = await stack.enter_async_context(serving(new_store()))
        created = await new_table(here, BOT, BOT, name="Ada")
        tabs = [await stack.enter_async_context(place(at, created["table"], created["token"])) for at in (here, there)]
        for tab in tabs:
            await tab.until(lambda now: now["phase"] == "over")
        assert tabs[0].now["n"] == tabs[1].now["n"]
        assert tabs[0].now["view"] == tabs[1].now["view"]


async def test_who_is_at_another_server_is_known_and_no_bot_is_put_in_their_place(
    new_store: Callable[[], Store],
) -> None:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(serving(new_store()))
        there = await stack.enter_async_context(serving(new_store()))
        created = await new_table(here, ME, FRIEND, options={"first": 0})
        friend = await sit(there, created, "Bo")
        ada = await stack.enter_async_context(place(here, created["table"], created["token"]))
        path, who = f"/api/tables/{created['table']}/seats/1/bot", {"authorization": f"Bearer {created['token']}"}
        async with place(there, created["table"], friend["token"]), caller(here) as client:
            await ada.until(lambda now: now["seats"][1]["here"])
            answer = await client.post(path, json={"level": "adept"}, headers=who)
            assert answer.status_code == 409 and "Bo is at the table" in answer.json()["message"]
        await ada.until(lambda now: not now["seats"][1]["here"])
        async with caller(here) as client:
            answer = await client.post(path, json={}, headers=who)
            assert answer.status_code == 409 and "Bo does not count as absent yet" in answer.json()["message"]


async def test_one_server_drives_the_bots_and_another_takes_over(
    new_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (Application(new_store(), RandomBots(), Settings(bot_pace=3600)) for _ in range(2))
    monkeypatch.setattr(peers, "BEAT", 3600)  # the test itself lets them look at each other
    for tables in (here, there):
        await tables.open()
    name = (await opening.create_new(here.tables, NewTable("abracada", [SeatPlan("bot"), SeatPlan("bot")]))).table
    await there.tables.load(name)
    for tables in (here, there, here):
        await tables.peers.sync()
    first, second = sorted((here, there), key=lambda tables: tables.peers.name)
    assert first.peers.plays_bots(name) and not second.peers.plays_bots(name)
    assert second.peers.plays_bots("another"), "a table that only one has is that one's"
    seen = second.peers.others[first.peers.name]
    seen.beat_at -= peers.STOPPED_AFTER  # as if no beat had come since
    assert second.peers.plays_bots(name)
    await first.peers.sync()
    await second.peers.sync()
    assert not second.peers.plays_bots(name), "it was only slow"
    await first.close()
    await second.peers.sync()
    assert second.peers.plays_bots(name) and first.peers.name not in second.peers.others
    await second.close()


async def test_what_another_server_writes_wakes_only_the_table_it_belongs_to(new_store: Callable[[], Store]) -> None:
    here, there = (Application(new_store(), RandomBots(), Settings(bot_pace=3600)) for _ in range(2))
    for tables in (here, there):
        await tables.open()
    plan = [SeatPlan("me"), SeatPlan("open"), SeatPlan("open")]
    names = [(await opening.create_new(here.tables, NewTable("abracada", plan))).table for _ in range(3)]
    read: list[str] = []
    plain = here.store.read

    async def counting(table: str, start: int = 0) -> list[bytes]:
        read.append(table)
        return await plain(table, start)

    here.store.read = counting  # type: ignore[method-assign]
    other_table = await there.tables.load(names[1])
    await seating.hand_over(other_table, Viewer(0, host=True, key="key"), 1, "adept")
    async with asyncio.timeout(PATIENCE):
        while here.tables.by_name[names[1]].state.occupants[1].kind != "bot":
            await asyncio.sleep(0.01)
    assert set(read) == {names[1]}
    assert await here.store.lengths([*names, "nosuch"]) == {names[0]: 1, names[1]: 2, names[2]: 1}
    for tables in (here, there):
        await tables.close()


# ---------------------------------------------------------------- PostgreSQL alone
@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
async def test_a_frozen_database_times_out_and_is_reconnected(database: str) -> None:
    store = cast("PostgresStore", store_at(database, Path(), PATIENCE))
    await store.open(lambda *_: None)
    await store.append("frozen", 0, [b"a"])
    with frozen(database):
        store.time_limit = 0.2
        for call in (store.read("frozen"), store.append("frozen", 1, [b"b"]), store.lengths(["frozen"])):
            with pytest.raises(StoreError):
                async with asyncio.timeout(PATIENCE):
                    await call
        store.time_limit = PATIENCE
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(StoreError):
                lines = await store.read("frozen")
                break
    assert lines in ([b"a"], [b"a", b"b"]), "whether the last line was written was not known, and is now"
    with suppress(LineTaken):
        await store.append("frozen", 1, [b"b"])
    assert await store.read("frozen") == [b"a", b"b"]
    await store.close()


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
async def test_a_write_that_was_sent_and_not_answered_has_an_unknown_outcome(database: str) -> None:
    store = cast("PostgresStore", store_at(database, Path(), PATIENCE))
    await store.open(lambda *_: None)
    assert await store.read("sent") == []
    with frozen(database):
        store.time_limit = 0.2
        with pytest.raises(OutcomeUnknown):
            await store.append("sent", 0, [b"a"])
        with pytest.raises(StoreError) as raised:  # there is no connection any more on which it could be sent
            await store.append("unsent", 0, [b"b"])
        assert not isinstance(raised.value, OutcomeUnknown)
        store.time_limit = PATIENCE
    with suppress(LineTaken):
        await store.append("sent", 0, [b"a"])
    assert (await store.read("sent"), await store.read("unsent")) == ([b"a"], [])
    await store.close()


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
async def test_a_call_that_was_given_up_leaves_the_connections_of_later_calls_alone(database: str) -> None:
    """Calls end one by one when PostgreSQL is frozen: the last may end after another has connected again."""
    store = cast("PostgresStore", store_at(database, Path(), PATIENCE))
    await store.open(lambda *_: None)
    never = asyncio.Event()
    waits = [asyncio.Event(), asyncio.Event()]

    async def waiting(pool: Any, at: int) -> None:
        waits[at].set()
        await never.wait()

    store.time_limit = 0.3
    second = asyncio.create_task(store._with_timeout(lambda pool: waiting(pool, 1)))
    await waits[1].wait()
    store.time_limit = 0.05
    first = asyncio.create_task(store._with_timeout(lambda pool: waiting(pool, 0)))
    await waits[0].wait()
    with pytest.raises(TimeoutError):
        await first
    store.time_limit = PATIENCE
    between = asyncio.create_task(
        store.look_up(Statement("SELECT pg_sleep(0.5)"))
    )  # in a new pool, while the second ends
    with pytest.raises(TimeoutError):
        await second
    assert len(await between) == 1
    await store.close()


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_a_store_that_was_open_in_another_event_loop_still_notifies_other_servers(database: str) -> None:
    async def notified() -> tuple[str | None, int]:
        notifications: asyncio.Queue[tuple[str | None, int]] = asyncio.Queue()
        listening = store_at(database, Path(), PATIENCE)
        await listening.open(lambda *notification: notifications.put_nowait(notification))
        await store.open(lambda *_: None)
        await store.append(secrets.token_hex(8), 0, [b"a"])
        async with asyncio.timeout(PATIENCE):
            while (notification := await notifications.get())[0] is None:  # it looks at everything now and then
                pass
        await store.close()
        await listening.close()
        return notification

    store = store_at(database, Path(), PATIENCE)
    assert [asyncio.run(notified())[1] for _ in range(2)] == [1, 1]


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
async def test_lines_written_together_are_notified_together(database: str) -> None:
    import asyncpg

    from sortilege.server.store.postgres import CHANNEL, parse_payload

    store = await open_store(store_at(database, Path(), PATIENCE))
    ear, notices = await asyncpg.connect(database), []
    await ear.add_listener(CHANNEL, lambda *notice: notices.append(parse_payload(notice[-1])))
    await asyncio.gather(*(store.append(f"batch{k}", 0, [b"x"]) for k in range(100)))
    async with asyncio.timeout(PATIENCE):
        while sum(map(len, notices)) < 100:
            await asyncio.sleep(0.01)
    assert sorted(line for notice in notices for line in notice) == sorted((f"batch{k}", 1) for k in range(100))
    assert len(notices) < 50
    await ear.close()
    await store.close()


# ---------------------------------------------------------------- SQLite and its time
async def test_a_write_to_a_locked_file_is_given_up_in_time_and_never_made(tmp_path: Path) -> None:
    store = await open_store(SqliteStore(tmp_path / "tables.sqlite3", time_limit=0.1))
    connection = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None, timeout=PATIENCE)
    connection.execute("BEGIN IMMEDIATE")
    for line in (b"a", b"b"):
        with pytest.raises(StoreError, match=r"within 0\.1 s") as raised:
            await store.append("locked", 0, [line])
        assert not isinstance(raised.value, OutcomeUnknown)
    connection.execute("COMMIT")
    store.time_limit = PATIENCE
    await store.append("locked", 0, [b"c"])
    assert await store.read("locked") == [b"c"]
    connection.close()
    await store.close()


async def test_a_write_that_hangs_has_an_unknown_outcome_and_those_behind_it_are_never_made(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3", time_limit=0.1)
    await open_store(store)
    plain, thaw = store._execute_all, threading.Event()
    begun = threading.Event()

    def hanging(group: list[sqlite.Job]) -> sqlite.Results:
        begun.set()
        thaw.wait(PATIENCE)
        return plain(group)

    store._execute_all = hanging  # type: ignore[method-assign]
    first = asyncio.create_task(store.append("hung", 0, [b"a"]))
    while not begun.is_set():
        await asyncio.sleep(0)
    with pytest.raises(StoreError) as behind:
        await store.append("hung", 1, [b"b"])
    with pytest.raises(OutcomeUnknown):
        await first
    assert not isinstance(behind.value, OutcomeUnknown)
    thaw.set()
    store.time_limit = PATIENCE
    await store.append("hung", 1, [b"c"])
    assert await store.read("hung") == [b"a", b"c"]
    await store.close()


# ---------------------------------------------------------------- SQLite and its files
@pytest.mark.skipif(os.name != "posix", reason="rights of files as POSIX has them")
async def test_the_store_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir(mode=0o755)
    (folder / "tables.sqlite3").touch(mode=0o644)
    store = SqliteStore(folder / "tables.sqlite3")
    await store.open(lambda *_: None)
    await store.append("table", 0, [b"line"])
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert len(list(folder.iterdir())) == 3, "the log of SQLite and its index are there too"
    await store.close()
