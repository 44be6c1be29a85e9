"""Who is asking, and from where: tokens, cookies and origins of a request or socket."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler

from sortilege.server.messages import SeatPass
from sortilege.server.problems import NOT_YOURS, Denied
from sortilege.server.seats import Viewer, same
from sortilege.server.table import Table

# Any: what Litestar lets an application attach to a connection; ours attaches nothing.
Connection = ASGIConnection[Any, Any, Any, Any]
Call = Request[Any, Any, Any]
Socket = WebSocket[Any, Any, Any]
COOKIE: Final = "seat-"
MOST_COOKIES: Final = 40  # tables a browser is known at; a header has its limits
HALF_A_YEAR: Final = 182 * 24 * 3600


def token_of(table: Table, asking: Connection) -> str | None:
    """The token of this table that came along: sent on purpose, or in a cookie. Denied when sent and not of here."""
    given = bearer(asking) or asking.query_params.get("token")
    if given:
        if table.key(given) is None:
            raise Denied(NOT_YOURS, "wrong_token")
        return str(given)
    # A rematch has the same tokens as its first table, so the cookie of any table may be the one.
    return next((token for token in cookies(asking).values() if table.key(token) is not None), None)


def viewer_of(table: Table, asking: Connection) -> Viewer:
    """By their token, or by the link they came with."""
    token = token_of(table, asking)
    key = table.key(token) if token is not None else None
    if key is not None:
        return Viewer(key.seat, key.host, key.token)
    links, opened = asking.query_params, table.state.opened
    if same(links.get("watch", ""), opened.watch) or same(links.get("join", ""), opened.invite):
        return Viewer(None, host=False, key=None)
    raise Denied(NOT_YOURS, "no_seat_of_yours")


def bearer(asking: Connection) -> str | None:
    kind, _, token = asking.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def cookies(asking: Connection) -> dict[str, str]:
    """The seat cookies, oldest first."""
    return {name: value for name, value in asking.cookies.items() if name.startswith(COOKIE)}


def cookies_for(sits: SeatPass, asking: Connection) -> list[Cookie]:
    """The cookie that proves the seat from now on; beyond a number of tables the oldest ones are dropped."""
    name = COOKIE + sits.table
    secure = asking.url.scheme in ("https", "wss")
    old = [other for other in cookies(asking) if other != name][: -MOST_COOKIES + 1]
    return [_cookie(name, sits.token, HALF_A_YEAR, secure), *(_cookie(other, "", 0, secure) for other in old)]


def _cookie(name: str, value: str, age: int, secure: bool) -> Cookie:
    return Cookie(key=name, value=value, path="/", max_age=age, httponly=True, samesite="lax", secure=secure)


def address(asking: Connection) -> str:
    return asking.client.host if asking.client else ""


def from_our_own_page(asking: Connection, _: BaseRouteHandler) -> None:
    """A guard: another site's page, open in the same browser, may not act with this browser's seats."""
    origin = asking.headers.get("origin")
    if not origin or asking.scope.get("method") in ("GET", "HEAD"):
        return
    hosts = (asking.headers.get("host"), asking.headers.get("x-forwarded-host"))
    if urlsplit(origin).netloc not in hosts:
        raise Denied(NOT_YOURS, "other_site")
