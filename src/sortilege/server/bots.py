"""The bots of all tables think in worker processes, so that nobody's socket waits for them. A worker gets a view and a
level and answers an action; it never meets a state.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Final, Protocol, TypeVar

from sortilege.bots import Bot, make
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.shapes import Action, View

LONGEST: Final = 30.0  # seconds; a bot that thinks longer is lost
log = logging.getLogger("sortilege.server")
Answer = TypeVar("Answer")


class Thinkers(Protocol):
    """Whoever answers for the bots."""

    async def choose(self, game: str, level: str, view: View) -> Action:
        """A legal action of the view's seat."""

    async def close(self) -> None:
        """Stop thinking."""


class Workers:
    """Worker processes, started when the first bot has to think."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self._free = asyncio.Semaphore(self.count)

    async def choose(self, game: str, level: str, view: View) -> Action:
        """The bot's choice; the only one there is at once."""
        if len(view["legal"]) == 1:
            only: Action = view["legal"][0]
            return only
        return await self.run(think, game, level, view)

    async def run(self, task: Callable[..., Answer], *given: object) -> Answer:
        """What a worker answers to this. One that dies or thinks too long is replaced and asked again, once."""
        async with self._free:  # so that waiting for a free worker does not count as thinking
            try:
                return await self._ask(task, *given)
            except (BrokenProcessPool, TimeoutError):
                log.warning("a bot's process was lost and is replaced")
                return await self._ask(task, *given)

    async def _ask(self, task: Callable[..., Answer], *given: object) -> Answer:
        pool = self._running()
        try:
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(task, *given)), LONGEST)
        except (BrokenProcessPool, TimeoutError):
            self._give_up(pool)
            raise

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = open_pool(self.count)
        return self._pool

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        """End the workers of a pool that no longer answers."""
        if self._pool is pool:
            self._pool = None
        close_pool(pool)

    async def start(self) -> None:
        """Have the processes up before anybody asks: the first answer is then as quick as any."""
        await asyncio.wrap_future(self._running().submit(os.getpid))

    async def renew(self) -> None:
        """New thoughts go to new processes, once those are up; thoughts under way end where they began."""
        fresh = open_pool(self.count)
        await asyncio.wrap_future(fresh.submit(os.getpid))
        old, self._pool = self._pool, fresh
        if old is not None:
            old.shutdown(wait=False)  # its processes leave when the last thought is answered

    async def close(self) -> None:
        if self._pool is not None:
            self._give_up(self._pool)


# ---------------------------------------------------------------- in the worker
@cache
def _bot(game: str, level: str) -> Bot:
    return make(game, level)


def think(game: str, level: str, view: View) -> Action:
    """One decision, in the time this level takes."""
    return _bot(game, level).choose(view)
