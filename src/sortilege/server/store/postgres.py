"""The store in PostgreSQL, shared by any number of servers (the `postgres` extra).

1. The primary key (table, line) decides who wrote a line.
2. The other servers are told with NOTIFY, of everything written within a moment at once: a notice in every transaction
   would let them commit one after the other only. A server that lost its ear looks at every table it has again, and so
   does each of them now and then, since one may die between writing and telling.
3. No call takes longer than it may. When one does, every connection is given up, for PostgreSQL or the way to it may be
   frozen; the next call begins with new ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import asyncpg

from sortilege.server.store import Changed, LineTaken, Row, Step, StoreError
from sortilege.server.store.form import NOTES, PEOPLE, SERVERS, WAYS

CHANNEL: Final = "sortilege"
LOCK: Final = 0x50C7  # held by the server that brings the database up to date
RETRY: Final = 1.0  # seconds between attempts to listen again
LINES: Final = """
CREATE TABLE IF NOT EXISTS sortilege_line (tab TEXT, n INTEGER, body BYTEA NOT NULL, PRIMARY KEY (tab, n))
"""
FORM: Final = (LINES, PEOPLE, NOTES, SERVERS, WAYS)  # step by step: see form.py
APPEND: Final = """
INSERT INTO sortilege_line SELECT $1, $2 + i - 1, body FROM unnest($3::bytea[]) WITH ORDINALITY AS lines(body, i)
"""
NOTIFY: Final = "SELECT pg_notify('sortilege', $1)"
LENGTHS: Final = "SELECT tab, max(n) + 1 FROM sortilege_line WHERE tab = ANY($1::text[]) GROUP BY tab"
MOMENT: Final = 0.01  # seconds in which notices are gathered
NOTICES: Final = 200  # in one NOTIFY, which holds 8,000 bytes
NOW_AND_THEN: Final = 5.0  # seconds between looks for what nobody told
TROUBLE: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncio.TimeoutError)
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
        self._to_tell = asyncio.Event()

    def where(self) -> str:
        """Without the password an address may hold."""
        return f"PostgreSQL at {self.address.rpartition('@')[2]}"

    async def open(self, changed: Changed) -> None:
        try:
            self._pool = await self._connected()
            await self._bring_up_to_date()
        except (*TROUBLE, ValueError) as off:
            raise StoreError(f"{self.where()} cannot be used: {off}") from None
        listening = asyncio.Event()
        work = (self._listen(changed, listening), self._tell(), self._look_about(changed))
        self._tasks = [asyncio.create_task(one) for one in work]
        await listening.wait()

    async def _connected(self) -> Any:
        limits = {"timeout": self.seconds, "command_timeout": self.seconds}
        return await asyncio.wait_for(asyncpg.create_pool(self.address, min_size=1, max_size=8, **limits), self.seconds)

    async def _within(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        """What the work with the pool answers, in the time it may take. Ending a call politely takes PostgreSQL's help;
        one that is frozen gives none, so the connections are cut."""
        begun = asyncio.ensure_future(self._begin(work))
        done, _ = await asyncio.wait([begun], timeout=self.seconds)
        if done:
            return begun.result()
        begun.cancel()
        begun.add_done_callback(lambda late: late.cancelled() or late.exception())
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None
        raise TimeoutError(f"no answer within {self.seconds:g} s")

    async def _begin(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        if self._pool is None:
            self._pool = await self._connected()
        return await work(self._pool)

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
                await asyncio.wait_for(self._pool.close(), self.seconds)

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        try:
            await self._within(lambda pool: pool.execute(APPEND, table, at, lines))
        except asyncpg.UniqueViolationError:
            raise LineTaken(f"line {at} of table {table} is taken") from None
        except TROUBLE as off:
            raise StoreError(f"the step could not be written ({off})") from None
        self._untold[table] = at + len(lines)
        self._to_tell.set()

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
        async def work(pool: Any) -> list[list[Row]]:
            async with pool.acquire() as connection, connection.transaction():
                return [[tuple(row) for row in await connection.fetch(step.sql, *step.values)] for step in steps]

        try:
            changed: list[list[Row]] = await self._within(work)
            return changed
        except TROUBLE as off:
            raise StoreError(f"the change could not be written ({off})") from None

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
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(lost.wait(), self.seconds)
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

    async def _look_about(self, changed: Changed) -> None:
        while True:
            await asyncio.sleep(NOW_AND_THEN)
            changed(None, 0)


def parse_notices(said: str) -> list[tuple[str, int]]:
    """Tables and how many lines they have."""
    parts = [line.partition(" ") for line in said.splitlines()]
    return [(table, int(length)) for table, _, length in parts]
