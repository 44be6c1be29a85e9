"""The store in one SQLite file.

One thread writes. It takes all waiting jobs, writes them in one transaction and syncs once (group commit), so a
thousand tables need about as many syncs as one. With WAL and synchronous=FULL, a line survives a power failure once its
write was reported. Writes of other processes are detected with SQLite's data_version counter.

Every write has a time limit. If the thread has not begun a job by then, the job is withdrawn and changes nothing. If it
has begun the job, the outcome is unknown, for example because the disk does not respond.
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
from sortilege.server.store.protocol import LineTaken, OnWrite, OutcomeUnknown, Row, Statement, StoreError
from sortilege.server.store.schema import DEVICES, NOTES, PENDING, PEOPLE, SERVERS, SUBSCRIPTIONS

MAX_JOBS: Final = 512  # a transaction that has so many jobs takes no more
POLL_SECONDS: Final = 0.5  # between two checks for writes of other processes
OPEN_TIMEOUT: Final = 10.0  # seconds to wait for another process that applies migrations
LOCK_RETRY_SECONDS: Final = 0.25  # between two attempts to begin a transaction while the file is locked
LINES: Final = """
CREATE TABLE IF NOT EXISTS line (tab TEXT, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (tab, n)) WITHOUT ROWID
"""
SIZE: Final = """
SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size
"""
LOWEST_BYTE: Final = 0xFF
LINE_COLUMNS: Final = 3  # columns of the SQL table `line`
MAX_ROWS: Final = 64  # inserted with one statement
MAX_VACUUM_BYTES: Final = 64 * 2**20  # vacuuming a file of this size takes about a second
MIGRATIONS: Final = (LINES, PEOPLE, NOTES, SERVERS, SUBSCRIPTIONS, PENDING, DEVICES)  # see schema.py


class Append(NamedTuple):
    """Lines to append to the log of a game table."""

    table: str
    start: int  # the number of the first line
    lines: list[bytes]


@dataclass(slots=True)
class Job:
    """Work for the writer thread. Either the writer begins the job, or the caller withdraws it after a timeout."""

    work: Append | list[Statement]  # lines to append, or statements to execute together
    result: asyncio.Future[list[list[Row]]]  # the rows that each statement returned; [] for lines
    begun: bool = False  # the writer thread has begun the job
    withdrawn: bool = False  # the caller no longer waits, so the writer skips the job


Results = list[tuple[Job, list[list[Row]] | Exception]]
Result = TypeVar("Result")


class SqliteStore:
    """A store in one SQLite file. Implements `Store`."""

    shared = False  # meant for one server; writes of another process are detected nevertheless

    def __init__(self, file: Path, time_limit: float = 5.0) -> None:
        self.file = file
        self.time_limit = time_limit  # seconds for one call
        self._new_jobs: list[Job] = []  # jobs that were added in this iteration of the event loop
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._claim_lock = threading.Lock()  # either the writer begins a job, or the job is withdrawn
        self._reader_lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._last_version = 0  # the last value of SQLite's data_version

    def where(self) -> str:
        return str(self.file)

    # ------------------------------------------------------------ opening and closing
    async def open(self, on_write: OnWrite, background: Background | None = None) -> None:
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
        self._on_write = on_write
        self._last_version = self._data_version()
        self._thread = (background or Background()).keep_thread("sortilege-store", self._write_all)

    def _connect(self) -> sqlite3.Connection:
        """Open a connection and apply missing migrations. Raise StoreError if a newer version wrote the file."""
        database = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False, timeout=OPEN_TIMEOUT)
        if version_of(database) > len(MIGRATIONS):
            database.close()
            raise StoreError(f"{self.file} was written by a newer Sortilege; please update this one")
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("PRAGMA secure_delete=ON")  # overwrite deleted data
        if version_of(database) < len(MIGRATIONS):
            self._migrate(database)
        return database

    def _migrate(self, database: sqlite3.Connection) -> None:
        """Copy the old file, then apply the missing migrations. Servers that start at once wait for each other."""
        version = version_of(database)
        if version > 0:
            copy_database(database, self.file.with_name(f"{self.file.stem}.form-{version}{self.file.suffix}"))
        database.execute("BEGIN IMMEDIATE")
        try:
            missing_migrations = MIGRATIONS[version_of(database) :]
            for migration in missing_migrations:
                for statement in filter(str.strip, migration.split(";")):
                    database.execute(statement)
            database.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
            database.execute("COMMIT")
        except sqlite3.Error:
            if database.in_transaction:
                database.execute("ROLLBACK")
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
    async def append(self, table: str, start: int, lines: list[bytes]) -> None:
        await self._submit(Append(table, start, lines))

    async def change(self, statements: list[Statement]) -> list[list[Row]]:
        return await self._submit(statements)

    async def _submit(self, work: Append | list[Statement]) -> list[list[Row]]:
        """Pass work to the writer thread and return its result. After the time limit, raise StoreError if nothing was
        written, and OutcomeUnknown if that is not known."""
        if self._thread is None:
            raise StoreError("the store is closed")
        job = Job(work, self._loop.create_future())
        self._enqueue(job)
        try:
            async with asyncio.timeout(self.time_limit):
                return await job.result
        except TimeoutError:
            if self._withdraw(job):
                raise StoreError(f"nothing could be written within {self.time_limit:g} s") from None
            raise OutcomeUnknown(f"the disk did not answer within {self.time_limit:g} s") from None
        except asyncio.CancelledError:
            self._withdraw(job)
            raise

    def _withdraw(self, job: Job) -> bool:
        """Tell the writer thread to skip a job. Return False if it has already begun."""
        with self._claim_lock:
            job.withdrawn = not job.begun
        return job.withdrawn

    def _enqueue(self, job: Job) -> None:
        """Add a job for the writer thread. The jobs of one iteration of the event loop are passed to the thread
        together, because waking the thread costs more than writing."""
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
        await self.change([Statement(update, (table, number, line)) for number, line in lines.items()])

    async def remove(self, table: str) -> None:
        await self.change([Statement("DELETE FROM line WHERE tab = $1", (table,))])

    def _write_all(self) -> None:
        """Run the writer thread: one transaction after the other, until None is in the queue."""
        has_to_end = False
        while not has_to_end:
            group, has_to_end = self._next_group()
            self._write(group)
            if not has_to_end:
                self._check_other_writers()

    def _next_group(self) -> tuple[list[Job], bool]:
        """Return the waiting jobs, and whether the writer thread has to end after them (there is None in the queue). If
        no job is waiting, wait at most POLL_SECONDS for the first one."""
        group: list[Job] = []
        with suppress(queue.Empty):
            jobs = self._queue.get(timeout=POLL_SECONDS)
            while jobs is not None:
                group += jobs
                if len(group) >= MAX_JOBS:
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
                results = self._transaction(self._execute_all, group)
            except sqlite3.IntegrityError:
                results = self._transaction(lambda jobs: [(job, self._execute_job(job)) for job in jobs], group)
        except Exception as error:  # every caller must get a result
            # A commit that was written but not synced may be there after a crash.
            may_be_written = isinstance(error, sqlite3.Error) and primary_code(error) == sqlite3.SQLITE_IOERR
            error_class = OutcomeUnknown if may_be_written else StoreError
            results = [(job, error_class(f"the step could not be written to disk ({error})")) for job in group]
        self._call_in_loop(_set_results, results)

    def _transaction(self, execute: Callable[[list[Job]], Results], group: list[Job]) -> Results:
        """Call `execute` in one transaction with the jobs that were not withdrawn, and return its results. The changes
        are on disk when the call returns. After an exception the transaction is rolled back."""
        try:
            self._lock_file(group)
            with self._claim_lock:
                for job in group:
                    job.begun = not job.withdrawn
            results = execute([job for job in group if job.begun])
            self._writer.execute("COMMIT")
            return results
        except Exception:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise

    def _lock_file(self, group: list[Job]) -> None:
        """Begin a transaction, which locks the file. While another process has the lock, try again. Raise the error of
        SQLite when all jobs of the group are withdrawn."""
        while True:
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                is_locked = primary_code(error) == sqlite3.SQLITE_BUSY
                if not is_locked or all(job.withdrawn for job in group):
                    raise

    def _execute_all(self, group: list[Job]) -> Results:
        """Execute all jobs in order and return their results. Lines of many tables are inserted with few statements,
        because this thread releases Python's global lock at each statement and has to wait for it."""
        results: Results = []
        line_values: list[object] = []
        for job in group:
            if isinstance(job.work, Append):
                for number, line in enumerate(job.work.lines, job.work.start):
                    line_values += (job.work.table, number, line)
                results.append((job, []))
            else:
                self._insert(line_values)
                line_values = []
                results.append((job, [self._execute(statement) for statement in job.work]))
        self._insert(line_values)
        return results

    def _execute_job(self, job: Job) -> list[list[Row]] | Exception:
        """Execute one job in its own savepoint, so that its failure does not affect other jobs. Return the rows of each
        statement. If the job violates a constraint, roll it back and return the error."""
        self._writer.execute("SAVEPOINT one")
        try:
            [(_, result)] = self._execute_all([job])
            return result
        except sqlite3.IntegrityError as error:
            self._writer.execute("ROLLBACK TO one")
            if isinstance(job.work, Append):
                return LineTaken(f"line {job.work.start} of table {job.work.table} is taken")
            return StoreError(f"the change does not fit what is there ({error})")
        finally:
            self._writer.execute("RELEASE one")

    def _insert(self, line_values: list[object]) -> None:
        """Insert lines. `line_values` has the values of all lines one after the other, LINE_COLUMNS for each line."""
        start = 0
        while start < len(line_values):
            remaining_lines = (len(line_values) - start) // LINE_COLUMNS
            count = min(MAX_ROWS, power_of_two_up_to(remaining_lines))  # so that SQLite prepares few statements
            end = start + LINE_COLUMNS * count
            self._writer.execute(insertion(count), line_values[start:end])
            start = end

    def _execute(self, statement: Statement) -> list[Row]:
        """Execute a statement on the writing connection and return its rows."""
        return self._writer.execute(statement.sql, named_values(statement)).fetchall()

    # ------------------------------------------------------------ reading
    async def read(self, table: str, start: int = 0) -> list[bytes]:
        rows = await self._fetch("SELECT body FROM line WHERE tab = ? AND n >= ? ORDER BY n", (table, start))
        return [body for (body,) in rows]

    async def lengths(self, tables: list[str]) -> dict[str, int]:
        def read_lengths(reader: sqlite3.Connection) -> dict[str, int]:
            last_line = "SELECT max(n) FROM line WHERE tab = ?"
            last_lines = {table: reader.execute(last_line, (table,)).fetchone()[0] for table in tables}
            return {table: number + 1 for table, number in last_lines.items() if number is not None}

        return await self._read(read_lengths)

    async def look_up(self, query: Statement) -> list[Row]:
        return await self._fetch(query.sql, named_values(query))

    async def _fetch(self, sql: str, values: tuple[object, ...] | dict[str, object]) -> list[Row]:
        return await self._read(lambda reader: reader.execute(sql, values).fetchall())

    async def _read(self, function: Callable[[sqlite3.Connection], Result]) -> Result:
        """Return the result of `function(connection)`, called in a thread with the reading connection. Raise StoreError
        if it takes longer than the time limit."""

        def read() -> Result:
            with self._reader_lock:
                return function(self._reader)

        try:
            async with asyncio.timeout(self.time_limit):
                return await asyncio.to_thread(read)
        except sqlite3.Error as error:
            raise StoreError(f"the tables' file {self.file} cannot be read: {error}") from None
        except TimeoutError:
            raise StoreError(f"the tables' file {self.file} did not answer within {self.time_limit:g} s") from None

    async def size(self) -> int:
        return int((await self.look_up(Statement(SIZE)))[0][0])

    # ------------------------------------------------------------ deleted bytes
    async def purge(self) -> None:
        """Remove the bytes of deleted rows from the file and from its write-ahead log. The command VACUUM also removes
        copies of them in unused parts of the file. It blocks all writes, so it is left out for large files."""
        purge_limit = 2 * self.time_limit
        try:
            await asyncio.wait_for(asyncio.to_thread(self._purge), purge_limit)
        except sqlite3.Error as error:
            raise StoreError(f"deleted bytes are still in the files beside {self.file} ({error})") from None
        except TimeoutError:
            raise StoreError(f"deleted bytes could not be removed within {purge_limit:g} s") from None

    def _purge(self) -> None:
        database = sqlite3.connect(self.file, isolation_level=None, timeout=self.time_limit)
        try:
            if self.file.stat().st_size <= MAX_VACUUM_BYTES:
                database.execute("VACUUM")
            busy, *_ = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise sqlite3.OperationalError("another process reads the file")
        finally:
            database.close()

    # ------------------------------------------------------------ other processes
    def _check_other_writers(self) -> None:
        """Report that any table may have changed if another process has written to the file."""
        version = self._data_version()
        if version != self._last_version:
            self._last_version = version
            self._call_in_loop(self._on_write, None, 0)

    def _data_version(self) -> int:
        """Return the counter that SQLite increases when another process writes to the file."""
        with suppress(sqlite3.Error):
            return int(self._writer.execute("PRAGMA data_version").fetchone()[0])
        return self._last_version

    def _call_in_loop(self, function: Callable[..., None], *arguments: object) -> None:
        """Call a function in the event loop, from any thread."""
        with suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(function, *arguments)


