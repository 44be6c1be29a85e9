"""Tests of live sockets on any ASGI server, through the ASGI calls `send` and `receive` alone."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets
from litestar import Litestar

from sortilege.server.live.asgi_transport import HIGH_WATER, AsgiTransport
from tests.server.asgi import caller, connect, portless
from tests.server.server_fixture import FRIEND, ME, PATIENCE, Place, code, play_out


@asynccontextmanager
async def two_people(tmp_path: Path) -> AsyncIterator[tuple[Litestar, str, list[Place]]]:
    """Yield the application, the path of a table's socket, and the sockets of two people at that table."""
    async with portless(tmp_path) as app, caller(app) as client, AsyncExitStack() as stack:
        created = (await client.post("/api/tables", json={"game": "abracada", "seats": [ME, FRIEND]})).json()
        wish = {"invite": code(created["invite"]), "name": "Bo"}
        sits = (await client.post(f"/api/tables/{created['table']}/sit", json=wish)).json()
        path = f"/api/tables/{created['table']}/live"
        places = []
        for token in (created["token"], sits["token"]):
            headers = {"authorization": f"Bearer {token}"}
            places.append(Place(await stack.enter_async_context(connect(app, f"{path}?changes=1", headers))))  # type: ignore[arg-type]
            await places[-1].receive()
        yield app, path, places


async def test_a_game_is_played_without_a_port(tmp_path: Path) -> None:
    async with two_people(tmp_path) as (_, _, places):
        acts = await play_out(places, random.Random(1), decisions=12)
        assert len(acts) == 12
        assert places[0].now["n"] == places[1].now["n"] == 12


async def test_a_refusal_is_sent_before_the_socket_is_closed(tmp_path: Path) -> None:
    async with two_people(tmp_path) as (app, path, _), connect(app, f"{path}?watch=wrong") as socket:
        assert '"refused"' in await socket.recv()
        with pytest.raises(websockets.ConnectionClosed, match="4403"):
            await socket.recv()


async def test_a_person_who_disconnects_is_marked_absent(tmp_path: Path) -> None:
    async with two_people(tmp_path) as (_, _, [ada, bo]):
        await ada.until(lambda now: all(seat["here"] for seat in now["seats"]))
        await bo.line.close()
        await ada.until(lambda now: not now["seats"][1]["here"])


async def test_a_binary_message_is_understood(tmp_path: Path) -> None:
    async with two_people(tmp_path) as (_, _, [ada, _]):
        line: Any = ada.line
        line.to_app.put_nowait({"type": "websocket.receive", "bytes": b'{"type":"ping"}'})
        await ada.receive_kind("pong")


# ---------------------------------------------------------------- the transport alone
class SlowSocket:
    """A socket of Litestar that sends a message only when the test releases it."""

    def __init__(self) -> None:
        self.to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.may_send = asyncio.Semaphore(0)
        self.sent: list[str] = []
        self.code = 0

    async def receive(self) -> dict[str, Any]:
        return await self.to_app.get()

    async def send(self, message: dict[str, Any]) -> None:
        await self.may_send.acquire()
        self.sent.append(message["text"])

    async def close(self, code: int) -> None:
        self.code = code


class Recorder:
    """A listener that records its calls."""

    def __init__(self) -> None:
        self.events: list[object] = []
        self.changed = asyncio.Event()

    def note(self, event: object) -> None:
        self.events.append(event)
        self.changed.set()

    def message_received(self, message: bytes) -> None:
        self.note(message)

    def resume_sending(self) -> None:
        self.note("resume")

    def connection_lost(self) -> None:
        self.note("lost")

    async def next(self) -> object:
        """Wait for the next event and return it."""
        async with asyncio.timeout(PATIENCE):
            while not self.events:
                self.changed.clear()
                await self.changed.wait()
        return self.events.pop(0)


@asynccontextmanager
async def served_socket() -> AsyncIterator[tuple[AsgiTransport, SlowSocket, Recorder]]:
    socket, listener = SlowSocket(), Recorder()
    transport = AsgiTransport(socket)  # type: ignore[arg-type]
    transport.take_over(listener)
    running = asyncio.create_task(transport.serve())
    yield transport, socket, listener
    running.cancel()
    await asyncio.wait([running])


async def other_tasks() -> None:
    """Let all other tasks run until they wait."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_client_that_reads_slowly_is_waited_for() -> None:
    async with served_socket() as (transport, socket, listener):
        transport.send_text(b"x" * HIGH_WATER)
        assert transport.ready
        transport.send_text(b"y")
        assert not transport.ready
        socket.may_send.release()
        assert await listener.next() == "resume"
        assert transport.ready


async def test_messages_sent_before_the_end_are_still_delivered() -> None:
    async with served_socket() as (transport, socket, listener):
        transport.send_text(b"last")
        transport.end(4403)
        transport.send_text(b"too late")
        socket.may_send.release()
        assert await listener.next() == "lost"
        assert (socket.sent, socket.code) == (["last"], 4403)


async def test_an_error_of_the_listener_closes_the_socket_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async with served_socket() as (_, socket, listener):
        listener.message_received = lambda message: 1 / 0  # type: ignore[assignment,method-assign]
        socket.to_app.put_nowait({"type": "websocket.receive", "text": "x"})
        assert await listener.next() == "lost"
        await other_tasks()
    assert "closed by an error" in caplog.text


async def test_messages_wait_while_nobody_listens() -> None:
    async with served_socket() as (transport, socket, listener):
        transport.set_reading(False)
        for text in ("1", "2"):
            socket.to_app.put_nowait({"type": "websocket.receive", "text": text})
        await other_tasks()
        assert listener.events == []
        transport.set_reading(True)
        assert [await listener.next(), await listener.next()] == [b"1", b"2"]
        socket.to_app.put_nowait({"type": "websocket.disconnect"})
        assert await listener.next() == "lost"
