"""The store in one SQLite file.

One thread writes. It takes everything that waits, writes it in one transaction and syncs once (group commit), so a
thousand tables cost about as many syncs as one. WAL, synchronous=FULL: a line that was reported written survives a
power cut. Another process writing to the same file is noticed by SQLite's own counter.

No write takes longer than it may. A job that the thread has not begun by then is withdrawn, and nothing was changed. A
job that it has begun, on a disk that does not answer, has an unknown outcome.
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

from sortilege.core.folder import make_private
from sortilege.server.background import Background
from sortilege.server.store.protocol import Changed, LineTaken, OutcomeUnknown, Row, Step, StoreError
from sortilege.server.store.schema import DEVICES, NOTES, PENDING, PEOPLE, SERVERS, WAYS

GROUP: Final = 512  # appends in one transaction, and those that were asked for with them
LOOK_ABOUT: Final = 0.5  # seconds between looks for what other processes wrote
OPENING: Final = 10.0  # seconds to wait for another process that brings the file up to date
LOCKED: Final = 0.25  # seconds between looks whether anybody still waits for a write while the file is locked
LINES: Final = """
CREATE TABLE IF NOT EXISTS line (tab TEXT, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (tab, n)) WITHOUT ROWID
"""
SIZE: Final = """
SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size
"""
COLUMNS: Final = 3
MOST_ROWS: Final = 64  # in one statement
LARGEST_VACUUM: Final = 64 * 2**20  # bytes of a file that is vacuumed when somebody deletes their data: about a second
FORM: Final = (LINES, PEOPLE, NOTES, SERVERS, WAYS, PENDING, DEVICES)  # step by step: see form.py


class Append(NamedTuple):
    """Lines to be written."""

    table: str
    at: int
    lines: list[bytes]


class Change(NamedTuple):
    """Statements to be executed together."""

    steps: list[Step]


@dataclass(slots=True)
class Job:
    """Work for the writer thread. Either the writer begins it, or its caller withdraws it after a timeout."""

    work: Append | Change
    done: asyncio.Future[list[list[Row]]]  # the rows that each step of a change returned
    begun: bool = False
    withdrawn: bool = False


Answers = list[tuple[Job, list[list[Row]] | Exception]]
Result = TypeVar("Result")


class SqliteStore:
    """All tables in one file."""

    shared = False  # another process that writes to the file is noticed

    def __init__(self, file: Path, seconds: float = 5.0) -> None:
        self.file = file
        self.seconds = seconds  # that one write may take
        self._asked: list[Job] = []  # since the loop last turned
        self._waiting: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._claiming = threading.Lock()  # either the writer begins a job, or the job is withdrawn
        self._reading = threading.Lock()
        self._thread: threading.Thread | None = None
        self._seen = 0  # SQLite's counter of what other connections committed

    def where(self) -> str:
        return str(self.file)

    # ------------------------------------------------------------ opening and closing
    async def open(self, changed: Changed, background: Background | None = None) -> None:
        try:
            make_private(self.file.parent)
            self.file.touch(mode=0o600)
            self.file.chmod(0o600)  # SQLite gives the files beside it the same rights
            self._writer = self._connected()
            self._reader = self._connected()
            self._writer.execute(f"PRAGMA busy_timeout = {LOCKED * 1000:.0f}")
        except (OSError, sqlite3.Error) as off:
            raise StoreError(f"the tables' file {self.file} cannot be used: {off}") from None
        self._loop = asyncio.get_running_loop()
        self._changed = changed
        self._seen = self._counter()
        self._thread = (background or Background()).keep_thread("sortilege-store", self._write_all)

    def _connected(self) -> sqlite3.Connection:
        base = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False, timeout=OPENING)
        if version_of(base) > len(FORM):
            base.close()
            raise StoreError(f"{self.file} was written by a newer Sortilege; please update this one")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("PRAGMA secure_delete=ON")  # what somebody deletes is not left lying in the file
        if version_of(base) < len(FORM):
            self._bring_up_to_date(base)
        return base

    def _bring_up_to_date(self, base: sqlite3.Connection) -> None:
        """Give an older file today's form. A copy of it as it was is kept beside it. Of several servers that start at
        once the first does it; the others wait and find it done."""
        if (version := version_of(base)) > 0:
            keep_copy(base, self.file.with_name(f"{self.file.stem}.form-{version}{self.file.suffix}"))
        base.execute("BEGIN IMMEDIATE")
        try:
            for step in FORM[version_of(base) :]:
                for statement in filter(str.strip, step.split(";")):
                    base.execute(statement)
            base.execute(f"PRAGMA user_version={len(FORM)}")
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
        self._waiting.put(None)
        await asyncio.to_thread(thread.join)
        self._writer.close()
        await asyncio.to_thread(self._close_reader)

    def _close_reader(self) -> None:
        with self._reading:  # a thread may still read for somebody who no longer waits: SQLite would crash under it
            self._reader.close()

    # ------------------------------------------------------------ writing
    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        await self._written(Append(table, at, lines))

    async def change(self, steps: list[Step]) -> list[list[Row]]:
        return await self._written(Change(steps))

    async def _written(self, work: Append | Change) -> list[list[Row]]:
        """Pass the work to the writer thread and return its result. Raises StoreError or OutcomeUnknown after
        `seconds`."""
        if self._thread is None:
            raise StoreError("the store is closed")
        job = Job(work, self._loop.create_future())
        self._ask(job)
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
        """Keep the writer from doing this job; False if it has begun."""
        with self._claiming:
            job.withdrawn = not job.begun
        return job.withdrawn

    def _ask(self, job: Job) -> None:
        """What is asked for in one turn of the loop goes to the writer at once: to wake it costs more than to write."""
        if not self._asked:
            self._loop.call_soon(self._hand_over)
        self._asked.append(job)

    def _hand_over(self) -> None:
        if self._asked:
            self._waiting.put(self._asked)
            self._asked = []

    async def rewrite(self, table: str, lines: dict[int, bytes]) -> None:
        put = "UPDATE line SET body = $3 WHERE tab = $1 AND n = $2"
        await self.change([Step(put, (table, n, body)) for n, body in lines.items()])

    async def remove(self, table: str) -> None:
        await self.change([Step("DELETE FROM line WHERE tab = $1", (table,))])

    def _write_all(self) -> None:
        """The writer thread: one transaction after the other, until None comes."""
        ends = False
        while not ends:
            group, ends = self._next_group()
            self._write(group)
            if not ends:
                self._look_about()

    def _next_group(self) -> tuple[list[Job], bool]:
        """Everything that waits, nothing after a while in which nothing came; and whether that was the last."""
        group: list[Job] = []
        with suppress(queue.Empty):
            asked = self._waiting.get(timeout=LOOK_ABOUT)
            while asked is not None:
                group += asked
                if len(group) >= GROUP:
                    return group, False
                asked = self._waiting.get_nowait()
            return group, True
        return group, False

    def _write(self, group: list[Job]) -> None:
        if not group:
            return
        try:
            try:
                answers = self._transaction(self._do_all, group)
            except sqlite3.IntegrityError:  # of one of them, which the others need not know
                answers = self._transaction(self._do_each, group)
        except Exception as error:  # nobody may wait for an answer that never comes
            # A commit that was written and could not be synced may be found again after a crash.
            unsynced = isinstance(error, sqlite3.Error) and primary_code(error) == sqlite3.SQLITE_IOERR
            kind = OutcomeUnknown if unsynced else StoreError
            answers = [(one, kind(f"the step could not be written to disk ({error})")) for one in group]
        self._report(_answer, answers)

    def _transaction(self, do: Callable[[list[Job]], Answers], group: list[Job]) -> Answers:
        """On disk when it returns, or nothing of it."""
        try:
            self._lock_file(group)
            with self._claiming:
                for job in group:
                    job.begun = not job.withdrawn
            answers = do([job for job in group if job.begun])
            self._writer.execute("COMMIT")
            return answers
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

    def _do_all(self, group: list[Job]) -> Answers:
        """All jobs in order, lines of many tables in few statements: at every statement this thread lets the others
        run, and waits for them."""
        answers: Answers = []
        rows: list[object] = []
        for one in group:
            if isinstance(one.work, Append):
                for i, line in enumerate(one.work.lines):
                    rows += (one.work.table, one.work.at + i, line)
                answers.append((one, []))
            else:
                self._insert(rows)
                rows = []
                answers.append((one, [self._take(step) for step in one.work.steps]))
        self._insert(rows)
        return answers

    def _do_each(self, group: list[Job]) -> Answers:
        return [(one, self._do(one)) for one in group]

    def _do(self, one: Job) -> list[list[Row]] | Exception:
        """What the job answers, or why it was not done: then nothing of it is."""
        self._writer.execute("SAVEPOINT one")
        try:
            return self._do_all([one])[0][1]
        except sqlite3.IntegrityError as error:
            self._writer.execute("ROLLBACK TO one")
            if isinstance(one.work, Append):
                return LineTaken(f"line {one.work.at} of table {one.work.table} is taken")
            return StoreError(f"the change does not fit what is there ({error})")
        finally:
            self._writer.execute("RELEASE one")

    def _insert(self, rows: list[object]) -> None:
        """Rows one after the other, as they stand in the table of lines."""
        start = 0
        while (left := (len(rows) - start) // COLUMNS) > 0:
            count = min(1 << left.bit_length() - 1, MOST_ROWS)  # powers of two: so few statements are soon prepared
            self._writer.execute(insertion(count), rows[start : start + COLUMNS * count])
            start += COLUMNS * count

    def _take(self, step: Step) -> list[Row]:
        return self._writer.execute(step.sql, by_number(step)).fetchall()

    # ------------------------------------------------------------ reading
    async def read(self, table: str, start: int = 0) -> list[bytes]:
        rows = await self._found("SELECT body FROM line WHERE tab = ? AND n >= ? ORDER BY n", (table, start))
        return [body for (body,) in rows]

    async def lengths(self, tables: list[str]) -> dict[str, int]:
        def longest(reader: sqlite3.Connection) -> dict[str, int]:
            lines = "SELECT max(n) FROM line WHERE tab = ?"
            found = {table: reader.execute(lines, (table,)).fetchone()[0] for table in tables}
            return {table: last + 1 for table, last in found.items() if last is not None}

        return await self._read(longest)

    async def look_up(self, step: Step) -> list[Row]:
        return await self._found(step.sql, by_number(step))

    async def _found(self, sql: str, values: tuple[object, ...] | dict[str, object]) -> list[Row]:
        return await self._read(lambda reader: reader.execute(sql, values).fetchall())

    async def _read(self, look: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run `look` on the reading connection, in a thread. Raises StoreError after `seconds`."""

        def reading() -> Result:
            with self._reading:
                return look(self._reader)

        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.to_thread(reading)
        except sqlite3.Error as error:
            raise StoreError(f"the tables' file {self.file} cannot be read: {error}") from None
        except TimeoutError:
            raise StoreError(f"the tables' file {self.file} did not answer within {self.seconds:g} s") from None

    async def size(self) -> int:
        return int((await self.look_up(Step(SIZE)))[0][0])

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


@cache
def insertion(count: int) -> str:
    """The statement that inserts so many lines."""
    return "INSERT INTO line VALUES " + ", ".join(["(?, ?, ?)"] * count)


def _answer(answers: Answers) -> None:
    for one, answer in answers:
        if one.done.done():
            continue
        if isinstance(answer, Exception):
            one.done.set_exception(answer)
        else:
            one.done.set_result(answer)


def primary_code(error: sqlite3.Error) -> int:
    """The kind of an error of SQLite, without the details that its extended code adds."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def by_number(step: Step) -> dict[str, object]:
    """The values as SQLite takes them: $1 is the one named 1."""
    return {str(number): value for number, value in enumerate(step.values, 1)}


def version_of(base: sqlite3.Connection) -> int:
    """How many steps of its form a file has taken; 0 when it is new."""
    return int(base.execute("PRAGMA user_version").fetchone()[0])


def keep_copy(base: sqlite3.Connection, file: Path) -> None:
    """A whole copy of a database, also while others read it; there under its name only when it is complete."""
    draft = file.with_name(file.name + ".draft")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_WRONLY, 0o600))  # it holds what the original holds
    copy = sqlite3.connect(draft)
    try:
        base.backup(copy)
    finally:
        copy.close()
    draft.replace(file)
