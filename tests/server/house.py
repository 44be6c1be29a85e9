"""A table to test at: the real application on loopback, in the test's own event loop, and people who sit down."""

import asyncio
import json
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
import websockets

from sortilege.server.app import make_app
from sortilege.server.background import Background
from sortilege.server.learning import daily
from sortilege.server.live.changes import patch
from sortilege.server.live.uvicorn_transport import transport
from sortilege.server.runtime import Runtime
from sortilege.server.settings import STANDARD, Rate, Settings
from sortilege.server.store import Store
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.text import say
from sortilege.server.workers import tasks
from sortilege.server.workers.pool import Priority

PATIENCE = 300  # seconds before a test that waits for something that never comes gives up, on the slowest machine
ME, FRIEND, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "apprentice"}


def unlimited_rates() -> dict[str, Any]:
    """Return every rate setting at a value that no test reaches, for servers with many people at one address."""
    rates = (name for name, value in msgspec.structs.asdict(Settings()).items() if isinstance(value, Rate))
    return dict.fromkeys(rates, Rate(1_000_000, 1_000_000))


class Guessers:
    """A pool without processes: bots of no skill that answer at once. Everything else is done in threads."""

    def __init__(self) -> None:
        self.rng = random.Random(1)
        self.asked: list[tuple[str, str, dict[str, Any]]] = []

    async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
        self.asked.append((game, level, view))
        return self.rng.choice(view["legal"])

    async def run(self, priority: Priority, owner: str, function: Callable[..., Any], *args: Any) -> Any:
        if function is tasks.think:
            return await self.choose(*args)
        in_no_time = (1.0,) if function is daily.play_on else ()  # milliseconds for a decision of the archmage
        return await asyncio.to_thread(function, *args, *in_no_time)

    def waiting(self) -> dict[str, int]:
        return {}

    async def close(self) -> None:
        pass


class Onlooker:
    """A socket at a table that is sent nothing."""

    visible = True

    def __init__(self, seat: int | None = None) -> None:
        self.viewer = Viewer(seat, host=False, key=None)

    def wake(self) -> None:
        pass


def free_port() -> int:
    """For a program of its own, which cannot take a free one by itself."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


class InTest(uvicorn.Server):
    """Leaves the signals to the test runner."""

    def capture_signals(self) -> Any:
        return nullcontext()


@asynccontextmanager
async def serving(
    store: Store | Path,
    pool: Any = None,
    pace: float = 0.0,
    look_around: float = 0.0,
    settings: Settings = STANDARD,
    background: Background | None = None,
) -> AsyncIterator[str]:
    """The application on a free port; answers host:port."""
    kept = SqliteStore(store / "tables.sqlite3", PATIENCE) if isinstance(store, Path) else store
    settings = msgspec.structs.replace(settings, bot_pace=pace, bot_start_delay=look_around)
    app = make_app(kept, pool or Guessers(), settings, background)
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = InTest(uvicorn.Config(app, **transport(settings)))
        running = asyncio.create_task(server.serve([door]))
        while not server.started and not running.done():
            await asyncio.sleep(0)
        try:
            yield f"127.0.0.1:{door.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running


class Place:
    """A socket at a table, and all it has heard."""

    def __init__(self, line: websockets.ClientConnection) -> None:
        self.line = line
        self.heard: list[str] = []
        self.now: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.turns: list[dict[str, Any]] = []

    async def hear(self) -> dict[str, Any]:
        """The next message, whatever it is."""
        async with asyncio.timeout(PATIENCE):
            text = await self.line.recv(decode=True)
        self.heard.append(str(text))
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("state", "change"):
            self.take(message)
        return message

    def take(self, message: dict[str, Any]) -> None:
        """A snapshot, or what changed since the last."""
        self.now = message if message["type"] == "state" else self.changed(message)
        self.log[message["log_from"] :] = message["log"]
        self.turns[message["turns_from"] :] = message["turns"]

    def changed(self, change: dict[str, Any]) -> dict[str, Any]:
        """The snapshot that a change makes of the present one."""
        assert change["version"] == self.now["version"] + 1
        along = {key: value for key, value in change.items() if key not in ("type", "steps")}
        made: dict[str, Any] = patch(self.now, change["steps"]) | along
        return made

    async def until(self, good: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first snapshot from now on (the present one included) that is as wanted."""
        while not self.now or not good(self.now):
            await self.hear()
        return self.now

    async def past(self, n: int) -> dict[str, Any]:
        return await self.until(lambda now: now["n"] > n)

    async def say(self, **message: Any) -> None:
        await self.line.send(json.dumps(message))

    async def act(self, action: dict[str, Any] | None = None) -> None:
        """Send an action (the last legal one), without waiting for what comes of it."""
        await self.say(type="act", n=self.now["n"], action=action or self.now["legal"][-1])

    async def step(self, action: dict[str, Any]) -> None:
        """Send an action and hear what comes of it; again where the table asks for a slower pace, as it does of
        whoever has a fast machine."""
        n = self.now["n"]
        await self.act(action)
        while self.now["n"] == n:
            heard = await self.hear()
            if heard["type"] == "refused":
                assert heard["message"] == say("many_messages").en, heard
                await self.act(action)

    async def told(self, kind: str = "refused") -> dict[str, Any]:
        """The next message of this kind."""
        while (message := await self.hear())["type"] != kind:
            pass
        return message

    async def quiet(self) -> int:
        """How many messages come before the answer to a ping: everything sent until now has then been heard."""
        before = len(self.heard)
        await self.say(type="ping")
        await self.told("pong")
        return len(self.heard) - before - 1


