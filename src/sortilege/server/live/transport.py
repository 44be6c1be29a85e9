"""How a live socket sends and receives messages, independent of the ASGI server that accepted it."""

from __future__ import annotations

import asyncio
from typing import Protocol


class MessageListener(Protocol):
    """Receives the messages and events of one WebSocket, after `SocketTransport.take_over` was called with it."""

    def message_received(self, message: bytes) -> None:
        """Handle one complete message from the client."""

    def resume_sending(self) -> None:
        """Send the messages that were postponed while the send buffer of the WebSocket was full. It has space again."""

    def connection_lost(self) -> None:
        """Release everything that belongs to the WebSocket, because its connection was closed or lost."""


class SocketTransport(Protocol):
    """Sends and receives the messages of one WebSocket. There are two implementations: `UvicornSocket` works inside the
    uvicorn server, `AsgiTransport` on any ASGI server."""

    listener: MessageListener | None
    writable: asyncio.Event  # set while the send buffer has space

    @property
    def ready(self) -> bool:
        """Whether the send buffer has space, so that a new message is sent without much delay."""

    def take_over(self, listener: MessageListener) -> None:
        """Pass all messages from the client to this listener from now on."""

    def send_text(self, text: bytes) -> None:
        """Append a text message, encoded as UTF-8, to the send buffer. Do not wait until it is sent."""

    def end(self, code: int) -> None:
        """Close the WebSocket with this close code, after all messages in the send buffer were sent."""

    def set_reading(self, enabled: bool) -> None:
        """Start or stop reading messages from the network. While reading is stopped, the client has to wait."""

    async def serve(self) -> None:
        """Run until the WebSocket no longer needs a running ASGI application."""
