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


def table_count_text(count: int) -> str:
    """Return a number of game tables with its noun, such as "1 table" or "2 tables"."""
    return f"{count} table{'' if count == 1 else 's'}"


def back_up(tables_file: Path, copy: Path) -> int:
    """Copy a database file to the new file `copy`, also while servers use it. Return its number of game tables."""
    if not tables_file.is_file():
        raise StoreError(f"there are no tables to copy: {tables_file} is not there")
    if copy.exists():
        raise StoreError(f"{copy} is there already: name another file")
    with as_store_error(f"{copy} cannot be written"), open_read_only(tables_file) as database:
        copy_database(database, copy)
    give_to_owner(tables_file)
    return check(copy)


def restore_database(copy: Path, tables_file: Path) -> tuple[int, Path | None]:
    """Restore the backup `copy` as the database file `tables_file`, and keep the previous database under another name.

    Return the number of game tables in the backup and the new path of the previous database, or None if there was no
    previous database."""
    count = check(copy)
    with as_store_error(f"{tables_file} cannot be written"):
        tables_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        previous = set_aside(tables_file) if tables_file.exists() else None
        with open_read_only(copy) as database:
            copy_database(database, tables_file)
        give_to_owner(tables_file)
    return count, previous


def open_read_only(file: Path) -> closing[sqlite3.Connection]:
    """Open a database for reading in a `with` statement, which closes the connection."""
    return closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True))


def give_to_owner(tables_file: Path) -> None:
    """If root runs this program, give the database files to the owner of their folder. Otherwise a server that runs as
    another user could not use the database. SQLite may create files beside a database even to read it."""
    if os.name != "posix" or os.geteuid() != 0:
        return
    owner = tables_file.parent.stat()
    for file in tables_file.parent.glob(f"{tables_file.stem}*"):
        with suppress(FileNotFoundError):  # a server may remove its journal at any time
            if file.stat().st_uid != owner.st_uid:
                os.chown(file, owner.st_uid, owner.st_gid)


def set_aside(tables_file: Path) -> Path:
    """Copy the database to a new file and return its name. Raise StoreError if a server is using the database."""
    previous = unused_name(tables_file)
    with closing(sqlite3.connect(tables_file, timeout=0)) as database:
        try:  # SQLite changes the mode only if there are no other connections
            mode = database.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        except sqlite3.OperationalError:
            mode = "in use"
        if mode != "delete":
            raise StoreError(f"a server is using {tables_file}: stop it first")
        copy_database(database, previous)
    for suffix in ("-wal", "-shm"):  # of the files that SQLite creates beside a database
        with suppress(FileNotFoundError):
            os.unlink(f"{tables_file}{suffix}")
    return previous


def unused_name(tables_file: Path) -> Path:
    """Return an unused file name for the previous database, such as tables.before-restore.sqlite3 or, if that file
    exists, tables.before-restore1.sqlite3."""
    stem, suffix = f"{tables_file.stem}.before-restore", tables_file.suffix
    file, number = tables_file.with_name(f"{stem}{suffix}"), 0
    while file.exists():
        number += 1
        file = tables_file.with_name(f"{stem}{number}{suffix}")
    return file


def check(file: Path) -> int:
    """Return the number of game tables in a database. Raise StoreError if the file is not a database of tables, is
    damaged, or was written by a newer version."""
    if not file.is_file():
        raise StoreError(f"{file} is not there")
    with as_store_error(f"{file} is no copy of tables"), open_read_only(file) as database:
        if version_of(database) > len(MIGRATIONS):
            raise StoreError(f"{file} was written by a newer Sortilege; please update this one")
        result = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if result != "ok":
            raise StoreError(f"{file} is damaged: {result}")
        return int(database.execute("SELECT count(DISTINCT tab) FROM line").fetchone()[0])


@contextmanager
def as_store_error(message: str) -> Iterator[None]:
    """Convert errors of the file system and of SQLite to a StoreError that begins with this message."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{message}: {error}") from None
