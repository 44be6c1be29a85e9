"""The metrics of a server, in the text format of Prometheus (`GET /metrics`). They contain no names, tables or
addresses.

We format the text ourselves. A client library would add its own registry and threads for a short page of text.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Final

from sortilege.server import runtime

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
START: Final = runtime.now()
Labels = tuple[tuple[str, str], ...]  # pairs of a label's name and value
NO_LABELS: Final[Labels] = ()


class Counter:
    """Counts events, separately for each combination of labels."""

    def __init__(self, name: str, help_text: str) -> None:
        self.name = name
        self.help_text = help_text
        self.values: dict[Labels, float] = {}

    def add(self, amount: float = 1.0, **labels: str) -> None:
        """Increase the counter for these labels."""
        key = tuple(sorted(labels.items()))
        self.values[key] = self.values.get(key, 0.0) + amount

    def format(self) -> str:
        """Return the counter in the format of Prometheus, with a line for each combination of labels."""
        return format_metric(self.name, "counter", self.help_text, self.values.items())


MOVES: Final = Counter("sortilege_moves_total", "Decisions written to the log, by game.")
REFUSALS: Final = Counter("sortilege_refusals_total", "Requests and messages that were refused, by status.")
TIMEOUTS: Final = Counter("sortilege_timeouts_total", "Moves whose time was up.")
NOTICES: Final = Counter("sortilege_notices_total", "Notices sent, by way and by whether they arrived.")
BACKGROUND_ERRORS: Final = Counter("sortilege_background_errors_total", "Errors of background tasks, by task.")
STORE_NOTIFICATIONS: Final = Counter(
    "sortilege_store_notifications_total", "Notifications between servers that share PostgreSQL, by direction."
)
COUNTERS: Final = (STORE_NOTIFICATIONS, MOVES, REFUSALS, TIMEOUTS, NOTICES, BACKGROUND_ERRORS)


def process_metrics() -> list[str]:
    """Return the CPU time and memory of the process under the names that Prometheus client libraries use."""
    times = os.times()
    cpu_seconds = round(times.user + times.system, 3)
    help_text = "CPU time of this process."
    cpu = format_metric("process_cpu_seconds_total", "counter", help_text, [(NO_LABELS, cpu_seconds)])
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            _size, resident_pages, *_ = file.read().split()
        memory = int(resident_pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):  # only Linux has this file
        return [cpu]
    return [cpu, gauge("process_resident_memory_bytes", "Memory of this process.", memory)]


def gauge(name: str, help_text: str, value: float) -> str:
    """Format a gauge (a value that can go up and down) without labels."""
    return format_metric(name, "gauge", help_text, [(NO_LABELS, value)])


def gauge_by(label: str, name: str, help_text: str, readings: Mapping[str, float]) -> str:
    """Format a gauge with one label. `readings` has a number for each value of the label."""
    values = [(((label, label_value),), reading) for label_value, reading in readings.items()]
    return format_metric(name, "gauge", help_text, values)


def format_metric(name: str, metric_type: str, help_text: str, values: Iterable[tuple[Labels, float]]) -> str:
    """Return a metric in the format of Prometheus: help text, type, and a line for each combination of labels."""
    head = f"# HELP {name} {help_text}\n# TYPE {name} {metric_type}\n"
    return head + "".join(f"{name}{format_labels(labels)} {value:.15g}\n" for labels, value in values)


def format_labels(labels: Labels) -> str:
    """Return labels in the format {key="value",…}; "" if there are none."""
    if not labels:
        return ""
    return "{" + ",".join(f'{key}="{escape(value)}"' for key, value in labels) + "}"


def escape(value: str) -> str:
    """Return a label value with its backslashes, quotes and line feeds escaped."""
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
