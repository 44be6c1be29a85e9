"""The clock that bots think by: what a person waits, or what this thread has worked.

Bots that share busy cores with others are compared fairly only by the time they worked (`use_cpu_time`)."""

from __future__ import annotations

from time import perf_counter, thread_time


class Clock:
    """Which of the two clocks is read."""

    def __init__(self) -> None:
        self.cpu_time = False


CLOCK = Clock()


def now() -> float:
    """Seconds since some moment: only differences mean something."""
    if CLOCK.cpu_time:
        return thread_time()
    return perf_counter()


def use_cpu_time(wanted: bool = True) -> None:
    """From now on count the time this thread works and not the time that passes; in this process alone."""
    CLOCK.cpu_time = wanted
