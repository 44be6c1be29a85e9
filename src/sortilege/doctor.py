"""`sortilege doctor`: checks what this machine provides, and says what to do about problems."""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
import urllib.request
from pathlib import Path
from typing import Final, NamedTuple

from sortilege.core.data_folder import data_folder
from sortilege.core.errors import SortilegeError
from sortilege.server.settings import STANDARD, Settings, read_settings

MEGABYTE: Final = 2**20  # bytes
GIGABYTE: Final = 2**30
MIN_FREE_BYTES: Final = 100 * MEGABYTE  # on the disk
TIMEOUT: Final = 5  # seconds for a network request


class Check(NamedTuple):
    """The result of one check. The fields are the keys of the JSON that `sortilege doctor --json` prints."""

    what: str  # the name of the check
    fine: bool  # whether it succeeded
    words: str  # one line about the result


def run_checks() -> list[Check]:
    """Run all checks and return their results."""
    return [
        python(),
        engine(),
        compiler(),
        settings_changed(),
        tables(),
        pages(),
        local_address(),
        public_address(),
        notices(),
    ]


def lines(checks: list[Check]) -> list[str]:
    """Format the results, one per line."""
    return [f"  {'ok' if check.fine else '!!'}  {check.what:<9} {check.words}" for check in checks]


def python() -> Check:
    version = platform.python_version()
    return Check("Python", sys.version_info >= (3, 11), f"{version} on {platform.machine()}, {sys.executable}")


def engine() -> Check:
    """Report whether the engine (the code of the rules and bots) is compiled. The check never fails: with the
    interpreted engine everything works, but the bots are weaker."""
    from sortilege.server.workers.engine import engine_status

    return Check("Engine", True, engine_status())


def compiler() -> Check:
    from sortilege import _engine, compiled

    state = _engine.state()
    if not state:
        words = "not needed" if compiled() else "looked for when the engine is compiled: at install, or by run.py"
        return Check("Compiler", True, words)
    return Check("Compiler", True, state.get("compiler") or "none found when the engine was to be compiled")


def load_settings() -> Settings | Check:
    """Return the settings that a server would use, or the failed check if they are invalid."""
    try:
        return read_settings(folder=data_folder())
    except SortilegeError as error:
        return Check("Settings", False, str(error))


def settings_changed() -> Check:
    """Report the settings that differ from the defaults, without secret values."""
    settings = load_settings()
    if isinstance(settings, Check):
        return settings
    values = {name: getattr(settings, name) for name in Settings.__struct_fields__}
    changed = {name: value for name, value in values.items() if value != getattr(STANDARD, name)}
    if "store" in changed:
        changed["store"] = "***"  # the address may contain a password
    words = ", ".join(f"{name}={value}" for name, value in changed.items())
    return Check("Settings", True, words or "all defaults; docs/settings.md lists them")


def tables() -> Check:
    """Check that the tables (the stored matches) can be written, and that there is enough space on the disk."""
    settings = load_settings()
    postgres_address = "" if isinstance(settings, Check) else settings.store
    if postgres_address:
        return check_postgres(postgres_address)
    folder = data_folder()
    existing_folder = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not existing_folder.is_dir() or not os.access(existing_folder, os.W_OK):
        return Check("Tables", False, f"{folder} cannot be written: name another folder with SORTILEGE_DATA")
    free_bytes = shutil.disk_usage(existing_folder).free
    if free_bytes < MIN_FREE_BYTES:
        return Check("Tables", False, f"{folder} has only {free_bytes // MEGABYTE} MB left: make space on that disk")
    place = f"{folder} ({free_bytes // GIGABYTE} GB free)"
    database = folder / "tables.sqlite3"
    if not database.exists():
        return Check("Tables", True, f"{place}, none yet")
    return check_database(database, place)


def check_database(database: Path, place: str) -> Check:
    """Check that the SQLite file with the tables (the stored matches) is intact. `place` describes where it is."""
    from sortilege.server.store.backup import check, give_to_owner, table_count_text

    try:
        return Check("Tables", True, f"{place}, {table_count_text(check(database))}, sound")
    except SortilegeError as error:
        return Check("Tables", False, f"{error}: put a copy back with `sortilege restore FILE`")
    finally:
        give_to_owner(database)


def check_postgres(address: str) -> Check:
    """Check that the PostgreSQL server at this address can be reached and used, and count the tables in it."""
    import asyncio

    from sortilege.server.store import Statement, store_at
    from sortilege.server.store.backup import table_count_text

    async def description() -> str:
        store = store_at(address, data_folder())
        async with asyncio.timeout(TIMEOUT):
            await store.open(lambda _table, _length: None)
            try:
                [(count,)] = await store.look_up(Statement("SELECT count(DISTINCT tab) FROM sortilege_line"))
            finally:
                await store.close()
        return f"{store.where()}, {table_count_text(count)}"

    try:
        return Check("Tables", True, asyncio.run(description()))
    except TimeoutError:
        return Check("Tables", False, f"PostgreSQL did not answer within {TIMEOUT} seconds")
    except SortilegeError as error:
        return Check("Tables", False, str(error))


def public_address() -> Check:
    """Check that the public address in the settings leads to a working server of this program."""
    settings = load_settings()
    address = "" if isinstance(settings, Check) else settings.public_address
    if not address:
        return Check("World", True, "no public_address is set: for friends in the same network (docs/hosting.md)")
    try:
        with urllib.request.urlopen(f"{address.rstrip('/')}/api/health", timeout=TIMEOUT) as response:
            health = json.load(response)
        failing_parts = [part for part, works in health["parts"].items() if works is False]
        if failing_parts:
            return Check("World", False, f"{address} answers, but does not work: {', '.join(failing_parts)}")
        return Check("World", True, f"{address} answers")
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        return Check("World", False, f"{address} does not lead to this table: {error}")


def notices() -> Check:
    """Report whether and how people can be notified of their turn."""
    from sortilege.server.notifications import web_push

    settings = load_settings()
    if isinstance(settings, Check):
        return settings._replace(what="Notices")
    if not settings.notices:
        return Check("Notices", True, "switched off (notices=false)")
    if not web_push.available():
        return Check("Notices", True, "by web hook; push needs the extra: install sortilege[push]")
    is_push_possible = settings.public_tls or not settings.public_address
    if not is_push_possible:
        words = "by web hook; push needs a public_address that begins with https:// (docs/notices.md)"
        return Check("Notices", True, words)
    return Check("Notices", True, "by web hook and push (docs/notices.md)")


def pages() -> Check:
    from sortilege.server.http.pages import STATIC

    exists = (STATIC / "index.html").exists()
    words = "the browser's files are there" if exists else "the browser's files are missing: python3 hatch_build.py"
    return Check("Pages", exists, words)


def local_address() -> Check:
    """Report the address by which friends in the same network reach the server."""
    from sortilege.server.run import PORT, own_address

    address = own_address()
    return Check("Friends", True, f"http://{address}:{PORT}/ once the table is started with: serve --host 0.0.0.0")


def healthy(checks: list[Check]) -> bool:
    """Return whether no check found a problem."""
    return all(check.fine for check in checks)
