"""The store in one SQLite file.

One thread writes. It takes everything that waits, writes it in one transaction and syncs once (group commit), so a
thousand tables cost about as many syncs as one. WAL, synchronous=FULL: a line that was reported written survives a
power cut. Another process writing to the same file is noticed by SQLite's own counter.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from sortilege.core.folder import make_private
from sortilege.server.store import Changed, LineTaken, Row, Step, StoreError
from sortilege.server.store.form import NOTES, PEOPLE, SERVERS, WAYS

GROUP: Final = 512  # appends in one transaction, and those that were asked for with them
LOOK_ABOUT: Final = 0.5  # seconds between looks for what other processes wrote
LINES: Final = """
CREATE TABLE IF NOT EXISTS line (tab TEXT, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (tab, n)) WITHOUT ROWID
"""
COLUMNS: Final = 3
MOST_ROWS: Final = 64  # in one statement
FORM: Final = (LINES, PEOPLE, NOTES, SERVERS, WAYS)  # step by step: see form.py


class Append(NamedTuple):
    """Lines waiting to be written, and who waits for it."""

    table: str
    at: int
    lines: list[bytes]
    done: asyncio.Future[None]


class Change(NamedTuple):
    """Statements waiting to be executed together, and who waits for what they answer."""

    steps: list[Step]
    done: asyncio.Future[list[list[Row]]]


Job = Append | Change
Answer = list[list[Row]] | Exception | None
Answers = list[tuple[Job, Answer]]


class SqliteStore:
    """All tables in one file."""

    shared = False  # another process that writes to the file is noticed

    def __init__(self, file: Path) -> None:
        self.file = file
        self._asked: list[Job] = []  # since the loop last turned
        self._waiting: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._reading = threading.Lock()
        self._thread: threading.Thread | None = None
        self._seen = 0  # SQLite's counter of what other connections committed

    def where(self) -> str:
        return str(self.file)

    # ------------------------------------------------------------ opening and closing
    async def open(self, changed: Changed) -> None:
        try:
            make_private(self.file.parent)
            self.file.touch(mode=0o600)
            self.file.chmod(0o600)  # SQLite gives the files beside it the same rights
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
        if self._thread is None:
            raise StoreError("the store is closed")
        done: asyncio.Future[None] = self._loop.create_future()
        self._ask(Append(table, at, lines, done))
        await done

    async def change(self, steps: list[Step]) -> list[list[Row]]:
        if self._thread is None:
            raise StoreError("the store is closed")
        done: asyncio.Future[list[list[Row]]] = self._loop.create_future()
        self._ask(Change(steps, done))
        return await done

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
        except sqlite3.Error as off:
            answers = [(one, StoreError(f"the step could not be written to disk ({off})")) for one in group]
        self._report(_answer, answers)

    def _transaction(self, do: Callable[[list[Job]], Answers], group: list[Job]) -> Answers:
        """On disk when it returns, or nothing of it."""
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            answers = do(group)
            self._writer.execute("COMMIT")
            return answers
        except sqlite3.Error:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise

    def _do_all(self, group: list[Job]) -> Answers:
        """All jobs in order, lines of many tables in few statements: at every statement this thread lets the others
        run, and waits for them."""
        answers: Answers = []
        rows: list[object] = []
        for one in group:
            if isinstance(one, Append):
                for i, line in enumerate(one.lines):
                    rows += (one.table, one.at + i, line)
                answers.append((one, None))
            else:
                self._insert(rows)
                rows = []
                answers.append((one, [self._take(step) for step in one.steps]))
        self._insert(rows)
        return answers

    def _do_each(self, group: list[Job]) -> Answers:
        return [(one, self._do(one)) for one in group]

    def _do(self, one: Job) -> Answer:
        """What the job answers, or why it was not done: then nothing of it is."""
        self._writer.execute("SAVEPOINT one")
        try:
            return self._do_all([one])[0][1]
        except sqlite3.IntegrityError as off:
            self._writer.execute("ROLLBACK TO one")
            if isinstance(one, Append):
                return LineTaken(f"line {one.at} of table {one.table} is taken")
            return StoreError(f"the change does not fit what is there ({off})")
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
        try:
            return await asyncio.to_thread(self._read, table, start)
        except sqlite3.Error as off:
            raise StoreError(f"the tables' file {self.file} cannot be read: {off}") from None

    def _read(self, table: str, start: int) -> list[bytes]:
        with self._reading:
            rows = self._reader.execute("SELECT body FROM line WHERE tab = ? AND n >= ? ORDER BY n", (table, start))
            return [body for (body,) in rows]

    async def lengths(self, tables: list[str]) -> dict[str, int]:
        def looking() -> dict[str, int]:
            with self._reading:
                longest = "SELECT max(n) FROM line WHERE tab = ?"
                found = {table: self._reader.execute(longest, (table,)).fetchone()[0] for table in tables}
                return {table: last + 1 for table, last in found.items() if last is not None}

        try:
            return await asyncio.to_thread(looking)
        except sqlite3.Error as off:
            raise StoreError(f"the tables' file {self.file} cannot be read: {off}") from None

    async def look_up(self, step: Step) -> list[Row]:
        def looking() -> list[Row]:
            with self._reading:
                return self._reader.execute(step.sql, by_number(step)).fetchall()

        try:
            return await asyncio.to_thread(looking)
        except sqlite3.Error as off:
            raise StoreError(f"the tables' file {self.file} cannot be read: {off}") from None

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
            one.done.set_result(answer)  # type: ignore[arg-type]  # each kind of job has its own kind of answer


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
