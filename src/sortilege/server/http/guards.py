"""Guards for routes, which Litestar calls before it decodes the request."""

from __future__ import annotations

from collections.abc import Callable

from litestar.handlers import BaseRouteHandler

from sortilege.server.http.credentials import Connection, client_network
from sortilege.server.http.limits import Limit


def limited(name: str) -> Callable[[Connection, BaseRouteHandler], None]:
    """Return a guard that refuses a caller who exceeds the rate limit `name` (an attribute of `Limits`)."""

    def check(connection: Connection, _: BaseRouteHandler) -> None:
        limit: Limit = getattr(connection.app.state["limits"], name)
        limit.check(client_network(connection))

    return check
