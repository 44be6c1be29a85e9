"""Two measurements without moves: the cost of idle sockets, and the time to open a stored table."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from multiprocessing.connection import Connection

from bench.load.line import Line, connect
from bench.load.tables import Placed

AT_ONCE = 32
PATIENCE = 600.0


async def look(address: str, placed: Placed) -> float:
    """Return the seconds from connecting to receiving the table."""
    seen = asyncio.get_running_loop().create_future()
    start = time.perf_counter()

    def receive(text: bytes) -> None:
        if not seen.done():
            seen.set_result(text)

    line = await connect(address, f"/api/tables/{placed.name}/live?{placed.script.queries[0]}", receive)
    text = await seen
    seconds = time.perf_counter() - start
    line.close()
    if not text.startswith(b'{"type":"state"'):
        raise SystemExit(f"table {placed.name} answered: {text[:300].decode(errors='replace')}")
    return seconds


async def look_at_all(address: str, placed: list[Placed], at_once: int) -> list[float]:
    """Open all tables, at most `at_once` at the same time, and return the seconds of each."""
    free = asyncio.Semaphore(at_once)

    async def one(table: Placed) -> float:
        async with free:
            return await look(address, table)

    return await asyncio.gather(*(one(table) for table in placed))


async def hold(address: str, placed: list[Placed], sockets: int) -> list[Line]:
    """Open this many sockets, spread over the tables; each has received its table."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Line:
        async with free:
            table = placed[number % len(placed)]
            seen = asyncio.get_running_loop().create_future()
            query = table.script.queries[number // len(placed) % len(table.script.queries)]
            path = f"/api/tables/{table.name}/live?{query}"
            line = await connect(address, path, lambda text: None if seen.done() else seen.set_result(text))
            await seen
            return line

    return await asyncio.gather(*(one(number) for number in range(sockets)))


# ---------------------------------------------------------------- the processes
def holder(pipe: Connection, address: str, placed: list[Placed], sockets: int) -> None:
    """Hold sockets until told to count those that are still open."""

    async def held() -> None:
        lines = await hold(address, placed, sockets)
        pipe.send(len(lines))
        await asyncio.to_thread(pipe.recv)
        pipe.send(sum(not line.lost for line in lines))

    asyncio.run(held())


def run_looks(pipe: Connection, address: str, placed: list[Placed], at_once: int) -> None:
    """Send the times to open the tables."""
    pipe.send(asyncio.run(look_at_all(address, placed, at_once)))


def start(target: object, *args: object) -> tuple[multiprocessing.Process, Connection]:
    """Start a child process with a pipe."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=target, args=(theirs, *args), daemon=True)
    process.start()
    theirs.close()
    return process, ours  # type: ignore[return-value]


def answer(pipe: Connection) -> object:
    """Return the next message of the process. Exit if it has ended."""
    try:
        if pipe.poll(PATIENCE):
            return pipe.recv()
    except EOFError:
        pass
    raise SystemExit("a process of the benchmark ended before its time")
