"""Stores the logs of all tables and the data of people: in SQLite, or in PostgreSQL if several servers share the
tables. Owns all database access; imports only `errors`, `background`, `runtime` and `metrics` of the server.
"""

from __future__ import annotations

from pathlib import Path

from sortilege.server.store.protocol import LineTaken, OnWrite, OutcomeUnknown, Row, Statement, Store, StoreError

__all__ = ["LineTaken", "OnWrite", "OutcomeUnknown", "Row", "Statement", "Store", "StoreError", "store_at"]


def store_at(address: str | None, folder: Path, time_limit: float = 5.0) -> Store:
    """Return the PostgreSQL store at an address such as postgres://…, or without an address the SQLite store of a
    folder. `time_limit`: the seconds that one call may take."""
    if not address:
        from sortilege.server.store.sqlite import SqliteStore

        return SqliteStore(folder / "tables.sqlite3", time_limit)
    if address.startswith(("postgres://", "postgresql://")):
        try:
            from sortilege.server.store.postgres import PostgresStore
        except ModuleNotFoundError:
            raise StoreError("PostgreSQL needs the extra: install sortilege[postgres]") from None
        return PostgresStore(address, time_limit)
    raise StoreError("SORTILEGE_STORE is an address that begins with postgres://, or not set at all for a local file")
