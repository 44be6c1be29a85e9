"""Reports whether the store works (GET /api/health, GET /metrics).

1. After a failed write the store is unhealthy until a write succeeds. Reading is not enough, because a full disk can
   still be read. Until then a health check tries a small write, at most every few seconds.
2. A health check returns within a bounded time, even if the database hangs.
3. Pages and rules need no store. So a server with a failing store is only degraded, and proxies still send requests to
   it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sortilege.server import runtime
from sortilege.server.background import Background
from sortilege.server.store import key_values
from sortilege.server.store.protocol import OnWrite, Row, Statement, Store, StoreError

PROBE_TIMEOUT: Final = 2.0  # seconds to wait for the store; proxies and containers wait 4 to 5 seconds for a response
WRITE_INTERVAL: Final = 3.0  # seconds between two attempts to write while the last write failed
PROBE_KEY: Final = "health/probe"
logger = logging.getLogger("sortilege.server")


class WatchedStore:
    """Passes all calls to another store, and remembers whether the last write failed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.shared = store.shared
        self.write_failed = False
        self._failures = 0  # the number of writes that failed

    @contextmanager
    def _watching(self) -> Iterator[None]:
        """Record whether the write in the `with` block succeeds."""
        failures_before = self._failures
        try:
            yield
        except StoreError:
            self._failures += 1
            self.write_failed = True
            raise
        failed_meanwhile = self._failures != failures_before
        if not failed_meanwhile:  # otherwise this success does not show that the store has recovered
            self.write_failed = False

    async def open(self, on_write: OnWrite, background: Background | None = None) -> None:
        await self.store.open(on_write, background)

    async def append(self, table: str, start: int, lines: list[bytes]) -> None:
        with self._watching():
            await self.store.append(table, start, lines)

    async def read(self, table: str, start: int = 0) -> list[bytes]:
        return await self.store.read(table, start)

    async def lengths(self, tables: list[str]) -> dict[str, int]:
        return await self.store.lengths(tables)

    async def rewrite(self, table: str, lines: dict[int, bytes]) -> None:
        with self._watching():
            await self.store.rewrite(table, lines)

    async def remove(self, table: str) -> None:
        with self._watching():
            await self.store.remove(table)

    async def look_up(self, query: Statement) -> list[Row]:
        return await self.store.look_up(query)

    async def change(self, statements: list[Statement]) -> list[list[Row]]:
        with self._watching():
            return await self.store.change(statements)

    async def purge(self) -> None:
        await self.store.purge()

    async def size(self) -> int:
        return await self.store.size()

    async def close(self) -> None:
        await self.store.close()

    def where(self) -> str:
        return self.store.where()


class StoreHealth:
    """Tests whether the store can be read and written."""

    def __init__(self, store: WatchedStore, background: Background) -> None:
        self.store = store
        self.background = background
        self._readable = True
        self._last_write = 0.0  # when a probe last tried to write
        self._probe: asyncio.Task[None] | None = None

    def ok(self) -> bool:
        """Whether the store works, according to the last `check` and later writes."""
        return self._readable and not self.store.write_failed

    async def check(self) -> None:
        """Test the store. Callers at the same time share one test, and each waits at most PROBE_TIMEOUT seconds."""
        if self._probe is None or self._probe.done():
            self._probe = self.background.spawn("health probe", self._run_probe())
        done, _ = await asyncio.wait([self._probe], timeout=PROBE_TIMEOUT)
        if not done:
            self._readable = False

    async def _run_probe(self) -> None:
        """Read from the store and, if the last write failed, try to write. Record the results."""
        try:
            await self.store.look_up(Statement("SELECT 1"))
            self._readable = True
        except StoreError as error:
            self._readable = False
            logger.error("the store cannot be read: %s", error)
            return
        if self.store.write_failed and runtime.monotonic() - self._last_write > WRITE_INTERVAL:
            self._last_write = runtime.monotonic()
            try:
                await key_values.put(self.store, PROBE_KEY, "")
            except StoreError as error:
                logger.error("the store cannot be written: %s", error)
