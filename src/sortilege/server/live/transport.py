"""How a live socket sends and receives messages, independent of the ASGI server that accepted it."""

from __future__ import annotations

import asyncio
from typing import Protocol


class Listener(Protocol):
    """Who took a line over."""

    def hear(self, message: bytes) -> None:
        """A whole message came."""

    def go_on(self) -> None:
        """What was written has gone out: there is space for more."""

    def lost(self) -> None:
        """The line is gone."""


class SocketTransport(Protocol):
    """Sends and receives the messages of one live socket: `Line` inside our uvicorn protocol, `AsgiTransport` on any
    ASGI server."""

    listener: Listener | None
    writable: asyncio.Event  # set while little is waiting to be sent

    @property
    def ready(self) -> bool:
        """Whether little is waiting to be sent."""

    def take_over(self, listener: Listener) -> None:
        """Give all incoming messages to this listener."""

    def send_text(self, text: bytes) -> None:
        """Send a message without waiting."""

    def end(self, code: int) -> None:
        """Close the socket with this code."""

    def listen(self, on: bool) -> None:
        """Read incoming messages, or let them wait in the network."""

    async def serve(self) -> None:
        """Return when the socket no longer needs the application to run."""
