"""Run the application in a thread, for browsers that connect to it."""

import asyncio
import socket
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

import uvicorn

from sortilege.server.app import make_app
from sortilege.server.live.uvicorn_transport import uvicorn_options
from sortilege.server.settings import Settings
from sortilege.server.store.sqlite import SqliteStore
from tests.server.server_fixture import RandomBots, ServerInTest, unlimited_rates

UNLIMITED = 1e12  # milliseconds: what a bot chooses must not depend on how fast the machine is


class ApprenticePool(RandomBots):
    """A worker pool in which every bot is an apprentice, so that bots play sensibly, fast and always the same."""

    async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
        from sortilege.bots import make

        action: dict[str, Any] = make(game, "apprentice", seed=1).choose(view, UNLIMITED)
        return action


class LiveServer:
    """`with LiveServer(folder) as server` serves the application at `server.url`.

    Every rate limit is lifted, because all tests of a process send their requests from one address.
    """

    def __init__(self, folder: Path, look_around: float = 0.0) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        hooks: Any = {"notice_http": True, "notice_networks": ("127.0.0.0/8",), "address_connections": 10_000}
        settings = Settings(bot_pace=0.0, bot_start_delay=look_around, **hooks, **unlimited_rates())
        app = make_app(SqliteStore(folder / "tables.sqlite3"), ApprenticePool(), settings)
        self.server = ServerInTest(uvicorn.Config(app, **uvicorn_options(settings)))
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        serving = asyncio.create_task(self.server.serve([self.listener]))
        while not self.server.started and not serving.done():
            await asyncio.sleep(0)
        self.ready.set()
        await serving

    def __enter__(self) -> "LiveServer":
        self.thread.start()
        self.ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.listener.close()
