"""The store in PostgreSQL, shared by any number of servers (the `postgres` extra).

1. The primary key (table, line) decides who wrote a line.
2. The other servers are told with NOTIFY, of everything written within a moment at once: a notice in every transaction
   would let them commit one after the other only. A server that lost its ear looks at every table it has again, and so
   does each of them now and then, since one may die between writing and telling.
3. No call takes longer than it may. When one does, the pool of connections it used is closed, because PostgreSQL or the
   network may be frozen; the next call opens another pool.
4. A write that was sent and not answered has an unknown outcome (OutcomeUnknown): PostgreSQL may commit it later. The
   primary key keeps it from taking the place of another line.
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
from sortilege.server.store.protocol import Changed, LineTaken, OutcomeUnknown, Row, Step, StoreError
from sortilege.server.store.schema import DEVICES, NOTES, PENDING, PEOPLE, SERVERS, WAYS

CHANNEL: Final = "sortilege"
LOCK: Final = 0x50C7  # held by the server that brings the database up to date
RETRY: Final = 1.0  # seconds between attempts to listen again
LINES: Final = """
CREATE TABLE IF NOT EXISTS sortilege_line (tab TEXT, n INTEGER, body BYTEA NOT NULL, PRIMARY KEY (tab, n))
"""
FORM: Final = (LINES, PEOPLE, NOTES, SERVERS, WAYS, PENDING, DEVICES)  # step by step: see form.py
APPEND: Final = """
INSERT INTO sortilege_line SELECT $1, $2 + i - 1, body FROM unnest($3::bytea[]) WITH ORDINALITY AS lines(body, i)
"""
NOTIFY: Final = "SELECT pg_notify('sortilege', $1)"
LENGTHS: Final = "SELECT tab, max(n) + 1 FROM sortilege_line WHERE tab = ANY($1::text[]) GROUP BY tab"
SIZE: Final = r"""
SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
WHERE relkind = 'r' AND relname LIKE 'sortilege\_%' AND pg_table_is_visible(oid)
"""
MOMENT: Final = 0.01  # seconds in which notices are gathered
NOTICES: Final = 200  # in one NOTIFY, which holds 8,000 bytes
NOW_AND_THEN: Final = 5.0  # seconds between looks for what nobody told
TROUBLE: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncio.TimeoutError)
# Of these, the errors after which a statement that was sent may have been committed. PostgreSQL reports all others
# itself, and has rolled back then.
UNANSWERED: Final = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
)
READ: Final = "SELECT body FROM sortilege_line WHERE tab = $1 AND n >= $2 ORDER BY n"
log = logging.getLogger("sortilege.server")


class PostgresStore:
    """All tables in one database."""

    shared = True

    def __init__(self, address: str, seconds: float = 5.0) -> None:
        self.address = address
        self.seconds = seconds  # that one call may take
        self._pool: Any = None
        self._tasks: list[asyncio.Task[None]] = []
        self._untold: dict[str, int] = {}  # tables that were written to, and how long they are

    def where(self) -> str:
        """Without the password an address may hold."""
        return f"PostgreSQL at {self.address.rpartition('@')[2]}"

    async def open(self, changed: Changed, background: Background | None = None) -> None:
        # An event or lock belongs to the event loop that first waits for it, and a store may be opened in several loops
        # one after the other.
        self._to_tell = asyncio.Event()
        self._connecting = asyncio.Lock()
        self._untold = {}
        try:
            self._pool = await self._connected()
            await self._bring_up_to_date()
        except (*TROUBLE, ValueError) as off:
            raise StoreError(f"{self.where()} cannot be used: {off}") from None
        listening = asyncio.Event()
        background = background or Background()
        self._tasks = [
            background.keep("store listener", partial(self._listen, changed, listening)),
            background.keep("store notifier", self._tell),
            background.keep("store poll", partial(self._look_about, changed)),
        ]
        await listening.wait()

    async def _connected(self) -> Any:
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
                self._pool = await self._connected()
            return self._pool

    async def _bring_up_to_date(self) -> None:
        """Two servers that start at once would both make what is missing: one after the other."""
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            for step in FORM:
                await connection.execute(step)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pool is not None:
            with suppress(*TROUBLE):
                async with asyncio.timeout(self.seconds):
                    await self._pool.close()

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        try:
            await self._write("the step", lambda connection: connection.execute(APPEND, table, at, lines))
        except asyncpg.UniqueViolationError:
            raise LineTaken(f"line {at} of table {table} is taken") from None
        self._untold[table] = at + len(lines)
        self._to_tell.set()

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
        except TROUBLE as error:
            if sent and isinstance(error, UNANSWERED):
                raise OutcomeUnknown(f"whether {what} was written is not known ({error})") from None
            raise StoreError(f"{what} could not be written ({error})") from None

    async def lengths(self, tables: list[str]) -> dict[str, int]:
        try:
            return dict(await self._within(lambda pool: pool.fetch(LENGTHS, tables)))
        except TROUBLE as off:
            raise StoreError(f"the tables cannot be read ({off})") from None

    async def read(self, table: str, start: int = 0) -> list[bytes]:
        try:
            return [row["body"] for row in await self._within(lambda pool: pool.fetch(READ, table, start))]
        except TROUBLE as off:
            raise StoreError(f"the tables cannot be read ({off})") from None

    async def rewrite(self, table: str, lines: dict[int, bytes]) -> None:
        put = "UPDATE sortilege_line SET body = $3 WHERE tab = $1 AND n = $2"
        await self.change([Step(put, (table, n, body)) for n, body in lines.items()])

    async def remove(self, table: str) -> None:
        await self.change([Step("DELETE FROM sortilege_line WHERE tab = $1", (table,))])

    async def look_up(self, step: Step) -> list[Row]:
        try:
            return [tuple(row) for row in await self._within(lambda pool: pool.fetch(step.sql, *step.values))]
        except TROUBLE as off:
            raise StoreError(f"what is remembered of people cannot be read ({off})") from None

    async def change(self, steps: list[Step]) -> list[list[Row]]:
        async def statements(connection: Any) -> list[list[Row]]:
            async with connection.transaction():
                return [[tuple(row) for row in await connection.fetch(step.sql, *step.values)] for step in steps]

        try:
            changed: list[list[Row]] = await self._write("the change", statements)
            return changed
        except asyncpg.UniqueViolationError as error:
            raise StoreError(f"the change could not be written ({error})") from None

    async def purge(self) -> None:
        """Nothing to do: PostgreSQL reuses the space of deleted rows after its own vacuum."""

    async def size(self) -> int:
        """The files of our tables; pages that were freed count until PostgreSQL gives them back."""
        return int((await self.look_up(Step(SIZE)))[0][0])

    # ------------------------------------------------------------ other servers
    async def _listen(self, changed: Changed, listening: asyncio.Event) -> None:
        """Hear what is written, and begin again whenever the connection is lost."""
        while True:
            with suppress(*TROUBLE):
                await self._listen_once(changed, listening)
            log.warning("the connection to %s was lost; trying again", self.where())
            await asyncio.sleep(RETRY)

    async def _listen_once(self, changed: Changed, listening: asyncio.Event) -> None:
        lost = asyncio.Event()

        def hear(*notice: Any) -> None:
            metrics.STORE_NOTIFICATIONS.add(direction="received")
            for table, length in parse_notices(notice[-1]):
                changed(table, length)

        connection = await asyncpg.connect(self.address, timeout=self.seconds)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, hear)
            if listening.is_set():
                changed(None, 0)  # whatever was said meanwhile was not heard
            listening.set()
            await self._stay_while_it_answers(connection, lost)
        finally:
            connection.terminate()

    async def _stay_while_it_answers(self, connection: Any, lost: asyncio.Event) -> None:
        """Until the connection is lost, or stands open and says nothing any more."""
        while not lost.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(self.seconds):
                    await lost.wait()
                return
            await connection.execute("SELECT 1", timeout=self.seconds)

    async def _tell(self) -> None:
        """Tell the others what was written within a moment."""
        while True:
            await self._to_tell.wait()
            await asyncio.sleep(MOMENT)
            self._to_tell.clear()
            untold, self._untold = list(self._untold.items()), {}
            for at in range(0, len(untold), NOTICES):
                notice = "\n".join(f"{table} {length}" for table, length in untold[at : at + NOTICES])
                with suppress(*TROUBLE):  # the others look by themselves now and then
                    await self._within(partial(self._notify, notice))

    async def _notify(self, notice: str, pool: Any) -> None:
        await pool.execute(NOTIFY, notice)
        metrics.STORE_NOTIFICATIONS.add(direction="sent")

    async def _look_about(self, changed: Changed) -> None:
        while True:
            await asyncio.sleep(NOW_AND_THEN)
            changed(None, 0)


def parse_notices(said: str) -> list[tuple[str, int]]:
    """Tables and how many lines they have."""
    parts = [line.partition(" ") for line in said.splitlines()]
    return [(table, int(length)) for table, _, length in parts]
