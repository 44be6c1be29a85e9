"""Routes for messages and requests between the players of a table."""

from __future__ import annotations

from litestar import post
from litestar.params import FromPath, JSONBody

from sortilege.server.errors import FORBIDDEN, Denied
from sortilege.server.http.controller import ApiController
from sortilege.server.http.credentials import Call
from sortilege.server.http.guards import limited
from sortilege.server.tables import talk
from sortilege.server.tables.access import authorize
from sortilege.server.tables.messages import Answer, Ask, Say
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.table import Table


class TalkController(ApiController):
    """Messages and requests of a player to the other players of a table."""

    path = "/api/tables/{table:str}"
    tags = ("talk",)
    guards = (limited("reading"),)

    @post("/say", status_code=204)
    async def say(self, request: Call, tables: TablesDep, table: FromPath[str], data: JSONBody[Say]) -> None:
        """Send a message to everybody at the table."""
        target, seat = await authorize_player(request, tables, table)
        await talk.say(target, seat, data)

    @post("/ask", status_code=204)
    async def ask(self, request: Call, tables: TablesDep, table: FromPath[str], data: JSONBody[Ask]) -> None:
        """Ask the other players to agree to something; or resume, resign or close open hands, which need no consent."""
        target, seat = await authorize_player(request, tables, table)
        await talk.ask(target, seat, data)

    @post("/answer", status_code=204)
    async def answer(self, request: Call, tables: TablesDep, table: FromPath[str], data: JSONBody[Answer]) -> None:
        """Agree to the pending request or decline it. Players withdraw their own request by declining it."""
        target, seat = await authorize_player(request, tables, table)
        await talk.answer(target, seat, data.yes)


async def authorize_player(request: Call, tables: TableRegistry, name: str) -> tuple[Table, int]:
    """Return the table and the caller's seat. Raise Denied if the caller is only a spectator."""
    table, viewer = await authorize(request, tables, name)
    if viewer.seat is None:
        raise Denied(FORBIDDEN, "spectators")
    return table, viewer.seat
