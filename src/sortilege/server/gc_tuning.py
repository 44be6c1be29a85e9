"""Configures the garbage collector so that no move has to wait long for it.

Moves leave no reference cycles behind, but connections do. So the young generation is collected often, which takes a
few milliseconds. Its threshold counts new objects minus freed objects, and a move frees nearly as many as it creates,
so a threshold of 300 is thousands of new objects. The older generations are collected only after many connections or
after a very long time, because with a thousand tables that stops the server for nearly a second.
"""

from __future__ import annotations

import gc
from typing import Final

YOUNG_OBJECTS: Final = 300  # new objects minus freed objects before the young generation is collected
YOUNG_COLLECTIONS: Final = 20_000  # before the middle generation is collected: a quarter of an hour on a busy server
MIDDLE_COLLECTIONS: Final = 10  # before all objects are collected; Python's default
CONNECTIONS: Final = 2_000  # between two collections; this many connections leave about ten megabytes of garbage


def tune() -> None:
    """Set the thresholds of the garbage collector, and exclude all objects that exist now from future collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_COLLECTIONS, MIDDLE_COLLECTIONS)


def collect_after_connections(total: int) -> None:
    """Collect garbage if `total`, the number of all connections since the start, is a multiple of CONNECTIONS."""
    if total % CONNECTIONS == 0:
        gc.collect(1)  # the young and the middle generation
