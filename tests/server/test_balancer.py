"""Two servers behind a balancer that hashes the table's name, as docs/scale.md shows it: all of a table meets on one
server, and goes on at the other when that one is gone. Where Caddy is not installed this is skipped."""

import asyncio
import json
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

import sortilege
from tests.server.server_fixture import PATIENCE, free_port, new_table, sit

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
SOURCE = Path(sortilege.__file__).parents[1]
pytestmark = pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")


class Server:
    """A process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, longest: int) -> None:
        self.process = process
        self.longest = longest
        self.name = f"127.0.0.1:{port}"

    async def kill(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()


@asynccontextmanager
async def server(folder: Path, longest: int) -> AsyncIterator[Server]:
    """One of several over the same folder. They can be told apart by the longest message they take."""
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sortilege", "serve", "--port", str(port), "--no-open", "--data", str(folder),
        "--set", f"longest_message={longest}", stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )  # fmt: skip
    running = Server(process, port, longest)
    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while b"http://" not in await process.stdout.readline():
                assert process.returncode is None
        yield running
    finally:
        await running.kill()


def caddyfile(port: int, first: Server, second: Server) -> str:
    """The one on the page, with other addresses."""
    match = re.search(r"```caddyfile\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert match is not None
    text = match.group(1).replace("play.example.org", f"http://127.0.0.1:{port}")
    text = text.replace("10.0.0.1:8421", first.name).replace("10.0.0.2:8421", second.name)
    return "{\n\tadmin off\n}\n" + text


@asynccontextmanager
async def balancer(folder: Path, first: Server, second: Server) -> AsyncIterator[str]:
    port = free_port()
    file = folder / "Caddyfile"
    file.write_text(caddyfile(port, first, second))
    own = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    process = await asyncio.create_subprocess_exec(
        "caddy", "run", "--config", str(file), "--adapter", "caddyfile", env=own, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(trust_env=False) as client:
            while True:
                assert process.returncode is None
                try:
                    if (await client.get(f"http://127.0.0.1:{port}/api/shelf")).status_code == 200:
                        break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        yield f"127.0.0.1:{port}"
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def snapshot(line: websockets.ClientConnection, past: int = -1) -> dict[str, Any]:
    """The first snapshot after so many decisions."""
    async with asyncio.timeout(PATIENCE):
        while True:
            now: dict[str, Any] = json.loads(await line.recv())
            if now["type"] == "state" and now["n"] > past:
                return now


async def message_limit_of(line: websockets.ClientConnection) -> int:
    """Which server has this socket: it says how long a message may be. Twice as long is not read at all."""
    await line.send("x" * 3000)
    async with asyncio.timeout(PATIENCE):
        while (received := json.loads(await line.recv()))["type"] != "refused":
            pass
    return int(re.findall(r"\d+", received["message"])[0])


def connect(balanced: str, table: str, token: str) -> websockets.connect:
    address = f"ws://{balanced}/api/tables/{table}/live?token={token}"
    return websockets.connect(address, proxy=None, open_timeout=PATIENCE, ping_interval=None)


async def test_a_table_meets_on_one_server_and_goes_on_at_the_other(tmp_path: Path) -> None:
    async with (
        server(tmp_path, 1600) as one,
        server(tmp_path, 2400) as second,
        balancer(tmp_path, one, second) as balanced,
    ):
        created = [await new_table(balanced, {"kind": "me", "name": "Ada"}, {"kind": "open"}) for _ in range(12)]
        used: dict[str, int] = {}
        for table in created:
            friend = await sit(balanced, table, "Bo")
            async with (
                connect(balanced, table["table"], table["token"]) as ada,
                connect(balanced, table["table"], friend["token"]) as bo,
            ):
                served = {await message_limit_of(line) for line in (ada, bo)}
                assert len(served) == 1
                used[table["table"]] = served.pop()
        assert set(used.values()) == {one.longest, second.longest}

        table = created[0]
        async with connect(balanced, table["table"], table["token"]) as ada:
            before = await snapshot(ada)
        first = one if used[table["table"]] == one.longest else second
        await first.kill()
        async with connect(balanced, table["table"], table["token"]) as ada:
            assert (await snapshot(ada))["view"] == before["view"]
            assert await message_limit_of(ada) != first.longest
