"""The clock that limits how long bots think: wall-clock time, or the CPU time of the current thread. CPU time
(`use_cpu_time`) is needed to compare bots fairly that run at the same time on busy cores."""

from __future__ import annotations

from time import perf_counter, thread_time


class Clock:
    """The setting that selects the clock of this process: CPU time or wall-clock time."""

    def __init__(self) -> None:
        self.cpu_time = False


CLOCK = Clock()


def now() -> float:
    """Return seconds on the current clock. Only differences between two calls are meaningful."""
    if CLOCK.cpu_time:
        return thread_time()
    return perf_counter()


def use_cpu_time(enabled: bool = True) -> None:
    """Make `now` measure the CPU time of the thread (True) or wall-clock time (False), in this process only."""
    CLOCK.cpu_time = enabled
