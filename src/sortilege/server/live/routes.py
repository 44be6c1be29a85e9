"""The routes of live tables: the WebSocket, the snapshot, and bots in the seats of people."""

from __future__ import annotations

from contextlib import ExitStack

from litestar import delete, get, post, websocket
from litestar.params import FromPath, JSONBody

from sortilege.core.errors import SortilegeError
from sortilege.server.http.controller import ApiController
from sortilege.server.http.credentials import Call, Socket, client_network
from sortilege.server.http.guards import limited
from sortilege.server.http.limits import SocketCounterDep
from sortilege.server.live.asgi_transport import AsgiTransport
from sortilege.server.live.audience import audience_of
from sortilege.server.live.hints import HintsDep
from sortilege.server.live.messages import Snapshot
from sortilege.server.live.snapshots import whole_snapshot
from sortilege.server.live.socket import TableSocket, close_code, encoder, refused
from sortilege.server.live.uvicorn_socket import uvicorn_socket_of
from sortilege.server.tables.access import LinksDep, Visit, VisitDep, authorize
from sortilege.server.tables.messages import GiveSeatToBot, StandInLevel
from sortilege.server.tables.registry import TablesDep
from sortilege.server.tables.seats import seating


class LiveController(ApiController):
    """A live table: its WebSocket, its snapshot, and bots in the seats of people."""

    path = "/api/tables/{table:str}"
    tags = ("tables",)

    @websocket("/live")
    async def serve_table_socket(
        self, socket: Socket, tables: TablesDep, open_sockets: SocketCounterDep, hints: HintsDep, table: FromPath[str]
    ) -> None:
        """Serve the WebSocket of a player or spectator.

        The socket is accepted before anything is checked, because a browser cannot read why a handshake failed: a
        refusal is sent as a message on the open socket."""
        await socket.accept()
        try:
            with ExitStack() as counted:
                sockets = counted.enter_context(open_sockets.count_socket(client_network(socket)))
                visit = await authorize(socket, tables, table)
                if visit.viewer.seat is None:
                    sockets.check_spectator()
                understands_changes = socket.query_params.get("changes") == "1"
                transport = uvicorn_socket_of(socket.scope) or AsgiTransport(socket)
                table_socket = TableSocket(transport, visit.table, visit.viewer, hints, understands_changes)
                table_socket.start()
                table_socket.on_lost = counted.pop_all().close  # it is counted until its connection is lost
                await transport.serve()
        except SortilegeError as error:
            await socket.send_data(encoder.encode(refused(error)).decode(), mode="text")
            await socket.close(code=close_code(error))

    @get(guards=[limited("reading")])
    async def get_table(self, visit: VisitDep, links: LinksDep) -> Snapshot:
        """The table as the caller may see it."""
        return await snapshot_for(visit)

    @post("/seats/{seat:int}/bot", guards=[limited("joining")], status_code=200)
    async def seat_to_bot(
        self, request: Call, tables: TablesDep, table: FromPath[str], seat: FromPath[int], data: JSONBody[GiveSeatToBot]
    ) -> Snapshot:
        """Let a bot play a seat."""
        visit = await authorize(request, tables, table)
        await seating.hand_over(visit.table, visit.viewer, seat, data.level)
        return await snapshot_for(visit)

    @delete("/seats/{seat:int}/bot", guards=[limited("joining")], status_code=200)
    async def seat_from_bot(self, visit: VisitDep, seat: FromPath[int]) -> Snapshot:
        """Give a seat back to its person."""
        await seating.give_back(visit.table, visit.viewer, seat)
        return await snapshot_for(visit)

    @post("/seats/{seat:int}/stand-in", guards=[limited("joining")], status_code=200)
    async def stand_in_level(
        self, request: Call, tables: TablesDep, table: FromPath[str], seat: FromPath[int], data: JSONBody[StandInLevel]
    ) -> Snapshot:
        """Choose the level of the bot that plays for me while I am absent."""
        visit = await authorize(request, tables, table)
        await seating.choose_stand_in(visit.table, visit.viewer, seat, data.level)
        return await snapshot_for(visit)


async def snapshot_for(visit: Visit) -> Snapshot:
    async with visit.table.locked():
        return whole_snapshot(audience_of(visit.table), visit.viewer)


ROUTES = [LiveController]
