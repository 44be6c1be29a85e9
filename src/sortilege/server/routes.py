"""The HTTP calls of docs/wire.md and the door to the live socket."""

from __future__ import annotations

import asyncio
from hashlib import sha256

from litestar import Response, delete, get, post, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

import sortilege
from sortilege.core.errors import SortilegeError
from sortilege.server import seats
from sortilege.server.auth import Call, Socket, address, cookies_for, token_of, viewer_of
from sortilege.server.limits import Limit
from sortilege.server.messages import HandOver, Health, NewTable, Recover, Replay, SeatPass, ShelfGame, Sit, Snapshot
from sortilege.server.problems import MALFORMED, NOT_YOURS, TOO_LATE, Denied, refused
from sortilege.server.replay import replay
from sortilege.server.seats import Viewer
from sortilege.server.shelf import shelf
from sortilege.server.snapshot import SentLog, snapshot
from sortilege.server.socket import REFUSED_SOCKET, TableSocket, encoder
from sortilege.server.table import Table
from sortilege.server.tables import Tables, check_invite, seat_pass

AllTables = NamedDependency[Tables]


class Limits:
    """How often one address may ask for what costs something."""

    def __init__(self) -> None:
        self.tables = Limit(60, 1, "many_tables")
        self.sitting = Limit(30, 1, "many_sitting")
        self.recovery = Limit(10, 0.1, "many_codes")
        self.looking = Limit(120, 30, "many_requests")


TheLimits = NamedDependency[Limits]


# ---------------------------------------------------------------- the house
@get("/api/shelf", tags=["shelf"], sync_to_thread=False)
def get_shelf(request: Call) -> Response[list[ShelfGame] | None]:
    """Every game; 304 for a page that has the shelf as it is."""
    found = shelf()
    tag = f'"{sha256(encoder.encode(found)).hexdigest()[:20]}"'
    kept = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(None, status_code=304, headers=kept)
    return Response(found, headers=kept)


@get("/api/health", tags=["shelf"], sync_to_thread=False)
def get_health(tables: AllTables) -> Health:
    """Whether the table stands."""
    connections = sum(len(table.onlookers) for table in tables.by_name.values())
    return Health("ok", sortilege.__version__, sortilege.compiled(), len(tables.by_name), connections)


# ---------------------------------------------------------------- sitting down
@post("/api/tables", tags=["tables"])
async def new_table(
    request: Call, tables: AllTables, limits: TheLimits, data: JSONBody[NewTable]
) -> Response[SeatPass]:
    """Make a table."""
    limits.tables.check(address(request))
    return answered(request, await tables.new(data))


@post("/api/tables/{table:str}/sit", tags=["tables"])
async def sit_down(
    request: Call, tables: AllTables, limits: TheLimits, table: FromPath[str], data: JSONBody[Sit]
) -> Response[SeatPass]:
    """Take an open seat with an invite."""
    limits.sitting.check(address(request))
    found = await tables.table(table)
    check_invite(found, data.invite)
    person = seats.new_secrets()
    await found.sit(seats.tidy_name(data.name), data.seat, person)
    return answered(request, seat_pass(found, person.token, person.recovery))


@post("/api/tables/{table:str}/recover", tags=["tables"])
async def recover_seat(
    request: Call, tables: AllTables, limits: TheLimits, table: FromPath[str], data: JSONBody[Recover]
) -> Response[SeatPass]:
    """Get a seat back with its recovery code."""
    limits.recovery.check(f"{address(request)} {table}")
    found = await tables.table(table)
    code = seats.tidy_recovery(data.code)
    token = await found.recover(code)
    return answered(request, seat_pass(found, token, code))


@post("/api/tables/{table:str}/rematch", tags=["tables"])
async def play_again(request: Call, tables: AllTables, limits: TheLimits, table: FromPath[str]) -> Response[SeatPass]:
    """The same people at a new table; whoever asks first makes it, the others follow."""
    limits.tables.check(address(request))
    found = await tables.table(table)
    token = token_of(found, request)
    if token is None:
        raise Denied(NOT_YOURS, "rematch_not_yours")
    return answered(request, await tables.rematch(found, token))


