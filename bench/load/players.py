"""The players: processes of their own that sit at scripted tables, say their lines and time what comes of them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import NamedTuple

from bench.load.line import Line, connect
from bench.load.tables import Placed

NUMBER = re.compile(rb'"n":(\d+)')
AT_ONCE = 64  # sockets that are being opened at a time
PATIENCE = 60.0  # seconds a move may take before the run is given up


class Pace(NamedTuple):
    """How a run is played: seconds between the moves of a table (0: the next as soon as everybody has seen the last),
    for so many seconds."""

    between: float
    seconds: float


class Played(NamedTuple):
    """What a run took."""

    seconds: float
    own: list[float]  # seconds from sending an act to seeing it oneself: it is on disk
    all: list[float]  # to everybody at the table seeing it
    messages: int
    bytes: int
    late: int  # moves that came when the next was due already


class Table:
    """Everybody at one table."""

    def __init__(self, placed: Placed) -> None:
        self.name, self.script = placed
        self.n = self.script.n
        self.lines: list[Line] = []
        self.seen = [-1] * len(self.script.queries)
        self.messages = 0
        self._awaited_number = 0
        self._missing = 0
        self._all: asyncio.Future[None] | None = None
        self._own_at = 0.0
        self._mover = 0

    async def sit(self, address: str, more: str) -> None:
        for seat, query in enumerate(self.script.queries):
            path = f"/api/tables/{self.name}/live?{query}{more}"
            self.lines.append(await connect(address, path, lambda text, seat=seat: self.hear(seat, text)))
        await self.caught_up(self.n)

    def hear(self, seat: int, text: bytes) -> None:
        self.messages += 1
        match = NUMBER.search(text)
        if match is None or text.startswith(b'{"type":"refused"'):
            raise SystemExit(f"table {self.name} answered: {text[:300].decode(errors='replace')}")
        n = int(match.group(1))
        if self.seen[seat] < self._awaited_number <= n:
            self._missing -= 1
            if seat == self._mover:
                self._own_at = time.perf_counter()
        self.seen[seat] = n
        if self._missing == 0 and self._all is not None and not self._all.done():
            self._all.set_result(None)

    async def caught_up(self, n: int) -> None:
        """Until everybody has seen the table after n decisions."""
        self._awaited_number = n
        self._missing = sum(seen < n for seen in self.seen)
        if self._missing:
            self._all = asyncio.get_running_loop().create_future()
            async with asyncio.timeout(PATIENCE):
                await self._all

    async def play(self, pace: Pace, start: float, own: list[float], all_: list[float]) -> int:
        """Moves until the time is up or the script ends; answers how many were late."""
        late = 0
        due = start + random.random() * pace.between
        end = start + pace.seconds
        while self.n - self.script.n < len(self.script.acts):
            now = time.perf_counter()
            if max(now, due) >= end:
                break
            if now < due:
                await asyncio.sleep(due - now)
            seat, action = self.script.acts[self.n - self.script.n]
            self._mover = seat
            sent = time.perf_counter()
            self.lines[seat].send(b'{"type":"act","n":%d,"action":%s}' % (self.n, action.encode()))
            self.n += 1
            await self.caught_up(self.n)
            done = time.perf_counter()
            own.append(self._own_at - sent)
            all_.append(done - sent)
            due += pace.between
            late += pace.between > 0 and done > due
        return late


async def sit_down(address: str, placed: list[Placed], more: str) -> list[Table]:
    tables = [Table(place) for place in placed]
    free = asyncio.Semaphore(AT_ONCE)

    async def place(table: Table) -> None:
        async with free:
            await table.sit(address, more)

    await asyncio.gather(*(place(table) for table in tables))
    return tables


async def run(tables: list[Table], pace: Pace) -> Played:
    own: list[float] = []
    all_: list[float] = []
    before = sum(table.messages for table in tables), sum(line.bytes for table in tables for line in table.lines)
    start = time.perf_counter()
    late = await asyncio.gather(*(table.play(pace, start, own, all_) for table in tables))
    seconds = time.perf_counter() - start
    messages = sum(table.messages for table in tables) - before[0]
    received = sum(line.bytes for table in tables for line in table.lines) - before[1]
    return Played(seconds, own, all_, messages, received, sum(late))


# ---------------------------------------------------------------- the process
def main(pipe: Connection, address: str, placed: list[Placed], more: str, core: int | None) -> None:
    """Sit down, then play as told, until None comes."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        tables = runner.run(sit_down(address, placed, more))
        pipe.send("seated")
        while (pace := runner.run(next_pace(pipe))) is not None:
            pipe.send(runner.run(run(tables, pace)))


async def next_pace(pipe: Connection) -> Pace | None:
    """What to do next; the lines are kept alive while waiting."""
    return await asyncio.to_thread(pipe.recv)


class Party:
    """Player processes, together."""

    def __init__(self, pipes: list[Connection]) -> None:
        self.pipes = pipes

    def play(self, pace: Pace) -> Played:
        for pipe in self.pipes:
            pipe.send(pace)
        played = [received(pipe, pace.seconds + PATIENCE) for pipe in self.pipes]
        return Played(
            max(result.seconds for result in played),
            sorted(time for result in played for time in result.own),
            sorted(time for result in played for time in result.all),
            sum(result.messages for result in played),
            sum(result.bytes for result in played),
            sum(result.late for result in played),
        )


def received(pipe: Connection, patience: float) -> Played:
    if not pipe.poll(patience):
        raise SystemExit("the players did not come to an end")
    played: Played = pipe.recv()
    return played


@contextmanager
def at_tables(address: str, placed: list[Placed], processes: int, more: str, core: int | None) -> Iterator[Party]:
    """Everybody sits, shared out among so many processes."""
    spawn = multiprocessing.get_context("spawn")
    pipes, started = [], []
    try:
        for k in range(processes):
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=main, args=(theirs, address, placed[k::processes], more, core), daemon=True)
            process.start()
            theirs.close()
            pipes.append(ours)
            started.append(process)
        for pipe in pipes:
            if not pipe.poll(600) or pipe.recv() != "seated":
                raise SystemExit("the players could not sit down")
        yield Party(pipes)
    except EOFError:
        raise SystemExit("a players' process ended before its time") from None
    finally:
        for process in started:
            process.kill()
            process.join()