def power_of_two_up_to(number: int) -> int:
    """Return the largest power of two that is not greater than a positive number."""
    return 1 << (number.bit_length() - 1)


@cache
def insertion(count: int) -> str:
    """Return the SQL statement that inserts this number of lines."""
    return "INSERT INTO line VALUES " + ", ".join(["(?, ?, ?)"] * count)


def _set_results(results: Results) -> None:
    """Pass the results of jobs to the callers that still wait for them."""
    for job, result in results:
        if job.result.done():  # the caller was cancelled
            continue
        if isinstance(result, Exception):
            job.result.set_exception(result)
        else:
            job.result.set_result(result)


def primary_code(error: sqlite3.Error) -> int:
    """Return the primary result code of an SQLite error: the lowest byte of its extended code."""
    return getattr(error, "sqlite_errorcode", 0) & LOWEST_BYTE


def named_values(statement: Statement) -> dict[str, object]:
    """Return the values of the parameters by name for SQLite, in which $1 is a parameter named "1"."""
    return {str(number): value for number, value in enumerate(statement.values, 1)}


def version_of(database: sqlite3.Connection) -> int:
    """Return the number of migrations that were applied to a database; 0 if it is new."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def copy_database(database: sqlite3.Connection, file: Path) -> None:
    """Copy a database to a file, even while it is used. The file gets its name only when the copy is complete."""
    draft = file.with_name(file.name + ".draft")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_WRONLY, 0o600))  # as private as the original
    copy = sqlite3.connect(draft)
    try:
        database.backup(copy)
    finally:
        copy.close()
    draft.replace(file)
