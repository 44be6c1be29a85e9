"""The store in PostgreSQL, shared by any number of servers (the `postgres` extra).

The primary key (table, line) decides who wrote a line; the others are told with NOTIFY, which PostgreSQL delivers after
the commit. A server that lost its ear for a while reads every table it has again.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import asyncpg

from sortilege.server.store import Changed, LineTaken, StoreError

CHANNEL: Final = "sortilege"
RETRY: Final = 1.0  # seconds between attempts to listen again
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS sortilege_line (tab TEXT, n INTEGER, body BYTEA NOT NULL, PRIMARY KEY (tab, n))
"""
APPEND: Final = """
WITH written AS (
    INSERT INTO sortilege_line SELECT $1, $2 + i - 1, body FROM unnest($3::bytea[]) WITH ORDINALITY AS lines(body, i)
)
SELECT pg_notify('sortilege', $4)
"""
READ: Final = "SELECT body FROM sortilege_line WHERE tab = $1 AND n >= $2 ORDER BY n"
log = logging.getLogger("sortilege.server")


class PostgresStore:
    """All tables in one database."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._pool: Any = None
        self._ear: asyncio.Task[None] | None = None

    def where(self) -> str:
        """Without the password an address may hold."""
        return f"PostgreSQL at {self.address.rpartition('@')[2]}"

    async def open(self, changed: Changed) -> None:
        try:
            self._pool = await asyncpg.create_pool(self.address, min_size=1, max_size=8)
            await self._pool.execute(SCHEMA)
        except (OSError, asyncpg.PostgresError, ValueError) as off:
            raise StoreError(f"{self.where()} cannot be used: {off}") from None
        listening = asyncio.Event()
        self._ear = asyncio.create_task(self._listen(changed, listening))
        await listening.wait()

    async def close(self) -> None:
        if self._ear is not None:
            self._ear.cancel()
            with suppress(asyncio.CancelledError):
                await self._ear
        if self._pool is not None:
            await self._pool.close()

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        try:
            await self._pool.execute(APPEND, table, at, lines, f"{table} {at + len(lines)}")
        except asyncpg.UniqueViolationError:
            raise LineTaken(f"line {at} of table {table} is taken") from None
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as off:
            raise StoreError(f"the step could not be written ({off})") from None

    async def read(self, table: str, start: int = 0) -> list[bytes]:
        try:
            return [row["body"] for row in await self._pool.fetch(READ, table, start)]
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as off:
            raise StoreError(f"the tables cannot be read ({off})") from None

    # ------------------------------------------------------------ other servers
    async def _listen(self, changed: Changed, listening: asyncio.Event) -> None:
        """Hear what is written, and begin again whenever the connection is lost."""
        while True:
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self._listen_once(changed, listening)
            log.warning("the connection to %s was lost; trying again", self.where())
            await asyncio.sleep(RETRY)

    async def _listen_once(self, changed: Changed, listening: asyncio.Event) -> None:
        lost = asyncio.Event()
        connection = await asyncpg.connect(self.address)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, lambda *notice: changed(*parse_notice(notice[-1])))
            if listening.is_set():
                changed(None, 0)  # whatever was said meanwhile was not heard
            listening.set()
            await lost.wait()
        finally:
            await connection.close()


def parse_notice(said: str) -> tuple[str, int]:
    """A table and how many lines it has."""
    table, _, length = said.partition(" ")
    return table, int(length)
