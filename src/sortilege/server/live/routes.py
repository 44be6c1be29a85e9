"""The routes of live tables: the WebSocket, the snapshot, and bots in the seats of people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import ExitStack

from litestar import delete, get, post, websocket
from litestar.params import FromPath, JSONBody

from sortilege.core.errors import SortilegeError
from sortilege.server.http.credentials import Call, Socket, address
from sortilege.server.http.guards import limited
from sortilege.server.http.limits import SocketsDep
from sortilege.server.live.asgi_transport import AsgiTransport
from sortilege.server.live.audience import audience_of
from sortilege.server.live.hints import HintsDep
from sortilege.server.live.messages import Snapshot
from sortilege.server.live.snapshots import whole_snapshot
from sortilege.server.live.socket import TableSocket, close_code, encoder, refused
from sortilege.server.live.uvicorn_socket import uvicorn_socket_of
from sortilege.server.tables.access import LinksDep, viewer_of
from sortilege.server.tables.messages import HandOver, StandInLevel
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.seats import seating
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table


@websocket("/api/tables/{table:str}/live")
async def serve_table_socket(
    socket: Socket, tables: TablesDep, open_sockets: SocketsDep, hints: HintsDep, table: FromPath[str]
) -> None:
    """Serve the WebSocket of a player or spectator.

    The socket is accepted before anything is checked, because a browser cannot read why a handshake failed: a refusal
    is sent as a message on the open socket."""
    await socket.accept()
    try:
        with ExitStack() as counted:
            sockets = counted.enter_context(open_sockets.one_more(address(socket)))
            found = await tables.table(table)
            viewer = viewer_of(found, socket)
            if viewer.seat is None:
                sockets.check_spectator()
            changes = socket.query_params.get("changes") == "1"
            transport = uvicorn_socket_of(socket.scope) or AsgiTransport(socket)
            live = TableSocket(transport, found, viewer, hints, changes)
            live.start()
            live.on_lost = counted.pop_all().close  # the socket is counted until its connection is lost
            await transport.serve()
    except SortilegeError as error:
        await socket.send_data(encoder.encode(refused(error)).decode(), mode="text")
        await socket.close(code=close_code(error))


@get("/api/tables/{table:str}", guards=[limited("reading")], tags=["tables"])
async def get_table(
    request: Call,
    tables: TablesDep,
    links: LinksDep,
    table: FromPath[str],
) -> Snapshot:
    """Return the table as the caller may see it."""
    found = await tables.table(table)
    return await snapshot_for(found, viewer_of(found, request))


async def snapshot_for(table: Table, viewer: Viewer) -> Snapshot:
    async with table.locked():
        return whole_snapshot(audience_of(table), viewer)


# ---------------------------------------------------------------- bots in seats
@post("/api/tables/{table:str}/seats/{seat:int}/bot", guards=[limited("sitting")], tags=["tables"], status_code=200)
async def seat_to_bot(
    request: Call,
    tables: TablesDep,
    table: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[HandOver],
) -> Snapshot:
    """Let a bot fill an open seat, or play for the person of a seat."""
    return await changed(request, tables, table, lambda found, by: seating.hand_over(found, by, seat, data.level))


@delete("/api/tables/{table:str}/seats/{seat:int}/bot", guards=[limited("sitting")], tags=["tables"], status_code=200)
async def seat_from_bot(request: Call, tables: TablesDep, table: FromPath[str], seat: FromPath[int]) -> Snapshot:
    """Give a seat back to the person for whom a bot plays. Before the game, reopen the seat of a bot."""
    return await changed(request, tables, table, lambda found, by: seating.take_back(found, by, seat))


@post(
    "/api/tables/{table:str}/seats/{seat:int}/stand-in", guards=[limited("sitting")], tags=["tables"], status_code=200
)
async def stand_in_level(
    request: Call,
    tables: TablesDep,
    table: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[StandInLevel],
) -> Snapshot:
    """Set the level of the bot that plays for the caller while they are absent."""
    return await changed(request, tables, table, lambda found, by: seating.choose_stand_in(found, by, seat, data.level))


async def changed(
    request: Call, tables: TableRegistry, name: str, change: Callable[[Table, Viewer], Awaitable[None]]
) -> Snapshot:
    """Call `change` with the table and the caller, and return the table as the caller then sees it."""
    found = await tables.table(name)
    viewer = viewer_of(found, request)
    await change(found, viewer)
    return await snapshot_for(found, viewer)


ROUTES = [serve_table_socket, get_table, seat_to_bot, seat_from_bot, stand_in_level]
