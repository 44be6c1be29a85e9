"""A server for tests: the real application on the loopback interface, in the event loop of the test, and clients that
sit down at its tables."""

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
from sortilege.server.live.uvicorn_transport import uvicorn_options
from sortilege.server.runtime import Runtime
from sortilege.server.settings import STANDARD, Rate, Settings
from sortilege.server.store import Store
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.text import sentence
from sortilege.server.workers import tasks
from sortilege.server.workers.pool import Priority

PATIENCE = 300  # seconds after which a test fails that waits for something that never comes
ME, FRIEND, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "apprentice"}


def unlimited_rates() -> dict[str, Any]:
    """Return every rate setting with a value that no test reaches, for servers with many people at one address."""
    rates = (name for name, value in msgspec.structs.asdict(Settings()).items() if isinstance(value, Rate))
    return dict.fromkeys(rates, Rate(1_000_000, 1_000_000))


class RandomBots:
    """A worker pool without processes. Its bots choose at random and at once; every other task runs in a thread."""

    def __init__(self) -> None:
        self.rng = random.Random(1)
        self.requests: list[tuple[str, str, dict[str, Any]]] = []

    async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
        self.requests.append((game, level, view))
        return self.rng.choice(view["legal"])

    async def run(self, priority: Priority, owner: str, function: Callable[..., Any], *args: Any) -> Any:
        if function is tasks.think:
            return await self.choose(*args)
        milliseconds = (1.0,) if function is daily.play_slice else ()  # for each decision of the archmage
        return await asyncio.to_thread(function, *args, *milliseconds)

    def waiting(self) -> dict[str, int]:
        return {}

    async def close(self) -> None:
        pass


class SilentSocket:
    """A socket at a table that sends and receives nothing."""

    visible = True

    def __init__(self, seat: int | None = None) -> None:
        self.viewer = Viewer(seat, host=False, key=None)

    def send_update(self) -> None:
        pass


def free_port() -> int:
    """Return the number of a free port, for a separate process that cannot choose one itself."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class ServerInTest(uvicorn.Server):
    """A server that leaves the signals to the test runner."""

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
    """Run the application on a free port and yield its `host:port`."""
    opened = SqliteStore(store / "tables.sqlite3", PATIENCE) if isinstance(store, Path) else store
    settings = msgspec.structs.replace(settings, bot_pace=pace, bot_start_delay=look_around)
    app = make_app(opened, pool or RandomBots(), settings, background)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = ServerInTest(uvicorn.Config(app, **uvicorn_options(settings)))
        running = asyncio.create_task(server.serve([listener]))
        while not server.started and not running.done():
            await asyncio.sleep(0)
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running


class Place:
    """A client with a socket at a table, the messages that it received and the snapshot that they give."""

    def __init__(self, line: websockets.ClientConnection) -> None:
        self.line = line
        self.received: list[str] = []
        self.now: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.turns: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        """Return the next message, of any kind."""
        async with asyncio.timeout(PATIENCE):
            text = await self.line.recv(decode=True)
        self.received.append(str(text))
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("state", "change"):
            self.take(message)
        return message

    def take(self, message: dict[str, Any]) -> None:
        """Apply a snapshot, or the changes since the last one."""
        self.now = message if message["type"] == "state" else self.changed(message)
        self.log[message["log_from"] :] = message["log"]
        self.turns[message["turns_from"] :] = message["turns"]

    def changed(self, change: dict[str, Any]) -> dict[str, Any]:
        """Return the snapshot that a change turns the present one into."""
        assert change["version"] == self.now["version"] + 1
        replaced = {key: value for key, value in change.items() if key not in ("type", "steps")}
        snapshot: dict[str, Any] = patch(self.now, change["steps"]) | replaced
        return snapshot

    async def until(self, matches: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the first snapshot, beginning with the present one, that matches."""
        while not self.now or not matches(self.now):
            await self.receive()
        return self.now

    async def past(self, n: int) -> dict[str, Any]:
        """Return the first snapshot after decision number `n`."""
        return await self.until(lambda now: now["n"] > n)

    async def say(self, **message: Any) -> None:
        await self.line.send(json.dumps(message))

    async def act(self, action: dict[str, Any] | None = None) -> None:
        """Send an action (by default the last legal one) without waiting for the result."""
        await self.say(type="act", n=self.now["n"], action=action or self.now["legal"][-1])

    async def step(self, action: dict[str, Any]) -> None:
        """Send an action and wait for the result. Send it again if the server refuses it because messages come too
        fast."""
        n = self.now["n"]
        await self.act(action)
        while self.now["n"] == n:
            message = await self.receive()
            if message["type"] == "refused":
                assert message["message"] == sentence("many_messages").en, message
                await self.act(action)

    async def receive_kind(self, kind: str = "refused") -> dict[str, Any]:
        """Return the next message of this kind, skipping all others."""
        while (message := await self.receive())["type"] != kind:
            pass
        return message

    async def messages_before_pong(self) -> int:
        """Send a ping and return how many messages came before the pong. Everything sent before has then been
        received."""
        before = len(self.received)
        await self.say(type="ping")
        await self.receive_kind("pong")
        return len(self.received) - before - 1


