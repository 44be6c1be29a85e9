"""Plays against the real application over HTTP and WebSockets, and writes down every message in order.

Time and randomness are pinned (`pinned`), so a recording gives the same text whenever it is made. What cannot be pinned
is replaced by `normalise`.
"""

import json
import os
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx
import websockets

import sortilege
from sortilege.core.engine import timer
from sortilege.server import runtime
from sortilege.server.settings import Settings
from tests.server import asgi
from tests.server.server_fixture import PATIENCE, Place, StoppedClock, serving, unlimited_rates

HEADERS = {"host": asgi.HOST, "accept-encoding": "identity", "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/128.0"}
FULL_MESSAGES = 80  # the first messages of a transcript are stored in full
FULL_LENGTH = 12_000  # characters, if they are not longer than this
SHORT_LENGTH = 1_000  # characters; messages up to this length are always stored in full
TRANSPORT_HEADERS = ("date", "content-length")  # are not recorded
OWN_HEADERS = ("set-cookie", "etag", "content-disposition")  # are different in most responses that have them
MOMENT = 1 / 64  # seconds; with longer ones the server would find that no server ran for a while
Message = dict[str, Any]


# ---------------------------------------------------------------- pinning
class Streams(random.Random):
    """A random generator with a separate stream for every kind of draw, so that the order in which a server draws, say,
    a token and a table name does not change either."""

    def __init__(self) -> None:
        super().__init__(1)
        self.streams: dict[object, random.Random] = {}

    def stream(self, kind: object) -> random.Random:
        return self.streams.setdefault(kind, random.Random(str(kind)))

    def randbytes(self, n: int) -> bytes:
        return self.stream(n).randbytes(n)

    def choice(self, seq: Any) -> Any:
        return self.stream(str(seq)).choice(seq)


class InlinePool:
    """A worker pool that computes at once, in the event loop, so no result depends on when a thread or process ends.
    Bots choose at random."""

    def __init__(self) -> None:
        self.rng = random.Random("bots")

    async def run(self, priority: Any, owner: str, function: Callable[..., Any], *args: Any) -> Any:
        if priority.name == "BOTS":
            return self.rng.choice(args[-1]["legal"])
        return function(*args)

    def waiting(self) -> dict[str, int]:
        return {}

    async def close(self) -> None:
        pass


@contextmanager
def pinned(folder: Path) -> Iterator[StoppedClock]:
    """Pin the clocks, the random numbers and the data folder. An analysis with a time limit finds that its time is up
    whenever it looks, so it does the least work it ever does."""
    stopped, hours, seeds = StoppedClock(Streams()), count(), random.Random("seeds")
    review = "sortilege.analysis.review.review.worlds_within"
    with (
        runtime.installed(stopped),
        patch.dict(os.environ, {"SORTILEGE_DATA": str(folder)}),
        patch("secrets.token_hex", lambda length: seeds.randbytes(length).hex()),  # for the seeds of matches
        patch.object(timer, "perf_counter", lambda: next(hours) * 3600.0),
        patch(review, lambda course: 1),
    ):
        yield stopped


def normalise(text: str) -> str:
    """Replace what differs between two recordings of the same server: the version of Sortilege, whether it is compiled,
    and the public key for push."""
    version = f'"version":"{sortilege.__version__}","compiled":{json.dumps(sortilege.compiled())}'
    text = text.replace(version, '"version":"…","compiled":"…"')
    return re.sub(r'"push_key":"[^"]*"', '"push_key":"…"', text)


