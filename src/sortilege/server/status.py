"""The shelf, and whether the house stands."""

from __future__ import annotations

import ipaddress
from typing import Literal

import msgspec
from litestar import Response, get
from litestar.params import FromQuery

import sortilege
from sortilege.server import metrics
from sortilege.server.application import Application, ApplicationDep
from sortilege.server.errors import NOT_NOW, NOT_YOURS, Denied
from sortilege.server.http.credentials import Call, exact_address
from sortilege.server.live.audience import audience_of
from sortilege.server.messages import Health

Part = Literal["pages", "store", "shared_store", "bots", "background", "all"]


@get("/api/health", tags=["shelf"])
async def get_health(application: ApplicationDep, part: FromQuery[Part | None] = None) -> Response[Health]:
    """Report which parts of the server work. A proxy asks without a part, because pages and rules need no store."""
    await application.store_health.check()
    parts = application.health()
    works = {name: getattr(parts, name) is not False for name in parts.__struct_fields__}
    works["all"] = all(works.values())
    live = application.tables.by_name.values()
    health = Health(
        status="ok" if works["all"] else "degraded",
        version=sortilege.__version__,
        compiled=sortilege.compiled(),
        tables=len(live),
        connections=sum(len(audience_of(table).sockets) for table in live),
        parts=parts,
        failing=sorted(application.background.failing),
    )
    return Response(health, status_code=200 if works[part or "pages"] else NOT_NOW)


@get("/metrics", tags=["shelf"])
async def get_metrics(request: Call, application: ApplicationDep) -> Response[str]:
    """Numbers for Prometheus, for those the host lets read them."""
    if not among(exact_address(request), application.settings.metrics_from):
        raise Denied(NOT_YOURS, "not_for_you")
    await application.store_health.check()
    return Response(metrics_page(application), media_type=metrics.CONTENT_TYPE)


def metrics_page(application: Application) -> str:
    """Return all metrics in the text format of Prometheus."""
    live = list(application.tables.by_name.values())
    sockets = [one.viewer.seat is not None for table in live for one in audience_of(table).sockets]
    version = {"version": sortilege.__version__, "compiled": str(sortilege.compiled()).lower()}
    works = msgspec.structs.asdict(application.health())
    health = [({"part": part}, float(ok)) for part, ok in works.items() if ok is not None]
    parts = [
        metrics.gauge("sortilege_build", "The version that runs.", [(version, 1)]),
        metrics.gauge("sortilege_start_time_seconds", "When it started, in seconds since 1970.", [({}, metrics.START)]),
        metrics.gauge("sortilege_tables", "Tables in memory.", [({}, len(live))]),
        metrics.gauge("sortilege_health", "Whether a part works (1) or not (0).", health),
        metrics.gauge(
            "sortilege_tables_stuck", "Tables whose bots wait for the store.", [({}, sum(t.stuck for t in live))]
        ),
        metrics.gauge(
            "sortilege_clocks", "Tables with clocks that are being kept.", [({}, len(application.clocks.due))]
        ),
        metrics.gauge("sortilege_notices_waiting", "Notices still to be sent.", [({}, application.notices.waiting())]),
        metrics.gauge(
            "sortilege_tasks_waiting",
            "Tasks that wait for a worker process, by what they are for.",
            [({"for": priority}, count) for priority, count in application.pool.waiting().items()],
        ),
        metrics.gauge(
            "sortilege_sockets",
            "Open sockets, by who looks.",
            [({"of": "players"}, sum(sockets)), ({"of": "spectators"}, len(sockets) - sum(sockets))],
        ),
        *metrics.process(),
        *(metrics.family(one.name, one.words, "counter", one.values.items()) for one in metrics.COUNTERS),
    ]
    return "".join(parts)


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


ROUTES = [get_health, get_metrics]
