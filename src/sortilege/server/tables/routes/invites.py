"""Routes for invitations other than the link: a QR code, and a code of six letters."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody

from sortilege.server.errors import CONFLICT, FORBIDDEN, NOT_FOUND, Denied
from sortilege.server.http.controller import ApiController
from sortilege.server.http.guards import limited
from sortilege.server.http.limits import LimitsDep
from sortilege.server.http.qr import qr
from sortilege.server.tables import invite_codes
from sortilege.server.tables.access import VisitDep
from sortilege.server.tables.messages import Invitation, InviteCode
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.table import Table

MAX_ORIGIN_LENGTH: Final = 90  # characters; the QR code of a longer one would be too large
QUIET_ZONE: Final = 4  # width of the empty border of a QR code, in modules
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
        return Response(qr_svg(origin + table.invite_path()), media_type="image/svg+xml")

    @post("/codes", guards=[limited("invite_codes")], status_code=200)
    async def use_invite_code(self, tables: TablesDep, limits: LimitsDep, data: JSONBody[InviteCode]) -> Invitation:
        """Get the invite link for a code of six letters, while seats are open."""
        code = invite_codes.read_code(data.code)
        limits.wrong_invite_codes.check(ALL_CALLERS)  # before the look-up, so that concurrent guesses count
        table = await find_table(tables, code)
        limits.wrong_invite_codes.give_back(ALL_CALLERS)
        return Invitation(table.invite_path())


def qr_svg(text: str) -> str:
    """Draw a QR code with its quiet zone as SVG, dark on light in every theme. Raise Denied if the text is too long."""
    try:
        rows = qr(text)
    except ValueError:
        raise Denied(FORBIDDEN, "no_seat_of_yours") from None
    side = len(rows) + 2 * QUIET_ZONE
    path = ""
    for y, row in enumerate(rows, QUIET_ZONE):
        for x, is_dark in enumerate(row, QUIET_ZONE):
            if is_dark:
                path += f"M{x} {y}h1v1h-1z"  # a square
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
    return f'{head}<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{path}"/></svg>'


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
