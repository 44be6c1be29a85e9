"""Leaving a seat before the game: the seat is open again, and nothing of the person is left."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sortilege.server.application import Application
from sortilege.server.errors import Denied
from sortilege.server.settings import Settings
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening, talk
from sortilege.server.tables.messages import NewTable, Say, SeatPlan
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table
from tests.server.server_fixture import FRIEND, ME, RandomBots, caller, code, new_table, place, serving, sit

ADA, BRUNO, CLEO = range(3)


@pytest.fixture
async def application(tmp_path: Path) -> AsyncIterator[Application]:
    opened = Application(SqliteStore(tmp_path / "tables.sqlite3"), RandomBots(), Settings(bot_pace=3600))
    await opened.open()
    yield opened
    await opened.close()


async def create_waiting_table(application: Application) -> Table:
    """Create a table where Ada and Bruno wait for a third person."""
    wish = NewTable("abracada", [SeatPlan("me", "Ada"), SeatPlan("open"), SeatPlan("open")], talk="free")
    table = await application.tables.load((await opening.create_new(application.tables, wish)).table)
    await seating.sit(table, "Bruno", None, viewers.new_secrets(), "ab" * 16)
    return table


async def reload(application: Application, table: Table) -> Table:
    """Return the same table, read again from its log."""
    await application.tables.evict(float("inf"))
    return await application.tables.load(table.name)


def by(seat: int, host: bool = False) -> Viewer:
    return Viewer(seat, host, None)


async def test_a_seat_that_was_left_is_open_again_for_anybody(application: Application) -> None:
    table = await create_waiting_table(application)
    await seating.leave(application.tables, table, by(BRUNO), BRUNO)
    for loaded in (table, await reload(application, table)):
        assert [occupant.kind for occupant in loaded.state.occupants] == ["person", "open", "open"]
        assert loaded.state.shares is not None and loaded.state.shares[BRUNO] == "", "their share of the luck went too"
        assert all(key.seat != BRUNO for key in loaded.state.keys.values())
    table = await application.tables.load(table.name)
    for name in ("Dora", "Emil"):
        await seating.sit(table, name, None, viewers.new_secrets(), "cd" * 16)
    for loaded in (table, await reload(application, table)):
        assert loaded.state.started_match().names == ["Ada", "Dora", "Emil"]


async def test_the_name_and_messages_of_a_person_who_left_are_deleted_from_the_log(application: Application) -> None:
    table = await create_waiting_table(application)
    await talk.say(table, BRUNO, Say(text="back at nine"))
    await talk.say(table, ADA, Say(sign="hello"))
    await seating.leave(application.tables, table, by(BRUNO), BRUNO)
    log = b"\n".join(await application.store.read(table.name))
    assert b"Bruno" not in log and b"nine" not in log and b"Ada" in log
    for loaded in (table, await reload(application, table)):
        assert [word.seat for word in loaded.state.messages] == [ADA]
    table = await application.tables.load(table.name)
    await talk.say(table, ADA, Say(sign="luck"))
    ids = [word.id for word in table.state.messages]
    assert ids == [word.id for word in (await reload(application, table)).state.messages] == [1, 2], (
        "each word keeps its number"
    )


async def test_the_host_may_leave_and_whoever_sat_down_next_is_the_host(application: Application) -> None:
    table = await create_waiting_table(application)
    await seating.leave(application.tables, table, by(ADA, host=True), ADA)
    for loaded in (table, await reload(application, table)):
        assert [(key.seat, key.host) for key in loaded.state.keys.values()] == [(BRUNO, True)]
        assert loaded.state.occupants[ADA].kind == "open"


async def test_a_table_that_everybody_left_is_gone(application: Application) -> None:
    table = await create_waiting_table(application)
    await seating.leave(application.tables, table, by(BRUNO), BRUNO)
    await seating.leave(application.tables, table, by(ADA, host=True), ADA)
    with pytest.raises(Denied, match="no such table"):
        await application.tables.load(table.name)
    assert await application.store.read(table.name) == []


async def test_the_host_frees_anybodys_seat_and_nobody_else_does(application: Application) -> None:
    table = await create_waiting_table(application)
    with pytest.raises(Denied, match="Only the host"):
        await seating.leave(application.tables, table, by(BRUNO), ADA)
    with pytest.raises(Denied, match="Nobody sits"):
        await seating.leave(application.tables, table, by(ADA, host=True), CLEO)
    with pytest.raises(Denied, match="no seat 7"):
        await seating.leave(application.tables, table, by(ADA, host=True), 7)
    await seating.leave(application.tables, table, by(ADA, host=True), BRUNO)
    assert table.state.occupants[BRUNO].kind == "open"


async def test_once_the_game_has_begun_nobody_leaves_so(application: Application) -> None:
    table = await create_waiting_table(application)
    await seating.sit(table, "Cleo", None, viewers.new_secrets(), "")
    with pytest.raises(Denied, match="has begun"):
        await seating.leave(application.tables, table, by(BRUNO), BRUNO)
    assert table.state.names() == ["Ada", "Bruno", "Cleo"]


# ---------------------------------------------------------------- over the wire
async def test_everybody_sees_who_left_and_the_old_token_opens_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND, FRIEND)
        bruno = await sit(server, created, "Bruno")
        async with (
            place(server, created["table"], created["token"]) as ada,
            place(server, created["table"], bruno["token"]) as leaver,
        ):
            await ada.until(lambda now: now["seats"][1]["kind"] == "person")
            await leave(server, created["table"], 1, bruno["token"])
            await ada.until(lambda now: now["seats"][1]["kind"] == "open")
            assert "left it" in (await leaver.receive_kind())["message"]
        status, problem = await leave(server, created["table"], 1, bruno["token"])
        assert status == 403 and problem["fr"]


async def leave(server: str, table: str, seat: int, token: str) -> tuple[int, Any]:
    async with caller(server) as client:
        answer = await client.delete(f"/api/tables/{table}/seats/{seat}", headers={"Authorization": f"Bearer {token}"})
        return answer.status_code, answer.json() if answer.content else None


async def test_a_person_who_left_does_not_find_the_table_among_their_games(call: Any, client: Any) -> None:
    await call("POST", "/api/me", {"name": "Bruno"})
    _, created = await call("POST", "/api/tables", {"game": "spell", "seats": [{"kind": "open"}, {"kind": "open"}]})
    client.cookies.delete(f"seat-{created['table']}")
    status, _ = await call(
        "POST", f"/api/tables/{created['table']}/sit", {"invite": code(created["invite"]), "name": "Bruno"}
    )
    assert status == 201
    assert (await client.delete(f"/api/tables/{created['table']}/seats/0")).status_code == 200
    assert f"seat-{created['table']}" not in client.cookies
    assert created["table"] not in str((await call("GET", "/api/me/games"))[1])


async def test_the_next_host_is_notified_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND, FRIEND)
        bruno = await sit(server, created, "Bruno")
        async with place(server, created["table"], bruno["token"]) as heir:
            assert not heir.now["host"]
            await leave(server, created["table"], 0, created["token"])
            await heir.until(lambda now: now["host"])
