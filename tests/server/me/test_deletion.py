"""Delete my data, from the first request to the last byte: after the call a person's name and words are in no file of
the store, in no answer and nowhere in the memory of the server."""

import asyncio
import gc
import random
import sqlite3
import sys
import time
import types
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar

from sortilege.server import app as application
from sortilege.server.application import Application
from sortilege.server.me.deletion import delete_person
from sortilege.server.people import access_tokens
from sortilege.server.people.identity import People
from sortilege.server.review import task
from sortilege.server.review.reviews import stored_as
from sortilege.server.runtime import Runtime
from sortilege.server.store import Statement, Store, key_values, sqlite
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import events, opening
from sortilege.server.tables.events import Occupant
from sortilege.server.tables.messages import NewTable, SeatPlan
from sortilege.server.tables.seats import viewers
from sortilege.server.text import sentence as say_words
from sortilege.server.workers.pool import Priority
from tests.analysis.review.games import record
from tests.server import server_fixture
from tests.server.me.test_me import post
from tests.server.me.test_my_games import games
from tests.server.notifications.test_watcher import BRUNO, game, tell, until_turn_of
from tests.server.notifications.test_watcher import server as noticing
from tests.server.receiver import receiving
from tests.server.review.test_records import finished_record
from tests.server.server_fixture import BOT, FRIEND, RandomBots, caller, code, place, play_out, serving

NAME, WORDS = "Zorblaxia", "I live in Quuxville"
TRACES = (b"zorblaxia", b"quuxville")
HER = {"kind": "me", "name": NAME}
GAME = "spellcaster"


