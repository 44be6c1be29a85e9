"""The store in PostgreSQL, shared by any number of servers (the `postgres` extra).

1. The primary key (table, line) ensures that only one server writes a line.
2. Servers announce their writes with NOTIFY. A NOTIFY in every transaction would serialise all commits, so writes are
   collected for a moment and announced together. A server that lost its listening connection checks all its tables, and
   every server does so every few seconds, because a server may die between a write and its announcement.
3. Every call has a time limit. If a call exceeds it, its connection pool is closed, because PostgreSQL or the network
   may be frozen. The next call opens a new pool.
4. A write that was sent but not confirmed has an unknown outcome (OutcomeUnknown), because PostgreSQL may commit it
   later. The primary key prevents that it overwrites another line.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import asyncpg

from sortilege.server import metrics
from sortilege.server.background import Background
from sortilege.server.store.protocol import Changed, LineTaken, OutcomeUnknown, Row, Statement, StoreError
from sortilege.server.store.schema import DEVICES, NOTES, PENDING, PEOPLE, SERVERS, SUBSCRIPTIONS

CHANNEL: Final = "sortilege"
LOCK: Final = 0x50C7  # advisory lock held by the server that applies the migrations
RETRY: Final = 1.0  # seconds between attempts to listen again
LINES: Final = """
CREATE TABLE IF NOT EXISTS sortilege_line (tab TEXT, n INTEGER, body BYTEA NOT NULL, PRIMARY KEY (tab, n))
"""
MIGRATIONS: Final = (LINES, PEOPLE, NOTES, SERVERS, SUBSCRIPTIONS, PENDING, DEVICES)  # see schema.py
APPEND: Final = """
INSERT INTO sortilege_line SELECT $1, $2 + i - 1, body FROM unnest($3::bytea[]) WITH ORDINALITY AS lines(body, i)
"""
NOTIFY: Final = "SELECT pg_notify('sortilege', $1)"
LENGTHS: Final = "SELECT tab, max(n) + 1 FROM sortilege_line WHERE tab = ANY($1::text[]) GROUP BY tab"
SIZE: Final = r"""
SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
WHERE relkind = 'r' AND relname LIKE 'sortilege\_%' AND pg_table_is_visible(oid)
"""
GATHER_SECONDS: Final = 0.01  # seconds in which writes are collected
MOST_IN_NOTIFY: Final = 200  # tables in one NOTIFY, whose payload is limited to 8,000 bytes
POLL_SECONDS: Final = 5.0  # seconds between two checks for writes that were not announced
CONNECTION_ERRORS: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncio.TimeoutError)
# The errors of these after which a statement may have been committed. PostgreSQL reports all others itself, after a
# rollback.
UNKNOWN_OUTCOME_ERRORS: Final = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
)
READ: Final = "SELECT body FROM sortilege_line WHERE tab = $1 AND n >= $2 ORDER BY n"
log = logging.getLogger("sortilege.server")


class PostgresStore:
    """A store in a PostgreSQL database."""

    shared = True

    def __init__(self, address: str, seconds: float = 5.0) -> None:
        self.address = address
        self.seconds = seconds  # time limit of one call
        self._pool: Any = None
        self._tasks: list[asyncio.Task[None]] = []
        self._unannounced: dict[str, int] = {}  # tables with new lines, and their number of lines

    def where(self) -> str:
        """Return the address of the database without user name and password."""
        return f"PostgreSQL at {self.address.rpartition('@')[2]}"

    async def open(self, changed: Changed, background: Background | None = None) -> None:
        # An event or lock belongs to the event loop that first waits for it, and a store may be opened in several loops
        # one after the other.
        self._has_writes = asyncio.Event()
        self._connecting = asyncio.Lock()
        self._unannounced = {}
        try:
            self._pool = await self._connect()
            await self._migrate()
        except (*CONNECTION_ERRORS, ValueError) as error:
            raise StoreError(f"{self.where()} cannot be used: {error}") from None
        listening = asyncio.Event()
        background = background or Background()
        self._tasks = [
            background.keep("store listener", partial(self._listen, changed, listening)),
            background.keep("store notifier", self._announce),
            background.keep("store poll", partial(self._poll, changed)),
        ]
        await listening.wait()

    async def _connect(self) -> Any:
        """Open a connection pool."""
        limits = {"timeout": self.seconds, "command_timeout": self.seconds}
        async with asyncio.timeout(self.seconds):
            return await asyncpg.create_pool(self.address, min_size=1, max_size=8, **limits)

    async def _within(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        """Return the result of `work(pool)`, or raise TimeoutError after `seconds`. Then the connections of that pool
        are aborted, because a frozen PostgreSQL cannot end them properly. A pool that was opened in the meantime is not
        touched."""
        pool: Any = None

        async def run() -> Any:
            nonlocal pool
            pool = await self._open_pool()
            return await work(pool)

        task = asyncio.ensure_future(run())
        done, _ = await asyncio.wait([task], timeout=self.seconds)
        if done:
            return task.result()
        task.cancel()
        task.add_done_callback(lambda late: late.cancelled() or late.exception())
        if pool is not None:
            pool.terminate()
            if self._pool is pool:
                self._pool = None
        raise TimeoutError(f"no answer within {self.seconds:g} s")

    async def _open_pool(self) -> Any:
        """Return the connection pool. If there is none, the first caller opens one and the others wait for it."""
        async with self._connecting:
            if self._pool is None:
                self._pool = await self._connect()
            return self._pool

    async def _migrate(self) -> None:
        """Apply all migrations. The lock makes servers that start at the same time do this one after the other."""
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            for step in MIGRATIONS:
                await connection.execute(step)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pool is not None:
            with suppress(*CONNECTION_ERRORS):
                async with asyncio.timeout(self.seconds):
                    await self._pool.close()

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        try:
            await self._write("the step", lambda connection: connection.execute(APPEND, table, at, lines))
        except asyncpg.UniqueViolationError:
            raise LineTaken(f"line {at} of table {table} is taken") from None
        self._unannounced[table] = at + len(lines)
        self._has_writes.set()

    async def _write(self, what: str, statements: Callable[[Any], Awaitable[Any]]) -> Any:
        """Run statements that write, on one connection. UniqueViolationError is left to the caller."""
        sent = False

        async def work(pool: Any) -> Any:
            nonlocal sent
            async with pool.acquire() as connection:
                sent = True
                return await statements(connection)

        try:
            return await self._within(work)
        except asyncpg.UniqueViolationError:
            raise
        except CONNECTION_ERRORS as error:
            if sent and isinstance(error, UNKNOWN_OUTCOME_ERRORS):
                raise OutcomeUnknown(f"whether {what} was written is not known ({error})") from None
            raise StoreError(f"{what} could not be written ({error})") from None

    async def lengths(self, tables: list[str]) -> dict[str, int]:
        try:
            return dict(await self._within(lambda pool: pool.fetch(LENGTHS, tables)))
        except CONNECTION_ERRORS as error:
            raise StoreError(f"the tables cannot be read ({error})") from None

    async def read(self, table: str, start: int = 0) -> list[bytes]:
        try:
            return [row["body"] for row in await self._within(lambda pool: pool.fetch(READ, table, start))]
        except CONNECTION_ERRORS as error:
            raise StoreError(f"the tables cannot be read ({error})") from None

    async def rewrite(self, table: str, lines: dict[int, bytes]) -> None:
        update = "UPDATE sortilege_line SET body = $3 WHERE tab = $1 AND n = $2"
        await self.change([Statement(update, (table, n, body)) for n, body in lines.items()])

    async def remove(self, table: str) -> None:
        await self.change([Statement("DELETE FROM sortilege_line WHERE tab = $1", (table,))])

    async def look_up(self, step: Statement) -> list[Row]:
        try:
            return [tuple(row) for row in await self._within(lambda pool: pool.fetch(step.sql, *step.values))]
        except CONNECTION_ERRORS as error:
            raise StoreError(f"what is remembered of people cannot be read ({error})") from None

    async def change(self, steps: list[Statement]) -> list[list[Row]]:
        async def statements(connection: Any) -> list[list[Row]]:
            async with connection.transaction():
                return [[tuple(row) for row in await connection.fetch(step.sql, *step.values)] for step in steps]

        try:
            changed: list[list[Row]] = await self._write("the change", statements)
            return changed
        except asyncpg.UniqueViolationError as error:
            raise StoreError(f"the change could not be written ({error})") from None

    async def purge(self) -> None:
        """Do nothing: PostgreSQL reuses the space of deleted rows after its own vacuum."""

    async def size(self) -> int:
        """Return the size of our tables in bytes, including freed pages that PostgreSQL has not returned yet."""
        return int((await self.look_up(Statement(SIZE)))[0][0])

    # ------------------------------------------------------------ other servers
    async def _listen(self, changed: Changed, listening: asyncio.Event) -> None:
        """Listen for the writes of other servers, and reconnect when the connection is lost."""
        while True:
            with suppress(*CONNECTION_ERRORS):
                await self._listen_once(changed, listening)
            log.warning("the connection to %s was lost; trying again", self.where())
            await asyncio.sleep(RETRY)

    async def _listen_once(self, changed: Changed, listening: asyncio.Event) -> None:
        """Listen until the connection is lost. After a reconnection, report that any table may have changed."""
        lost = asyncio.Event()

        def receive(*arguments: Any) -> None:
            metrics.STORE_NOTIFICATIONS.add(direction="received")
            for table, length in parse_payload(arguments[-1]):
                changed(table, length)

        connection = await asyncpg.connect(self.address, timeout=self.seconds)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, receive)
            if listening.is_set():
                changed(None, 0)  # announcements in the meantime were missed
            listening.set()
            await self._wait_until_lost(connection, lost)
        finally:
            connection.terminate()

    async def _wait_until_lost(self, connection: Any, lost: asyncio.Event) -> None:
        """Wait until the connection is closed. Raise an error if it is open but PostgreSQL no longer responds."""
        while not lost.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(self.seconds):
                    await lost.wait()
                return
            await connection.execute("SELECT 1", timeout=self.seconds)

    async def _announce(self) -> None:
        """Announce writes to the other servers, collected for GATHER_SECONDS."""
        while True:
            await self._has_writes.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._has_writes.clear()
            unannounced, self._unannounced = list(self._unannounced.items()), {}
            for at in range(0, len(unannounced), MOST_IN_NOTIFY):
                notice = "\n".join(f"{table} {length}" for table, length in unannounced[at : at + MOST_IN_NOTIFY])
                with suppress(*CONNECTION_ERRORS):  # the other servers also poll
                    await self._within(partial(self._notify, notice))

    async def _notify(self, notice: str, pool: Any) -> None:
        await pool.execute(NOTIFY, notice)
        metrics.STORE_NOTIFICATIONS.add(direction="sent")

    async def _poll(self, changed: Changed) -> None:
        """Report every few seconds that any table may have changed."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            changed(None, 0)


def parse_payload(payload: str) -> list[tuple[str, int]]:
    """Parse the payload of a NOTIFY: the names of tables with their numbers of lines."""
    parts = [line.partition(" ") for line in payload.splitlines()]
    return [(table, int(length)) for table, _, length in parts]
