"""People among themselves: a word, something asked of the others, and the answer to it."""

from __future__ import annotations

from litestar import post
from litestar.params import FromPath, JSONBody

from sortilege.server.errors import FORBIDDEN, Denied
from sortilege.server.http.credentials import Call
from sortilege.server.http.guards import limited
from sortilege.server.tables import talk
from sortilege.server.tables.access import authorize
from sortilege.server.tables.messages import Answer, Ask, Say
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.table import Table


async def authorize_player(request: Call, tables: TableRegistry, name: str) -> tuple[Table, int]:
    """Return the table and the caller's seat; raise Denied if the caller is only a spectator."""
    table, viewer = await authorize(request, tables, name)
    if viewer.seat is None:
        raise Denied(FORBIDDEN, "spectators")
    return table, viewer.seat


@post("/api/tables/{table:str}/say", guards=[limited("reading")], tags=["talk"], status_code=204)
async def say(request: Call, tables: TablesDep, table: FromPath[str], data: JSONBody[Say]) -> None:
    """A word to everybody at the table."""
    found, seat = await authorize_player(request, tables, table)
    await talk.say(found, seat, data)


@post("/api/tables/{table:str}/ask", guards=[limited("reading")], tags=["talk"], status_code=204)
async def ask(request: Call, tables: TablesDep, table: FromPath[str], data: JSONBody[Ask]) -> None:
    """Ask to end, to pause, to put out who is gone; or go on after a pause, or resign."""
    found, seat = await authorize_player(request, tables, table)
    await talk.ask(found, seat, data)


@post("/api/tables/{table:str}/answer", guards=[limited("reading")], tags=["talk"], status_code=204)
async def answer(request: Call, tables: TablesDep, table: FromPath[str], data: JSONBody[Answer]) -> None:
    """Agree to what is asked, or not; whoever asked may take it back with no."""
    found, seat = await authorize_player(request, tables, table)
    await talk.answer(found, seat, data.yes)


ROUTES = [say, ask, answer]
