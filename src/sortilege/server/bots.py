"""The bots of all tables think in worker processes, so that nobody's socket waits for them. A worker gets a view and a
level and answers an action; it never meets a state.
"""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Final, Protocol

from sortilege.bots import Bot, make
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.shapes import Action, View

LONGEST: Final = 30.0  # seconds; a bot that thinks longer is lost
log = logging.getLogger("sortilege.server")


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
        """The bot's choice. A worker that dies or thinks too long is replaced and asked again, once."""
        if len(view["legal"]) == 1:
            only: Action = view["legal"][0]
            return only
        async with self._free:  # so that waiting for a free worker does not count as thinking
            return await self._choose(game, level, view)

    async def _choose(self, game: str, level: str, view: View) -> Action:
        try:
            return await self._ask(game, level, view)
        except (BrokenProcessPool, TimeoutError):
            log.warning("a bot's process was lost and is replaced")
            return await self._ask(game, level, view)

    async def _ask(self, game: str, level: str, view: View) -> Action:
        pool = self._running()
        try:
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(think, game, level, view)), LONGEST)
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
