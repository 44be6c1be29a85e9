"""The garbage collector stays out of the way of moves, and still takes away what lost connections leave behind."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from sortilege.server import collector
from sortilege.server.settings import Settings
from sortilege.server.transport import Doorkeeper


class Cycle:
    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def old_garbage() -> "weakref.ref[Cycle]":
    """A cycle that outlived a look at the young, and is held by nobody any more."""
    cycle = Cycle()
    gc.collect(0)
    return weakref.ref(cycle)


@pytest.mark.usefixtures("as_it_was")
def test_what_connections_leave_behind_is_taken_away_after_enough_of_them() -> None:
    collector.steady()
    garbage = old_garbage()
    door = Doorkeeper(Settings())
    for _ in range(collector.CONNECTIONS - 1):
        door.enter("192.0.2.1")
        door.leave("192.0.2.1")
    assert garbage() is not None
    door.enter("192.0.2.1")
    assert garbage() is None
