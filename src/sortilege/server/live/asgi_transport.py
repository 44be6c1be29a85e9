"""The transport of a live socket on any ASGI server, such as a test client or hypercorn.

Unlike `Line`, which works inside our uvicorn protocol, it only uses the ASGI calls `send` and `receive`. So the
application has to run for as long as the socket is open (`serve`), which takes more memory for each socket.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from litestar.exceptions import WebSocketDisconnect

from sortilege.server.http.credentials import Socket
from sortilege.server.live.transport import Listener

HIGH_WATER: Final = 64 * 1024  # bytes that wait to be sent, above which nothing new should be sent
LOW_WATER: Final = 16 * 1024  # and below which sending may continue: both as asyncio's own transports have them
CLIENT_GONE: Final = (OSError, WebSocketDisconnect)  # what `send` raises if the client is gone
log = logging.getLogger("sortilege.server")


class AsgiTransport:
    """A socket that was accepted by an ASGI server."""

    def __init__(self, socket: Socket) -> None:
        self.listener: Listener | None = None
        self.writable = asyncio.Event()
        self.writable.set()
        self._socket = socket
        self._outgoing: asyncio.Queue[bytes | int] = asyncio.Queue()  # messages, and the close code as the last item
        self._outgoing_bytes = 0
        self._closing = False
        self._may_read = asyncio.Event()
        self._may_read.set()

    # ------------------------------------------------------------ called by the listener
    def take_over(self, listener: Listener) -> None:
        """Give all incoming messages to this listener."""
        self.listener = listener

    @property
    def ready(self) -> bool:
        """Whether little is waiting to be sent."""
        return self.writable.is_set()

    def send_text(self, text: bytes) -> None:
        """Send a message. It is queued, so this never waits."""
        if self._closing:
            return
        self._outgoing.put_nowait(text)
        self._outgoing_bytes += len(text)
        if self._outgoing_bytes > HIGH_WATER:
            self.writable.clear()

    def end(self, code: int) -> None:
        """Close the socket with this code, after all queued messages were sent."""
        if not self._closing:
            self._closing = True
            self._outgoing.put_nowait(code)

    def listen(self, on: bool) -> None:
        """Read incoming messages, or let them wait in the ASGI server."""
        self._may_read.set() if on else self._may_read.clear()

    # ------------------------------------------------------------ called by the application
    async def serve(self) -> None:
        """Send and receive until one side closes the socket."""
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._write())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._closing = True
            for task in tasks:
                task.cancel()
            listener, self.listener = self.listener, None
            if listener is not None:
                listener.lost()
        for error in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(error, Exception) and not isinstance(error, CLIENT_GONE):
                log.error("a live socket was closed by an error", exc_info=error)

    async def _read(self) -> None:
        while True:
            await self._may_read.wait()
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            if self.listener is not None and not self._closing:
                self.listener.hear((message.get("bytes") or b"") if text is None else text.encode())

    async def _write(self) -> None:
        while isinstance(item := await self._outgoing.get(), bytes):
            await self._socket.send({"type": "websocket.send", "bytes": None, "text": item.decode()})
            self._outgoing_bytes -= len(item)
            if self._outgoing_bytes <= LOW_WATER and not self.ready:
                self.writable.set()
                if self.listener is not None:
                    self.listener.go_on()
        await self._socket.close(code=item)