@post("/api/tables/{table:str}/retry", tags=["tables"])
async def try_again(request: Call, tables: AllTables, limits: TheLimits, table: FromPath[str]) -> Response[SeatPass]:
    """Alone with bots: the last turn once more at a copy of the table, with new luck."""
    limits.tables.check(address(request))
    found = await tables.table(table)
    return answered(request, await tables.retry(found, token_of(found, request)))


def answered(request: Call, sits: SeatPass) -> Response[SeatPass]:
    return Response(sits, cookies=cookies_for(sits, request))


# ---------------------------------------------------------------- bots in seats
@post("/api/tables/{table:str}/seats/{seat:int}/bot", tags=["tables"], status_code=200)
async def seat_to_bot(
    request: Call, tables: AllTables, table: FromPath[str], seat: FromPath[int], data: JSONBody[HandOver]
) -> Snapshot:
    """Let a bot play a seat."""
    found = await tables.table(table)
    viewer = viewer_of(found, request)
    await found.hand_over(viewer, seat, data.level)
    return await snapshot_for(found, viewer)


@delete("/api/tables/{table:str}/seats/{seat:int}/bot", tags=["tables"], status_code=200)
async def seat_from_bot(request: Call, tables: AllTables, table: FromPath[str], seat: FromPath[int]) -> Snapshot:
    """Give a seat back to its person."""
    found = await tables.table(table)
    viewer = viewer_of(found, request)
    await found.take_back(viewer, seat)
    return await snapshot_for(found, viewer)


# ---------------------------------------------------------------- looking
@get("/api/tables/{table:str}", tags=["tables"])
async def get_table(
    request: Call,
    tables: AllTables,
    limits: TheLimits,
    table: FromPath[str],
    token: FromQuery[str] = "",
    watch: FromQuery[str] = "",
    join: FromQuery[str] = "",
) -> Snapshot:
    """The table as the caller may see it."""
    limits.looking.check(address(request))
    found = await tables.table(table)
    return await snapshot_for(found, viewer_of(found, request))


async def snapshot_for(table: Table, viewer: Viewer) -> Snapshot:
    async with table.turn():
        return snapshot(table, viewer, SentLog())


@get("/api/tables/{table:str}/record", tags=["tables"])
async def get_record(tables: AllTables, table: FromPath[str]) -> Response[dict[str, object]]:
    """The record, once the game is over."""
    found = await finished(tables, table)
    name = f"sortilege-{found.state.opened.game}-{found.name}.json"
    return Response(found.state.playing().save(), headers={"content-disposition": f'attachment; filename="{name}"'})


@get("/api/tables/{table:str}/replay", tags=["tables"])
async def get_replay(
    request: Call,
    tables: AllTables,
    limits: TheLimits,
    table: FromPath[str],
    seat: FromQuery[int | None] = None,
    at: FromQuery[int] = 0,
    count: FromQuery[int] = 50,
) -> Replay:
    """Moments of a finished match through the eyes of a seat, or of a spectator."""
    limits.looking.check(address(request))
    found = await finished(tables, table)
    if at < 0 or count < 1:
        raise Denied(MALFORMED, "replay_counts")
    if seat is not None:
        found.state.chair(seat)
    return await asyncio.to_thread(replay, found.state.playing(), seat, at, count)


async def finished(tables: Tables, name: str) -> Table:
    """A table whose game is over; then everything may be known to whoever has its address."""
    found = await tables.table(name)
    if not found.state.over():
        raise Denied(TOO_LATE, "record_not_yet")
    return found


# ---------------------------------------------------------------- live
@websocket("/api/tables/{table:str}/live")
async def go_live(socket: Socket, tables: AllTables, table: FromPath[str]) -> None:
    """The conversation of a seat or spectator with the table. A browser cannot read why a handshake failed, so a
    refusal is said on the open socket."""
    await socket.accept()
    try:
        found = await tables.table(table)
        live = TableSocket(socket, found, viewer_of(found, socket))
        await live.talk()
    except SortilegeError as off:
        await socket.send_data(encoder.encode(refused(off)).decode(), mode="text")
        await socket.close(code=REFUSED_SOCKET)


ROUTES = [
    get_shelf,
    get_health,
    new_table,
    sit_down,
    recover_seat,
    play_again,
    try_again,
    seat_to_bot,
    seat_from_bot,
    get_table,
    get_record,
    get_replay,
    go_live,
]
