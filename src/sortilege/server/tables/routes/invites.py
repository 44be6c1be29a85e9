"""Other ways to an invite than its link: a picture for a phone's camera, six letters to be said aloud."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from sortilege.server.errors import NOT_YOURS, NOWHERE, TOO_LATE, Denied
from sortilege.server.http.credentials import Call
from sortilege.server.http.guards import limited
from sortilege.server.http.limits import LimitsDep
from sortilege.server.http.qr import qr
from sortilege.server.store import key_values
from sortilege.server.tables import invite_codes
from sortilege.server.tables.access import viewer_of
from sortilege.server.tables.messages import Invitation, InviteCode
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.table import Table

LONGEST_ORIGIN = 90  # characters; what is longer has no picture
EVERYBODY = ""  # the key of a limit that all callers share


@get("/api/tables/{table:str}/qr", guards=[limited("reading")], tags=["tables"])
async def get_invite_picture(
    request: Call, tables: TablesDep, table: FromPath[str], origin: FromQuery[str] = ""
) -> Response[str]:
    """The invite link behind this origin as a QR code, an SVG; for people at the table while seats are open."""
    found = await tables.table(table)
    viewer = viewer_of(found, request)
    if not viewer.key or found.state.match is not None or len(origin) > LONGEST_ORIGIN:
        raise Denied(NOT_YOURS, "no_seat_of_yours")
    return Response(drawn(origin + found.invite_path()), media_type="image/svg+xml")


def drawn(text: str) -> str:
    """A QR code with its quiet zone, dark on light in every theme."""
    try:
        modules = qr(text)
    except ValueError:
        raise Denied(NOT_YOURS, "no_seat_of_yours") from None
    side = len(modules) + 8
    dark = "".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(modules) for x, on in enumerate(row) if on)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
    return f'{head}<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{dark}"/></svg>'


@post("/api/codes", guards=[limited("invite_codes")], tags=["tables"], status_code=200)
async def use_invite_code(
    request: Call, tables: TablesDep, limits: LimitsDep, data: JSONBody[InviteCode]
) -> Invitation:
    """The invitation behind six letters, while seats are open."""
    letters = invite_codes.read_code(data.code)
    limits.wrong_invite_codes.check(EVERYBODY)  # before the look-up, so that concurrent guesses count as well
    table = await find_table(tables, letters)
    limits.wrong_invite_codes.give_back(EVERYBODY)
    return Invitation(table.invite_path())


async def find_table(tables: TableRegistry, code: str) -> Table:
    """Return the table that waits for players under this code."""
    letters = invite_codes.read_code(code)
    name = (await key_values.find_by_prefix(tables.store, invite_codes.NOTE + letters)).get(invite_codes.NOTE + letters)
    if name is None:
        raise Denied(NOWHERE, "no_such_code")
    try:
        table = await tables.table(name)
    except Denied as error:
        if error.status == NOWHERE:  # the table is gone, or was never made
            await invite_codes.drop(tables.store, letters)
            raise Denied(NOWHERE, "no_such_code") from None
        raise
    if table.state.match is not None:
        await invite_codes.expire(table.store, table.state)
        raise Denied(TOO_LATE, "code_begun")
    return table


ROUTES = [get_invite_picture, use_invite_code]