@pytest.fixture
def apps(monkeypatch: pytest.MonkeyPatch) -> list[Litestar]:
    """The applications that `serving` makes."""
    created: list[Litestar] = []

    def make_app(*arguments: Any) -> Litestar:
        created.append(original(*arguments))
        return created[-1]

    original = application.make_app
    monkeypatch.setattr(server_fixture, "make_app", make_app)
    return created


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews in no time."""
    monkeypatch.setattr(task, "ALTERNATIVES_MS", 1.0)
    monkeypatch.setattr(sys.modules["sortilege.analysis.review.review"], "worlds_within", lambda course: 1)


# ---------------------------------------------------------------- what is searched
def traces_in(content: bytes) -> list[str]:
    """Which traces of the deleted person are in these bytes."""
    return [trace.decode() for trace in TRACES if trace in content.lower()]


def traces_in_files(folder: Path) -> dict[str, list[str]]:
    """The files with a trace, and which."""
    files = {file.name: traces_in(file.read_bytes()) for file in folder.iterdir() if file.is_file()}
    return {name: traces for name, traces in files.items() if traces}


async def traces_in_rows(address: str) -> dict[str, list[str]]:
    """The tables of a PostgreSQL database with a trace in a row, and which."""
    import asyncpg  # an extra: there is a database only where it is installed

    connection = await asyncpg.connect(address)
    try:
        tables = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        names = [row[0] for row in tables]
        assert "sortilege_line" in names
        rows = {name: b"\n".join(as_bytes(await connection.fetch(f"SELECT * FROM {name}"))) for name in names}
    finally:
        await connection.close()
    return {name: traces for name, content in rows.items() if (traces := traces_in(content))}


def as_bytes(rows: Iterable[Iterable[object]]) -> list[bytes]:
    return [value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row]


async def traces_in_store(store: Store, folder: Path) -> dict[str, list[str]]:
    if isinstance(store, SqliteStore):
        return traces_in_files(folder)
    return await traces_in_rows(store.address)  # type: ignore[attr-defined]


async def traces_in_answers(app: Litestar, client: httpx.AsyncClient, tables: dict[str, str]) -> dict[str, list[str]]:
    """Every GET route that needs nothing or a table (a name with its spectators' code), asked as this client."""
    paths = [route.path for route in app.routes if "GET" in getattr(route, "methods", ())]
    with_table = [path.replace("{at:int}", "3") for path in paths if "{table:str}" in path]
    requests: list[tuple[str, dict[str, str]]] = [(path, {}) for path in paths if "{" not in path]
    for table, watch in tables.items():
        filled = [path.replace("{table:str}", table) for path in with_table]
        requests += [(path, query) for path in filled for query in ({}, {"watch": watch, "seat": "-1"})]
    answers = [await client.get(path, params=query) for path, query in requests]
    assert sum(answer.status_code == 200 for answer in answers) > 20
    traces_by_url = {str(page.url): traces_in(str(page.headers).encode() + page.content) for page in answers}
    return {url: traces for url, traces in traces_by_url.items() if traces}


SKIPPED = (
    types.ModuleType, types.FunctionType, types.CodeType, types.FrameType, types.TracebackType, type,
    asyncio.AbstractEventLoop, asyncio.BaseProtocol, asyncio.Task, Litestar,
)  # fmt: skip


def part(app: Litestar, name: str) -> Any:
    """What the application gives to calls under this name."""
    return app.dependencies[name].dependency()  # type: ignore[union-attr]


def traces_in_memory(app: Litestar) -> list[str]:
    """Where in what the application holds there is a trace: the types on the way to it. Functions, which lead to
    modules and from there to this test, are not followed. Neither are connections, which have their last request."""
    provided = [part(app, name) for name in app.dependencies if name not in ("links", "visit", "person")]
    waiting = deque((thing, type(thing).__name__) for thing in provided)
    seen: set[int] = set()
    reports: list[str] = []
    while waiting:
        thing, path = waiting.popleft()
        if id(thing) in seen or isinstance(thing, SKIPPED):
            continue
        seen.add(id(thing))
        if isinstance(thing, str | bytes):
            content = thing if isinstance(thing, bytes) else thing.encode(errors="replace")
            if traces := traces_in(content):
                reports.append(f"{path}: {traces}")
        else:
            waiting += [(referent, f"{path} > {type(referent).__name__}") for referent in gc.get_referents(thing)]
    assert len(seen) > 1000
    return reports


def test_the_search_finds_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\0\0Zorblaxia")
    assert traces_in_files(tmp_path) == {"file": ["zorblaxia"]}


# ---------------------------------------------------------------- the whole story
async def finished_review(client: httpx.AsyncClient, table: str) -> dict[str, Any]:
    """The review of a table when it is done."""
    async with asyncio.timeout(server_fixture.PATIENCE):
        while True:
            page: dict[str, Any] = (await client.get(f"/api/tables/{table}/review")).raise_for_status().json()
            if page["done"]:
                return page


@asynccontextmanager
async def two_people(server: str) -> AsyncIterator[tuple[httpx.AsyncClient, httpx.AsyncClient]]:
    """Her browser and his, both known."""
    async with caller(server) as her, caller(server) as him:
        await post(her, "/api/me", {"name": NAME})
        await post(him, "/api/me", {"name": "Bruno"})
        yield her, him


async def table_near_the_end(app: Litestar, her: httpx.AsyncClient) -> dict[str, Any]:
    """A table of hers that begins a few moves before the end of a game, so that its review is short. One seat is
    open."""
    application: Application = part(app, "application")
    start = record(GAME, 2, 8)["start"]
    secrets = viewers.new_secrets()
    opened = events.Opened(
        at=0,
        game=GAME,
        options=record(GAME, 2, 8)["options"],
        aids=False,
        seed="seed",
        occupants=[Occupant("person", NAME), Occupant("open")],
        keys=[secrets.key(0, host=True)],
        invite=access_tokens.new_code(),
        watch=access_tokens.new_code(),
        start=start,
        rules=record(GAME, 2, 8)["rules"],
        talk="free",
    )
    created: dict[str, Any] = msgspec.to_builtins(await opening.create_for(application.tables, opened, secrets))
    her.cookies.set(f"seat-{created['table']}", created["token"])
    assert [entry["table"] for entry in (await games(her))["running"]] == [created["table"]]
    return created


async def play(
    server: str, created: dict[str, Any], her: httpx.AsyncClient, him: httpx.AsyncClient, until: int = 10_000
) -> dict[str, Any]:
    """He sits down, she says something, and they play; the seat he got."""
    friend: dict[str, Any] = await post(
        him, f"/api/tables/{created['table']}/sit", {"invite": code(created["invite"]), "name": "Bruno"}
    )
    await say(her, created["table"])
    async with (
        place(server, created["table"], created["token"]) as here,
        place(server, created["table"], friend["token"]) as there,
    ):
        await play_out([here, there], random.Random(5), until)
    return friend


async def say(client: httpx.AsyncClient, table: str) -> None:
    assert (await client.post(f"/api/tables/{table}/say", json={"text": WORDS})).status_code == 204


async def deleted(client: httpx.AsyncClient) -> None:
    assert (await client.delete("/api/me")).raise_for_status().json()["known"] is False


def names_of(now: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in now["seats"]]


async def test_nothing_of_a_deleted_person_is_left_in_files_answers_or_memory(
    new_store: Callable[[], Store], tmp_path: Path, apps: list[Litestar]
) -> None:
    store = new_store()
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(store))
        her, him = await stack.enter_async_context(two_people(server))
        second = await stack.enter_async_context(caller(server))  # another browser, where nobody is known
        created = await table_near_the_end(apps[0], her)
        friend = await play(server, created, her, him)
        over = created["table"]
        tables = {over: code(created["watch"])}

        # he looks back at the game in every way
        review = await finished_review(him, over)
        assert NAME in review["names"]
        decision = review["decisions"][0]["at"]
        await him.get(f"/api/tables/{over}/review/{decision}")
        await him.get(f"/api/tables/{over}/replay?seat=0")
        await post(him, f"/api/slips/{over}/{decision}", {"acts": []})
        tried = await post(him, f"/api/tables/{over}/try", {"at": decision})
        tables[tried["table"]] = code(tried["watch"])
        assert names_of((await games(him))["finished"][0]) == [NAME, "Bruno"]

        # they both open its record, and she opens one of her own
        downloaded = (await him.get(f"/api/tables/{over}/record")).json()
        for client in (her, him):
            opened = await post(client, "/api/records", downloaded)
        tables[opened["table"]] = opened["replay"].partition("watch=")[2]
        assert opened["table"] in [entry["table"] for entry in (await games(him))["finished"]]
        own = await post(her, "/api/records", finished_record("spellcaster", names=[NAME, "Carla"]))
        tables[own["table"]] = own["replay"].partition("watch=")[2]

        # she gets her seat back in the second browser, and from there they play again
        recovered = await post(second, f"/api/tables/{over}/recover", {"code": created["recovery"]})
        rematch = await post(second, f"/api/tables/{over}/rematch", {})
        await post(him, f"/api/tables/{over}/rematch", {})
        tables[rematch["table"]] = code(rematch["watch"])
        await say(second, rematch["table"])

        # she plays alone with bots, and a table still waits for somebody
        alone = await post(her, "/api/tables", {"game": GAME, "seats": [HER, BOT]})
        waiting = await post(her, "/api/tables", {"game": GAME, "seats": [HER, FRIEND]})
        tables |= {alone["table"]: code(alone["watch"]), waiting["table"]: code(waiting["watch"])}

        live = await stack.enter_async_context(place(server, rematch["table"], friend["token"], changes="1"))
        watching = await stack.enter_async_context(place(server, rematch["table"], watch=tables[rematch["table"]]))
        assert names_of(live.now) == [NAME, "Bruno"]
        assert await traces_in_store(store, tmp_path)
        await deleted(her)

        assert await traces_in_store(store, tmp_path) == {}
        assert await traces_in_answers(apps[0], him, tables) == {}
        for seen in (live, watching):
            await seen.until(lambda now: names_of(now) == ["Mage", "Bruno"])
            assert not traces_in(str(seen.now).encode())
        newcomer = await stack.enter_async_context(place(server, rematch["table"], watch=tables[rematch["table"]]))
        assert not traces_in("".join(newcomer.received).encode())
        page = await finished_review(him, over)
        assert page["names"] == ["Mage", "Bruno"] and not traces_in(str(page).encode())
        assert {tuple(names_of(entry)) for entry in (await games(him))["finished"]} == {("Mage", "Bruno")}
        for table in (alone, waiting, own):
            assert (await him.get(f"/api/tables/{table['table']}/record")).status_code == 404
        for token in (created["token"], recovered["token"]):
            answer = await him.get(f"/api/tables/{rematch['table']}", headers={"Authorization": f"Bearer {token}"})
            assert answer.status_code == 403, "nothing opens her seat"
        gc.collect()
        assert traces_in_memory(apps[0]) == []
    assert await traces_in_store(store, tmp_path) == {}


