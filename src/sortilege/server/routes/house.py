"""The shelf, and whether the house stands."""

from __future__ import annotations

import ipaddress
from typing import Literal

from litestar import Response, get
from litestar.params import FromQuery

import sortilege
from sortilege.server import metrics
from sortilege.server.audience import audience_of
from sortilege.server.auth import Call, address, exact_address
from sortilege.server.compression import respond
from sortilege.server.messages.shelf import Health, ShelfGame
from sortilege.server.problems import NOT_NOW, NOT_YOURS, Denied
from sortilege.server.routes.given import AllTables, TheLimits
from sortilege.server.shelf import compressed_shelf

Part = Literal["pages", "store", "shared_store", "bots", "background", "all"]


@get("/api/shelf", tags=["shelf"], sync_to_thread=False)
def get_shelf(request: Call, limits: TheLimits) -> Response[list[ShelfGame] | None]:
    """Every game; 304 for a page that has the shelf as it is."""
    limits.looking.check(address(request))
    content = compressed_shelf()
    if request.headers.get("if-none-match", "").removeprefix("W/") == content.etag:
        return Response(None, status_code=304, headers={"etag": content.etag, "cache-control": "no-cache"})
    return respond(request, content, "application/json", "no-cache")  # type: ignore[return-value]  # encoded already


@get("/api/health", tags=["shelf"])
async def get_health(tables: AllTables, part: FromQuery[Part | None] = None) -> Response[Health]:
    """Report which parts of the server work. A proxy asks without a part, because pages and rules need no store."""
    await tables.store_health.look()
    parts = tables.health()
    works = {name: getattr(parts, name) is not False for name in parts.__struct_fields__}
    works["all"] = all(works.values())
    live = tables.by_name.values()
    health = Health(
        status="ok" if works["all"] else "degraded",
        version=sortilege.__version__,
        compiled=sortilege.compiled(),
        tables=len(live),
        connections=sum(len(audience_of(table).sockets) for table in live),
        parts=parts,
        failing=sorted(tables.background.failing),
    )
    return Response(health, status_code=200 if works[part or "pages"] else NOT_NOW)


@get("/metrics", tags=["shelf"])
async def get_metrics(request: Call, tables: AllTables) -> Response[str]:
    """Numbers for Prometheus, for those the host lets read them."""
    if not among(exact_address(request), tables.settings.metrics_from):
        raise Denied(NOT_YOURS, "not_for_you")
    await tables.store_health.look()
    return Response(metrics.page(tables), media_type=metrics.CONTENT_TYPE)


def among(caller: str, allowed: tuple[str, ...]) -> bool:
    """Whether an address is one of these, or in one of these networks."""
    if "*" in allowed:
        return True
    try:
        own = ipaddress.ip_address(caller)
    except ValueError:
        return False
    own = getattr(own, "ipv4_mapped", None) or own
    return any(own in ipaddress.ip_network(one, strict=False) for one in allowed)


ROUTES = [get_shelf, get_health, get_metrics]