@asynccontextmanager
async def place(house: str, table: str, token: str | None = None, **query: str) -> AsyncIterator[Place]:
    """At a table, with a token or by a link; the first snapshot has been heard."""
    address = httpx.URL(f"ws://{house}/api/tables/{table}/live", params=query)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    patience = {"open_timeout": PATIENCE, "ping_interval": None}  # a slow machine is no lost line
    async with websockets.connect(str(address), additional_headers=headers, proxy=None, **patience) as line:
        sits = Place(line)
        await sits.hear()
        yield sits


@asynccontextmanager
async def caller(house: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=f"http://{house}", timeout=PATIENCE, trust_env=False) as client:
        yield client


async def new_table(house: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A table made by somebody without cookies."""
    async with caller(house) as client:
        answer = await client.post("/api/tables", json={"game": "abracada", "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made


async def sit(house: str, made: dict[str, Any], name: str, seat: int | None = None) -> dict[str, Any]:
    async with caller(house) as client:
        wish = {"invite": code(made["invite"]), "name": name, "seat": seat}
        answer = await client.post(f"/api/tables/{made['table']}/sit", json=wish)
        assert answer.status_code == 201, answer.text
        seated: dict[str, Any] = answer.json()
        return seated


def code(path: str) -> str:
    """The code in a link."""
    return path.partition("=")[2]


def settled(now: dict[str, Any]) -> bool:
    """Nobody but the people at the table has anything to decide."""
    return now["phase"] == "over" or (now["phase"] == "playing" and now["thinking"] is None)


async def play_out(places: list[Place], rng: random.Random, decisions: int = 10_000) -> list[dict[str, Any]]:
    """Everybody acts at random, and every act is seen by all, until the game is over or so many acts were made.
    Answers the acts."""
    acts: list[dict[str, Any]] = []
    for _ in range(decisions):
        for one in places:
            await one.until(settled)
        mover = next((one for one in places if one.now["legal"]), None)
        if mover is None:
            break
        n = mover.now["n"]
        acts.append(rng.choice(mover.now["legal"]))
        await mover.step(acts[-1])
        for one in places:
            await one.past(n)
    return acts


class StoppedClock(Runtime):
    """A runtime whose clocks stand until the test moves them."""

    seconds = 1_800_000_000.0

    def now(self) -> float:
        return self.seconds

    def monotonic(self) -> float:
        return self.seconds
