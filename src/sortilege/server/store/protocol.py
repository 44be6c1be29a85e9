"""What a store offers to the rest of the server, and its errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from sortilege.core.errors import SortilegeError
from sortilege.server.background import Background
from sortilege.server.errors import Unavailable

# Called when a table was written to: its name and how many lines it has now; None and 0 when it may be any table.
Changed = Callable[[str | None, int], None]
# Any: a value of a database, a number or a text
Row = tuple[Any, ...]


class Step(NamedTuple):
    """One statement with the values of its $1, $2, … in words that both databases understand."""

    sql: str
    values: tuple[object, ...] = ()


class StoreError(Unavailable):
    """The store cannot be opened, read or written; says why."""


class OutcomeUnknown(StoreError):
    """It is not known whether a write succeeded, because it timed out or its connection was lost. It may still be
    committed later."""

    reason = "maybe_saved"


class LineTaken(SortilegeError):
    """Somebody else wrote this line of the table first. Nothing was written."""


class Store(Protocol):
    """An append-only log per table. Line i of a table is written once, by one server: there is no other lock."""

    shared: bool  # whether other servers may use it without this one hearing of it

    async def open(self, changed: Changed, background: Background | None = None) -> None:
        """Connect, and call `changed` for everything that is written from now on, at least by other servers.
        `background` supervises the tasks that run until `close`."""

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        """Write the lines from number `at` on, all or none. They are on disk when this returns. Raises LineTaken or
        StoreError if nothing was written, OutcomeUnknown if that is not certain."""

    async def read(self, table: str, start: int = 0) -> list[bytes]:
        """The table's lines from `start` on; [] where there is no such table."""

    async def lengths(self, tables: list[str]) -> dict[str, int]:
        """How many lines these tables have now; those without any are left out."""

    async def rewrite(self, table: str, lines: dict[int, bytes]) -> None:
        """Put other lines in the place of these, by number: only ever to take out the name of whoever wishes to be
        forgotten. On disk when this returns; StoreError."""

    async def remove(self, table: str) -> None:
        """Delete the whole log of a table that was one person's own."""

    async def look_up(self, step: Step) -> list[Row]:
        """The rows a statement finds beside the logs: what is remembered of people (store/form.py)."""

    async def change(self, steps: list[Step]) -> list[list[Row]]:
        """Execute all steps or none and return the rows of each. They are on disk when this returns. Raises StoreError
        or OutcomeUnknown like `append`."""

    async def purge(self) -> None:
        """Remove the bytes of deleted rows from the files, as far as the database can. Raises StoreError."""

    async def size(self) -> int:
        """Return the size of the stored data in bytes. Raises StoreError."""

    async def close(self) -> None:
        """Finish what was begun."""

    def where(self) -> str:
        """In words, where tables are kept."""