# ---------------------------------------------------------------- whose seat it is
@asynccontextmanager
async def recovered_by(
    server: str, her: httpx.AsyncClient, him: httpx.AsyncClient, name: str | None
) -> AsyncIterator[tuple[httpx.AsyncClient, str]]:
    """Her seat at a game with him was recovered in another browser by somebody of this name (None: nobody known). That
    browser, and the table."""
    created = await post(her, "/api/tables", {"game": GAME, "seats": [HER, FRIEND], "talk": "free"})
    await play(server, created, her, him, until=3)
    async with caller(server) as client:
        if name is not None:
            await post(client, "/api/me", {"name": name})
        await post(client, f"/api/tables/{created['table']}/recover", {"code": created["recovery"]})
        yield client, created["table"]


@pytest.mark.parametrize("name", [None, "", NAME])
async def test_a_seat_recovered_in_another_browser_is_still_hers(tmp_path: Path, name: str | None) -> None:
    async with (
        serving(tmp_path) as server,
        two_people(server) as (her, him),
        recovered_by(server, her, him, name) as (other, table),
    ):
        await deleted(her)
        seen = (await him.get(f"/api/tables/{table}")).json()
        assert names_of(seen) == ["Mage", "Bruno"] and seen["words"] == []
        assert (await other.get(f"/api/tables/{table}")).status_code == 403
        handed = await him.post(f"/api/tables/{table}/seats/0/bot", json={})
        assert handed.status_code == 200, "she is absent at once"


