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
    """The WebSocket of one viewer (a player or spectator) of a table. `TableSocket` implements this protocol."""

    viewer: Viewer
    visible: bool  # the viewer's page is visible; assumed to be so unless the client reports otherwise

    def send_update(self) -> None:
        """Send the viewer what has changed at the table."""


class Audience:
    """The viewers (players and spectators) of one table: their sockets, when each person was last connected, and the
    snapshots of the table that are sent to them. Implements `TableListener`."""

    def __init__(self, table: Table) -> None:
        # The table refers to its audience. A weak reference avoids a cycle, so that an unused table is freed at once.
        self.table: Table = weakref.proxy(table)
        self.sockets: set[Socket] = set()
        self.presence = Presence(
            table.name, table.store, table.clocks, partial(is_connected, self.sockets, table.peers, table.name)
        )
        self.cache = SnapshotCache()
        self._signed_out_devices: set[str] = set()  # hashes of the keys of devices that had a socket here

    # ------------------------------------------------------------ called by the table
    async def on_log_read(self) -> None:
        await self.presence.load(self.table.state)

    def on_change(self) -> None:
        self.presence.start(self.table.state)
        self.cache.invalidate_match()
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
        """Add the socket of a viewer. Raise Denied if the viewer's seat has too many sockets; for a spectator, who has
        no seat, if all spectators together have too many. If the seat was not connected before, update all viewers."""
        seat, settings = socket.viewer.seat, self.table.settings
        socket_count = sum(other.viewer.seat == seat for other in self.sockets)
        if seat is None and socket_count >= settings.spectators:
            raise Denied(UNAVAILABLE, "crowd")
        if seat is not None and socket_count >= settings.seat_sockets:
            raise Denied(UNAVAILABLE, "many_devices")
        seat_connects = seat is not None and not self.is_connected(seat)
        self.sockets.add(socket)
        if seat_connects:
            self.update_connections()
        self.table.driver.start()

    def leave(self, socket: Socket) -> None:
        """Remove the socket of a viewer. If the viewer's seat is no longer connected, update all other viewers."""
        self.sockets.discard(socket)
        self.table.last_used = runtime.monotonic()
        seat, snapshot_key = socket.viewer.seat, socket.viewer.snapshot_key()
        if all(other.viewer.snapshot_key() != snapshot_key for other in self.sockets):
            self.cache.drop(snapshot_key)
        if seat is not None and not self.is_connected(seat):
            self.update_connections()
            self.table.report_change()

    def update_connections(self) -> None:
        """Record which seats are connected now, and send all viewers a new snapshot that shows it."""
        self.presence.update_connected(self.table.state)
        self.refresh()

    def close_device_sockets(self, device_hashes: set[str]) -> None:
        """Close the sockets of signed-out devices. A device is identified by the hash of its secret key."""
        connected_devices = device_hashes & {socket.viewer.device for socket in self.sockets}
        if connected_devices:
            self._signed_out_devices |= connected_devices
            self.refresh()  # the update of such a socket fails in `check_viewer`, which closes the socket

    def check_viewer(self, viewer: Viewer) -> None:
        """Raise Denied if this viewer no longer has access to the table: their token or device is no longer valid."""
        self.table.state.check_key(viewer.key)
        if viewer.device in self._signed_out_devices:
            raise Denied(FORBIDDEN, "signed_out")

    def has_visible_page(self, seat: int) -> bool:
        """Return whether the person of this seat has the table open in a visible page, on any server."""
        visible_here = any(socket.viewer.seat == seat and socket.visible for socket in self.sockets)
        return visible_here or self.table.peers.is_visible(self.table.name, seat)

    def connected_seats(self) -> list[int]:
        """Return the seats that are connected to this server."""
        return sorted({socket.viewer.seat for socket in self.sockets if socket.viewer.seat is not None})

    def hidden_seats(self) -> list[int]:
        """Return the seats that are connected to this server, but whose person has no visible page of the table."""
        visible_seats = {socket.viewer.seat for socket in self.sockets if socket.visible}
        return [seat for seat in self.connected_seats() if seat not in visible_seats]


def is_connected(sockets: Iterable[Socket], peers: Peers, table_name: str, seat: int) -> bool:
    """Return whether a person is connected from this seat, by one of these sockets or on another server."""
    return any(socket.viewer.seat == seat for socket in sockets) or peers.is_connected(table_name, seat)


def audience_of(table: Table) -> Audience:
    """Return the audience of a table."""
    assert isinstance(table.listener, Audience)
    return table.listener


def close_device_sockets(tables: Iterable[Table], device_hashes: set[str]) -> None:
    """Close the sockets of signed-out devices at these tables. A device is identified by the hash of its secret key."""
    for table in tables:
        audience_of(table).close_device_sockets(device_hashes)


# ---------------------------------------------------------------- between servers
def presence_for_peers(tables: Iterable[Table]) -> dict[str, list[int]]:
    """Return what this server tells other servers about the viewers of these tables. Each table has up to three
    entries, whose keys are its name and these suffixes:

    - no suffix: the seats that are connected to this server
    - OUT_OF_SIGHT: the connected seats whose person has no visible page of the table
    - WATCHED: an empty list; the entry exists if anybody, also a spectator, is connected."""
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


def update_from_peers(loaded_tables: dict[str, Table], changed_keys: set[str]) -> None:
    """Update the viewers of the tables at which somebody connected to another server, or disconnected from it.
    `changed_keys` are the names of these tables, some with the suffix WATCHED. Tables that are not in memory are
    ignored."""
    changed_tables = {key.removesuffix(WATCHED) for key in changed_keys}
    for name in changed_tables & loaded_tables.keys():
        table = loaded_tables[name]
        if table.is_read():
            audience_of(table).presence.update_connected(table.state)
            table.driver.start()
        table.listener.refresh()
