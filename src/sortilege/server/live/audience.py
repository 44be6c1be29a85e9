"""The people who look at a table: their sockets, when they were last connected, and the snapshots they are sent."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from functools import partial
from typing import Protocol

from sortilege.server import runtime
from sortilege.server.errors import FORBIDDEN, UNAVAILABLE, Denied
from sortilege.server.live.presence import Presence
from sortilege.server.live.snapshot_cache import Feeds
from sortilege.server.peers import OUT_OF_SIGHT, WATCHED, Peers
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table


class Socket(Protocol):
    """A connection through which somebody looks at a table."""

    viewer: Viewer
    visible: bool  # the page is visible; clients are assumed visible unless they report otherwise

    def wake(self) -> None:
        """Send the viewer what has changed."""


class Audience:
    """The audience of one table. The table calls it as its `TableListener`."""

    def __init__(self, table: Table) -> None:
        # Not a strong reference: the table owns its audience, and without a cycle an evicted table is freed at once.
        self.table: Table = weakref.proxy(table)
        self.sockets: set[Socket] = set()
        connected = partial(is_connected, self.sockets, table.peers, table.name)
        self.presence = Presence(table.name, table.store, table.clocks, connected)
        self.feeds = Feeds()
        self._signed_out: set[str] = set()  # devices that were signed out while they had a socket here

    # ------------------------------------------------------------ called by the table
    async def log_read(self) -> None:
        await self.presence.read(self.table.state)

    def changed(self) -> None:
        self.presence.start(self.table.state)
        self.feeds.step()
        self.refresh()

    def refresh(self) -> None:
        self.feeds.touch()
        for socket in sorted(self.sockets, key=lambda socket: socket.viewer.seat is None):  # players first
            socket.wake()
        self.feeds.sentences.rest()

    def names_removed(self) -> None:
        self.feeds.forget()

    def contacted(self, seat: int | None) -> None:
        self.presence.touch(self.table.state, seat)

    def is_empty(self) -> bool:
        return not self.sockets

    def is_watched(self) -> bool:
        return bool(self.sockets) or self.table.peers.is_watched(self.table.name)

    def is_connected(self, seat: int) -> bool:
        return self.presence.here(seat)

    def is_absent(self, seat: int) -> bool:
        return self.presence.absent(self.table.state, seat)

    async def close(self) -> None:
        await self.presence.close(self.table.state)

    async def delete(self) -> None:
        await self.presence.delete()

    # ------------------------------------------------------------ sockets
    def join(self, socket: Socket) -> None:
        """Add a socket, and tell everybody if its seat was not connected. Raise Denied if there are too many."""
        seat, settings = socket.viewer.seat, self.table.settings
        most = settings.spectators if seat is None else settings.seat_sockets
        if sum(other.viewer.seat == seat for other in self.sockets) >= most:  # each seat has its own limit
            raise Denied(UNAVAILABLE, "crowd") if seat is None else Denied(UNAVAILABLE, "many_devices")
        is_new = seat is not None and not self.is_connected(seat)
        self.sockets.add(socket)
        if is_new:
            self.observe()
        self.table.driver.start()

    def leave(self, socket: Socket) -> None:
        """Remove a socket, and tell everybody if its seat is no longer connected."""
        viewer = socket.viewer
        self.sockets.discard(socket)
        if not any(other.viewer.kind() == viewer.kind() for other in self.sockets):
            self.feeds.drop(viewer.kind())
        self.table.contact = runtime.monotonic()
        if viewer.seat is not None and not self.is_connected(viewer.seat):
            self.observe()
            self.table.report_change()

    def observe(self) -> None:
        """Note who is connected, because a seat connected or disconnected, and tell everybody."""
        self.presence.observe(self.table.state)
        self.refresh()

    def sign_out(self, devices: set[str]) -> None:
        """Close the sockets of these devices (hashes of their keys)."""
        if here := devices & {socket.viewer.device for socket in self.sockets}:
            self._signed_out |= here
            self.refresh()

    def check_viewer(self, viewer: Viewer) -> None:
        """Raise Denied if this viewer may no longer be at the table."""
        self.table.state.check_key(viewer.key)
        if viewer.device in self._signed_out:
            raise Denied(FORBIDDEN, "signed_out")

    def is_looking(self, seat: int) -> bool:
        """Whether the person of this seat has the table open in a visible page, on any server."""
        here = any(socket.viewer.seat == seat and socket.visible for socket in self.sockets)
        return here or self.table.peers.is_visible(self.table.name, seat)

    def connected_seats(self) -> list[int]:
        """Return the seats that are connected to this server."""
        return sorted({socket.viewer.seat for socket in self.sockets if socket.viewer.seat is not None})

    def hidden_seats(self) -> list[int]:
        """Return the seats that are connected to this server, but without a visible page."""
        if all(socket.visible for socket in self.sockets):
            return []
        visible = {socket.viewer.seat for socket in self.sockets if socket.visible}
        return [seat for seat in self.connected_seats() if seat not in visible]


def is_connected(sockets: Iterable[Socket], peers: Peers, table: str, seat: int) -> bool:
    """Whether a person has a socket from this seat, here or on another server."""
    return any(socket.viewer.seat == seat for socket in sockets) or peers.is_connected(table, seat)


def audience_of(table: Table) -> Audience:
    """Return the audience of a table."""
    assert isinstance(table.listener, Audience)
    return table.listener


def close_sockets(tables: Iterable[Table], devices: set[str]) -> None:
    """Close the sockets of these devices (hashes of their keys) at this server."""
    for table in tables:
        audience_of(table).sign_out(devices)


# ---------------------------------------------------------------- between servers
def presence_for_peers(tables: Iterable[Table]) -> dict[str, list[int]]:
    """Return what other servers are told: by table, the connected seats, those without a visible page, and whether
    anybody watches."""
    presence: dict[str, list[int]] = {}
    for table in tables:
        audience = audience_of(table)
        presence[table.name] = audience.connected_seats()
        if hidden := audience.hidden_seats():
            presence[table.name + OUT_OF_SIGHT] = hidden
        if audience.sockets:
            presence[table.name + WATCHED] = []
    return presence


def observe_peers(tables: dict[str, Table], names: set[str]) -> None:
    """Tell the audiences of these tables that somebody connected or disconnected at another server."""
    for name in {name.removesuffix(WATCHED) for name in names} & tables.keys():
        table = tables[name]
        if table.is_read():
            audience_of(table).presence.observe(table.state)
            table.driver.start()
        table.listener.refresh()
