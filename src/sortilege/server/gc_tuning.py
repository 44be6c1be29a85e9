"""When the garbage collector runs: so that no move has to wait for it.

Moves leave no cycles behind, connections do. So the young are looked at often, a few milliseconds each time: counted is
what was made less what was freed, and a move frees nearly as much as it makes, so even a net 300 are thousands.
Everything that lives is walked only after many connections, or after a very long time: with a thousand tables that
stops the server for the better part of a second.
"""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 300
GENERATIONS: Final = 20_000  # looks at the young before the rest is walked: a quarter of an hour of a full server
CONNECTIONS: Final = 2_000  # what so many leave behind is some ten megabytes


def steady() -> None:
    """What is loaded by now stays: nobody need walk it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, GENERATIONS, 10)


def after_connection(number: int) -> None:
    """The so-and-so-many-th connection has come."""
    if number % CONNECTIONS == 0:
        gc.collect(1)
