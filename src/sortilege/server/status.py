"""Routes that report the health of the server and its metrics."""

from __future__ import annotations

import ipaddress
from typing import Literal

import msgspec
from litestar import Response, get
from litestar.params import FromQuery
from msgspec import Struct

import sortilege
from sortilege.server import metrics
from sortilege.server.application import Application, ApplicationDep
from sortilege.server.errors import FORBIDDEN, UNAVAILABLE, Denied
from sortilege.server.http.credentials import Call, exact_address
from sortilege.server.http.pages import STATIC
from sortilege.server.live.audience import audience_of

Part = Literal["pages", "store", "shared_store", "bots", "background", "all"]


class HealthParts(Struct):
    """Which parts of the server work: true if a part works, null if the server does not have it."""

    pages: bool  # whether the files of the web pages exist
    store: bool | None  # whether the SQLite file can be read and the last write succeeded
    shared_store: bool | None  # the same for PostgreSQL, which several servers can share
    bots: bool  # whether all actions of bots could be stored
    background: bool  # whether no background task fails


class Health(Struct):
    """The response to GET /api/health. The HTTP status is 200 while pages and rules can be served. With ?part=NAME, it
    is 503 while that part fails; with ?part=all, while any part fails."""

    status: Literal["ok", "degraded"]
    version: str  # the version of Sortilege, such as "1.4.0"
    compiled: bool  # whether the rules run as compiled code
    tables: int  # the number of tables in memory
    connections: int  # the number of open WebSockets
    parts: HealthParts
    failing: list[str]  # the names of the background tasks that fail


def health_parts(application: Application) -> HealthParts:
    """Return which parts of the server work. The store is not queried; the result of its last check is used."""
    store_works, shared = application.store_health.ok(), application.store.shared
    return HealthParts(
        pages=(STATIC / "index.html").exists(),
        store=None if shared else store_works,
        shared_store=store_works if shared else None,
        bots=not any(table.stuck for table in application.tables.by_name.values()),
        background=not application.background.failing,
    )


@get("/api/health", tags=["shelf"])
async def get_health(application: ApplicationDep, part: FromQuery[Part | None] = None) -> Response[Health]:
    """Report which parts of the server work. `part` selects the part on which the status code depends. A proxy should
    leave it out, because pages and rules work without the store."""
    await application.store_health.check()
    parts = health_parts(application)
    works = {name: ok is not False for name, ok in msgspec.structs.asdict(parts).items()}  # None: there is no such part
    works["all"] = all(works.values())
    tables = application.tables.by_name.values()
    health = Health(
        status="ok" if works["all"] else "degraded",
        version=sortilege.__version__,
        compiled=sortilege.compiled(),
        tables=len(tables),
        connections=sum(len(audience_of(table).sockets) for table in tables),
        parts=parts,
        failing=sorted(application.background.failing),
    )
    return Response(health, status_code=200 if works[part or "pages"] else UNAVAILABLE)


@get("/metrics", tags=["shelf"])
async def get_metrics(request: Call, application: ApplicationDep) -> Response[str]:
    """Return the metrics for Prometheus. Only the addresses in the setting `metrics_from` may read them."""
    if not is_in_networks(exact_address(request), application.settings.metrics_from):
        raise Denied(FORBIDDEN, "not_for_you")
    await application.store_health.check()
    return Response(metrics_page(application), media_type=metrics.CONTENT_TYPE)


def metrics_page(application: Application) -> str:
    """Return all metrics in the text format of Prometheus."""
    tables = application.tables.by_name.values()
    sockets = [socket for table in tables for socket in audience_of(table).sockets]
    players = sum(socket.viewer.seat is not None for socket in sockets)
    stuck = sum(table.stuck for table in tables)
    parts = msgspec.structs.asdict(health_parts(application))
    works = {part: is_ok for part, is_ok in parts.items() if is_ok is not None}
    waiting = application.pool.waiting()
    build = (("version", sortilege.__version__), ("compiled", str(sortilege.compiled()).lower()))
    lines = [
        metrics.format_metric("sortilege_build", "gauge", "The version that runs.", [(build, 1)]),
        metrics.gauge("sortilege_start_time_seconds", "When it started, in seconds since 1970.", metrics.START),
        metrics.gauge("sortilege_tables", "Tables in memory.", len(tables)),
        metrics.gauge_by("part", "sortilege_health", "Whether a part works (1) or not (0).", works),
        metrics.gauge("sortilege_tables_stuck", "Tables whose bots wait for the store.", stuck),
        metrics.gauge("sortilege_clocks", "Tables with clocks that are being kept.", len(application.clocks.due)),
        metrics.gauge("sortilege_notices_waiting", "Notices still to be sent.", application.notices.waiting()),
        metrics.gauge_by(
            "for", "sortilege_tasks_waiting", "Tasks that wait for a worker process, by what they are for.", waiting
        ),
        metrics.gauge_by(
            "of",
            "sortilege_sockets",
            "Open sockets, by who looks.",
            {"players": players, "spectators": len(sockets) - players},
        ),
        *metrics.process_metrics(),
        *(counter.format() for counter in metrics.COUNTERS),
    ]
    return "".join(lines)


def is_in_networks(caller: str, networks: tuple[str, ...]) -> bool:
    """Whether the caller's IP address is in one of these networks. "*" stands for all networks."""
    if "*" in networks:
        return True
    try:
        ip = ipaddress.ip_address(caller)
    except ValueError:
        return False
    ip = getattr(ip, "ipv4_mapped", None) or ip  # the address of an IPv4 client on an IPv6 socket
    return any(ip in ipaddress.ip_network(network, strict=False) for network in networks)


ROUTES = [get_health, get_metrics]
