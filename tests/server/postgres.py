"""A PostgreSQL of our own for the tests, where its programs are installed: a temporary cluster that listens on nothing
but a socket file."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def programs() -> Path | None:
    """Where the newest PostgreSQL is installed; None without one, or without our driver for it."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found and find_spec("asyncpg") else None


def unprivileged() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then as its own system user."""
    if os.geteuid() != 0:
        return {}
    names = [entry.pw_name for entry in pwd.getpwall()]
    name = "postgres" if "postgres" in names else "nobody"
    return {"user": name, "group": pwd.getpwnam(name).pw_gid}


@contextmanager
def cluster(fsync: str = "off") -> Iterator[str]:
    """The address of a running cluster, gone afterwards."""
    where = programs()
    assert where is not None
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short: the path of a socket has its limits
    who = unprivileged()
    if who:
        shutil.chown(folder, who["user"])

    def run(program: str, *arguments: str) -> None:
        command = [str(where / program), "-D", str(folder / "base"), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **who)

    try:
        run("initdb", "-U", "sortilege", "-A", "trust", "-N")
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync={fsync}"
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgres://sortilege@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def frozen(address: str) -> Iterator[None]:
    """Every process of the cluster stands still: it answers nothing, and its connections stay open."""
    keeper = int((Path(address.partition("host=")[2]) / "base" / "postmaster.pid").read_text().splitlines()[0])
    for pid in [keeper, *children(keeper)]:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in [*children(keeper), keeper]:
            os.kill(pid, signal.SIGCONT)


def children(keeper: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(keeper)], capture_output=True, text=True, check=False)
    return [int(pid) for pid in found.stdout.split()]
