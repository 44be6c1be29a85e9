"""Measure the waiting times of a new user: first page, first move against bots, compiled engine, second start.

    python bench/start.py                     in fresh folders, beside an installed package interpreted and compiled
    python bench/start.py --ways run          only `run.py`; `package` and `compiled` are the other two
    python bench/start.py --ways here         only a start of this Python as it is: nothing is installed

Every time is given twice: as the clock went, and as the processor worked for it, which says on a busy machine what an
idle one would take. A folder of the sources is copied, so what is not committed is measured too.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns(".venv", "node_modules", "__pycache__", ".git", ".dev", "*.so")
WAYS = ("run", "package", "compiled", "here")
Times = dict[str, dict[str, float]]


class Watch:
    """Two clocks: the one on the wall, and the processor's for this process and all it started."""

    def __init__(self, begun: float = 0.0) -> None:
        self.begun, self.worked = time.monotonic(), begun

    def since(self, running: int | None = None) -> dict[str, float]:
        spent = children() + (processor(running) if running else 0.0) - self.worked
        return {"seconds": round(time.monotonic() - self.begun, 2), "processor": round(spent, 2)}


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def processor(process: int) -> float:
    """What a running process and its finished children have used; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------- a start
@contextmanager
def start_process(command: list[str], folder: Path, data: Path) -> Iterator[subprocess.Popen[str]]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("SORTILEGE_")}
    own |= {"SORTILEGE_DATA": str(data)}
    serve = [*command, "serve", "--no-open", "--port", "0"]
    server = subprocess.Popen(serve, cwd=folder, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield server
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)


def line_with(server: subprocess.Popen[str], pattern: str) -> str:
    """The first thing the server says that fits."""
    assert server.stdout is not None
    lines = []
    for line in server.stdout:
        lines.append(line)
        if match := re.search(pattern, line):
            return match[0]
    raise SystemExit(f"the start ended without {pattern!r}:\n{''.join(lines)}")


def first_page(address: str) -> None:
    with urllib.request.urlopen(f"http://{address}/", timeout=60) as answer:
        assert answer.status == 200 and b"<html" in answer.read()


def first_move(address: str) -> None:
    """Make a table with two apprentices, sit down, play the first legal action once it is one's turn."""
    seats = [{"kind": "me", "name": "Ada"}, *({"kind": "bot", "level": "apprentice"} for _ in range(2))]
    wish = json.dumps({"game": "abracada", "seats": seats, "options": {"first": 0}}).encode()
    call = urllib.request.Request(f"http://{address}/api/tables", wish, {"content-type": "application/json"})
    with urllib.request.urlopen(call, timeout=60) as answer:
        table = json.load(answer)
    socket_address = f"ws://{address}/api/tables/{table['table']}/live?token={table['token']}"
    with connect(socket_address, proxy=None, compression=None) as line:
        now = message(line)
        while not now["legal"]:
            now = message(line)
        line.send(json.dumps({"type": "act", "n": now["n"], "action": now["legal"][0]}))
        while message(line)["n"] <= now["n"]:
            pass


def message(line: Any) -> dict[str, Any]:
    received: dict[str, Any] = json.loads(line.recv(timeout=60))
    if received["type"] == "refused":
        raise SystemExit(f"the table refused: {received}")
    return received


def measure(command: list[str], folder: Path, data: Path, watch: Watch, compiling: bool = False) -> Times:
    with start_process(command, folder, data) as server:
        address = line_with(server, r"(?<=http://)127\.0\.0\.1:\d+")
        first_page(address)
        times = {"first page": watch.since(server.pid)}
        first_move(address)
        times["first move"] = watch.since(server.pid)
        if compiling:
            line_with(server, r"bots now think at full strength|engine stays interpreted")
            times["compiled"] = watch.since(server.pid)
    return times


# ---------------------------------------------------------------- the ways in
def by_run(place: Path, _: str) -> Times:
    """A fresh clone and run.py."""
    shutil.copytree(ROOT, place / "clone", ignore=LEFT_OUT)
    command = [sys.executable, "run.py"]
    return twice(command, place / "clone", place / "data", Watch(children()), compiling=True)


def by_package(place: Path, compile_it: str) -> Times:
    """An environment, `pip install` of the sources, then `sortilege serve`."""
    shutil.copytree(ROOT, place / "clone", ignore=LEFT_OUT)
    watch = Watch(children())
    subprocess.run([sys.executable, "-m", "venv", place / "venv"], check=True)
    own = os.environ | {"SORTILEGE_COMPILE": compile_it, "SORTILEGE_FRONTEND": "skip"}
    python = str(place / "venv/bin/python")
    pip = [python, "-m", "pip", "install", "-qq", "-c", "constraints.txt", "."]
    subprocess.run(pip, cwd=place / "clone", env=own, check=True, stderr=subprocess.DEVNULL)
    return twice([python, "-m", "sortilege"], place, place / "data", watch)


def by_here(place: Path, _: str) -> Times:
    return measure([sys.executable, "-m", "sortilege"], place, place / "data", Watch(children()))


def twice(command: list[str], folder: Path, data: Path, watch: Watch, compiling: bool = False) -> Times:
    times = measure(command, folder, data, watch, compiling)
    second = measure(command, folder, data, Watch(children()))
    return {**times, "second start": second["first page"]}


MEASURED = {
    "run": (by_run, ""),
    "package": (by_package, "0"),
    "compiled": (by_package, "require"),
    "here": (by_here, ""),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS[:3], help="default: all but here")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    arguments = parser.parse_args()
    report: dict[str, Times] = {}
    for way in arguments.ways:
        print(f"{way} …", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="sortilege ") as place:
            measuring, how = MEASURED[way]
            report[way] = measuring(Path(place), how)
    if arguments.json:
        print(json.dumps(report, indent=1))
        return
    print(f"{'':<12}{'':<14}{'seconds':>10}{'processor':>12}")
    for way, times in report.items():
        for what, took in times.items():
            print(f"{way:<12}{what:<14}{took['seconds']:>10.1f}{took['processor']:>12.1f}")


if __name__ == "__main__":
    main()
