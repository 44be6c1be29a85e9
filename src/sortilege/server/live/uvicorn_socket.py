"""A live socket without its application: once a table has taken it over, the request that opened it is forgotten,
frames go straight to the transport, and what comes in goes straight to who listens. Between moves a socket is then
only memory, and little of it; and a change reaches everybody before the loop turns to anything else.
"""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from sortilege.server.live.transport import Listener

EXTENSION: Final = "sortilege.line"  # where the application finds the line, in the scope of a socket
TEXT: Final = 0x81  # the first byte of a whole text frame
MOST_EARLY: Final = 8  # messages kept for the listener before it takes over; a page sends one or two
MOST_FRAGMENTS: Final = 64  # frames of one message; they count even when they are empty
TOO_BIG: Final = 1009  # the close code of a message that is too long, or in too many frames


class StaysOpen:
    """In the place of uvicorn's timer for a closing handshake: while it has one, it leaves the line open when the
    application returns."""

    def cancel(self) -> None:
        """There is nothing to stop."""


class Line(WebSocketsSansIOProtocol):
    """The protocol of a socket."""

    listener: Listener | None = None
    early: tuple[bytes, ...] = ()  # messages that came before the listener

    # ------------------------------------------------------------ for who listens
    def take_over(self, listener: Listener) -> None:
        """From now on this one hears what comes; the application may return."""
        self.listener = listener
        self.close_timer = StaysOpen()  # type: ignore[assignment]
        self.scope = self.request = self.response = None  # type: ignore[assignment]
        early, self.early = self.early, ()
        self.listen(True)
        for message in early:
            listener.hear(message)

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

    async def serve(self) -> None:
        """Return at once: the socket stays open without the application (see `StaysOpen`)."""

    # ------------------------------------------------------------ what uvicorn calls
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Give a message to the listener. Nothing goes into uvicorn's queue, which has no bound and no reader."""
        message = bytes(self.frames[0] if len(self.frames) == 1 else b"".join(self.frames))
        self.frames = []
        if self.close_sent:
            return
        if self.listener is not None:
            return self.listener.hear(message)
        self.early = (*self.early, message)[:MOST_EARLY]
        self.listen(False)

    def handle_cont(self, event: Frame) -> None:
        if self.close_sent:
            return
        if len(self.frames) >= MOST_FRAGMENTS:
            self.conn.fail(TOO_BIG, "too many fragments")
            return self.handle_parser_exception()
        super().handle_cont(event)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.listener is not None:
            self.listener.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.lost()


def line_of(scope: Any) -> Line | None:
    """Return the line of a socket's scope; None if another server than ours accepted the socket."""
    line: Line | None = (scope.get("extensions") or {}).get(EXTENSION)
    return line
