"""The transport of a live socket on any ASGI server, such as a test client or hypercorn.

Unlike `UvicornSocket`, which works inside our uvicorn protocol, it only uses the ASGI calls `send` and `receive`. So
the application has to run for as long as the socket is open (`serve`), which takes more memory for each socket.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from litestar.exceptions import WebSocketDisconnect

from sortilege.server.http.credentials import Socket
from sortilege.server.live.transport import MessageListener

HIGH_WATER: Final = 64 * 1024  # bytes in the send buffer above which nothing new should be sent; as in asyncio
LOW_WATER: Final = 16 * 1024  # bytes in the send buffer at which sending may continue; as in asyncio
NORMAL_CLOSURE: Final = 1000  # the close code of a WebSocket that was closed without an error
DISCONNECT_ERRORS: Final = (OSError, WebSocketDisconnect)  # what `send` raises if the client has disconnected
log = logging.getLogger("sortilege.server")


class AsgiTransport:
    """Sends and receives the messages of a WebSocket that an ASGI server accepted. Implements `SocketTransport`."""

    def __init__(self, socket: Socket) -> None:
        self.listener: MessageListener | None = None
        self.writable = asyncio.Event()  # set while the send buffer has space
        self.writable.set()
        self._socket = socket
        self._send_buffer: asyncio.Queue[bytes | None] = asyncio.Queue()  # messages; None: close after the earlier ones
        self._buffered_bytes = 0
        self._close_code = NORMAL_CLOSURE
        self._closing = False
        self._reading = asyncio.Event()
        self._reading.set()

    # ------------------------------------------------------------ called by the listener
    def take_over(self, listener: MessageListener) -> None:
        self.listener = listener

    @property
    def ready(self) -> bool:
        return self.writable.is_set()

    def send_text(self, text: bytes) -> None:
        if self._closing:
            return
        self._send_buffer.put_nowait(text)
        self._buffered_bytes += len(text)
        if self._buffered_bytes > HIGH_WATER:
            self.writable.clear()

    def end(self, code: int) -> None:
        if not self._closing:
            self._closing = True
            self._close_code = code
            self._send_buffer.put_nowait(None)

    def set_reading(self, enabled: bool) -> None:
        if enabled:
            self._reading.set()
        else:
            self._reading.clear()

    # ------------------------------------------------------------ called by the application
    async def serve(self) -> None:
        """Send and receive messages until the client or the server closes the WebSocket."""
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._write())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._closing = True
            for task in tasks:
                task.cancel()
            listener, self.listener = self.listener, None
            if listener is not None:
                listener.connection_lost()
        for error in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(error, Exception) and not isinstance(error, DISCONNECT_ERRORS):
                log.error("a live socket was closed by an error", exc_info=error)

    async def _read(self) -> None:
        """Pass incoming messages to the listener until the client disconnects."""
        while True:
            await self._reading.wait()
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            payload = text.encode() if text is not None else message.get("bytes") or b""
            if self.listener is not None and not self._closing:
                self.listener.message_received(payload)

    async def _write(self) -> None:
        """Send the buffered messages in order. After `end` was called, send the rest and close the WebSocket."""
        while (message := await self._send_buffer.get()) is not None:
            await self._socket.send({"type": "websocket.send", "bytes": None, "text": message.decode()})
            self._buffered_bytes -= len(message)
            has_space_again = self._buffered_bytes <= LOW_WATER and not self.ready
            if has_space_again:
                self.writable.set()
                if self.listener is not None:
                    self.listener.resume_sending()
        await self._socket.close(code=self._close_code)
