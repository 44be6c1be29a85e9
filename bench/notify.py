"""Measure the cost of notifying other servers: writes to PostgreSQL with and without NOTIFY, alternately.

    python bench/notify.py                        8 connections, 4 servers that listen, 3 seconds for each way
    python bench/notify.py --seconds 0.2 --json   only to see that it runs

The statement is what the store does for a step; the cluster is temporary, listens on a socket file only, and syncs
every commit. The processor time is that of all of PostgreSQL's processes. Without PostgreSQL on this machine nothing is
measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.postgres import cluster, programs

LINE = b'{"type":"played","seat":2,"actions":[{"do":"call","spell":7},{"do":"roll","die":2}]}'
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_of(name: str) -> float:
    """Return the total CPU time of the running processes whose command line contains this text."""
    spent = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if name in (process / "cmdline").read_text() or "postgres:" in (process / "cmdline").read_text():
                fields = (process / "stat").read_text().rpartition(")")[2].split()
                spent += int(fields[11]) + int(fields[12])
        except OSError:
            continue
    return spent / TICKS


async def append_steps(pool: Any, statement: str, run: str, writers: int, seconds: float) -> tuple[int, list[float]]:
    """Write steps of many tables as fast as possible."""
    times: list[float] = []
    end = time.perf_counter() + seconds

    async def write(writer: int) -> None:
        n = 0
        while time.perf_counter() < end:
            start = time.perf_counter()
            table = f"{run}-{writer}-{n % 50}"
            await pool.execute(statement, table, n, LINE, f"{table} {n + 1}")
            times.append(time.perf_counter() - start)
            n += 1

    await asyncio.gather(*(write(writer) for writer in range(writers)))
    return len(times), sorted(times)


async def measured(address: str, writers: int, listeners: int, seconds: float) -> dict[str, dict[str, float]]:
    import asyncpg

    report: dict[str, dict[str, float]] = {}
    async with asyncpg.create_pool(address, min_size=writers, max_size=writers) as pool:
        await pool.execute("CREATE TABLE line (tab TEXT, n INTEGER, body BYTEA NOT NULL, PRIMARY KEY (tab, n))")
        ears = [await asyncpg.connect(address) for _ in range(listeners)]
        for ear in ears:
            await ear.add_listener("steps", lambda *_: None)
        for way, tell in (("silent", "$4::text"), ("notify", "pg_notify('steps', $4)")):
            statement = f"WITH written AS (INSERT INTO line VALUES ($1, $2, $3)) SELECT {tell}"
            before, start = cpu_of(address.partition("host=")[2]), time.perf_counter()
            steps, times = await append_steps(pool, statement, way, writers, seconds)
            duration = time.perf_counter() - start
            cpu = cpu_of(address.partition("host=")[2]) - before
            report[way] = {
                "steps_per_second": steps / duration,
                "postgres_cpu_ms_per_step": 1000 * cpu / steps,
                "p50_ms": 1000 * times[len(times) // 2],
                "p99_ms": 1000 * times[int(len(times) * 0.99)],
            }
        for ear in ears:
            await ear.close()
    ratios = {key: report["notify"][key] / value for key, value in report["silent"].items() if value}
    return {**report, "notify over silent": ratios}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--writers", type=int, default=8, help="connections that write")
    parser.add_argument("--listeners", type=int, default=4, help="servers that listen")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if programs() is None:
        print(json.dumps({"skipped": "PostgreSQL or asyncpg is not installed here"}))
        return
    with cluster(fsync="on") as address:
        report = asyncio.run(measured(address, arguments.writers, arguments.listeners, arguments.seconds))
    if arguments.json:
        print(json.dumps(report, indent=1))
        return
    for way, figures in report.items():
        print(f"{way}:")
        for key, value in figures.items():
            print(f"  {key:28}{value:12.2f}")


if __name__ == "__main__":
    main()
