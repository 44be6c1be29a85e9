"""The other servers that use the same store: who is connected to them, and which server plays the bots of a table.

Each server stores one row: a counter that it increases every second (its beat), and the tables that it has in memory
with the seats of the connected people. A server whose beat does not change is considered stopped, so clocks need not be
synchronized. Of the servers that have a table in memory, the one with the smallest name drives its bots. If two servers
drive them for a moment, no harm is done, because each line of a log can be written only once. If the store is a file
that no other process writes to, this server stores nothing and does not look for others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from sortilege.server import runtime
from sortilege.server.background import Background
from sortilege.server.store import Statement, Store, StoreError

BEAT: Final = 1.0  # seconds between two beats
STOPPED_AFTER: Final = 3.5  # seconds without a new beat after which a server is considered stopped
DELETE_AFTER: Final = 60.0  # seconds without a new beat after which any server may delete the row
PUT: Final = """
INSERT INTO sortilege_server (id, beat, rev, here) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, rev = excluded.rev, here = excluded.here
"""
TICK: Final = "UPDATE sortilege_server SET beat = $2 WHERE id = $1"
OTHERS: Final = "SELECT id, beat, rev FROM sortilege_server WHERE id <> $1"
HERE: Final = "SELECT here FROM sortilege_server WHERE id = $1"
DELETE_ROW: Final = "DELETE FROM sortilege_server WHERE id = $1"
Presence = dict[str, list[int]]  # by table: the seats whose people are connected
OUT_OF_SIGHT: Final = "/out of sight"  # suffix of a table's name: the connected seats without a visible page
WATCHED: Final = "/watched"  # suffix of a table's name: somebody has a socket there, perhaps only a spectator
log = logging.getLogger("sortilege.server")


class Peer:
    """What is known of another server. A server that is seen for the first time is assumed to be running."""

    def __init__(self) -> None:
        self.beat = self.rev = -1
        self.moved = runtime.monotonic()
        self.here: Presence = {}

    def alive(self) -> bool:
        """Whether the server's beat changed recently."""
        return runtime.monotonic() - self.moved < STOPPED_AFTER


class Peers:
    """Exchanges presence with all other servers."""

    def __init__(self, store: Store, presence: Callable[[], Presence], on_change: Callable[[set[str]], None]) -> None:
        self.store = store
        self.presence = presence  # returns the presence at this server
        self.on_change = on_change  # called with the names of tables whose presence changed at another server
        self.name = runtime.token_hex(8)
        self.others: dict[str, Peer] = {}
        self._activity = runtime.monotonic()  # when somebody else last wrote to the store
        self._beat = self._rev = 0
        self._sent: Presence | None = None
        self._task: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ queries
    def is_connected(self, table: str, seat: int) -> bool:
        """Whether the person of this seat is connected to another server."""
        return any(seat in peer.here.get(table, ()) for peer in self.others.values() if peer.alive())

    def is_visible(self, table: str, seat: int) -> bool:
        """Whether the person of this seat has a visible page of the table, connected to another server."""
        elsewhere = (peer.here for peer in self.others.values() if peer.alive())
        return any(seat in here.get(table, ()) and seat not in here.get(table + OUT_OF_SIGHT, ()) for here in elsewhere)

    def is_watched(self, table: str) -> bool:
        """Whether somebody has a socket at the table on another server."""
        return any(table + WATCHED in peer.here for peer in self.others.values() if peer.alive())

    def drives(self, table: str) -> bool:
        """Whether this server plays the bots of the table, because no other server with the table has a smaller
        name."""
        return all(self.name < name for name in self._servers_with(table))

    def is_loaded(self, table: str) -> bool:
        """Whether another server has the table in memory."""
        return bool(self._servers_with(table))

    def _servers_with(self, table: str) -> list[str]:
        """Return the names of the other servers that have the table in memory."""
        return [name for name, peer in self.others.items() if table in peer.here and peer.alive()]

    # ------------------------------------------------------------ exchange
    def open(self, background: Background) -> None:
        """Start the task that exchanges presence."""
        self._task = background.keep("presence", self._sync_forever)

    def note_activity(self) -> None:
        """Record that somebody else wrote to the store, so there may be another server."""
        self._activity = runtime.monotonic()

    async def close(self) -> None:
        """Stop the task and delete the row of this server."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        try:
            if self._sent is not None:
                await self.store.change([Statement(DELETE_ROW, (self.name,))])
        except StoreError as error:
            log.warning("the other servers will notice by themselves that this one has gone: %s", error)

    async def _sync_forever(self) -> None:
        while True:
            try:
                if self.store.shared or runtime.monotonic() - self._activity < 3 * STOPPED_AFTER:
                    await self.sync()
            except StoreError as error:
                log.warning("nothing is known of other servers just now: %s", error)
            await asyncio.sleep(BEAT)

    async def sync(self) -> None:
        """Store the presence at this server, and read that at the others."""
        await self._write()
        rows = await self.store.look_up(Statement(OTHERS, (self.name,)))
        servers = {str(name): (int(str(beat)), int(str(rev))) for name, beat, rev in rows}
        for name in [name for name in self.others if name not in servers]:
            self.on_change(set(self.others.pop(name).here))
        for name, (beat, rev) in servers.items():
            await self._update(name, self.others.setdefault(name, Peer()), beat, rev)

    async def _write(self) -> None:
        """Store a new beat, and the presence at this server if it changed."""
        self._beat += 1
        presence = self.presence()
        if presence == self._sent:
            await self.store.change([Statement(TICK, (self.name, self._beat))])
        else:
            self._rev += 1
            text = msgspec.json.encode(presence).decode()
            await self.store.change([Statement(PUT, (self.name, self._beat, self._rev, text))])
            self._sent = presence

    async def _update(self, name: str, peer: Peer, beat: int, rev: int) -> None:
        """Update what is known of another server from its row, and report the tables whose presence changed there."""
        if beat != peer.beat:
            peer.beat, peer.moved = beat, runtime.monotonic()
            self.note_activity()
        if rev != peer.rev:
            rows = await self.store.look_up(Statement(HERE, (name,)))
            before, peer.rev = peer.here, rev
            peer.here = msgspec.json.decode(str(rows[0][0]), type=Presence) if rows else {}
            tables = before.keys() | peer.here.keys()
            self.on_change({table for table in tables if before.get(table) != peer.here.get(table)})
        if not peer.alive() and peer.here:
            tables_there, peer.here = set(peer.here), {}
            self.on_change(tables_there)
        if runtime.monotonic() - peer.moved > DELETE_AFTER:
            await self.store.change([Statement(DELETE_ROW, (name,))])
