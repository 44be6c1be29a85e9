"""Configures the garbage collector so that no move has to wait long for it.

Moves leave no reference cycles behind, but connections do. So the young generation is collected often, which takes a
few milliseconds. Its threshold counts new objects minus freed objects, and a move frees nearly as many as it creates,
so a threshold of 300 is thousands of new objects. The older generations are collected only after many connections or
after a very long time, because with a thousand tables that stops the server for nearly a second.
"""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 300
GENERATIONS: Final = 20_000  # young collections before an older one: a quarter of an hour on a busy server
CONNECTIONS: Final = 2_000  # connections between two collections; so many leave about ten megabytes of garbage


def tune() -> None:
    """Set the thresholds, and exclude all objects that exist now from future collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, GENERATIONS, 10)


def after_connection(number: int) -> None:
    """Collect the garbage of earlier connections if this is a multiple of CONNECTIONS. `number` counts all connections
    since the start."""
    if number % CONNECTIONS == 0:
        gc.collect(1)
