"""What a store offers to the rest of the server, and its errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from sortilege.core.errors import SortilegeError
from sortilege.server.background import Background
from sortilege.server.errors import Unavailable

# A function that is called after a write, with the name of the table that was written and its number of lines. The
# arguments None and 0 mean that any table may have been written.
OnWrite = Callable[[str | None, int], None]
# Any: a value of a database, such as a number or a text
Row = tuple[Any, ...]


class Statement(NamedTuple):
    """An SQL statement that both databases understand, with the values of its parameters $1, $2, …."""

    sql: str
    values: tuple[object, ...] = ()


class StoreError(Unavailable):
    """The store cannot be opened, read or written."""


class OutcomeUnknown(StoreError):
    """The server cannot know whether a write succeeded, because the write timed out or its connection was lost. The
    database may still commit the write later."""

    reason = "maybe_saved"


class LineTaken(SortilegeError):
    """Another server has already written this line of the table. Nothing was written."""


class Store(Protocol):
    """The database of the servers. It has a log of lines for each game table, and SQL tables for other data. Each line
    number of a log can be written only once, which is the only lock between servers."""

    shared: bool  # whether several servers can use it (PostgreSQL)

    async def open(self, on_write: OnWrite, background: Background | None = None) -> None:
        """Connect to the database. Until `close`, call `on_write` after every write of another server (and possibly
        after own writes). `background` supervises the tasks of the store."""

    async def append(self, table: str, start: int, lines: list[bytes]) -> None:
        """Write all the lines or none, from number `start` on. The lines are on disk when the call returns. Raise
        LineTaken or StoreError if nothing was written, and OutcomeUnknown if it is not known whether the lines were
        written."""

    async def read(self, table: str, start: int = 0) -> list[bytes]:
        """Return the lines of a table from number `start` on; [] if the table does not exist."""

    async def lengths(self, tables: list[str]) -> dict[str, int]:
        """Return the number of lines of each of these tables. Tables without lines are left out."""

    async def rewrite(self, table: str, lines: dict[int, bytes]) -> None:
        """Replace the lines with these numbers. Used only to remove the name of a person who left or deletes their
        data. The lines are on disk when the call returns. Raise StoreError if they could not be written."""

    async def remove(self, table: str) -> None:
        """Delete the whole log of a table."""

    async def look_up(self, query: Statement) -> list[Row]:
        """Return the rows of a query on the SQL tables (see schema.py)."""

    async def change(self, statements: list[Statement]) -> list[list[Row]]:
        """Execute all statements or none, and return the rows of each statement. The changes are on disk when the call
        returns. Raise StoreError or OutcomeUnknown as `append` does."""

    async def purge(self) -> None:
        """Remove the bytes of deleted rows from the files, if the database can. Raise StoreError on failure."""

    async def size(self) -> int:
        """Return the size of the stored data in bytes. Raise StoreError if it cannot be read."""

    async def close(self) -> None:
        """Finish the writes that were begun and disconnect."""

    def where(self) -> str:
        """Return the location of the store for messages, without passwords."""
