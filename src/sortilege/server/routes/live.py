"""The door to the live socket."""

from __future__ import annotations

from contextlib import ExitStack

from litestar import websocket
from litestar.params import FromPath

from sortilege.core.errors import SortilegeError
from sortilege.server.asgi_transport import AsgiTransport
from sortilege.server.auth import Socket, address, viewer_of
from sortilege.server.line import line_of
from sortilege.server.routes.given import AllTables
from sortilege.server.socket import TableSocket, close_code, encoder, refused


@websocket("/api/tables/{table:str}/live")
async def go_live(socket: Socket, tables: AllTables, table: FromPath[str]) -> None:
    """The conversation of a seat or spectator with the table. A browser cannot read why a handshake failed, so a
    refusal is said on the open socket."""
    await socket.accept()
    try:
        with ExitStack() as counted:
            sockets = counted.enter_context(tables.sockets.one_more(address(socket)))
            found = await tables.table(table)
            viewer = viewer_of(found, socket)
            if viewer.seat is None:
                sockets.check_spectator()
            changes = socket.query_params.get("changes") == "1"
            transport = line_of(socket.scope) or AsgiTransport(socket)
            live = TableSocket(transport, found, viewer, tables.hints, changes)
            live.begin()
            live.gone = counted.pop_all().close  # the socket is counted until its line is lost
            await transport.serve()
    except SortilegeError as off:
        await socket.send_data(encoder.encode(refused(off)).decode(), mode="text")
        await socket.close(code=close_code(off))


ROUTES = [go_live]
