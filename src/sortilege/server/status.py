"""Routes that report the health of the server and its metrics."""

from __future__ import annotations

import ipaddress
from typing import Literal

import msgspec
from litestar import Response, get
from litestar.params import FromQuery

import sortilege
from sortilege.server import metrics
from sortilege.server.application import Application, ApplicationDep
from sortilege.server.errors import FORBIDDEN, UNAVAILABLE, Denied
from sortilege.server.http.credentials import Call, exact_address
from sortilege.server.live.audience import audience_of
from sortilege.server.messages import Health

Part = Literal["pages", "store", "shared_store", "bots", "background", "all"]


@get("/api/health", tags=["shelf"])
async def get_health(application: ApplicationDep, part: FromQuery[Part | None] = None) -> Response[Health]:
    """Report which parts of the server work. The status code depends on `part`. A proxy should ask without it, because
    pages and rules work without the store."""
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
    return Response(health, status_code=200 if works[part or "pages"] else UNAVAILABLE)


@get("/metrics", tags=["shelf"])
async def get_metrics(request: Call, application: ApplicationDep) -> Response[str]:
    """Metrics for Prometheus, only for the addresses that the settings allow."""
    if not is_in_networks(exact_address(request), application.settings.metrics_from):
        raise Denied(FORBIDDEN, "not_for_you")
    await application.store_health.check()
    return Response(metrics_page(application), media_type=metrics.CONTENT_TYPE)


def metrics_page(application: Application) -> str:
    """Return all metrics in the text format of Prometheus."""
    live = list(application.tables.by_name.values())
    has_seat = [socket.viewer.seat is not None for table in live for socket in audience_of(table).sockets]
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
            [({"of": "players"}, sum(has_seat)), ({"of": "spectators"}, len(has_seat) - sum(has_seat))],
        ),
        *metrics.process(),
        *(metrics.family(each.name, each.words, "counter", each.values.items()) for each in metrics.COUNTERS),
    ]
    return "".join(parts)


def is_in_networks(caller: str, networks: tuple[str, ...]) -> bool:
    """Whether an IP address is in one of these networks; "*" stands for all."""
    if "*" in networks:
        return True
    try:
        ip = ipaddress.ip_address(caller)
    except ValueError:
        return False
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return any(ip in ipaddress.ip_network(network, strict=False) for network in networks)


ROUTES = [get_health, get_metrics]
