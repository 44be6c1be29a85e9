"""Where the logs of all tables are kept: SQLite in a folder, or PostgreSQL where several servers share tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from sortilege.core.errors import SortilegeError

# Called when a table was written to: its name and how many lines it has now; None and 0 when it may be any table.
Changed = Callable[[str | None, int], None]


class StoreError(SortilegeError):
    """The store cannot be opened, read or written; says why."""


class LineTaken(SortilegeError):
    """Somebody else wrote this line of the table first. Nothing was written."""


class Store(Protocol):
    """An append-only log per table. Line i of a table is written once, by one server: there is no other lock."""

    async def open(self, changed: Changed) -> None:
        """Make ready; from now on report what is written, by other servers at least."""

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        """Write lines number `at` and following, all or none. On disk when this returns; LineTaken, StoreError."""

    async def read(self, table: str, start: int = 0) -> list[bytes]:
        """The table's lines from `start` on; [] where there is no such table."""

    async def close(self) -> None:
        """Finish what was begun."""

    def where(self) -> str:
        """In words, where tables are kept."""


def store_at(address: str | None, folder: Path) -> Store:
    """The store of an address such as postgres://…, or the SQLite file of a folder."""
    if not address:
        from sortilege.server.store.sqlite import SqliteStore

        return SqliteStore(folder / "tables.sqlite3")
    if address.startswith(("postgres://", "postgresql://")):
        try:
            from sortilege.server.store.postgres import PostgresStore
        except ModuleNotFoundError:
            raise StoreError("PostgreSQL needs the extra: install sortilege[postgres]") from None
        return PostgresStore(address)
    raise StoreError("SORTILEGE_STORE is an address that begins with postgres://, or not set at all for a local file")
