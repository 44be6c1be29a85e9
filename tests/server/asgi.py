"""The application without a port: HTTP and WebSockets by calls of ASGI alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import websockets
from litestar import Litestar
from websockets.frames import Close

from sortilege.server.app import make_app
from sortilege.server.settings import STANDARD, Settings
from sortilege.server.store.sqlite import SqliteStore
from tests.server.server_fixture import PATIENCE, RandomBots

CLIENT = ("127.0.0.1", 50_000)
HOST = "table.test"


class AsgiSocket:
    """The client of a WebSocket, with the methods of `websockets.ClientConnection` that tests use."""

    def __init__(self, app: Any, path: str, headers: dict[str, str]) -> None:
        parts = urlsplit(path)
        self.scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in {"host": HOST, **headers}.items()],
            "client": CLIENT,
            "server": (HOST, 80),
            "subprotocols": [],
            "state": {},
        }
        self.to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.from_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.running = asyncio.create_task(app(self.scope, self.to_app.get, self.from_app.put))
        self.to_app.put_nowait({"type": "websocket.connect"})

    async def opened(self) -> None:
        """Wait for the end of the handshake."""
        answer = await self.from_app.get()
        assert answer["type"] == "websocket.accept", answer

    async def send(self, text: str) -> None:
        await self.to_app.put({"type": "websocket.receive", "text": text, "bytes": None})

    async def recv(self, decode: bool = True) -> str:
        message = await self.from_app.get()
        if message["type"] == "websocket.close":
            self.to_app.put_nowait({"type": "websocket.disconnect", "code": message["code"]})
            raise websockets.ConnectionClosedError(Close(message["code"], ""), None)
        return str(message["text"])

    async def close(self) -> None:
        """Disconnect, and wait until the application has returned."""
        self.to_app.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.running


@asynccontextmanager
async def portless(folder: Path, pool: Any = None, settings: Settings = STANDARD) -> AsyncIterator[Litestar]:
    """Run the application without a server; its bots do not wait."""
    settings = msgspec.structs.replace(settings, bot_pace=0.0, bot_start_delay=0.0)
    app = make_app(SqliteStore(folder / "tables.sqlite3", PATIENCE), pool or RandomBots(), settings)
    async with app.lifespan():
        yield app


def caller(app: Litestar) -> httpx.AsyncClient:
    """Return an HTTP client of the application."""
    transport = httpx.ASGITransport(app, client=CLIENT)
    return httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", timeout=PATIENCE)


@asynccontextmanager
async def connect(app: Litestar, path: str, headers: dict[str, str] | None = None) -> AsyncIterator[AsgiSocket]:
    """Open a WebSocket at the application."""
    socket = AsgiSocket(app, path, headers or {})
    await socket.opened()
    try:
        yield socket
    finally:
        if not socket.running.done():
            await socket.close()
        with suppress(asyncio.CancelledError):
            await socket.running