# ---------------------------------------------------------------- the transcript
class Transcript:
    """The messages of one recording, in order: as the stored lines, and in full."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.full: list[str] = []
        self.headers: set[str] = set()

    def comment(self, text: str) -> None:
        self._add(f"# {text}", f"# {text}")

    def request(self, who: str, method: str, path: str, body: str) -> None:
        self._message(f"{who} > {method} {path}", body)

    def response(self, who: str, answer: httpx.Response, opaque: bool) -> None:
        """Headers that many responses share are recorded once and then named by their hash."""
        headers = [(name, f"{name}: {value}") for name, value in answer.headers.multi_items()]
        own = [f"[{line}] " for name, line in headers if name in OWN_HEADERS and not (opaque and name == "etag")]
        shared = [f"    {line}" for name, line in headers if name not in (*OWN_HEADERS, *TRANSPORT_HEADERS)]
        group = sha256("\n".join(shared).encode()).hexdigest()[:8]
        if group not in self.headers:
            self.headers.add(group)
            for line in (f"headers {group}:", *shared):
                self._add(line, line)
        self._message(
            f"{who} < {answer.status_code} headers {group} {''.join(own)}".rstrip(),
            "(not recorded)" if opaque else answer.text,
        )

    def sent(self, who: str, text: str) -> None:
        self._message(f"{who} >", text)

    def received(self, who: str, text: str) -> None:
        self._message(f"{who} <", text)

    def _message(self, head: str, body: str) -> None:
        body = normalise(body)
        whole = len(body) <= (FULL_LENGTH if len(self.lines) < FULL_MESSAGES else SHORT_LENGTH)
        self._add(f"{head} {body}".rstrip() if whole else f"{head} {summary(body)}", f"{head} {body}".rstrip())

    def _add(self, line: str, full: str) -> None:
        self.lines.append(line)
        self.full.append(full)

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def full_text(self) -> str:
        return "\n".join(self.full) + "\n"


def summary(body: str) -> str:
    """Return one line about a long body: its main fields, its length and the hash of its exact bytes."""
    raw = body.encode()
    fields = ""
    if body.startswith("{"):
        message = json.loads(body)
        fields = "".join(f"{key}={message[key]} " for key in ("type", "n", "version", "phase") if key in message)
    return f"… {fields}{len(raw)} bytes sha256:{sha256(raw).hexdigest()}"


# ---------------------------------------------------------------- people
class Person:
    """Somebody with a browser: cookies, and at most one socket."""

    def __init__(self, recording: "Recording", name: str, client: httpx.AsyncClient) -> None:
        self.recording = recording
        self.transcript = recording.transcript
        self.name = name
        self.client = client
        self.socket: Place | None = None
        self.etag = ""  # of the last response
        self.received: list[str] = []  # messages that are not in the transcript yet

    @property
    def now(self) -> Message:
        """The last snapshot."""
        assert self.socket is not None
        return self.socket.now

    async def call(self, method: str, path: str, body: Any = None, opaque: bool = False, **headers: str) -> Any:
        """Make an HTTP request, and let everybody receive what follows from it. Return the JSON, or the response if it
        is none. The body of an `opaque` response is not recorded."""
        text = "" if body is None else body if isinstance(body, str) else json.dumps(body)
        self.transcript.request(self.name, method, path, text)
        headers = {"content-type": "application/json"} | headers if text else headers
        answer = await self.client.request(method, path, content=text.encode(), headers=headers)
        assert method == "HEAD" or int(answer.headers.get("content-length", 0)) == len(answer.content)
        self.transcript.response(self.name, answer, opaque)
        self.etag = answer.headers.get("etag", "")
        await self.recording.settle()
        return answer.json() if answer.text.startswith(("{", "[")) else answer

    # ------------------------------------------------------------ the socket
    async def join(self, table: str, query: str = "") -> None:
        """Open a socket at a table."""
        path = f"/api/tables/{table}/live{query}"
        self.transcript.request(self.name, "SOCKET", path, "")
        self.socket = Place(await self.recording.connect(path, self.client))
        await self.recording.settle()

    async def leave(self) -> None:
        assert self.socket is not None
        self.transcript.comment(f"{self.name} closes the socket")
        await self.socket.line.close()
        self.socket = None
        await self.recording.settle()

    async def say(self, text: str | None = None, **message: Any) -> None:
        """Send a message, and let everybody receive what follows from it."""
        await self.send(json.dumps(message) if text is None else text)
        await self.recording.settle()

    async def send(self, text: str) -> None:
        assert self.socket is not None
        self.transcript.sent(self.name, text)
        await self.socket.line.send(text)

    async def ask(self, kind: str, **message: Any) -> None:
        """Send a message that is answered by the result of a computation, and wait for that result or a refusal."""
        await self.send(json.dumps(message))
        while True:
            answer = await self.receive()
            if answer is None or answer["type"] == "refused" or (answer["type"] == kind and answer.get("final", True)):
                break
        await self.recording.settle()

    async def receive(self) -> Message | None:
        """Return the next message; None if the server closed the socket. Answers to `catch_up` are not recorded."""
        assert self.socket is not None
        try:
            message = await self.socket.receive()
        except websockets.ConnectionClosed as error:
            self.received.append(f"closed with {error.rcvd and error.rcvd.code}")
            self.socket = None
            return None
        if message["type"] != "pong":
            self.received.append(self.socket.received[-1])
        return message

    def sees_a_bot_think(self) -> bool:
        return self.socket is not None and self.now.get("thinking") is not None and not self.now["paused"]

    async def catch_up(self) -> int:
        """Receive all messages that the server has sent until now; return how many there were."""
        if self.socket is None:
            return 0
        with suppress(websockets.ConnectionClosed):  # what was sent before the end can still be received
            await self.socket.line.send('{"type":"ping"}')
        received = 0
        while (message := await self.receive()) is not None and message["type"] != "pong":
            received += 1
        return received


# ---------------------------------------------------------------- a recording
class AppUnderTest(NamedTuple):
    """How people reach the application."""

    client: Callable[[], httpx.AsyncClient]
    connect: Callable[[str, dict[str, str]], AbstractAsyncContextManager[Any]]  # with the headers of the handshake


def client_at(address: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE, trust_env=False)


def socket_at(address: str, path: str, headers: dict[str, str]) -> websockets.connect:
    names = ("host", "user-agent")  # are the library's own
    others = {name: value for name, value in headers.items() if name not in names}
    options: dict[str, Any] = {"open_timeout": PATIENCE, "ping_interval": None, "compression": None, "proxy": None}
    return websockets.connect(f"ws://{address}{path}", additional_headers=others, **options)


class Recording:
    """A server with the people who use it."""

    def __init__(self, server: AppUnderTest, clock: StoppedClock, stack: AsyncExitStack) -> None:
        self.server = server
        self.clock = clock
        self.stack = stack
        self.transcript = Transcript()
        self.people: list[Person] = []

    async def person(self, name: str) -> Person:
        """Return somebody with a new browser."""
        client = await self.stack.enter_async_context(self.server.client())
        client.headers = httpx.Headers(HEADERS)
        self.people.append(Person(self, name, client))
        return self.people[-1]

    async def connect(self, path: str, client: httpx.AsyncClient) -> Any:
        """Open a socket with the cookies of a browser."""
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        headers = HEADERS | ({"cookie": cookies} if cookies else {})
        return await self.stack.enter_async_context(self.server.connect(path, headers))

    async def settle(self) -> None:
        """Let everybody receive what the server has sent until nothing more comes, and record it person by person: the
        order in which different people receive something depends on the network. Then a moment passes."""
        quiet = 0
        while quiet < 2:
            received = [await person.catch_up() for person in self.people]
            quiet = 0 if any(received) or any(person.sees_a_bot_think() for person in self.people) else quiet + 1
        for person in self.people:
            for text in person.received:
                self.transcript.received(person.name, text)
            person.received.clear()
        self.clock.seconds += MOMENT


@asynccontextmanager
async def recording(folder: Path, by_port: bool = False) -> AsyncIterator[Recording]:
    """Start the application with pinned time and randomness, on a port or without one."""
    settings = Settings(
        table_ttl=1e9,  # no table leaves memory after some real time
        notice_http=True,
        notice_networks=("127.0.0.0/8",),
        **unlimited_rates(),
    )
    with pinned(folder) as stopped:
        async with AsyncExitStack() as server_stack, AsyncExitStack() as people_stack:
            if by_port:
                address = await server_stack.enter_async_context(serving(folder, InlinePool(), settings=settings))
                server = AppUnderTest(partial(client_at, address), partial(socket_at, address))
            else:
                app = await server_stack.enter_async_context(asgi.portless(folder, InlinePool(), settings))
                server = AppUnderTest(partial(asgi.caller, app), partial(asgi.connect, app))
            yield Recording(server, stopped, people_stack)
