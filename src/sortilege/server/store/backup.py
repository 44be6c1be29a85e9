"""Backups of the SQLite database: made while a server runs, restored while none runs."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sortilege.server.store.protocol import StoreError
from sortilege.server.store.sqlite import MIGRATIONS, copy_database, version_of

POSTGRES_HINT = (
    "these tables are kept by PostgreSQL, which has its own tools: "
    "pg_dump --table='sortilege_*' --file=FILE ADDRESS copies them, psql --file=FILE ADDRESS puts them back"
)


def counted(tables: int) -> str:
    """Return a number of tables in words, such as "1 table" or "2 tables"."""
    return f"{tables} table{'' if tables == 1 else 's'}"


def back_up(tables: Path, copy: Path) -> int:
    """Write a consistent copy of the database. Return the number of game tables in it."""
    if not tables.is_file():
        raise StoreError(f"there are no tables to copy: {tables} is not there")
    if copy.exists():
        raise StoreError(f"{copy} is there already: name another file")
    with (
        as_store_error(f"{copy} cannot be written"),
        closing(sqlite3.connect(f"file:{tables}?mode=ro", uri=True)) as base,
    ):
        copy_database(base, copy)
    give_to_owner(tables)
    return check(copy)


def restore_database(copy: Path, tables: Path) -> tuple[int, Path | None]:
    """Replace the database by a backup. Return the number of game tables in it, and the file to which the previous
    database was moved (None if there was none)."""
    count = check(copy)
    with as_store_error(f"{tables} cannot be written"):
        tables.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        old = set_aside(tables) if tables.exists() else None
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as base:
            copy_database(base, tables)
        give_to_owner(tables)
    return count, old


def give_to_owner(tables: Path) -> None:
    """If root runs this, change the owner of the written files to the owner of the data folder, so that a service with
    its own user can use the database and its copies. SQLite may create files beside a database even to read it."""
    if os.name != "posix" or os.geteuid() != 0:
        return
    owner = tables.parent.stat()
    for file in tables.parent.glob(f"{tables.stem}*"):
        with suppress(FileNotFoundError):  # a server may remove its journal at any time
            if file.stat().st_uid != owner.st_uid:
                os.chown(file, owner.st_uid, owner.st_gid)


def set_aside(tables: Path) -> Path:
    """Copy the current database to another name and return it. Raise StoreError while a server uses the database."""
    old = free_name(tables)
    with closing(sqlite3.connect(tables, timeout=0)) as base:
        try:
            mode = base.execute("PRAGMA journal_mode=DELETE").fetchone()[
                0
            ]  # SQLite allows this only without other connections
        except sqlite3.OperationalError:
            mode = "in use"
        if mode != "delete":
            raise StoreError(f"a server is using {tables}: stop it first")
        copy_database(base, old)
    for rest in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.unlink(f"{tables}{rest}")
    return old


def free_name(tables: Path) -> Path:
    """Return a file name for the previous database that is not used yet."""
    names = (tables.with_name(f"{tables.stem}.before-restore{n or ''}{tables.suffix}") for n in range(1000))
    return next(name for name in names if not name.exists())


def check(file: Path) -> int:
    """Return the number of game tables in a database. Raise StoreError if it is not ours, newer, or damaged."""
    if not file.is_file():
        raise StoreError(f"{file} is not there")
    with (
        as_store_error(f"{file} is no copy of tables"),
        closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as base,
    ):
        if version_of(base) > len(MIGRATIONS):
            raise StoreError(f"{file} was written by a newer Sortilege; please update this one")
        fault = base.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise StoreError(f"{file} is damaged: {fault}")
        return int(base.execute("SELECT count(DISTINCT tab) FROM line").fetchone()[0])


@contextmanager
def as_store_error(what: str) -> Iterator[None]:
    """Turn errors of the file system and of SQLite into a StoreError whose message begins with `what`."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{what}: {error}") from None
