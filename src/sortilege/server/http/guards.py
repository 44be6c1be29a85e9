"""Guards that routes use."""

from __future__ import annotations

from collections.abc import Callable

from litestar.handlers import BaseRouteHandler

from sortilege.server.http.credentials import Connection, address
from sortilege.server.http.limits import Limit


def limited(name: str) -> Callable[[Connection, BaseRouteHandler], None]:
    """Return a guard that counts the request against one of the `Limits` of its address. It runs before the body of the
    request is decoded."""

    def check(connection: Connection, _: BaseRouteHandler) -> None:
        limit: Limit = getattr(connection.app.state["limits"], name)
        limit.check(address(connection))

    return check
