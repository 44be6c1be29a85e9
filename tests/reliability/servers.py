"""Servers in processes of their own that tests can stop and kill, and a proxy that cuts, delays and splits traffic."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO

import pytest

import sortilege
from tests.server.postgres import wait_until_stopped
from tests.server.server_fixture import PATIENCE


class Server:
    """A `sortilege serve` process with these settings, which can be stopped, killed and restarted."""

    def __init__(self, folder: Path, store: str = "", **settings: object) -> None:
        self.folder, self.store, self.settings = folder, store, settings
        self.address = ""
        self.port = 0  # any that is free
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the process and wait until it is ready."""
        with tempfile.TemporaryFile() as errors:  # not in its folder, whose disk may be full
            try:
                await self._start(errors)
            except EOFError:
                errors.seek(0)
                pytest.fail(f"the server ended before it was ready: {errors.read()[-2000:].decode(errors='replace')}")

    async def _start(self, errors: IO[bytes]) -> None:
        source = Path(sortilege.__file__).parents[1]
        own = {"PYTHONPATH": str(source), "SORTILEGE_STORE": self.store, "SORTILEGE_BOT_PACE": "0.01"}
        own |= {f"SORTILEGE_{name.upper()}": str(value) for name, value in self.settings.items()}
        where = ["--port", str(self.port), "--data", str(self.folder)]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "sortilege", "serve", "--no-open", *where,
            stdout=asyncio.subprocess.PIPE, stderr=errors, env={**os.environ, **own},
        )  # fmt: skip
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while line := (await self.process.stdout.readline()).decode():
                if match := re.search(r"http://(127\.0\.0\.1:\d+)/", line):
                    self.address = match.group(1)
                    return
        raise EOFError

    async def stop(self) -> None:
        """Stop it with SIGTERM, as Ctrl-C or an update does."""
        assert self.process is not None
        self.process.terminate()
        await self.process.communicate()

    def pause(self) -> None:
        """Suspend the process with SIGSTOP; its connections stay open."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        wait_until_stopped(self.process.pid)

    def resume(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    async def kill(self) -> None:
        """Kill it with SIGKILL, like a power cut."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
        if self.process is not None:
            await self.process.communicate()


class HostileProxy:
    """A proxy between players and a server that splits, delays and cuts what passes through."""

    def __init__(self, address: str, rng: random.Random) -> None:
        self.address, self.rng = address, rng
        self.cuts = self.pieces = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        server = await asyncio.start_server(self._through, "127.0.0.1", 0)
        try:
            yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()

    async def _through(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = self.address.partition(":")
        try:
            there, away = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.close()
            return
        ways = [asyncio.create_task(self._pass_on(reader, away)), asyncio.create_task(self._pass_on(there, writer))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        for end in (writer, away):
            end.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # bytes after which this line is cut: often before a whole snapshot (55 KB late in a game) is through
        budget = int(2_000 * 100 ** self.rng.random())
        with suppress(OSError):
            while piece := await reader.read(self.rng.choice((1, 7, 200, 4096, 65536))):
                budget -= len(piece)
                if budget < 0:
                    self.cuts += 1
                    writer.write(piece[: len(piece) // 2])
                    return
                self.pieces += 1
                writer.write(piece)
                await writer.drain()
                if self.rng.random() < 0.05:
                    await asyncio.sleep(self.rng.random() * 0.02)