@asynccontextmanager
async def place(server: str, table: str, token: str | None = None, **query: str) -> AsyncIterator[Place]:
    """Connect to a table, with a token or the code of a link, and yield the client after the first snapshot."""
    address = httpx.URL(f"ws://{server}/api/tables/{table}/live", params=query)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    patience = {"open_timeout": PATIENCE, "ping_interval": None}  # a slow machine must not end the connection
    async with websockets.connect(str(address), additional_headers=headers, proxy=None, **patience) as line:
        client = Place(line)
        await client.receive()
        yield client


@asynccontextmanager
async def caller(server: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=f"http://{server}", timeout=PATIENCE, trust_env=False) as client:
        yield client


async def new_table(server: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Create a table from a client without cookies and return the creator's seat."""
    async with caller(server) as client:
        answer = await client.post("/api/tables", json={"game": "abracada", "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        seat: dict[str, Any] = answer.json()
        return seat


async def sit(server: str, created: dict[str, Any], name: str, seat: int | None = None) -> dict[str, Any]:
    """Sit down at a created table with its invite code and return the seat."""
    async with caller(server) as client:
        wish = {"invite": code(created["invite"]), "name": name, "seat": seat}
        answer = await client.post(f"/api/tables/{created['table']}/sit", json=wish)
        assert answer.status_code == 201, answer.text
        own_seat: dict[str, Any] = answer.json()
        return own_seat


def code(path: str) -> str:
    """Return the code in a link."""
    return path.partition("=")[2]


def waits_for_person(now: dict[str, Any]) -> bool:
    """Whether the snapshot waits for a person, or the game is over."""
    return now["phase"] == "over" or (now["phase"] == "playing" and now["thinking"] is None)


async def play_out(places: list[Place], rng: random.Random, decisions: int = 10_000) -> list[dict[str, Any]]:
    """Play random actions, each received by everybody before the next, until the game is over or this many decisions
    were made. Return the actions."""
    acts: list[dict[str, Any]] = []
    for _ in range(decisions):
        for client in places:
            await client.until(waits_for_person)
        mover = next((client for client in places if client.now["legal"]), None)
        if mover is None:
            break
        n = mover.now["n"]
        acts.append(rng.choice(mover.now["legal"]))
        await mover.step(acts[-1])
        for client in places:
            await client.past(n)
    return acts


class StoppedClock(Runtime):
    """A runtime whose clocks stand still until the test changes `seconds`."""

    seconds = 1_800_000_000.0

    def now(self) -> float:
        return self.seconds

    def monotonic(self) -> float:
        return self.seconds
