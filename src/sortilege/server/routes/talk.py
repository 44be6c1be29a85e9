"""People among themselves: a word, something asked of the others, and the answer to it."""

from __future__ import annotations

from litestar import post
from litestar.params import FromPath, JSONBody

from sortilege.server import talk
from sortilege.server.auth import Call, address, viewer_of
from sortilege.server.messages.talk import Answer, Ask, Say
from sortilege.server.problems import NOT_YOURS, Denied
from sortilege.server.routes.given import AllTables, TheLimits
from sortilege.server.table import Table
from sortilege.server.tables import Tables


async def seat_of(request: Call, tables: Tables, name: str) -> tuple[Table, int]:
    """The table, and the seat of whoever calls; Denied to spectators."""
    table = await tables.table(name)
    seat = viewer_of(table, request).seat
    if seat is None:
        raise Denied(NOT_YOURS, "spectators")
    return table, seat


@post("/api/tables/{table:str}/say", tags=["talk"], status_code=204)
async def say(request: Call, tables: AllTables, limits: TheLimits, table: FromPath[str], data: JSONBody[Say]) -> None:
    """A word to everybody at the table."""
    limits.looking.check(address(request))
    found, seat = await seat_of(request, tables, table)
    await talk.say(found, seat, data)


@post("/api/tables/{table:str}/ask", tags=["talk"], status_code=204)
async def ask(request: Call, tables: AllTables, limits: TheLimits, table: FromPath[str], data: JSONBody[Ask]) -> None:
    """Ask to end, to pause, to put out who is gone; or go on after a pause, or resign."""
    limits.looking.check(address(request))
    found, seat = await seat_of(request, tables, table)
    await talk.ask(found, seat, data)


@post("/api/tables/{table:str}/answer", tags=["talk"], status_code=204)
async def answer(
    request: Call, tables: AllTables, limits: TheLimits, table: FromPath[str], data: JSONBody[Answer]
) -> None:
    """Agree to what is asked, or not; whoever asked may take it back with no."""
    limits.looking.check(address(request))
    found, seat = await seat_of(request, tables, table)
    await talk.answer(found, seat, data.yes)


ROUTES = [say, ask, answer]
