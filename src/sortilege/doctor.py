"""`sortilege doctor`: what this machine has for the table, a line for each, and what to do where one is bad."""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
import urllib.request
from typing import Final, NamedTuple

from sortilege.core.errors import SortilegeError
from sortilege.core.folder import data_folder
from sortilege.server.settings import STANDARD, Settings, read_settings

ENOUGH: Final = 100 * 2**20  # bytes left on the disk
SECONDS: Final = 5  # for whatever is asked over a network


class Finding(NamedTuple):
    """One thing that was looked at."""

    what: str
    fine: bool
    words: str


def findings() -> list[Finding]:
    """Everything that is looked at, in the order in which a start needs it."""
    return [python(), engine(), compiler(), set_by_host(), tables(), pages(), friends(), public(), notices()]


def lines(found: list[Finding]) -> list[str]:
    return [f"  {'ok' if each.fine else '!!'}  {each.what:<9} {each.words}" for each in found]


def python() -> Finding:
    version = platform.python_version()
    return Finding("Python", sys.version_info >= (3, 11), f"{version} on {platform.machine()}, {sys.executable}")


def engine() -> Finding:
    """Interpreted is fine: slower bots, the same games."""
    from sortilege.server.engine import sentence

    return Finding("Engine", True, sentence())


def compiler() -> Finding:
    from sortilege import _engine, compiled

    known = _engine.state()
    if not known:
        words = "not needed" if compiled() else "looked for when the engine is compiled: at install, or by run.py"
        return Finding("Compiler", True, words)
    return Finding("Compiler", True, known.get("compiler") or "none found when the engine was to be compiled")


def chosen() -> Settings | Finding:
    """The settings as a server would have them, or what is wrong with them."""
    try:
        return read_settings(folder=data_folder())
    except SortilegeError as off:
        return Finding("Settings", False, str(off))


def set_by_host() -> Finding:
    """What differs from the usual, without any value that may be secret."""
    found = chosen()
    if isinstance(found, Finding):
        return found
    changed = [name for name in Settings.__struct_fields__ if getattr(found, name) != getattr(STANDARD, name)]
    told = ", ".join(f"{name}=***" if name == "store" else f"{name}={getattr(found, name)}" for name in changed)
    return Finding("Settings", True, told or "all as they come; docs/settings.md lists them")


def tables() -> Finding:
    """Where games are kept, whether they can be, and whether what is kept is sound."""
    found = chosen()
    where = "" if isinstance(found, Finding) else found.store
    if where:
        return asked_store(where)
    folder = data_folder()
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        return Finding("Tables", False, f"{folder} cannot be written: name another folder with SORTILEGE_DATA")
    left = shutil.disk_usage(there).free
    if left < ENOUGH:
        return Finding("Tables", False, f"{folder} has only {left // 2**20} MB left: make space on that disk")
    file = folder / "tables.sqlite3"
    if not file.exists():
        return Finding("Tables", True, f"{folder} ({left // 2**30} GB free), none yet")
    from sortilege.server.backup import check, counted, give_to_owner

    try:
        return Finding("Tables", True, f"{folder} ({left // 2**30} GB free), {counted(check(file))}, sound")
    except SortilegeError as error:
        return Finding("Tables", False, f"{error}: put a copy back with `sortilege restore FILE`")
    finally:
        give_to_owner(file)


def asked_store(address: str) -> Finding:
    """Whether PostgreSQL can be reached and used."""
    import asyncio

    from sortilege.server.backup import counted
    from sortilege.server.store import Step, store_at

    async def ask() -> str:
        store = store_at(address, data_folder())
        async with asyncio.timeout(SECONDS):
            await store.open(lambda _table, _length: None)
            try:
                [(count,)] = await store.look_up(Step("SELECT count(DISTINCT tab) FROM sortilege_line"))
            finally:
                await store.close()
        return f"{store.where()}, {counted(count)}"

    try:
        return Finding("Tables", True, asyncio.run(ask()))
    except TimeoutError:
        return Finding("Tables", False, f"PostgreSQL did not answer within {SECONDS} seconds")
    except SortilegeError as off:
        return Finding("Tables", False, str(off))


def public() -> Finding:
    """Whether the world's address leads to a server."""
    found = chosen()
    address = "" if isinstance(found, Finding) else found.public_address
    if not address:
        return Finding("World", True, "no public_address is set: for friends in the same network (docs/hosting.md)")
    try:
        with urllib.request.urlopen(f"{address.rstrip('/')}/api/health", timeout=SECONDS) as answer:
            health = json.load(answer)
        failing = [part for part, works in health["parts"].items() if works is False]
        words = f"answers, but does not work: {', '.join(failing)}" if failing else "answers"
        return Finding("World", not failing, f"{address} {words}")
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as off:
        return Finding("World", False, f"{address} does not lead to this table: {off}")


def notices() -> Finding:
    """Whether people can be told that it is their turn, and by which ways."""
    from sortilege.server.notices import push

    found = chosen()
    if isinstance(found, Finding):
        return found._replace(what="Notices")
    if not found.notices:
        return Finding("Notices", True, "switched off (notices=false)")
    if not push.available():
        return Finding("Notices", True, "by web hook; push needs the extra: install sortilege[push]")
    tls = found.public_tls or not found.public_address
    words = "by web hook and push" if tls else "by web hook; push needs a public_address that begins with https://"
    return Finding("Notices", True, f"{words} (docs/notices.md)")


def pages() -> Finding:
    from sortilege.server.pages import STATIC

    there = (STATIC / "index.html").exists()
    words = "the browser's files are there" if there else "the browser's files are missing: python3 hatch_build.py"
    return Finding("Pages", there, words)


def friends() -> Finding:
    """How others in the same network would reach a table that lets them in."""
    from sortilege.server.run import PORT, own_address

    address = own_address()
    return Finding("Friends", True, f"http://{address}:{PORT}/ once the table is started with: serve --host 0.0.0.0")


def healthy(found: list[Finding]) -> bool:
    return all(each.fine for each in found)
