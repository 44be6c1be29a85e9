"""The clock that limits how long bots think: wall-clock time, or the CPU time of the current thread. Bots that share
busy cores are compared fairly only by CPU time (`use_cpu_time`)."""

from __future__ import annotations

from time import perf_counter, thread_time


class Clock:
    """Holds which of the two clocks is in use."""

    def __init__(self) -> None:
        self.cpu_time = False


CLOCK = Clock()


def now() -> float:
    """Return seconds on the current clock. Only differences between two calls are meaningful."""
    if CLOCK.cpu_time:
        return thread_time()
    return perf_counter()


def use_cpu_time(enabled: bool = True) -> None:
    """Measure CPU time of the thread (True) or wall-clock time (False), in this process only."""
    CLOCK.cpu_time = enabled
