"""Where somebody, or everybody at a table, wants to be told that it is their turn."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from sortilege.server.errors import BAD_REQUEST, FORBIDDEN, UNPROCESSABLE, Denied
from sortilege.server.http.credentials import Call, origin_of
from sortilege.server.http.guards import limited
from sortilege.server.notifications import web_push
from sortilege.server.notifications.addresses import allowed_addresses, place_of
from sortilege.server.notifications.messages import NewWay, NoticeLanguage, NoticeTest, NoticeWay, NoticeWays
from sortilege.server.notifications.subscriptions import Way
from sortilege.server.notifications.watcher import Desk, NoticesDep
from sortilege.server.people.access import known_person
from sortilege.server.people.identity import People, PeopleDep
from sortilege.server.tables.access import viewer_of
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.text import say

HINT = 4  # signs


# ---------------------------------------------------------------- whose
async def me(request: Call, people: People) -> tuple[str, str]:
    """The owner of the ways of whoever asks: the person, and no table."""
    return (await known_person(request, people)).id, ""


async def at_table(request: Call, tables: TableRegistry, name: str) -> tuple[str, str]:
    """The owner of a table's ways, for its host: no person, and the table."""
    if not viewer_of(await tables.table(name), request).host:
        raise Denied(FORBIDDEN, "only_host_ways")
    return "", name


async def overview(desk: Desk, person: str, table: str) -> NoticeWays:
    """The ways of an owner, and what else there may be."""
    ways = [in_short(way) for way in await desk.ways.of(person, table)]
    if not desk.settings.notices:
        return NoticeWays(ways, hooks=False, push_key=None, why_no_push=say("notice_off"))
    key = await desk.key()
    return NoticeWays(ways, True, web_push.public(key) if key else None, None if key else say("notice_no_push"))


def in_short(way: Way) -> NoticeWay:
    host = way.address.partition("://")[2].partition("/")[0]
    return NoticeWay(way.id, way.kind, host, way.address[-HINT:], way.language, way.since)


async def add(desk: Desk, request: Call, wish: NewWay, person: str, table: str) -> NoticeWays:
    """One more, if it may be called at all: who adds it reads at once why not."""
    if not desk.settings.notices:
        raise Denied(UNPROCESSABLE, "notice_off")
    given = wish.address.strip()
    await allowed_addresses(place_of(given, desk.settings), desk.settings)
    keys = ("", "")
    if wish.kind == "push":
        await check_push(desk, wish, table)
        keys = wish.p256dh, wish.auth
    way = desk.ways.new(wish.kind, given, wish.language, origin_of(request), person, table, keys)
    await desk.ways.keep(way)
    return await overview(desk, person, table)


async def check_push(desk: Desk, wish: NewWay, table: str) -> None:
    if await desk.key() is None:
        raise Denied(UNPROCESSABLE, "notice_no_push")
    try:
        web_push.check_browser_keys(wish.p256dh, wish.auth)
    except ValueError:
        raise Denied(BAD_REQUEST, "notice_keys") from None
    if table:  # a browser is one person's
        raise Denied(UNPROCESSABLE, "notice_keys")


async def drop(desk: Desk, id_: str, person: str, table: str) -> NoticeWays:
    await desk.ways.remove(await desk.ways.one(id_, person, table))
    return await overview(desk, person, table)


async def tried(desk: Desk, id_: str, person: str, table: str) -> NoticeTest:
    outcome = await desk.test(await desk.ways.one(id_, person, table))
    return NoticeTest(outcome.arrived, outcome.status, outcome.words)


# ---------------------------------------------------------------- a person's
@get("/api/me/notices", guards=[limited("reading")], tags=["notices"])
async def get_my_ways(request: Call, notices: NoticesDep, people: PeopleDep) -> NoticeWays:
    """Where I am told of my turn."""
    return await overview(notices, *await me(request, people))


@post("/api/me/notices", guards=[limited("notices")], tags=["notices"], status_code=200)
async def add_my_way(request: Call, notices: NoticesDep, people: PeopleDep, data: JSONBody[NewWay]) -> NoticeWays:
    """Be told there, too."""
    return await add(notices, request, data, *await me(request, people))


@post("/api/me/notices/language", guards=[limited("reading")], tags=["notices"], status_code=200)
async def choose_language(
    request: Call, notices: NoticesDep, people: PeopleDep, data: JSONBody[NoticeLanguage]
) -> NoticeWays:
    """Be told in this language."""
    person, _ = await me(request, people)
    await notices.ways.speak(person, data.language)
    return await overview(notices, person, "")


@delete("/api/me/notices/{way:str}", guards=[limited("reading")], tags=["notices"], status_code=200)
async def drop_my_way(request: Call, notices: NoticesDep, people: PeopleDep, way: FromPath[str]) -> NoticeWays:
    """Be told there no longer."""
    return await drop(notices, way, *await me(request, people))


@post("/api/me/notices/{way:str}/test", guards=[limited("notices")], tags=["notices"], status_code=200)
async def test_my_way(request: Call, notices: NoticesDep, people: PeopleDep, way: FromPath[str]) -> NoticeTest:
    """Whether a notice gets there."""
    return await tried(notices, way, *await me(request, people))


# ---------------------------------------------------------------- a table's
@get("/api/tables/{table:str}/notices", guards=[limited("reading")], tags=["notices"])
async def get_table_ways(request: Call, notices: NoticesDep, tables: TablesDep, table: FromPath[str]) -> NoticeWays:
    """Where everybody at a table is told whose turn it is; for its host."""
    return await overview(notices, *await at_table(request, tables, table))


@post("/api/tables/{table:str}/notices", guards=[limited("notices")], tags=["notices"], status_code=200)
async def add_table_way(
    request: Call, notices: NoticesDep, tables: TablesDep, table: FromPath[str], data: JSONBody[NewWay]
) -> NoticeWays:
    """One more; a web hook."""
    return await add(notices, request, data, *await at_table(request, tables, table))


@delete("/api/tables/{table:str}/notices/{way:str}", guards=[limited("reading")], tags=["notices"], status_code=200)
async def drop_table_way(
    request: Call, notices: NoticesDep, tables: TablesDep, table: FromPath[str], way: FromPath[str]
) -> NoticeWays:
    """One less."""
    return await drop(notices, way, *await at_table(request, tables, table))


@post("/api/tables/{table:str}/notices/{way:str}/test", guards=[limited("notices")], tags=["notices"], status_code=200)
async def test_table_way(
    request: Call, notices: NoticesDep, tables: TablesDep, table: FromPath[str], way: FromPath[str]
) -> NoticeTest:
    """Whether a notice gets there."""
    return await tried(notices, way, *await at_table(request, tables, table))


ROUTES = [
    get_my_ways,
    add_my_way,
    choose_language,
    drop_my_way,
    test_my_way,
    get_table_ways,
    add_table_way,
    drop_table_way,
    test_table_way,
]
