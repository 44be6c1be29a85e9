"""The shelf, and whether the house stands."""

from __future__ import annotations

import ipaddress
import logging
from hashlib import sha256
from typing import Literal

from litestar import Response, get

import sortilege
from sortilege.server import metrics
from sortilege.server.auth import Call, address
from sortilege.server.messages.shelf import Health, ShelfGame
from sortilege.server.problems import NOT_NOW, NOT_YOURS, Denied
from sortilege.server.routes.given import AllTables
from sortilege.server.shelf import shelf
from sortilege.server.socket import encoder
from sortilege.server.store import Step, Store, StoreError

log = logging.getLogger("sortilege.server")


@get("/api/shelf", tags=["shelf"], sync_to_thread=False)
def get_shelf(request: Call) -> Response[list[ShelfGame] | None]:
    """Every game; 304 for a page that has the shelf as it is."""
    found = shelf()
    tag = f'"{sha256(encoder.encode(found)).hexdigest()[:20]}"'
    kept = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(None, status_code=304, headers=kept)
    return Response(found, headers=kept)


@get("/api/health", tags=["shelf"])
async def get_health(tables: AllTables) -> Response[Health]:
    """Whether the table stands: the store answers, and no bots wait for it."""
    live = list(tables.by_name.values())
    connections = sum(len(table.onlookers) for table in live)
    store, bots = await can_be_read(tables.store), not any(table.stuck for table in live)
    status: Literal["ok", "ailing"] = "ok" if store and bots else "ailing"
    health = Health(status, sortilege.__version__, sortilege.compiled(), len(live), connections, store, bots)
    return Response(health, status_code=200 if status == "ok" else NOT_NOW)


async def can_be_read(store: Store) -> bool:
    try:
        await store.look_up(Step("SELECT 1"))
    except StoreError as off:
        log.error("the store cannot be read: %s", off)
        return False
    return True


@get("/metrics", tags=["shelf"], sync_to_thread=False)
def get_metrics(request: Call, tables: AllTables) -> Response[str]:
    """Numbers for Prometheus, for those the host lets read them."""
    if not among(address(request), tables.settings.metrics_from):
        raise Denied(NOT_YOURS, "not_for_you")
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
