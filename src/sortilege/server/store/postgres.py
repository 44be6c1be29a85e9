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
from sortilege.server.store.protocol import LineTaken, OnWrite, OutcomeUnknown, Row, Statement, StoreError
from sortilege.server.store.schema import DEVICES, NOTES, PENDING, PEOPLE, SERVERS, SUBSCRIPTIONS

CHANNEL: Final = "sortilege"
MIGRATION_LOCK: Final = 0x50C7  # id of the advisory lock held by the server that applies the migrations; any number
RETRY_SECONDS: Final = 1.0  # between two attempts to listen again
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
GATHER_SECONDS: Final = 0.01  # in which writes are collected, to be announced together
MAX_IN_NOTIFY: Final = 200  # tables in one NOTIFY, whose payload is limited to 8,000 bytes
POLL_SECONDS: Final = 5.0  # between two checks for writes that were not announced
CONNECTION_ERRORS: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncio.TimeoutError)
# The CONNECTION_ERRORS after which a statement may have been committed. PostgreSQL reports all others itself, after a
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
    """A store in a PostgreSQL database. Implements `Store`."""

    shared = True  # several servers can use it

    def __init__(self, address: str, time_limit: float = 5.0) -> None:
        self.address = address
        self.time_limit = time_limit  # seconds for one call
        self._pool: Any = None
        self._tasks: list[asyncio.Task[None]] = []
        self._unannounced: dict[str, int] = {}  # by table with new lines: its number of lines

    def where(self) -> str:
        """Return the address of the database without user name and password."""
        return f"PostgreSQL at {self.address.rpartition('@')[2]}"

    async def open(self, on_write: OnWrite, background: Background | None = None) -> None:
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
            background.keep("store listener", partial(self._listen, on_write, listening)),
            background.keep("store notifier", self._announce),
            background.keep("store poll", partial(self._poll, on_write)),
        ]
        await listening.wait()

    async def _connect(self) -> Any:
        """Open a connection pool."""
        limits = {"timeout": self.time_limit, "command_timeout": self.time_limit}
        async with asyncio.timeout(self.time_limit):
            return await asyncpg.create_pool(self.address, min_size=1, max_size=8, **limits)

    async def _with_timeout(self, function: Callable[[Any], Awaitable[Any]]) -> Any:
        """Call `function` with the connection pool and return its result. If that takes longer than the time limit,
        abort the connections of this pool and raise TimeoutError. The next call opens a new pool."""
        pool: Any = None

        async def call_with_pool() -> Any:
            nonlocal pool
            pool = await self._open_pool()
            return await function(pool)

        task = asyncio.ensure_future(call_with_pool())
        done, _ = await asyncio.wait([task], timeout=self.time_limit)
        if done:
            return task.result()
        task.cancel()
        task.add_done_callback(_ignore_exception)
        if pool is not None:
            pool.terminate()  # a PostgreSQL that hangs cannot close the connections properly
        if self._pool is pool:  # otherwise another call has already opened a new pool
            self._pool = None
        raise TimeoutError(f"no answer within {self.time_limit:g} s")

    async def _open_pool(self) -> Any:
        """Return the connection pool. If none is open, the first caller opens one while the others wait."""
        async with self._connecting:
            if self._pool is None:
                self._pool = await self._connect()
            return self._pool

    async def _migrate(self) -> None:
        """Apply all migrations. A lock makes servers that start at the same time take turns."""
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
            for migration in MIGRATIONS:
                await connection.execute(migration)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pool is not None:
            with suppress(*CONNECTION_ERRORS):
                async with asyncio.timeout(self.time_limit):
                    await self._pool.close()

    async def append(self, table: str, start: int, lines: list[bytes]) -> None:
        try:
            await self._write("the step", lambda connection: connection.execute(APPEND, table, start, lines))
        except asyncpg.UniqueViolationError:
            raise LineTaken(f"line {start} of table {table} is taken") from None
        self._unannounced[table] = start + len(lines)
        self._has_writes.set()

    async def _write(self, subject: str, function: Callable[[Any], Awaitable[Any]]) -> Any:
        """Call `function` with a connection, let it write and return its result. `subject` names in error messages what
        is written. Raise StoreError, OutcomeUnknown or asyncpg's UniqueViolationError."""
        may_be_sent = False

        async def call_with_connection(pool: Any) -> Any:
            nonlocal may_be_sent
            async with pool.acquire() as connection:
                may_be_sent = True
                return await function(connection)

        try:
            return await self._with_timeout(call_with_connection)
        except asyncpg.UniqueViolationError:
            raise
        except CONNECTION_ERRORS as error:
            if may_be_sent and isinstance(error, UNKNOWN_OUTCOME_ERRORS):
                raise OutcomeUnknown(f"whether {subject} was written is not known ({error})") from None
            raise StoreError(f"{subject} could not be written ({error})") from None

    async def lengths(self, tables: list[str]) -> dict[str, int]:
        try:
            return dict(await self._with_timeout(lambda pool: pool.fetch(LENGTHS, tables)))
        except CONNECTION_ERRORS as error:
            raise StoreError(f"the tables cannot be read ({error})") from None

    async def read(self, table: str, start: int = 0) -> list[bytes]:
        try:
            return [row["body"] for row in await self._with_timeout(lambda pool: pool.fetch(READ, table, start))]
        except CONNECTION_ERRORS as error:
            raise StoreError(f"the tables cannot be read ({error})") from None

    async def rewrite(self, table: str, lines: dict[int, bytes]) -> None:
        update = "UPDATE sortilege_line SET body = $3 WHERE tab = $1 AND n = $2"
        await self.change([Statement(update, (table, number, line)) for number, line in lines.items()])

    async def remove(self, table: str) -> None:
        await self.change([Statement("DELETE FROM sortilege_line WHERE tab = $1", (table,))])

    async def look_up(self, query: Statement) -> list[Row]:
        try:
            return [tuple(row) for row in await self._with_timeout(lambda pool: pool.fetch(query.sql, *query.values))]
        except CONNECTION_ERRORS as error:
            raise StoreError(f"what is remembered of people cannot be read ({error})") from None

    async def change(self, statements: list[Statement]) -> list[list[Row]]:
        async def execute(connection: Any) -> list[list[Row]]:
            results: list[list[Row]] = []
            async with connection.transaction():
                for statement in statements:
                    results.append([tuple(row) for row in await connection.fetch(statement.sql, *statement.values)])
            return results

        try:
            results: list[list[Row]] = await self._write("the change", execute)
            return results
        except asyncpg.UniqueViolationError as error:
            raise StoreError(f"the change could not be written ({error})") from None

    async def purge(self) -> None:
        """Do nothing: PostgreSQL reuses the space of deleted rows after its own vacuum."""

    async def size(self) -> int:
        """Return the size of our tables in bytes, including freed pages that PostgreSQL has not returned yet."""
        return int((await self.look_up(Statement(SIZE)))[0][0])

    # ------------------------------------------------------------ other servers
    async def _listen(self, on_write: OnWrite, listening: asyncio.Event) -> None:
        """Listen for the announcements of other servers, and reconnect when the connection is lost."""
        while True:
            with suppress(*CONNECTION_ERRORS):
                await self._listen_once(on_write, listening)
            log.warning("the connection to %s was lost; trying again", self.where())
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen_once(self, on_write: OnWrite, listening: asyncio.Event) -> None:
        """Call `on_write` for each table that another server has written to, until the connection is lost. Set
        `listening` as soon as the first connection works. Later connections first report that any table may have
        changed."""
        lost = asyncio.Event()

        def receive(_connection: Any, _process: int, _channel: str, payload: Any) -> None:
            metrics.STORE_NOTIFICATIONS.add(direction="received")
            for table, length in parse_payload(payload):
                on_write(table, length)

        connection = await asyncpg.connect(self.address, timeout=self.time_limit)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, receive)
            is_reconnection = listening.is_set()
            if is_reconnection:
                on_write(None, 0)  # announcements in the meantime were missed
            listening.set()
            await self._wait_until_lost(connection, lost)
        finally:
            connection.terminate()

    async def _wait_until_lost(self, connection: Any, lost: asyncio.Event) -> None:
        """Wait until the connection is closed. Raise an error if it is open but PostgreSQL no longer responds."""
        while not lost.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(self.time_limit):
                    await lost.wait()
                return
            await connection.execute("SELECT 1", timeout=self.time_limit)

    async def _announce(self) -> None:
        """Announce writes to the other servers, collected for GATHER_SECONDS."""
        while True:
            await self._has_writes.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._has_writes.clear()
            unannounced, self._unannounced = list(self._unannounced.items()), {}
            for start in range(0, len(unannounced), MAX_IN_NOTIFY):
                lengths = unannounced[start : start + MAX_IN_NOTIFY]
                payload = "\n".join(f"{table} {length}" for table, length in lengths)
                with suppress(*CONNECTION_ERRORS):  # the other servers also poll
                    await self._with_timeout(partial(self._notify, payload))

    async def _notify(self, payload: str, pool: Any) -> None:
        await pool.execute(NOTIFY, payload)
        metrics.STORE_NOTIFICATIONS.add(direction="sent")

    async def _poll(self, on_write: OnWrite) -> None:
        """Report every few seconds that any table may have changed."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            on_write(None, 0)


def _ignore_exception(task: asyncio.Task[Any]) -> None:
    """Read the exception of a task that nobody awaits, because otherwise asyncio reports it as unhandled."""
    if not task.cancelled():
        task.exception()


def parse_payload(payload: str) -> list[tuple[str, int]]:
    """Return the names of tables and their numbers of lines from an announcement of another server. It has a line for
    each table, such as "abc123 42"."""
    parts = [line.partition(" ") for line in payload.splitlines()]
    return [(table, int(length)) for table, _, length in parts]
