"""The store in one SQLite file.

One thread writes. It takes everything that waits, writes it in one transaction and syncs once (group commit), so a
thousand tables cost about as many syncs as one. WAL, synchronous=FULL: a line that was reported written survives a
power cut. Another process writing to the same file is noticed by SQLite's own counter.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from sortilege.server.store import Changed, LineTaken, StoreError

VERSION: Final = 1
GROUP: Final = 512  # appends in one transaction at most
LOOK_ABOUT: Final = 0.5  # seconds between looks for what other processes wrote
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS line (tab TEXT, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (tab, n)) WITHOUT ROWID
"""


class Append(NamedTuple):
    """Lines waiting to be written, and who waits for it."""

    table: str
    at: int
    lines: list[bytes]
    done: asyncio.Future[None]


class SqliteStore:
    """All tables in one file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._waiting: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._reading = threading.Lock()
        self._thread: threading.Thread | None = None
        self._seen = 0  # SQLite's counter of what other connections committed

    def where(self) -> str:
        return str(self.file)

    # ------------------------------------------------------------ opening and closing
    async def open(self, changed: Changed) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._connected()
            self._reader = self._connected()
        except (OSError, sqlite3.Error) as off:
            raise StoreError(f"the tables' file {self.file} cannot be used: {off}") from None
        self._loop = asyncio.get_running_loop()
        self._changed = changed
        self._seen = self._counter()
        self._thread = threading.Thread(target=self._write_all, name="sortilege-store", daemon=True)
        self._thread.start()

    def _connected(self) -> sqlite3.Connection:
        base = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False, timeout=10)
        version = base.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            base.close()
            raise StoreError(f"{self.file} was written by a newer Sortilege; please update this one")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute(SCHEMA)
        base.execute(f"PRAGMA user_version={VERSION}")
        return base

    async def close(self) -> None:
        if self._thread is None:
            return
        thread, self._thread = self._thread, None
        self._waiting.put(None)
        await asyncio.to_thread(thread.join)
        self._writer.close()
        self._reader.close()

    # ------------------------------------------------------------ writing
    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        if self._thread is None:
            raise StoreError("the store is closed")
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.put(Append(table, at, lines, done))
        await done

    def _write_all(self) -> None:
        """The writer thread: one transaction after the other, until None comes."""
        while True:
            group = self._next_group()
            if None in group:
                return self._write([one for one in group if one is not None])
            self._write([one for one in group if one is not None])
            self._look_about()

    def _next_group(self) -> list[Append | None]:
        """Everything that waits; nothing after a while in which nothing came."""
        group: list[Append | None] = []
        with suppress(queue.Empty):
            group.append(self._waiting.get(timeout=LOOK_ABOUT))
            while len(group) < GROUP and group[-1] is not None:
                group.append(self._waiting.get_nowait())
        return group

    def _write(self, group: list[Append]) -> None:
        if not group:
            return
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            answers = [(one, self._insert(one)) for one in group]
            self._writer.execute("COMMIT")
        except sqlite3.Error as off:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            answers = [(one, StoreError(f"the step could not be written to disk ({off})")) for one in group]
        self._report(_answer, answers)

    def _insert(self, one: Append) -> Exception | None:
        rows = [(one.table, one.at + i, line) for i, line in enumerate(one.lines)]
        self._writer.execute("SAVEPOINT one")
        try:
            self._writer.executemany("INSERT INTO line VALUES (?, ?, ?)", rows)
        except sqlite3.IntegrityError:
            self._writer.execute("ROLLBACK TO one")
            return LineTaken(f"line {one.at} of table {one.table} is taken")
        finally:
            self._writer.execute("RELEASE one")
        return None

    # ------------------------------------------------------------ reading
    async def read(self, table: str, start: int = 0) -> list[bytes]:
        try:
            return await asyncio.to_thread(self._read, table, start)
        except sqlite3.Error as off:
            raise StoreError(f"the tables' file {self.file} cannot be read: {off}") from None

    def _read(self, table: str, start: int) -> list[bytes]:
        with self._reading:
            rows = self._reader.execute("SELECT body FROM line WHERE tab = ? AND n >= ? ORDER BY n", (table, start))
            return [body for (body,) in rows]

    # ------------------------------------------------------------ other processes
    def _look_about(self) -> None:
        """The counter of the writer's connection moves exactly when somebody else has committed."""
        now = self._counter()
        if now != self._seen:
            self._seen = now
            self._report(self._changed, None, 0)

    def _counter(self) -> int:
        with suppress(sqlite3.Error):
            return int(self._writer.execute("PRAGMA data_version").fetchone()[0])
        return self._seen

    def _report(self, listener: Callable[..., None], *what: object) -> None:
        with suppress(RuntimeError):  # the loop is gone: nobody listens any more
            self._loop.call_soon_threadsafe(listener, *what)


def _answer(answers: list[tuple[Append, Exception | None]]) -> None:
    for one, off in answers:
        if one.done.done():
            continue
        if off is None:
            one.done.set_result(None)
        else:
            one.done.set_exception(off)
