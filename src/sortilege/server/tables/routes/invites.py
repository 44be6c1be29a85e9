"""Routes for invitations other than the link: a QR code, and a code of six letters."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody

from sortilege.server.errors import CONFLICT, FORBIDDEN, NOT_FOUND, Denied
from sortilege.server.http.credentials import Call
from sortilege.server.http.guards import limited
from sortilege.server.http.limits import LimitsDep
from sortilege.server.http.qr import qr
from sortilege.server.store import key_values
from sortilege.server.tables import invite_codes
from sortilege.server.tables.access import VisitDep
from sortilege.server.tables.messages import Invitation, InviteCode
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.table import Table

LONGEST_ORIGIN = 90  # characters; the QR code of a longer one would be too large
EVERYBODY = ""  # the key of a limit that all callers share


@get("/api/tables/{table:str}/qr", guards=[limited("reading")], tags=["tables"])
async def get_invite_qr(visit: VisitDep, origin: FromQuery[str] = "") -> Response[str]:
    """The invite link of the table as a QR code in SVG format. `origin` is the address of the server as the browser
    knows it. Only people at the table can get it, and only before the game begins."""
    table, viewer = visit
    if not viewer.key or table.state.match is not None or len(origin) > LONGEST_ORIGIN:
        raise Denied(FORBIDDEN, "no_seat_of_yours")
    return Response(qr_svg(origin + table.invite_path()), media_type="image/svg+xml")


def qr_svg(text: str) -> str:
    """Draw a QR code with its quiet zone as SVG, dark on light in every theme. Raise Denied if the text is too long."""
    try:
        modules = qr(text)
    except ValueError:
        raise Denied(FORBIDDEN, "no_seat_of_yours") from None
    side = len(modules) + 8
    dark = "".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(modules) for x, on in enumerate(row) if on)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
    return f'{head}<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{dark}"/></svg>'


@post("/api/codes", guards=[limited("invite_codes")], tags=["tables"], status_code=200)
async def use_invite_code(
    request: Call, tables: TablesDep, limits: LimitsDep, data: JSONBody[InviteCode]
) -> Invitation:
    """Get the invite link for a code of six letters, while seats are open."""
    letters = invite_codes.read_code(data.code)
    limits.wrong_invite_codes.check(EVERYBODY)  # before the look-up, so that concurrent guesses count
    table = await find_table(tables, letters)
    limits.wrong_invite_codes.give_back(EVERYBODY)
    return Invitation(table.invite_path())


async def find_table(tables: TableRegistry, code: str) -> Table:
    """Return the table that has this invite code. Raise Denied if the code is unknown or the game has begun."""
    letters = invite_codes.read_code(code)
    name = (await key_values.find_by_prefix(tables.store, invite_codes.NOTE + letters)).get(invite_codes.NOTE + letters)
    if name is None:
        raise Denied(NOT_FOUND, "no_such_code")
    try:
        table = await tables.load(name)
    except Denied as error:
        if error.status == NOT_FOUND:  # the table was deleted, or its creation failed
            await invite_codes.drop(tables.store, letters)
            raise Denied(NOT_FOUND, "no_such_code") from None
        raise
    if table.state.match is not None:
        await invite_codes.expire(table.store, table.state)
        raise Denied(CONFLICT, "code_begun")
    return table


ROUTES = [get_invite_qr, use_invite_code]
