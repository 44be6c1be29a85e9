"""The store in one SQLite file.

One thread writes. It takes all waiting jobs, writes them in one transaction and syncs once (group commit), so a
thousand tables need about as many syncs as one. With WAL and synchronous=FULL, a line survives a power failure once its
write was reported. Writes of other processes are detected with SQLite's data_version counter.

Every write has a time limit. A job that the thread has not begun by then is withdrawn, and nothing is changed. A job
that it has begun has an unknown outcome, for example because the disk does not respond.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from sortilege.core.data_folder import make_private
from sortilege.server.background import Background
from sortilege.server.store.protocol import Changed, LineTaken, OutcomeUnknown, Row, Statement, StoreError
from sortilege.server.store.schema import DEVICES, NOTES, PENDING, PEOPLE, SERVERS, SUBSCRIPTIONS

MOST_JOBS: Final = 512  # a transaction with so many jobs takes no further batch
POLL_SECONDS: Final = 0.5  # seconds between two checks for writes of other processes
OPEN_TIMEOUT: Final = 10.0  # seconds to wait for another process that applies migrations
LOCK_RETRY_SECONDS: Final = 0.25  # seconds between two attempts to begin a transaction while the file is locked
LINES: Final = """
CREATE TABLE IF NOT EXISTS line (tab TEXT, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (tab, n)) WITHOUT ROWID
"""
SIZE: Final = """
SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size
"""
COLUMNS: Final = 3
MOST_ROWS: Final = 64  # in one statement
LARGEST_VACUUM: Final = 64 * 2**20  # bytes; vacuuming a file of this size takes about a second
MIGRATIONS: Final = (LINES, PEOPLE, NOTES, SERVERS, SUBSCRIPTIONS, PENDING, DEVICES)  # see schema.py


class Append(NamedTuple):
    """Lines to append to a table."""

    table: str
    at: int
    lines: list[bytes]


class Change(NamedTuple):
    """Statements to execute together."""

    steps: list[Statement]


@dataclass(slots=True)
class Job:
    """Work for the writer thread. Either the writer begins it, or its caller withdraws it after a timeout."""

    work: Append | Change
    done: asyncio.Future[list[list[Row]]]  # the rows that each step of a change returned
    begun: bool = False
    withdrawn: bool = False


Results = list[tuple[Job, list[list[Row]] | Exception]]
Result = TypeVar("Result")


class SqliteStore:
    """A store in one SQLite file."""

    shared = False  # meant for one server; writes of another process are detected nevertheless

    def __init__(self, file: Path, seconds: float = 5.0) -> None:
        self.file = file
        self.seconds = seconds  # time limit of one call
        self._new_jobs: list[Job] = []  # added in this iteration of the event loop
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._claim_lock = threading.Lock()  # either the writer begins a job, or the job is withdrawn
        self._reader_lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._last_version = 0  # the last value of SQLite's data_version

    def where(self) -> str:
        return str(self.file)

    # ------------------------------------------------------------ opening and closing
    async def open(self, changed: Changed, background: Background | None = None) -> None:
        try:
            make_private(self.file.parent)
            self.file.touch(mode=0o600)
            self.file.chmod(0o600)  # SQLite gives its other files the same permissions
            self._writer = self._connect()
            self._reader = self._connect()
            self._writer.execute(f"PRAGMA busy_timeout = {LOCK_RETRY_SECONDS * 1000:.0f}")
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"the tables' file {self.file} cannot be used: {error}") from None
        self._loop = asyncio.get_running_loop()
        self._changed = changed
        self._last_version = self._data_version()
        self._thread = (background or Background()).keep_thread("sortilege-store", self._write_all)

    def _connect(self) -> sqlite3.Connection:
        """Open a connection and apply missing migrations. Raise StoreError if a newer version wrote the file."""
        base = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False, timeout=OPEN_TIMEOUT)
        if version_of(base) > len(MIGRATIONS):
            base.close()
            raise StoreError(f"{self.file} was written by a newer Sortilege; please update this one")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("PRAGMA secure_delete=ON")  # overwrite deleted data
        if version_of(base) < len(MIGRATIONS):
            self._migrate(base)
        return base

    def _migrate(self, base: sqlite3.Connection) -> None:
        """Apply the missing migrations, after a copy of the old file was made. If several servers start at once, the
        first one migrates and the others wait."""
        if (version := version_of(base)) > 0:
            copy_database(base, self.file.with_name(f"{self.file.stem}.form-{version}{self.file.suffix}"))
        base.execute("BEGIN IMMEDIATE")
        try:
            for step in MIGRATIONS[version_of(base) :]:
                for statement in filter(str.strip, step.split(";")):
                    base.execute(statement)
            base.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
            base.execute("COMMIT")
        except sqlite3.Error:
            if base.in_transaction:
                base.execute("ROLLBACK")
            raise

    async def close(self) -> None:
        if self._thread is None:
            return
        thread, self._thread = self._thread, None
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(thread.join)
        self._writer.close()
        await asyncio.to_thread(self._close_reader)

    def _close_reader(self) -> None:
        with self._reader_lock:  # a thread may still be reading after its caller's timeout; SQLite would crash
            self._reader.close()

    # ------------------------------------------------------------ writing
    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        await self._submit(Append(table, at, lines))

    async def change(self, steps: list[Statement]) -> list[list[Row]]:
        return await self._submit(Change(steps))

    async def _submit(self, work: Append | Change) -> list[list[Row]]:
        """Pass the work to the writer thread and return its result. Raises StoreError or OutcomeUnknown after
        `seconds`."""
        if self._thread is None:
            raise StoreError("the store is closed")
        job = Job(work, self._loop.create_future())
        self._enqueue(job)
        try:
            async with asyncio.timeout(self.seconds):
                return await job.done
        except TimeoutError:
            if self._withdraw(job):
                raise StoreError(f"nothing could be written within {self.seconds:g} s") from None
            raise OutcomeUnknown(f"the disk did not answer within {self.seconds:g} s") from None
        except asyncio.CancelledError:
            self._withdraw(job)
            raise

    def _withdraw(self, job: Job) -> bool:
        """Tell the writer thread to skip a job. Return False if it has already begun."""
        with self._claim_lock:
            job.withdrawn = not job.begun
        return job.withdrawn

    def _enqueue(self, job: Job) -> None:
        """Add a job. The jobs of one iteration of the event loop are passed to the writer together, because waking the
        thread costs more than writing."""
        if not self._new_jobs:
            self._loop.call_soon(self._hand_over)
        self._new_jobs.append(job)

    def _hand_over(self) -> None:
        """Pass the new jobs to the writer thread."""
        if self._new_jobs:
            self._queue.put(self._new_jobs)
            self._new_jobs = []

    async def rewrite(self, table: str, lines: dict[int, bytes]) -> None:
        update = "UPDATE line SET body = $3 WHERE tab = $1 AND n = $2"
        await self.change([Statement(update, (table, n, body)) for n, body in lines.items()])

    async def remove(self, table: str) -> None:
        await self.change([Statement("DELETE FROM line WHERE tab = $1", (table,))])

    def _write_all(self) -> None:
        """Run the writer thread: one transaction after the other, until None is in the queue."""
        ends = False
        while not ends:
            group, ends = self._next_group()
            self._write(group)
            if not ends:
                self._check_other_writers()

    def _next_group(self) -> tuple[list[Job], bool]:
        """Return the waiting jobs, or none after POLL_SECONDS without any, and whether the thread has to end."""
        group: list[Job] = []
        with suppress(queue.Empty):
            jobs = self._queue.get(timeout=POLL_SECONDS)
            while jobs is not None:
                group += jobs
                if len(group) >= MOST_JOBS:
                    return group, False
                jobs = self._queue.get_nowait()
            return group, True
        return group, False

    def _write(self, group: list[Job]) -> None:
        """Write a group of jobs in one transaction and report their results. If one job violates a constraint, the
        transaction is repeated with a savepoint for each job, so that the others succeed."""
        if not group:
            return
        try:
            try:
                results = self._transaction(self._do_all, group)
            except sqlite3.IntegrityError:
                results = self._transaction(self._do_each, group)
        except Exception as error:  # every caller must get a result
            # A commit that was written but not synced may be there after a crash.
            unsynced = isinstance(error, sqlite3.Error) and primary_code(error) == sqlite3.SQLITE_IOERR
            kind = OutcomeUnknown if unsynced else StoreError
            results = [(job, kind(f"the step could not be written to disk ({error})")) for job in group]
        self._call_in_loop(_set_results, results)

    def _transaction(self, do: Callable[[list[Job]], Results], group: list[Job]) -> Results:
        """Execute `do` in a transaction. The jobs are on disk when this returns. After an exception the transaction is
        rolled back."""
        try:
            self._lock_file(group)
            with self._claim_lock:
                for job in group:
                    job.begun = not job.withdrawn
            results = do([job for job in group if job.begun])
            self._writer.execute("COMMIT")
            return results
        except Exception:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise

    def _lock_file(self, group: list[Job]) -> None:
        """Begin a transaction. Retries while another process has the file locked and a caller still waits for this
        group."""
        while True:
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if primary_code(error) != sqlite3.SQLITE_BUSY or all(job.withdrawn for job in group):
                    raise

    def _do_all(self, group: list[Job]) -> Results:
        """Execute all jobs in order and return their results. Lines of many tables are inserted with few statements,
        because this thread releases Python's global lock at each statement and has to wait for it."""
        results: Results = []
        rows: list[object] = []
        for job in group:
            if isinstance(job.work, Append):
                for i, line in enumerate(job.work.lines):
                    rows += (job.work.table, job.work.at + i, line)
                results.append((job, []))
            else:
                self._insert(rows)
                rows = []
                results.append((job, [self._fetch_step(step) for step in job.work.steps]))
        self._insert(rows)
        return results

    def _do_each(self, group: list[Job]) -> Results:
        """Execute each job in a savepoint of its own, so that a failing job does not affect the others."""
        return [(job, self._do(job)) for job in group]

    def _do(self, job: Job) -> list[list[Row]] | Exception:
        """Execute one job in a savepoint. Return its rows, or the error after which the job was rolled back."""
        self._writer.execute("SAVEPOINT one")
        try:
            return self._do_all([job])[0][1]
        except sqlite3.IntegrityError as error:
            self._writer.execute("ROLLBACK TO one")
            if isinstance(job.work, Append):
                return LineTaken(f"line {job.work.at} of table {job.work.table} is taken")
            return StoreError(f"the change does not fit what is there ({error})")
        finally:
            self._writer.execute("RELEASE one")

    def _insert(self, rows: list[object]) -> None:
        """Insert lines. `rows` is a flat list with the COLUMNS values of each line."""
        start = 0
        while (left := (len(rows) - start) // COLUMNS) > 0:
            # A power of two, so that few different statements have to be prepared.
            count = min(1 << left.bit_length() - 1, MOST_ROWS)
            self._writer.execute(insertion(count), rows[start : start + COLUMNS * count])
            start += COLUMNS * count

    def _fetch_step(self, step: Statement) -> list[Row]:
        """Execute a statement on the writing connection and return its rows."""
        return self._writer.execute(step.sql, named_values(step)).fetchall()

    # ------------------------------------------------------------ reading
    async def read(self, table: str, start: int = 0) -> list[bytes]:
        rows = await self._fetch("SELECT body FROM line WHERE tab = ? AND n >= ? ORDER BY n", (table, start))
        return [body for (body,) in rows]

    async def lengths(self, tables: list[str]) -> dict[str, int]:
        def longest(reader: sqlite3.Connection) -> dict[str, int]:
            lines = "SELECT max(n) FROM line WHERE tab = ?"
            last_lines = {table: reader.execute(lines, (table,)).fetchone()[0] for table in tables}
            return {table: last + 1 for table, last in last_lines.items() if last is not None}

        return await self._read(longest)

    async def look_up(self, step: Statement) -> list[Row]:
        return await self._fetch(step.sql, named_values(step))

    async def _fetch(self, sql: str, values: tuple[object, ...] | dict[str, object]) -> list[Row]:
        return await self._read(lambda reader: reader.execute(sql, values).fetchall())

    async def _read(self, look: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run `look` on the reading connection, in a thread. Raises StoreError after `seconds`."""

        def reading() -> Result:
            with self._reader_lock:
                return look(self._reader)

        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.to_thread(reading)
        except sqlite3.Error as error:
            raise StoreError(f"the tables' file {self.file} cannot be read: {error}") from None
        except TimeoutError:
            raise StoreError(f"the tables' file {self.file} did not answer within {self.seconds:g} s") from None

    async def size(self) -> int:
        return int((await self.look_up(Statement(SIZE)))[0][0])

    # ------------------------------------------------------------ deleted bytes
    async def purge(self) -> None:
        """Remove deleted bytes from the file and from its write-ahead log. `secure_delete` overwrites a deleted row,
        but not the copies of it that SQLite leaves in unused parts of pages when it moves rows between pages: only
        VACUUM removes those. Nothing can be written while VACUUM runs, so it is left out for large files."""
        try:
            await asyncio.wait_for(asyncio.to_thread(self._purge), 2 * self.seconds)
        except sqlite3.Error as error:
            raise StoreError(f"deleted bytes are still in the files beside {self.file} ({error})") from None
        except TimeoutError:
            raise StoreError(f"deleted bytes could not be removed within {2 * self.seconds:g} s") from None

    def _purge(self) -> None:
        base = sqlite3.connect(self.file, isolation_level=None, timeout=self.seconds)
        try:
            if self.file.stat().st_size <= LARGEST_VACUUM:
                base.execute("VACUUM")
            busy, *_ = base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise sqlite3.OperationalError("another process reads the file")
        finally:
            base.close()

    # ------------------------------------------------------------ other processes
    def _check_other_writers(self) -> None:
        """Report that any table may have changed if another connection has committed, which increases data_version."""
        now = self._data_version()
        if now != self._last_version:
            self._last_version = now
            self._call_in_loop(self._changed, None, 0)

    def _data_version(self) -> int:
        """Return the counter that SQLite increases when another connection commits."""
        with suppress(sqlite3.Error):
            return int(self._writer.execute("PRAGMA data_version").fetchone()[0])
        return self._last_version

    def _call_in_loop(self, listener: Callable[..., None], *arguments: object) -> None:
        """Call a function in the event loop, from any thread."""
        with suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(listener, *arguments)


@cache
def insertion(count: int) -> str:
    """Return the statement that inserts this number of lines."""
    return "INSERT INTO line VALUES " + ", ".join(["(?, ?, ?)"] * count)


def _set_results(results: Results) -> None:
    """Pass the results to the callers that still wait."""
    for job, result in results:
        if job.done.done():
            continue
        if isinstance(result, Exception):
            job.done.set_exception(result)
        else:
            job.done.set_result(result)


def primary_code(error: sqlite3.Error) -> int:
    """Return the primary result code of an SQLite error, without the details of its extended code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def named_values(step: Statement) -> dict[str, object]:
    """Return the values by name for SQLite, which treats $1 as a parameter named "1"."""
    return {str(number): value for number, value in enumerate(step.values, 1)}


def version_of(base: sqlite3.Connection) -> int:
    """Return the number of migrations that were applied to a database; 0 if it is new."""
    return int(base.execute("PRAGMA user_version").fetchone()[0])


def copy_database(base: sqlite3.Connection, file: Path) -> None:
    """Copy a database to a file, also while others use it. The file gets its final name only when it is complete."""
    draft = file.with_name(file.name + ".draft")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_WRONLY, 0o600))  # as private as the original
    copy = sqlite3.connect(draft)
    try:
        base.backup(copy)
    finally:
        copy.close()
    draft.replace(file)
