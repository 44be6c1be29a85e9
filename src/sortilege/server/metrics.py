"""What a server counts, in the text that Prometheus reads (`GET /metrics`). Numbers only: no name, table, address or
word of anybody is in them.

Written by hand, since it is a page of text: a library would bring its own registry, threads and collectors of the
process, and none of them knows a table.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import msgspec

import sortilege
from sortilege.server import runtime

if TYPE_CHECKING:
    from sortilege.server.tables import Tables

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
START: Final = runtime.now()
Labels = tuple[tuple[str, str], ...]


class Counter:
    """Something that happens again and again."""

    def __init__(self, name: str, words: str) -> None:
        self.name = name
        self.words = words
        self.values: dict[Labels, float] = {}

    def add(self, amount: float = 1.0, **labels: str) -> None:
        key = tuple(sorted(labels.items()))
        self.values[key] = self.values.get(key, 0.0) + amount


MOVES: Final = Counter("sortilege_moves_total", "Decisions written to the log, by game.")
REFUSALS: Final = Counter("sortilege_refusals_total", "Requests and messages that were refused, by status.")
TIMEOUTS: Final = Counter("sortilege_timeouts_total", "Moves whose time was up.")
NOTICES: Final = Counter("sortilege_notices_total", "Notices sent, by way and by whether they arrived.")
BACKGROUND_ERRORS: Final = Counter("sortilege_background_errors_total", "Errors of background tasks, by task.")
STORE_NOTIFICATIONS: Final = Counter(
    "sortilege_store_notifications_total", "Notifications between servers that share PostgreSQL, by direction."
)
COUNTERS: Final = (STORE_NOTIFICATIONS, MOVES, REFUSALS, TIMEOUTS, NOTICES, BACKGROUND_ERRORS)


def page(tables: Tables) -> str:
    """Everything, as it stands now."""
    from sortilege.server.audience import audience_of

    live = list(tables.by_name.values())
    sockets = [one.viewer.seat is not None for table in live for one in audience_of(table).sockets]
    version = {"version": sortilege.__version__, "compiled": str(sortilege.compiled()).lower()}
    works = msgspec.structs.asdict(tables.health())
    health = [({"part": part}, float(ok)) for part, ok in works.items() if ok is not None]
    parts = [
        gauge("sortilege_build", "The version that runs.", [(version, 1)]),
        gauge("sortilege_start_time_seconds", "When it started, in seconds since 1970.", [({}, START)]),
        gauge("sortilege_tables", "Tables in memory.", [({}, len(live))]),
        gauge("sortilege_health", "Whether a part works (1) or not (0).", health),
        gauge("sortilege_tables_stuck", "Tables whose bots wait for the store.", [({}, sum(t.stuck for t in live))]),
        gauge("sortilege_clocks", "Tables with clocks that are being kept.", [({}, len(tables.clocks.due))]),
        gauge("sortilege_notices_waiting", "Notices still to be sent.", [({}, tables.notices.waiting())]),
        gauge(
            "sortilege_tasks_waiting",
            "Tasks that wait for a worker process, by what they are for.",
            [({"for": priority}, count) for priority, count in tables.pool.waiting().items()],
        ),
        gauge(
            "sortilege_sockets",
            "Open sockets, by who looks.",
            [({"of": "players"}, sum(sockets)), ({"of": "spectators"}, len(sockets) - sum(sockets))],
        ),
        *process(),
        *(family(one.name, one.words, "counter", one.values.items()) for one in COUNTERS),
    ]
    return "".join(parts)


def process() -> list[str]:
    """What the process itself uses, under the names that dashboards know."""
    used = os.times()
    spent: list[tuple[Labels, float]] = [((), round(used.user + used.system, 3))]
    parts = [family("process_cpu_seconds_total", "CPU time of this process.", "counter", spent)]
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):  # only Linux has it
        return parts
    return [*parts, gauge("process_resident_memory_bytes", "Memory of this process.", [({}, resident)])]


def gauge(name: str, words: str, values: list[tuple[dict[str, str], float]]) -> str:
    return family(name, words, "gauge", [(tuple(labels.items()), value) for labels, value in values])


def family(name: str, words: str, kind: str, values: Iterable[tuple[Labels, float]]) -> str:
    """One family of numbers: what it is, and a line for each."""
    head = f"# HELP {name} {words}\n# TYPE {name} {kind}\n"
    return head + "".join(f"{name}{in_braces(labels)} {value:.15g}\n" for labels, value in values)


def in_braces(labels: Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{key}="{escape(value)}"' for key, value in labels) + "}"


def escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
