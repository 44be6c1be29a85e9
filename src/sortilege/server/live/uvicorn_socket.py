"""The transport of a live socket inside uvicorn's WebSocket protocol, without a running application.

Once a table has taken a socket over, the ASGI request that opened it ends. Outgoing frames are written directly to the
asyncio transport and incoming messages are passed directly to the listener. So an idle socket costs only a little
memory, and a change of a table is written to all its sockets before the event loop runs anything else.
"""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from sortilege.server.live.transport import MessageListener

EXTENSION: Final = "sortilege.socket"  # the key of the UvicornSocket in the extensions of an ASGI scope
# The header of a WebSocket frame (RFC 6455): TEXT_FRAME, then the length in 1, 3 or 9 bytes
TEXT_FRAME: Final = 0x81  # an unfragmented text frame
MAX_SHORT: Final = 125  # the greatest length that fits in one byte
MAX_MEDIUM: Final = 0xFFFF  # the greatest length that fits in two bytes, after the mark MEDIUM
MEDIUM, LONG = 126, 127  # these marks stand before a length in two or in eight bytes
MAX_EARLY: Final = 8  # messages stored until a listener takes over; our page sends one or two, any further are dropped
MAX_FRAGMENTS: Final = 64  # frames of one message, empty ones included
TOO_BIG: Final = 1009  # the close code for a message that is too long or has too many frames


class NoCloseTimer:
    """An object that keeps a WebSocket open after the ASGI application has returned. Uvicorn closes a WebSocket then,
    unless it has a `close_timer`, which says that it is being closed. This object is such a timer."""

    def cancel(self) -> None:
        """Do nothing. Uvicorn calls this to stop the timer."""


class UvicornSocket(WebSocketsSansIOProtocol):
    """A WebSocket of our uvicorn server, which stays open without a task of its own. Implements `SocketTransport`."""

    listener: MessageListener | None = None
    early_messages: tuple[bytes, ...] = ()  # those received before a listener took over

    # ------------------------------------------------------------ called by the listener
    def take_over(self, listener: MessageListener) -> None:
        """Pass all messages from the client to this listener, first those that came before this call. From now on the
        WebSocket stays open when the ASGI application returns (see `NoCloseTimer`)."""
        self.listener = listener
        self.close_timer = NoCloseTimer()  # type: ignore[assignment]
        self.scope = self.request = self.response = None  # type: ignore[assignment]  # to save memory
        early_messages, self.early_messages = self.early_messages, ()
        self.set_reading(True)
        for message in early_messages:
            listener.message_received(message)

    @property
    def ready(self) -> bool:
        return self.writable.is_set()

    def send_text(self, text: bytes) -> None:
        if self.disconnected or self.close_sent:
            return
        length = len(text)
        if length <= MAX_SHORT:
            header = bytes((TEXT_FRAME, length))
        elif length <= MAX_MEDIUM:
            header = bytes((TEXT_FRAME, MEDIUM)) + length.to_bytes(2)
        else:
            header = bytes((TEXT_FRAME, LONG)) + length.to_bytes(8)
        self.transport.write(header + text)

    def end(self, code: int) -> None:
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        self.set_reading(True)

    def set_reading(self, enabled: bool) -> None:
        if enabled == self.read_paused and not self.disconnected:
            self.read_paused = not enabled
            self.transport.resume_reading() if enabled else self.transport.pause_reading()

    async def serve(self) -> None:
        """Return at once: the WebSocket stays open when the ASGI application returns (see `NoCloseTimer`)."""

    # ------------------------------------------------------------ called by uvicorn
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Pass a received message to the listener. Uvicorn calls this method when the last frame of a message has come;
        its own version would put the message in a queue for the ASGI application."""
        message = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.listener is not None:
            return self.listener.message_received(message)
        if len(self.early_messages) < MAX_EARLY:
            self.early_messages = (*self.early_messages, message)
        self.set_reading(False)

    def handle_cont(self, event: Frame) -> None:
        if self.close_sent:
            return
        if len(self.frames) >= MAX_FRAGMENTS:
            self.conn.fail(TOO_BIG, "too many fragments")
            return self.handle_parser_exception()
        super().handle_cont(event)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.listener is not None:
            self.listener.resume_sending()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.connection_lost()


def uvicorn_socket_of(scope: Any) -> UvicornSocket | None:
    """Return the WebSocket of an ASGI scope (the description of a connection); None on another ASGI server."""
    extensions = scope.get("extensions") or {}
    socket: UvicornSocket | None = extensions.get(EXTENSION)
    return socket
