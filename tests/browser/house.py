"""The application in a thread of its own, for browsers that talk to it from outside."""

import asyncio
import socket
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

import uvicorn

from sortilege.server.app import make_app
from sortilege.server.live.uvicorn_transport import transport
from sortilege.server.settings import Settings
from sortilege.server.store.sqlite import SqliteStore
from tests.server.house import Guessers, InTest, unlimited_rates

UNHURRIED = 1e12  # milliseconds: what a bot chooses must not depend on how fast the machine is


class Glances(Guessers):
    """Bots that take the first glance of an apprentice, in this process: they play sensibly, at once, and always the
    same."""

    async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
        from sortilege.bots import make

        action: dict[str, Any] = make(game, "apprentice", seed=1).choose(view, UNHURRIED)
        return action


class House:
    """`with House(folder) as house`: the table is set at house.url."""

    def __init__(self, folder: Path, look_around: float = 0.0) -> None:
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        hooks: Any = {"notice_http": True, "notice_networks": ("127.0.0.0/8",)}
        settings = Settings(bot_pace=0.0, bot_start_delay=look_around, **hooks, **unlimited_rates())
        app = make_app(SqliteStore(folder / "tables.sqlite3"), Glances(), settings)
        self.server = InTest(uvicorn.Config(app, **transport(settings)))
        self.open = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        serving = asyncio.create_task(self.server.serve([self.door]))
        while not self.server.started and not serving.done():
            await asyncio.sleep(0)
        self.open.set()
        await serving

    def __enter__(self) -> "House":
        self.thread.start()
        self.open.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, off: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.door.close()
