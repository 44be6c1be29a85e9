"""The garbage collector stays out of the way of moves, and still takes away what lost connections leave behind;
tables do not need it."""

import asyncio
import gc
import random
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from sortilege.server import gc_tuning
from sortilege.server.application import Application
from sortilege.server.live.uvicorn_transport import ConnectionCounter
from sortilege.server.settings import Settings
from tests.server.server_fixture import BOT, FRIEND, ME, PATIENCE, new_table, place, play_out, serving


class Cycle:
    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def restore_gc() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def old_garbage() -> "weakref.ref[Cycle]":
    """A cycle that outlived a look at the young, and is held by nobody any more."""
    cycle = Cycle()
    gc.collect(0)
    return weakref.ref(cycle)


@pytest.mark.usefixtures("restore_gc")
def test_what_connections_leave_behind_is_taken_away_after_enough_of_them() -> None:
    gc_tuning.tune()
    garbage = old_garbage()
    counter = ConnectionCounter(Settings())
    for _ in range(gc_tuning.CONNECTIONS - 1):
        counter.add("192.0.2.1")
        counter.remove("192.0.2.1")
    assert garbage() is not None
    counter.add("192.0.2.1")
    assert garbage() is None


async def test_an_evicted_table_is_freed_at_once_without_the_garbage_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Application] = []
    opening = Application.open

    async def open_noted(self: Application) -> None:
        served.append(self)
        await opening(self)

    monkeypatch.setattr(Application, "open", open_noted)
    async with serving(tmp_path) as server:
        gc.collect()
        gc.disable()
        try:
            waiting, created = await new_table(server, ME, FRIEND), await new_table(server, ME, BOT)
            async with place(server, created["table"], created["token"]) as ada:
                await play_out([ada], random.Random(1), decisions=3)
                await ada.say(type="hint", n=ada.now["n"])
                await ada.messages_before_pong()
            freed = [weakref.ref(served[0].tables.by_name[entry["table"]]) for entry in (waiting, created)]
            async with asyncio.timeout(PATIENCE):
                while served[0].tables.by_name:
                    await served[0].tables.evict(float("inf"))
                    await asyncio.sleep(0)
                while any(entry() is not None for entry in freed):
                    await asyncio.sleep(0)
        finally:
            gc.enable()
