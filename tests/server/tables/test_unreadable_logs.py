"""One table whose log this version cannot read is unavailable, with a sentence. Everything else goes on."""

import asyncio
import logging
from pathlib import Path

import pytest
import websockets

from sortilege.server import metrics
from sortilege.server.application import Application
from sortilege.server.errors import UNAVAILABLE, Denied
from sortilege.server.live.socket import TRY_AGAIN_LATER
from sortilege.server.settings import Settings
from sortilege.server.store import Statement
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening
from sortilege.server.tables.messages import ClockPlan, NewTable, SeatPlan
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.table import Table
from tests.server.server_fixture import BOT, FRIEND, ME, PATIENCE, RandomBots, caller, new_table, place, serving, sit
from tests.server.tables.test_clocks import HOUR, Day, until, wait

LINES = {
    "damaged": b'{"type":"played","seat":',
    "not text": b"\xff\xfe\x00",
    "unknown event": b'{"type":"levitated","seat":0,"height":3}',
    "unknown seat": b'{"type":"left","seat":17}',
    "malformed action": b'{"type":"played","seat":0,"actions":[[1,2]]}',
}
SENTENCES = (
    "This version of the server cannot read this table",
    "Cette version du serveur ne peut pas lire cette table",
)


async def add_line(file: Path, table: str, line: bytes) -> None:
    """Append a line as a server of another version would."""
    store = SqliteStore(file)
    await store.open(lambda *_: None)
    await store.append(table, (await store.lengths([table]))[table], [line])
    await store.close()


def background_errors() -> float:
    return sum(metrics.BACKGROUND_ERRORS.values.values())


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
async def test_a_table_that_cannot_be_read_is_refused_with_a_sentence(tmp_path: Path, line: bytes) -> None:
    before = background_errors()
    async with serving(tmp_path) as server, caller(server) as client:
        created = await new_table(server, ME, BOT, options={"first": 0})
        other_table = await new_table(server, ME, FRIEND)
    await add_line(tmp_path / "tables.sqlite3", created["table"], line)
    async with serving(tmp_path) as server, caller(server) as client:
        auth = {"authorization": f"Bearer {created['token']}"}
        answer = await client.get(f"/api/tables/{created['table']}", headers=auth)
        assert answer.status_code == UNAVAILABLE, answer.text
        assert answer.json()["message"].startswith(SENTENCES[0]) and answer.json()["fr"].startswith(SENTENCES[1])
        await sit(server, other_table, "Bo")
        assert (await client.get("/api/health")).json()["status"] == "ok"
    assert background_errors() == before


async def test_a_line_that_comes_while_people_are_at_the_table_ends_their_sockets_with_the_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = background_errors()
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        other_table = await new_table(server, ME, FRIEND, options={"first": 0})
        async with place(server, other_table["table"], other_table["token"]) as bystander:
            async with place(server, created["table"], created["token"]) as ada:
                await add_line(tmp_path / "tables.sqlite3", created["table"], LINES["unknown event"])
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    while True:
                        await ada.receive()
                assert closed.value.rcvd is not None and closed.value.rcvd.code == TRY_AGAIN_LATER
                assert SENTENCES[0] in ada.received[-1] and SENTENCES[1] in ada.received[-1]
            await add_line(
                tmp_path / "tables.sqlite3", other_table["table"], b'{"type":"spoke","seat":0,"sign":"hello"}'
            )
            await bystander.until(lambda now: bool(now["words"]))  # what other servers write is still read
        assert created["table"] in caplog.text
        async with caller(server) as client:
            assert (await client.get("/api/health")).json()["status"] == "ok"
    assert background_errors() == before


async def duel(application: Application) -> Table:
    wish = NewTable("spell", [SeatPlan("me", "Ada"), SeatPlan("open")], {"first": "k"}, clock=ClockPlan("move", HOUR))
    table = await application.tables.load((await opening.create_new(application.tables, wish)).table)
    await seating.sit(table, "Bruno", None, viewers.new_secrets(), "")
    return table


@pytest.mark.parametrize("line", [LINES["damaged"], LINES["unknown event"]], ids=["damaged", "unknown event"])
async def test_the_clocks_of_all_other_tables_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, line: bytes
) -> None:
    now, file = Day(), tmp_path / "tables.sqlite3"
    application = Application(SqliteStore(file), RandomBots(), Settings(bot_pace=0, bot_start_delay=0), now=now)
    await application.open()
    names = [(await duel(application)).name for _ in range(3)]
    await application.close()
    await add_line(file, names[0], line)
    application = Application(SqliteStore(file), RandomBots(), Settings(bot_pace=0, bot_start_delay=0), now=now)
    await application.open()
    with caplog.at_level(logging.ERROR):
        await application.clocks.tick()
        await wait(application, now, HOUR + 1)
        assert names[0] in caplog.text
    for name in names[1:]:
        table = application.tables.by_name[name]
        await until(table, lambda table=table: table.state.step_number > 0)  # type: ignore[misc]
    assert application.clocks.due[names[0]] > now.seconds, "it is looked at again later, and keeps nobody waiting"
    assert not application.background.failing
    with pytest.raises(Denied, match=SENTENCES[0]):
        await application.tables.load(names[0])
    await application.close()


async def test_a_table_that_was_repaired_is_available_again(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    application = Application(SqliteStore(file), RandomBots(), Settings(bot_pace=3600))
    await application.open()
    created = await opening.create_new(application.tables, NewTable("abracada", [SeatPlan("me"), SeatPlan("bot")]))
    table = await application.tables.load(created.table)
    await add_line(file, created.table, LINES["damaged"])
    async with asyncio.timeout(PATIENCE):
        while table.can_be_shown():  # until this server has noticed the line
            await asyncio.sleep(0)
    with pytest.raises(Denied, match=SENTENCES[0]):
        await application.tables.load(created.table)
    await application.store.change([Statement("DELETE FROM line WHERE tab = $1 AND n = 2", (created.table,))])
    assert (await application.tables.load(created.table)).state.length == 2
    await application.close()


async def test_a_clock_of_a_table_that_was_deleted_is_forgotten(tmp_path: Path) -> None:
    now = Day()
    application = Application(
        SqliteStore(tmp_path / "tables.sqlite3"), RandomBots(), Settings(bot_pace=0, bot_start_delay=0), now=now
    )
    await application.open()
    table = await duel(application)
    await application.tables.remove(table)
    await wait(application, now, HOUR + 1)
    assert table.name not in application.clocks.due
    await application.close()
