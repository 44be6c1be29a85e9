"""Copies of the database: taken while a server runs, and put back while none does."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sortilege.server.store.protocol import StoreError
from sortilege.server.store.sqlite import FORM, keep_copy, version_of

ELSEWHERE = (
    "these tables are kept by PostgreSQL, which has its own tools: "
    "pg_dump --table='sortilege_*' --file=FILE ADDRESS copies them, psql --file=FILE ADDRESS puts them back"
)


def counted(tables: int) -> str:
    """1 table, 2 tables."""
    return f"{tables} table{'' if tables == 1 else 's'}"


def back_up(tables: Path, copy: Path) -> int:
    """Write a whole copy of the tables, as they are at one moment; answers how many tables are in it."""
    if not tables.is_file():
        raise StoreError(f"there are no tables to copy: {tables} is not there")
    if copy.exists():
        raise StoreError(f"{copy} is there already: name another file")
    with sentence(f"{copy} cannot be written"), closing(sqlite3.connect(f"file:{tables}?mode=ro", uri=True)) as base:
        keep_copy(base, copy)
    give_to_owner(tables)
    return check(copy)


def put_back(copy: Path, tables: Path) -> tuple[int, Path | None]:
    """Put a copy in the place of the tables; answers how many tables it has, and where the old ones are kept."""
    count = check(copy)
    with sentence(f"{tables} cannot be written"):
        tables.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        old = set_aside(tables) if tables.exists() else None
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as base:
            keep_copy(base, tables)
        give_to_owner(tables)
    return count, old


def give_to_owner(tables: Path) -> None:
    """Give what root wrote here to the owner of the data folder: a service with a user of its own must be able to use
    the tables and their copies. SQLite may write files beside a database even to read it."""
    if os.name != "posix" or os.geteuid() != 0:
        return
    owner = tables.parent.stat()
    for file in tables.parent.glob(f"{tables.stem}*"):
        with suppress(FileNotFoundError):  # a server may remove its journal at any time
            if file.stat().st_uid != owner.st_uid:
                os.chown(file, owner.st_uid, owner.st_gid)


def set_aside(tables: Path) -> Path:
    """Keep the tables that are there under another name; refused while a server uses them."""
    old = free_name(tables)
    with closing(sqlite3.connect(tables, timeout=0)) as base:
        try:
            mode = base.execute("PRAGMA journal_mode=DELETE").fetchone()[0]  # possible for whoever is alone with it
        except sqlite3.OperationalError:
            mode = "in use"
        if mode != "delete":
            raise StoreError(f"a server is using {tables}: stop it first")
        keep_copy(base, old)
    for rest in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.unlink(f"{tables}{rest}")
    return old


def free_name(tables: Path) -> Path:
    names = (tables.with_name(f"{tables.stem}.before-restore{n or ''}{tables.suffix}") for n in range(1000))
    return next(name for name in names if not name.exists())


def check(file: Path) -> int:
    """How many tables a database holds; StoreError when it is none of ours, or not whole."""
    if not file.is_file():
        raise StoreError(f"{file} is not there")
    with sentence(f"{file} is no copy of tables"), closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as base:
        if version_of(base) > len(FORM):
            raise StoreError(f"{file} was written by a newer Sortilege; please update this one")
        fault = base.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise StoreError(f"{file} is damaged: {fault}")
        return int(base.execute("SELECT count(DISTINCT tab) FROM line").fetchone()[0])


@contextmanager
def sentence(what: str) -> Iterator[None]:
    """Whatever goes wrong within is one sentence."""
    try:
        yield
    except (OSError, sqlite3.Error) as off:
        raise StoreError(f"{what}: {off}") from None
