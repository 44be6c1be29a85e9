"""The viewers of a table: their sockets, when they were last connected, and the snapshots that are sent to them."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from functools import partial
from typing import Protocol

from sortilege.server import runtime
from sortilege.server.errors import FORBIDDEN, UNAVAILABLE, Denied
from sortilege.server.live.presence import Presence
from sortilege.server.live.snapshot_cache import SnapshotCache
from sortilege.server.peers import OUT_OF_SIGHT, WATCHED, Peers
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table


class Socket(Protocol):
    """The connection of a viewer to a table. `TableSocket` implements it."""

    viewer: Viewer
    visible: bool  # the page is visible; clients are assumed visible unless they report otherwise

    def send_update(self) -> None:
        """Send the viewer what has changed."""


class Audience:
    """The viewers of one table: their sockets, their presence and their snapshots. Implements `TableListener`."""

    def __init__(self, table: Table) -> None:
        # A weak reference, because the table owns its audience: without a cycle an evicted table is freed at once.
        self.table: Table = weakref.proxy(table)
        self.sockets: set[Socket] = set()
        connected = partial(is_connected, self.sockets, table.peers, table.name)
        self.presence = Presence(table.name, table.store, table.clocks, connected)
        self.cache = SnapshotCache()
        self._signed_out: set[str] = set()  # devices that were signed out while they had a socket here

    # ------------------------------------------------------------ called by the table
    async def on_log_read(self) -> None:
        await self.presence.read(self.table.state)

    def on_change(self) -> None:
        self.presence.start(self.table.state)
        self.cache.match_changed()
        self.refresh()

    def refresh(self) -> None:
        self.cache.invalidate()
        for socket in sorted(self.sockets, key=lambda socket: socket.viewer.seat is None):  # players first
            socket.send_update()
        self.cache.log_texts.drop_early()

    def on_names_removed(self) -> None:
        self.cache.clear()

    def on_contact(self, seat: int | None) -> None:
        self.presence.note_contact(self.table.state, seat)

    def is_empty(self) -> bool:
        return not self.sockets

    def is_watched(self) -> bool:
        return bool(self.sockets) or self.table.peers.is_watched(self.table.name)

    def is_connected(self, seat: int) -> bool:
        return self.presence.is_connected(seat)

    def is_absent(self, seat: int) -> bool:
        return self.presence.is_absent(self.table.state, seat)

    async def close(self) -> None:
        await self.presence.close(self.table.state)

    async def delete(self) -> None:
        await self.presence.delete()

    # ------------------------------------------------------------ sockets
    def join(self, socket: Socket) -> None:
        """Add a socket. Raise Denied if its seat, or all spectators together, have too many. If the seat was not
        connected before, update all viewers."""
        seat, settings = socket.viewer.seat, self.table.settings
        count = sum(other.viewer.seat == seat for other in self.sockets)
        if seat is None and count >= settings.spectators:
            raise Denied(UNAVAILABLE, "crowd")
        if seat is not None and count >= settings.seat_sockets:
            raise Denied(UNAVAILABLE, "many_devices")
        is_first = seat is not None and not self.is_connected(seat)
        self.sockets.add(socket)
        if is_first:
            self.connections_changed()
        self.table.driver.start()

    def leave(self, socket: Socket) -> None:
        """Remove a socket. If its seat is no longer connected, update all viewers."""
        viewer = socket.viewer
        self.sockets.discard(socket)
        if not any(other.viewer.snapshot_key() == viewer.snapshot_key() for other in self.sockets):
            self.cache.drop(viewer.snapshot_key())
        self.table.last_used = runtime.monotonic()
        if viewer.seat is not None and not self.is_connected(viewer.seat):
            self.connections_changed()
            self.table.report_change()

    def connections_changed(self) -> None:
        """Record which seats are connected and update all viewers, because a seat connected or disconnected."""
        self.presence.update_connected(self.table.state)
        self.refresh()

    def sign_out(self, devices: set[str]) -> None:
        """Close the sockets of these devices, which are given by the hashes of their keys."""
        connected_devices = devices & {socket.viewer.device for socket in self.sockets}
        if connected_devices:
            self._signed_out |= connected_devices
            self.refresh()  # each socket of these devices is refused by `check_viewer` and closed

    def check_viewer(self, viewer: Viewer) -> None:
        """Raise Denied if this viewer may no longer see the table."""
        self.table.state.check_key(viewer.key)
        if viewer.device in self._signed_out:
            raise Denied(FORBIDDEN, "signed_out")

    def has_visible_page(self, seat: int) -> bool:
        """Return whether the person of this seat has the table open in a visible page, on any server."""
        visible = any(socket.viewer.seat == seat and socket.visible for socket in self.sockets)
        return visible or self.table.peers.is_visible(self.table.name, seat)

    def connected_seats(self) -> list[int]:
        """Return the seats that are connected to this server."""
        return sorted({socket.viewer.seat for socket in self.sockets if socket.viewer.seat is not None})

    def hidden_seats(self) -> list[int]:
        """Return the seats that are connected to this server, but without a visible page."""
        visible_seats = {socket.viewer.seat for socket in self.sockets if socket.visible}
        return [seat for seat in self.connected_seats() if seat not in visible_seats]


def is_connected(sockets: Iterable[Socket], peers: Peers, table: str, seat: int) -> bool:
    """Return whether a person has a socket from this seat, on this server or another one."""
    return any(socket.viewer.seat == seat for socket in sockets) or peers.is_connected(table, seat)


def audience_of(table: Table) -> Audience:
    """Return the audience of a table."""
    assert isinstance(table.listener, Audience)
    return table.listener


def close_sockets(tables: Iterable[Table], devices: set[str]) -> None:
    """Close all sockets of these devices on this server. The devices are given by the hashes of their keys."""
    for table in tables:
        audience_of(table).sign_out(devices)


# ---------------------------------------------------------------- between servers
def presence_for_peers(tables: Iterable[Table]) -> dict[str, list[int]]:
    """Return what this server reports to other servers about who is connected (`Presence` in peers.py). A table has up
    to three entries:

    - its name: the seats that are connected to this server
    - its name with the suffix OUT_OF_SIGHT: the connected seats that do not have the table in a visible page
    - its name with the suffix WATCHED: an empty list, if anybody (also a spectator) has a socket at the table."""
    presence: dict[str, list[int]] = {}
    for table in tables:
        audience = audience_of(table)
        presence[table.name] = audience.connected_seats()
        hidden_seats = audience.hidden_seats()
        if hidden_seats:
            presence[table.name + OUT_OF_SIGHT] = hidden_seats
        if audience.sockets:
            presence[table.name + WATCHED] = []
    return presence


def update_from_peers(tables: dict[str, Table], names: set[str]) -> None:
    """Update the viewers of the tables with these names, because somebody connected or disconnected on another server.
    A name may have the suffix WATCHED. Names of tables that are not in `tables`, the tables in memory, are ignored."""
    for name in {name.removesuffix(WATCHED) for name in names} & tables.keys():
        table = tables[name]
        if table.is_read():
            audience_of(table).presence.update_connected(table.state)
            table.driver.start()
        table.listener.refresh()
