"""A live socket without its application: once a table has taken it over, the request that opened it is forgotten,
frames go straight to the transport, and what comes in goes straight to who listens. Between moves a socket is then
only memory, and little of it; and a change reaches everybody before the loop turns to anything else.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION: Final = "sortilege.line"  # where the application finds the line, in the scope of a socket
TEXT: Final = 0x81  # the first byte of a whole text frame


class Listener(Protocol):
    """Who took a line over."""

    def hear(self, message: bytes) -> None:
        """A whole message came."""

    def go_on(self) -> None:
        """What was written has gone out: there is space for more."""

    def lost(self) -> None:
        """The line is gone."""


class StaysOpen:
    """In the place of uvicorn's timer for a closing handshake: while it has one, it leaves the line open when the
    application returns."""

    def cancel(self) -> None:
        """There is nothing to stop."""


class Line(WebSocketsSansIOProtocol):
    """The protocol of a socket."""

    listener: Listener | None = None

    # ------------------------------------------------------------ for who listens
    def take_over(self, listener: Listener) -> None:
        """From now on this one hears what comes; the application may return."""
        self.listener = listener
        self.close_timer = StaysOpen()  # type: ignore[assignment]
        self.scope = self.request = self.response = None  # type: ignore[assignment]

    @property
    def ready(self) -> bool:
        """Whether what is sent now does not wait behind much else."""
        return self.writable.is_set()

    def send_text(self, text: bytes) -> None:
        """One message, at once."""
        if self.disconnected or self.close_sent:
            return
        size = len(text)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 65536:
            head = bytes((TEXT, 126)) + size.to_bytes(2)
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8)
        self.transport.write(head + text)

    def end(self, code: int) -> None:
        """Close the line and say why."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        self.listen(True)

    def listen(self, on: bool) -> None:
        """Let what comes wait in the network for a while, or no longer."""
        if on == self.read_paused and not self.disconnected:
            self.read_paused = not on
            self.transport.resume_reading() if on else self.transport.pause_reading()

    # ------------------------------------------------------------ what uvicorn calls
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        if self.listener is None:
            return super().send_receive_event_to_app()
        message = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.listener.hear(bytes(message))

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.listener is not None:
            self.listener.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.listener is not None:
            self.listener.lost()


def line_of(scope: Any) -> Line:
    """The line of a socket's scope. Another server than ours does not give its lines away."""
    line: Line | None = scope["extensions"].get(EXTENSION)
    if line is None:
        raise RuntimeError("live sockets need the transport of sortilege.server.transport")
    return line


def in_background(work: Any, kept: set[asyncio.Task[None]]) -> None:
    """Begin something that nobody waits for; it is kept until it is done."""
    task = asyncio.create_task(work)
    kept.add(task)
    task.add_done_callback(kept.discard)