async def test_a_seat_handed_to_somebody_of_another_name_stays_open_for_them(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as server,
        two_people(server) as (her, him),
        recovered_by(server, her, him, "Carla") as (carla, table),
    ):
        await deleted(her)
        seen = (await carla.get(f"/api/tables/{table}")).json()
        assert seen["you"] == 0 and names_of(seen) == ["Mage", "Bruno"]
        assert traces_in_files(tmp_path) == {}
    async with serving(tmp_path) as server, caller(server) as client:
        token = {"Authorization": f"Bearer {carla.cookies['seat-' + table]}"}
        assert (await client.get(f"/api/tables/{table}", headers=token)).json()["you"] == 0


async def test_a_table_alone_that_was_handed_over_is_not_deleted(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, two_people(server) as (her, him):
        alone = await post(her, "/api/tables", {"game": GAME, "seats": [HER, BOT]})
        await post(him, f"/api/tables/{alone['table']}/recover", {"code": alone["recovery"]})
        await deleted(her)
        seen = (await him.get(f"/api/tables/{alone['table']}")).json()
        assert seen["you"] == 0 and names_of(seen)[0] == "Mage"
        assert traces_in_files(tmp_path) == {}


async def test_how_a_deleted_table_ended_is_in_nobodys_list(tmp_path: Path, apps: list[Litestar]) -> None:
    async with serving(tmp_path) as server, two_people(server) as (her, _), caller(server) as second:
        await post(second, "/api/me", {})
        alone = await post(her, "/api/tables", {"game": GAME, "seats": [HER, BOT]})
        await post(second, f"/api/tables/{alone['table']}/recover", {"code": alone["recovery"]})
        table = await part(apps[0], "application").tables.load(alone["table"])
        async with table.locked():
            await table.commit(lambda _: [events.Ended("agreed")])
        assert names_of((await games(second))["finished"][0])[0] == NAME
        await deleted(her)
        assert (await games(second))["finished"] == []
        assert traces_in_files(tmp_path) == {}


async def test_a_game_left_out_of_the_list_is_found_when_the_person_deletes_their_data(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, two_people(server) as (her, him):
        created = await post(her, "/api/tables", {"game": GAME, "seats": [HER, FRIEND], "talk": "free"})
        await play(server, created, her, him, until=3)
        assert (await her.delete(f"/api/me/games/{created['table']}")).status_code == 200
        assert (await games(her))["running"] == []
        assert (await her.get(f"/api/tables/{created['table']}")).status_code == 403
        await deleted(her)
        assert names_of((await him.get(f"/api/tables/{created['table']}")).json()) == ["Mage", "Bruno"]
        assert traces_in_files(tmp_path) == {}


async def test_a_game_left_out_of_the_list_stays_known_when_two_people_become_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, two_people(server) as (her, him), caller(server) as phone:
        created = await post(her, "/api/tables", {"game": GAME, "seats": [HER, FRIEND], "talk": "free"})
        await play(server, created, her, him, until=3)
        await her.delete(f"/api/me/games/{created['table']}")
        await post(phone, "/api/me", {"name": NAME})
        code_ = (await post(phone, "/api/me/code"))["code"]
        await post(her, "/api/me/device", {"code": code_, "bring": True})
        await deleted(phone)
        assert traces_in_files(tmp_path) == {}


# ---------------------------------------------------------------- what is computed from a log
class Held(RandomBots):
    """A pool that works for so many seconds on the first slice of a review and returns it only when it is let go."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()

    async def run(self, priority: Priority, owner: str, function: Callable[..., Any], *args: Any) -> Any:
        if function is task.advance_review and not self.begun.is_set():
            result = await super().run(priority, owner, function, *args[:-1], self.seconds)
            self.begun.set()
            await self.go_on.wait()
            return result
        return await super().run(priority, owner, function, *args)


@pytest.mark.parametrize("seconds", [0.0, 60.0])
async def test_a_review_under_way_does_not_bring_the_name_back(
    tmp_path: Path, apps: list[Litestar], seconds: float
) -> None:
    pool = Held(seconds)
    async with serving(tmp_path, pool) as server, two_people(server) as (her, him):
        created = await table_near_the_end(apps[0], her)
        await play(server, created, her, him)
        assert not (await him.get(f"/api/tables/{created['table']}/review")).json()["done"]
        await pool.begun.wait()
        await deleted(her)
        pool.go_on.set()
        page = await finished_review(him, created["table"])
        assert page["names"] == ["Mage", "Bruno"] and not traces_in(str(page).encode())
        assert traces_in_memory(apps[0]) == []


async def test_a_review_is_deleted_with_its_table(tmp_path: Path, apps: list[Litestar]) -> None:
    async with serving(tmp_path) as server, two_people(server) as (her, _):
        opened = await post(her, "/api/records", record(GAME, 2, 8))
        watch = opened["replay"].partition("watch=")[2]
        path = f"/api/tables/{opened['table']}/review?watch={watch}"
        while not (await her.get(path)).raise_for_status().json()["done"]:
            pass
        application: Application = part(apps[0], "application")
        stored = stored_as(opened["table"])
        async with asyncio.timeout(server_fixture.PATIENCE):
            while not await application.store.read(stored):  # it is stored a moment after it is done
                pass
        await application.tables.remove(await application.tables.load(opened["table"]))
        assert await application.store.read(stored) == []
        assert (await her.get(path)).status_code == 404


async def test_another_server_forgets_its_pages_too(new_store: Callable[[], Store], apps: list[Litestar]) -> None:
    async with serving(new_store()) as first, serving(new_store()) as second, two_people(first) as (her, him):
        created = await table_near_the_end(apps[0], her)
        friend = await play(first, created, her, him)
        async with caller(second) as his_other:
            his_other.headers["Authorization"] = f"Bearer {friend['token']}"
            assert (await finished_review(his_other, created["table"]))["names"] == [NAME, "Bruno"]
            await his_other.get(f"/api/tables/{created['table']}/replay")
            await deleted(her)
            page = await finished_review(his_other, created["table"])
            assert page["names"] == ["Mage", "Bruno"] and not traces_in(str(page).encode())
            assert traces_in_memory(apps[1]) == []


# ---------------------------------------------------------------- what is stored beside the logs
async def test_no_note_is_left_of_tables_that_are_deleted(tmp_path: Path, apps: list[Litestar]) -> None:
    async with serving(tmp_path, pace=3600) as server, two_people(server) as (her, _):
        timed = {"clock": {"kind": "budget", "seconds": 600}}
        alone = await post(her, "/api/tables", {"game": GAME, "seats": [HER, BOT]})
        await post(her, "/api/tables", {"game": GAME, "seats": [HER, BOT], **timed})
        await post(her, "/api/tables", {"game": GAME, "seats": [HER, FRIEND]})
        await post(her, "/api/records", finished_record(GAME, names=[NAME, "Carla"]))
        application: Application = part(apps[0], "application")
        async with place(server, alone["table"], alone["token"]) as live:
            await deleted(her)
            assert (await live.receive_kind())["message"] == say_words("no_table").en
        await application.resuming._save()
        await application.clocks._save()
        noted = {name.partition("/")[0] for name in await key_values.find_by_prefix(application.store, "")}
        assert noted <= {"timekeeper"}
        assert await application.store.look_up(Statement("SELECT * FROM sortilege_seat")) == []


async def test_no_contact_is_stored_of_a_seat_that_nothing_opens(tmp_path: Path, apps: list[Litestar]) -> None:
    async with serving(tmp_path) as server, two_people(server) as (her, him):
        created = await post(her, "/api/tables", {"game": GAME, "seats": [HER, FRIEND], "talk": "free"})
        await play(server, created, her, him, until=3)
        await deleted(her)
        name = created["table"]
        assert (await him.post(f"/api/tables/{name}/seats/0/bot", json={})).status_code == 200
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda *_: None)
    assert list(await key_values.find_by_prefix(store, "seen/")) == [f"seen/{name}/1"]
    await store.close()


async def test_of_two_rematches_requested_at_once_one_is_deleted(tmp_path: Path) -> None:
    application = Application(SqliteStore(tmp_path / "tables.sqlite3"), RandomBots())
    await application.open()
    created = await opening.create_new(
        application.tables, NewTable(GAME, [SeatPlan("me", NAME), SeatPlan("bot", level="apprentice")])
    )
    old = await application.tables.load(created.table)
    async with old.locked():
        await old.commit(lambda _: [events.Ended("agreed")])
    key = old.state.keys[access_tokens.hash_of(created.token)]
    one, two = await asyncio.gather(
        *(opening.rematch(application.tables, old, key, created.token, "") for _ in range(2))
    )
    assert one.table == two.table
    rows = await application.store.look_up(Statement("SELECT DISTINCT tab FROM line"))
    assert {name for (name,) in rows} == {old.name, one.table}
    await application.close()


async def test_a_notice_that_waits_is_sent_without_the_deleted_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with noticing(tmp_path) as application, receiving(503) as receiver:
        outbox = application.notices.outbox
        outbox.pauses = (3600, 3600, 3600)
        match = await game(application)
        await tell(application, match.bruno, receiver.at(), kind="ntfy")
        await until_turn_of(match.table, BRUNO)
        assert "Ada" in (await receiver.called()).body.decode()
        async with asyncio.timeout(server_fixture.PATIENCE):
            while not outbox.waiting:
                await asyncio.sleep(0.01)
        await delete_person(application.tables, application.reviews, People(application.store), match.ada)
        monkeypatch.setattr(Runtime, "monotonic", lambda _: time.monotonic() + 3600)
        outbox.wake()
        second_body = (await receiver.called(2)).body.decode()
        assert "Mage" in second_body and "Ada" not in second_body


# ---------------------------------------------------------------- the files
async def written_store(file: Path) -> SqliteStore:
    """A store with lines of many tables that hold the name, so that SQLite has moved rows between pages."""
    store = SqliteStore(file)
    await store.open(lambda *_: None)
    rng = random.Random(4)
    lengths = {f"{rng.getrandbits(40):010x}": 0 for _ in range(40)}
    appends = []
    for _ in range(4000):
        name = rng.choice(list(lengths))
        text = NAME if lengths[name] % 5 == 0 else "somebody"
        line = b"x" * rng.randrange(20, 900) + text.encode() + b"y" * rng.randrange(20, 400)
        appends.append(store.append(name, lengths[name], [line]))
        lengths[name] += 1
    await asyncio.gather(*appends)
    for name in lengths:
        lines = await store.read(name)
        named = {n: line.replace(NAME.encode(), b"Mage") for n, line in enumerate(lines) if NAME.encode() in line}
        await store.rewrite(name, named)
    return store


async def test_deleted_bytes_are_removed_from_the_files(tmp_path: Path) -> None:
    store = await written_store(tmp_path / "tables.sqlite3")
    assert traces_in_files(tmp_path)
    await store.purge()
    assert traces_in_files(tmp_path) == {}
    await store.append("later", 0, [b"it can still be written"])
    assert await store.read("later") == [b"it can still be written"]
    await store.close()


async def test_a_large_file_is_not_vacuumed_but_its_log_is_emptied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "MAX_VACUUM_BYTES", 0)
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda *_: None)
    await store.append("tail", 0, [b"z" * 100_000])
    await store.remove("tail")
    size = await store.size()
    await store.purge()
    assert (tmp_path / "tables.sqlite3-wal").stat().st_size == 0
    assert (tmp_path / "tables.sqlite3").stat().st_size > size, "free pages are still there"
    await store.close()


async def test_files_that_cannot_be_purged_do_not_stop_the_deletion(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3", time_limit=0.2)
    async with serving(store) as server, two_people(server) as (her, _):
        reader = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM sortilege_person").fetchall()
        await deleted(her)
        assert "deleted bytes" in caplog.text
        reader.close()
        assert (await her.get("/api/me")).json()["known"] is False
