"""Tests of the limits of the transport: headers, slow requests, connections."""

import asyncio
import socket
import struct
from pathlib import Path

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from sortilege.server.live import uvicorn_transport as transports
from sortilege.server.settings import Settings
from tests.server.server_fixture import BOT, ME, PATIENCE, caller, new_table, place, serving

HELLO = b"GET /api/health HTTP/1.1\r\nhost: table.test\r\n"


@pytest.fixture(params=["httptools", "h11"], autouse=True)
def either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "h11":
        monkeypatch.setattr(transports, "Parser", H11Protocol)


async def answer(server: str, *chunks: bytes) -> bytes:
    """Return everything that the server sends until it closes the connection."""
    host, _, port = server.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    async with asyncio.timeout(PATIENCE):
        for chunk in chunks:
            writer.write(chunk)
            await writer.drain()
        received = await reader.read()
    writer.close()
    return received


async def test_headers_that_are_too_long_are_refused_in_whatever_pieces_they_come(tmp_path: Path) -> None:
    async with serving(tmp_path, settings=Settings(longest_headers=4096)) as server:
        long = b"x-long: " + b"x" * 5000 + b"\r\n\r\n"
        assert (await answer(server, HELLO + long)).startswith(b"HTTP/1.1 431")
        assert (await answer(server, HELLO, b"x-long: " + b"x" * 5000)).startswith(b"HTTP/1.1 431")
        fine = b"x-long: " + b"x" * 3000 + b"\r\nconnection: close\r\n\r\n"
        assert (await answer(server, HELLO + fine)).startswith(b"HTTP/1.1 200")


async def test_a_request_that_does_not_arrive_is_given_up(tmp_path: Path) -> None:
    async with serving(tmp_path, settings=Settings(request_timeout=0.2)) as server:
        half_a_body = b"POST /api/tables HTTP/1.1\r\nhost: table.test\r\ncontent-length: 100\r\n\r\n{"
        assert (await answer(server)).startswith(b"HTTP/1.1 408"), "a connection that says nothing"
        assert (await answer(server, HELLO)).startswith(b"HTTP/1.1 408"), "headers that do not end"
        await answer(server, half_a_body)  # returns when the connection is closed
        created = await new_table(server, ME, BOT)
        async with place(server, created["table"], created["token"]) as ada:  # sockets stay
            await asyncio.sleep(0.5)
            await ada.messages_before_pong()


async def test_an_idle_connection_is_closed_and_another_request_on_it_is_answered(tmp_path: Path) -> None:
    async with serving(tmp_path, settings=Settings(idle_timeout=1)) as server:
        received = await answer(server, HELLO + b"\r\n", HELLO + b"\r\n")
        assert received.count(b"HTTP/1.1 200") == 2


async def test_an_address_has_so_many_connections_and_they_are_given_back(tmp_path: Path) -> None:
    async with serving(tmp_path, settings=Settings(address_connections=4)) as server:
        created = await new_table(server, ME, BOT)
        async with place(server, created["table"], created["token"]), place(server, created["table"], created["token"]):
            lines = [await asyncio.open_connection(*server.split(":")) for _ in range(2)]
            assert (await answer(server)).startswith(b"HTTP/1.1 503")
            for _, writer in lines:
                writer.close()
                await writer.wait_closed()
        async with asyncio.timeout(PATIENCE):
            while not (await answer(server, HELLO + b"connection: close\r\n\r\n")).startswith(b"HTTP/1.1 200"):
                await asyncio.sleep(0.01)  # the server learns a little later that they were closed


async def test_sockets_that_are_reset_are_given_back(tmp_path: Path) -> None:
    """The system no longer knows the address of a socket after it was reset."""
    async with serving(tmp_path, settings=Settings(address_connections=4)) as server:
        created = await new_table(server, ME, BOT)
        for _ in range(8):
            async with place(server, created["table"], created["token"]) as ada:
                wire = ada.line.transport
                wire.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                wire.abort()
            async with asyncio.timeout(PATIENCE):
                while not (await answer(server, HELLO + b"connection: close\r\n\r\n")).startswith(b"HTTP/1.1 200"):
                    await asyncio.sleep(0.01)


async def test_the_client_address_is_read_from_trusted_proxies_only(tmp_path: Path) -> None:
    from sortilege.server.settings import Rate

    strict = {"read_rate": Rate(2, 0.001)}
    for proxies, last in (((), 429), (("127.0.0.1",), 404)):
        async with (
            serving(tmp_path, settings=Settings(trusted_proxies=proxies, **strict)) as server,
            caller(server) as client,
        ):
            for guest in range(4):
                headers = {"x-forwarded-for": f"203.0.113.{guest}"}
                answered = await client.get("/api/tables/nosuchtable", headers=headers)
            assert answered.status_code == last
