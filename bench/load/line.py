"""A minimal WebSocket client, cheap enough that many of them in one process do not distort the measurement."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
ZERO_MASK = b"\0\0\0\0"  # a valid mask that changes no byte, so that masking is free


class Line(asyncio.Protocol):
    """One socket. `received` is called with each text message as bytes."""

    def __init__(self, host: str, path: str, received: Callable[[bytes], None]) -> None:
        self.host = host
        self.path = path
        self.received = received
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self.closing = False
        self.bytes = 0
        self._buffer = b""
        self._shaken = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        asks = f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        key = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        self.transport.write((asks + key).encode())

    def connection_lost(self, _: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"{self.path} was refused"))

    def close(self) -> None:
        self.closing = True
        self.transport.abort()

    def send(self, text: bytes) -> None:
        self._frame(TEXT, text)

    def _frame(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        head = bytes((0x80 | kind, 0x80 | length)) if length < 126 else struct.pack("!BBH", 0x80 | kind, 0xFE, length)
        self.transport.write(head + ZERO_MASK + payload)

    def data_received(self, chunk: bytes) -> None:
        self.bytes += len(chunk)
        buffer = self._buffer + chunk if self._buffer else chunk
        if not self._shaken:
            head, separator, buffer = buffer.partition(b"\r\n\r\n")
            if not separator:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.close()
                return
            self._shaken = True
            self.opened.set_result(None)
        at = 0
        while len(buffer) - at >= 2:
            kind, length, start = buffer[at] & 0x0F, buffer[at + 1], at + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                if len(buffer) - at < 2 + wide:
                    break
                length, start = int.from_bytes(buffer[start : start + wide]), start + wide
            if len(buffer) < start + length:
                break
            self._hear(kind, buffer[start : start + length])
            at = start + length
        self._buffer = buffer[at:]

    def _hear(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.received(payload)
        elif kind == PING:
            self._frame(PONG, payload)
        elif kind == CLOSE:
            self.transport.close()


async def connect(address: str, path: str, received: Callable[[bytes], None]) -> Line:
    """Open a socket and complete the WebSocket handshake."""
    host, _, port = address.rpartition(":")
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(address, path, received), host, int(port))
    await line.opened
    return line
