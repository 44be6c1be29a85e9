"""The other servers that use the same store: who is connected to them, and which server plays the bots of a table.

Each server stores one row: a counter that it increases every second (its heartbeat), and the tables that it has in
memory with the seats of the connected people (its presence). A server whose heartbeat does not change is considered
stopped, so the clocks of the servers need not be synchronized. Of the servers that have a table in memory, the one with
the smallest name drives its bots. If two servers drive them for a moment, no harm is done, because each line of a log
can be written only once. If the store is a file that no other process writes to, this server stores nothing and does
not look for others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from sortilege.server import runtime
from sortilege.server.background import Background
from sortilege.server.store import Statement, Store, StoreError

BEAT: Final = 1.0  # seconds between two heartbeats
STOPPED_AFTER: Final = 3.5  # seconds without a heartbeat after which a server is considered stopped
DELETE_AFTER: Final = 60.0  # seconds without a heartbeat after which any server may delete the row
SEARCH_SECONDS: Final = 3 * STOPPED_AFTER  # how long to look for other servers after somebody else wrote to the store
# In the columns: `rev` counts the changes of the presence, and `here` is the presence as JSON.
PUT_ROW: Final = """
INSERT INTO sortilege_server (id, beat, rev, here) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, rev = excluded.rev, here = excluded.here
"""
PUT_BEAT: Final = "UPDATE sortilege_server SET beat = $2 WHERE id = $1"
SELECT_OTHERS: Final = "SELECT id, beat, rev FROM sortilege_server WHERE id <> $1"
SELECT_PRESENCE: Final = "SELECT here FROM sortilege_server WHERE id = $1"
DELETE_ROW: Final = "DELETE FROM sortilege_server WHERE id = $1"
Presence = dict[str, list[int]]  # by table: the seats whose people are connected; and by table with a suffix:
OUT_OF_SIGHT: Final = "/out of sight"  # suffix: the connected seats without a visible page
WATCHED: Final = "/watched"  # suffix: the key exists if somebody has a socket there, perhaps only a spectator
log = logging.getLogger("sortilege.server")


class Peer:
    """Another server, as its row in the store describes it. It is assumed to be running when its row is first read."""

    def __init__(self) -> None:
        self.beat = -1  # the last heartbeat that was read; -1: none yet
        self.revision = -1  # the version of `presence` that was read; -1: none yet
        self.beat_at = runtime.monotonic()  # when the heartbeat was last seen to change
        self.presence: Presence = {}

    def seconds_since_beat(self) -> float:
        """Return how many seconds ago the heartbeat of the server changed."""
        return runtime.monotonic() - self.beat_at

    def is_running(self) -> bool:
        """Whether the heartbeat of the server changed recently."""
        return self.seconds_since_beat() < STOPPED_AFTER


class Peers:
    """Exchanges presence with the other servers that use the same store. The presence of a server says which tables it
    has in memory and who is connected to them."""

    def __init__(self, store: Store, presence: Callable[[], Presence], on_change: Callable[[set[str]], None]) -> None:
        self.store = store
        self.presence = presence  # returns the presence of this server
        self.on_change = on_change  # called with the names of tables whose presence changed at another server
        self.name = runtime.token_hex(8)
        self.others: dict[str, Peer] = {}
        self._other_write_at = runtime.monotonic()  # when somebody else last wrote to the store
        self._beat = 0
        self._revision = 0
        self._stored: Presence | None = None  # the presence in the row of this server; None if it has no row
        self._task: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ queries
    def is_connected(self, table: str, seat: int) -> bool:
        """Whether the person of this seat is connected to another server."""
        return any(seat in presence.get(table, ()) for presence in self._presence_elsewhere())

    def is_visible(self, table: str, seat: int) -> bool:
        """Whether the person of this seat has the table open in a visible page that is connected to another server."""
        for presence in self._presence_elsewhere():
            connected_seats, hidden_seats = presence.get(table, []), presence.get(table + OUT_OF_SIGHT, [])
            if seat in connected_seats and seat not in hidden_seats:
                return True
        return False

    def is_watched(self, table: str) -> bool:
        """Whether somebody, perhaps only a spectator, has the table open on another server."""
        watched_key = table + WATCHED
        return any(watched_key in presence for presence in self._presence_elsewhere())

    def plays_bots(self, table: str) -> bool:
        """Whether this server plays the bots of the table. If several servers have the table in memory, the server
        whose random name is the smallest plays them."""
        return all(self.name < name for name in self._servers_with(table))

    def is_loaded(self, table: str) -> bool:
        """Whether another server has the table in memory."""
        return bool(self._servers_with(table))

    def _servers_with(self, table: str) -> list[str]:
        """Return the names of the other servers that have the table in memory."""
        return [name for name, peer in self.others.items() if table in peer.presence and peer.is_running()]

    def _presence_elsewhere(self) -> list[Presence]:
        """Return the presence of each of the other servers."""
        return [peer.presence for peer in self.others.values() if peer.is_running()]

    # ------------------------------------------------------------ exchange
    def open(self, background: Background) -> None:
        """Start the task that exchanges presence."""
        self._task = background.keep("presence", self._sync_forever)

    def note_activity(self) -> None:
        """Record that another process wrote to the store, so that this server looks for other servers."""
        self._other_write_at = runtime.monotonic()

    async def close(self) -> None:
        """Stop the task and delete the row of this server."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        try:
            if self._stored is not None:
                await self.store.change([Statement(DELETE_ROW, (self.name,))])
        except StoreError as error:
            log.warning("the other servers will notice by themselves that this one has gone: %s", error)

    async def _sync_forever(self) -> None:
        while True:
            try:
                if self.store.shared or runtime.monotonic() - self._other_write_at < SEARCH_SECONDS:
                    await self.sync()
            except StoreError as error:
                log.warning("nothing is known of other servers just now: %s", error)
            await asyncio.sleep(BEAT)

    async def sync(self) -> None:
        """Store the presence of this server, and read the presence of the other servers."""
        await self._write()
        rows = await self.store.look_up(Statement(SELECT_OTHERS, (self.name,)))
        names = {name for name, _beat, _revision in rows}
        for stopped in self.others.keys() - names:
            tables_in_memory = set(self.others.pop(stopped).presence)
            self.on_change(tables_in_memory)
        for name, beat, revision in rows:
            await self._update(name, self.others.setdefault(name, Peer()), beat, revision)

    async def _write(self) -> None:
        """Store a new heartbeat, and the presence of this server if it changed."""
        self._beat += 1
        presence = self.presence()
        if presence == self._stored:
            await self.store.change([Statement(PUT_BEAT, (self.name, self._beat))])
        else:
            self._revision += 1
            text = msgspec.json.encode(presence).decode()
            await self.store.change([Statement(PUT_ROW, (self.name, self._beat, self._revision, text))])
            self._stored = presence

    async def _update(self, name: str, peer: Peer, beat: int, revision: int) -> None:
        """Update the server `name` from its row in the store, and report the tables where its presence changed. `beat`
        is its heartbeat, and `revision` is the version of its presence."""
        if beat != peer.beat:
            peer.beat = beat
            peer.beat_at = runtime.monotonic()
            self.note_activity()
        if revision != peer.revision:
            peer.revision = revision
            rows = await self.store.look_up(Statement(SELECT_PRESENCE, (name,)))
            self._set_presence(peer, msgspec.json.decode(rows[0][0], type=Presence) if rows else {})
        if not peer.is_running():
            self._set_presence(peer, {})
        if peer.seconds_since_beat() > DELETE_AFTER:
            await self.store.change([Statement(DELETE_ROW, (name,))])

    def _set_presence(self, peer: Peer, presence: Presence) -> None:
        before, peer.presence = peer.presence, presence
        tables = {table for table in before.keys() | presence.keys() if before.get(table) != presence.get(table)}
        if tables:
            self.on_change(tables)
