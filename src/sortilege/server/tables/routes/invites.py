"""Routes for invitations other than the link: a QR code, and a code of six letters."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody

from sortilege.server.errors import CONFLICT, FORBIDDEN, NOT_FOUND, Denied
from sortilege.server.http.controller import ApiController
from sortilege.server.http.guards import limited
from sortilege.server.http.limits import LimitsDep
from sortilege.server.http.qr import qr, svg_image
from sortilege.server.tables import invite_codes
from sortilege.server.tables.access import VisitDep
from sortilege.server.tables.messages import Invitation, InviteCode
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.table import Table

MAX_ORIGIN_LENGTH: Final = 90  # characters; the QR code of a longer one would be too large
ALL_CALLERS: Final = ""  # the key of a rate limit that all callers share


class InvitesController(ApiController):
    """Invitations other than the link."""

    path = "/api"
    tags = ("tables",)

    @get("/tables/{table:str}/qr", guards=[limited("reading")])
    async def get_invite_qr(self, visit: VisitDep, origin: FromQuery[str] = "") -> Response[str]:
        """The invite link of the table as a QR code in SVG format. `origin` is the address of the server as the browser
        knows it. Only people at the table can get it, and only before the game begins."""
        table, viewer = visit
        if not viewer.key or table.state.match is not None or len(origin) > MAX_ORIGIN_LENGTH:
            raise Denied(FORBIDDEN, "no_seat_of_yours")
        try:
            modules = qr(origin + table.invite_path())
        except ValueError:  # the origin is too long for a QR code
            raise Denied(FORBIDDEN, "no_seat_of_yours") from None
        return Response(svg_image(modules), media_type="image/svg+xml")

    @post("/codes", guards=[limited("invite_codes")], status_code=200)
    async def use_invite_code(self, tables: TablesDep, limits: LimitsDep, data: JSONBody[InviteCode]) -> Invitation:
        """Get the invite link for a code of six letters, while seats are open."""
        code = invite_codes.read_code(data.code)
        limits.wrong_invite_codes.check(ALL_CALLERS)  # before the look-up, so that concurrent guesses count
        table = await find_table(tables, code)
        limits.wrong_invite_codes.give_back(ALL_CALLERS)
        return Invitation(table.invite_path())


async def find_table(tables: TableRegistry, code: str) -> Table:
    """Return the table that has this invite code. Raise Denied if the code is unknown or the game has begun."""
    name = await invite_codes.find(tables.store, code)
    if name is None:
        raise Denied(NOT_FOUND, "no_such_code")
    try:
        table = await tables.load(name)
    except Denied as error:
        if error.status == NOT_FOUND:  # the table was deleted, or its creation failed
            await invite_codes.drop(tables.store, code)
            raise Denied(NOT_FOUND, "no_such_code") from None
        raise
    if table.state.match is not None:
        await invite_codes.expire(table.store, table.state)
        raise Denied(CONFLICT, "code_begun")
    return table
