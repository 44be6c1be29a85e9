"""Start the server under measurement in a process of its own, and read its resource usage from /proc."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sortilege

SOURCE = Path(sortilege.__file__).parents[1]
ROOT = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
# All clients share one address, and some play faster than people do.
NO_LIMITS = {
    "SORTILEGE_CONNECTIONS": "40000",
    "SORTILEGE_ADDRESS_CONNECTIONS": "40000",
    "SORTILEGE_SPECTATORS": "40000",
    "SORTILEGE_SEAT_SOCKETS": "40000",
    "SORTILEGE_MESSAGES": "100000,100000",
}
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class ServerProcess:
    """A running server and its resource usage."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address  # host:port

    def cpu(self) -> float:
        """Return the CPU time of all its threads so far, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Return its resident memory in bytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE


@contextmanager
def running(command: list[str], pattern: str, core: int | None = None, **more: str) -> Iterator[ServerProcess]:
    """Run a server process and yield it once `pattern` finds host:port in its output; stop it at the end."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | more)
    try:
        if core is not None:
            os.sched_setaffinity(process.pid, {core})
        assert process.stdout is not None
        for line in process.stdout:
            match = re.search(pattern, line)
            if match:
                yield ServerProcess(process, match.group(1))
                return
        raise SystemExit(f"{command[0]} ended before it was ready")
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def sortilege_server(folder: Path, core: int | None = None, profile: Path | None = None) -> Iterator[ServerProcess]:
    """Run `sortilege serve` with this data folder, optionally writing a profile to a file."""
    program = ["sortilege"] if profile is None else ["bench.load.profiled", str(profile)]
    command = [sys.executable, "-m", *program, "serve", "--port", "0", "--no-open", "--data", str(folder)]
    own = NO_LIMITS | {"PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}", "SORTILEGE_STORE": ""}
    with running(command, r"http://(\S+)/", core, **own) as server:
        yield server


def open_files(count: int) -> None:
    """Allow this process and its children this many open files. Exit with a message if the system does not."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count:
        most = count if hard == resource.RLIM_INFINITY else min(count, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        if most < count:
            raise SystemExit(f"{count} open files are needed and this system allows {hard} (see ulimit -Hn).")


def say(words: str) -> None:
    """Print the progress."""
    print(f"· {words} …", file=sys.stderr, flush=True)


def check_machine() -> None:
    """Exit with a message unless /proc exists."""
    if not Path("/proc/self/stat").exists():
        raise SystemExit("This benchmark reads the server's processor time from /proc: it runs on Linux.")


def settle(server: ServerProcess, longest: float = 10.0) -> None:
    """Wait until the server is idle, so that the cost of starting and connecting is not measured."""
    end = time.monotonic() + longest
    before = server.cpu()
    while time.monotonic() < end:
        time.sleep(0.25)
        now = server.cpu()
        if now - before <= 0.02:
            return
        before = now
