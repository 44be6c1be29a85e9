"""How long a move takes to be on disk and on everybody's screen: a real server on loopback, many tables and sockets.

    python bench/server.py                              25 tables, 500 sockets, 10 seconds; about 20 seconds in all
    python bench/server.py --tables 10 --sockets 5000 --seconds 20 --json
    python bench/server.py --tables 1 --sockets 3 --seconds 0.2     only to see that it runs

A table is played by two people; the other sockets look on. Every table makes ten moves a second. A move is timed from
sending it to hearing it: by its player (acknowledged: on disk) and by the other one (shown). The same is measured first
at one table alone, and the ratio says what the crowd costs. Client and server share this machine's cores. The server is
`sortilege serve` on a free port with a folder of its own; it is stopped at the end, and whatever happens after a minute
more than was asked for.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import websockets

import sortilege

PAUSE = 0.1  # seconds between the moves of a table
PATIENCE = 60.0  # seconds that starting, connecting and stopping may take in all


@asynccontextmanager
async def server(folder: str) -> AsyncIterator[str]:
    """A server process; answers host:port."""
    source = Path(sortilege.__file__).parents[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sortilege", "serve", "--port", "0", "--no-open", "--data", folder,
        stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(source), "SORTILEGE_STORE": ""},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        found = None
        while found is None:
            line = await process.stdout.readline()
            if not line:
                raise SystemExit("the server ended before it was ready")
            found = re.search(r"http://(\S+)/", line.decode())
        yield found.group(1)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


class Table:
    """Two people, and what their moves took."""

    def __init__(self, made: dict[str, Any], people: list[websockets.ClientConnection]) -> None:
        self.made = made
        self.people = people
        self.now: list[dict[str, Any]] = []
        self.acknowledged: list[float] = []
        self.shown: list[float] = []

    async def play(self, until: float, rng: random.Random) -> None:
        """Moves at a steady pace, until the time is up or the game is over."""
        self.now = [await received(line, -1) for line in self.people]
        await asyncio.sleep(rng.random() * PAUSE)
        while (not self.shown or time.perf_counter() < until) and self.now[0]["phase"] == "playing":
            mover = next(i for i, now in enumerate(self.now) if now["legal"])
            n, start = self.now[0]["n"], time.perf_counter()
            act = {"type": "act", "n": n, "action": rng.choice(self.now[mover]["legal"])}
            await self.people[mover].send(json.dumps(act))
            self.now[mover] = await received(self.people[mover], n)
            self.acknowledged.append(time.perf_counter() - start)
            self.now[1 - mover] = await received(self.people[1 - mover], n)
            self.shown.append(time.perf_counter() - start)
            await asyncio.sleep(max(0.0, start + PAUSE - time.perf_counter()))


async def received(line: websockets.ClientConnection, n: int) -> dict[str, Any]:
    """The first snapshot after n."""
    while True:
        now: dict[str, Any] = json.loads(await line.recv())
        if now["n"] > n:
            return now


async def opened(house: str, stack: AsyncExitStack) -> Table:
    async with httpx.AsyncClient(base_url=f"http://{house}", trust_env=False, timeout=30) as client:
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
        made = (await client.post("/api/tables", json={"game": "abracada", "seats": seats})).raise_for_status().json()
        wish = {"invite": made["invite"].partition("=")[2], "name": "Bo"}
        friend = (await client.post(f"/api/tables/{made['table']}/sit", json=wish)).raise_for_status().json()
    people = [await connected(house, stack, made["table"], f"token={who['token']}") for who in (made, friend)]
    return Table(made, people)


async def connected(house: str, stack: AsyncExitStack, table: str, query: str) -> websockets.ClientConnection:
    address = f"ws://{house}/api/tables/{table}/live?{query}"
    line = websockets.connect(address, proxy=None, compression=None, ping_interval=None)
    return await stack.enter_async_context(line)


async def look_on(line: websockets.ClientConnection, counted: list[int]) -> None:
    async for message in line:
        counted[0] += 1
        counted[1] += len(message)


async def measured(house: str, tables: int, sockets: int, seconds: float) -> dict[str, float]:
    """One run at new tables."""
    counted = [0, 0]
    async with AsyncExitStack() as stack:
        played = [await opened(house, stack) for _ in range(tables)]
        lookers = []
        for i in range(sockets - 2 * tables):
            made = played[i % tables].made
            line = await connected(house, stack, made["table"], made["watch"].partition("?")[2])
            lookers.append(asyncio.create_task(look_on(line, counted)))
        start = time.perf_counter()
        await asyncio.gather(*(t.play(start + seconds, random.Random(i)) for i, t in enumerate(played)))
        taken = time.perf_counter() - start
        for task in lookers:
            task.cancel()
    moves = sorted(x for table in played for x in table.acknowledged)
    seen = sorted(x for table in played for x in table.shown)
    return {
        "tables": tables,
        "sockets": max(sockets, 2 * tables),
        "moves": len(moves),
        "moves_per_second": len(moves) / taken,
        "snapshots_per_second": (counted[0] + 2 * len(moves)) / taken,
        "acknowledged_p50_ms": 1000 * at(moves, 0.5),
        "acknowledged_p99_ms": 1000 * at(moves, 0.99),
        "shown_p50_ms": 1000 * at(seen, 0.5),
        "shown_p99_ms": 1000 * at(seen, 0.99),
    }


async def compared(tables: int, sockets: int, seconds: float) -> list[dict[str, float]]:
    """One table alone, then all of them, at the same server."""
    alone = min(seconds, 5.0)
    with tempfile.TemporaryDirectory() as folder:
        async with asyncio.timeout(alone + seconds + PATIENCE), server(folder) as house:
            return [await measured(house, 1, 2, alone), await measured(house, tables, sockets, seconds)]


def at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=25, help="at most 29: beyond, the server finds it too often")
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if not 1 <= asked.tables <= 29 or asked.sockets > 1000 * asked.tables:
        parser.error("1 to 29 tables, and at most 1000 sockets at each")
    try:
        alone, crowd = asyncio.run(compared(asked.tables, asked.sockets, asked.seconds))
    except TimeoutError:
        raise SystemExit("the server was too slow to be measured") from None
    ratios = {key: crowd[key] / alone[key] for key in alone if key.endswith("_ms")}
    if asked.json:
        print(json.dumps({"alone": alone, "crowd": crowd, "ratios": ratios}, indent=1))
        return
    print(f"{'':24}{'alone':>12}{'crowd':>12}{'ratio':>8}")
    for key, value in crowd.items():
        ratio = f"{ratios[key]:8.1f}" if key in ratios else ""
        print(f"{key:24}{alone[key]:12.1f}{value:12.1f}{ratio}")


if __name__ == "__main__":
    main()
