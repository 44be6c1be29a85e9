"""A PostgreSQL of our own for the tests, where its programs are installed: a temporary cluster that listens on nothing
but a socket file."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def programs() -> Path | None:
    """Where the newest PostgreSQL is installed; None without one, or without our driver for it."""
    initdbs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return initdbs[-1].parent if initdbs and find_spec("asyncpg") else None


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


def empty(address: str) -> None:
    """Delete everything in the database, and close connections that an earlier test left open."""
    where = programs()
    assert where is not None
    connections = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'"
    statements = (f"{connections} AND pid <> pg_backend_pid()", "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    arguments = [argument for statement in statements for argument in ("-c", statement)]
    subprocess.run([where / "psql", address, "-q", *arguments], check=True, capture_output=True)


@contextmanager
def frozen(address: str) -> Iterator[None]:
    """Every process of the cluster stands still: it answers nothing, and its connections stay open."""
    keeper = int((Path(address.partition("host=")[2]) / "base" / "postmaster.pid").read_text().splitlines()[0])
    os.kill(keeper, signal.SIGSTOP)  # first, so that it starts no further process
    wait_until_stopped(keeper)
    for pid in children(keeper):
        os.kill(pid, signal.SIGSTOP)
        wait_until_stopped(pid)
    try:
        yield
    finally:
        for pid in [*children(keeper), keeper]:
            os.kill(pid, signal.SIGCONT)


def wait_until_stopped(pid: int) -> None:
    """A signal may arrive a moment after it was sent."""
    for _ in range(60_000):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:  # it has ended, or this system has no /proc
            return
        if state in "TZ":
            return
        time.sleep(0.001)
    raise TimeoutError(f"process {pid} does not stop")


def children(keeper: int) -> list[int]:
    listing = subprocess.run(["ps", "-o", "pid=", "--ppid", str(keeper)], capture_output=True, text=True, check=False)
    return [int(pid) for pid in listing.stdout.split()]
