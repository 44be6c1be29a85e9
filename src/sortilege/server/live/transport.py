"""How a live socket sends and receives messages, independent of the ASGI server that accepted it."""

from __future__ import annotations

import asyncio
from typing import Protocol


class MessageListener(Protocol):
    """Receives the messages and events of one socket. `SocketTransport.take_over` connects it to the socket."""

    def message_received(self, message: bytes) -> None:
        """Handle one complete message."""

    def resume_sending(self) -> None:
        """Send what was postponed, because the send buffer has space again."""

    def connection_lost(self) -> None:
        """Clean up after the connection was closed or lost."""


class SocketTransport(Protocol):
    """Sends and receives the messages of one live socket. `UvicornSocket` implements it inside our uvicorn protocol,
    `AsgiTransport` on any ASGI server."""

    listener: MessageListener | None
    writable: asyncio.Event  # set while the send buffer has space

    @property
    def ready(self) -> bool:
        """Whether the send buffer has space, so that a new message is sent without much delay."""

    def take_over(self, listener: MessageListener) -> None:
        """Pass all incoming messages to this listener."""

    def send_text(self, text: bytes) -> None:
        """Append a message to the send buffer, without waiting."""

    def end(self, code: int) -> None:
        """Close the socket with this close code, after all messages in the send buffer were sent."""

    def set_reading(self, enabled: bool) -> None:
        """Start or stop reading incoming messages. Messages that are not read wait in the network buffers."""

    async def serve(self) -> None:
        """Run until the socket no longer needs the application."""
