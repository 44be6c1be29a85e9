"""The other servers of the same store: who is at a table over there, and which server lets its bots play.

Each server has one row: a beat that moves, and the tables it has in memory with the seats whose people are connected. A
server whose beat stands still is gone: no clock has to agree with another. Of the servers that have a table, the one
with the smallest name drives its bots; another one takes over when that is gone. Nothing rests on it: a line of a log
is written once, whoever tries. On a file that no other process writes to, nothing is written and nobody is looked for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from sortilege.server import runtime
from sortilege.server.background import Background
from sortilege.server.store import Step, Store, StoreError

BEAT: Final = 1.0  # seconds
GONE: Final = 3.5  # seconds without a beat
FORGOTTEN: Final = 60.0  # seconds after which anybody may take the row of a server away that is gone
PUT: Final = """
INSERT INTO sortilege_server (id, beat, rev, here) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, rev = excluded.rev, here = excluded.here
"""
TICK: Final = "UPDATE sortilege_server SET beat = $2 WHERE id = $1"
OTHERS: Final = "SELECT id, beat, rev FROM sortilege_server WHERE id <> $1"
HERE: Final = "SELECT here FROM sortilege_server WHERE id = $1"
AWAY: Final = "DELETE FROM sortilege_server WHERE id = $1"
Presence = dict[str, list[int]]  # by table: the seats whose people are connected
OUT_OF_SIGHT: Final = "/out of sight"  # after the name of a table: of those seats, the ones without a page in sight
WATCHED: Final = "/watched"  # after the name of a table: somebody has a socket there, perhaps only a spectator
log = logging.getLogger("sortilege.server")


class Peer:
    """Another server, as far as is known. One that is seen for the first time is taken to be there."""

    def __init__(self) -> None:
        self.beat = self.rev = -1
        self.moved = runtime.monotonic()
        self.here: Presence = {}

    def alive(self) -> bool:
        return runtime.monotonic() - self.moved < GONE


class Peers:
    """All other servers."""

    def __init__(self, store: Store, ours: Callable[[], Presence], news: Callable[[set[str]], None]) -> None:
        self.store = store
        self.ours = ours  # what this server has to say
        self.news = news  # told of the tables where somebody came or went over there
        self.name = runtime.token_hex(8)
        self.others: dict[str, Peer] = {}
        self._stirred = runtime.monotonic()  # somebody else wrote to the store
        self._beat = self._rev = 0
        self._sent: Presence | None = None
        self._task: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ what is known
    def here(self, table: str, seat: int) -> bool:
        """Whether this seat's person is connected to another server."""
        return any(seat in peer.here.get(table, ()) for peer in self.others.values() if peer.alive())

    def attended(self, table: str, seat: int) -> bool:
        """Whether this seat's person has the table in sight, at another server."""
        there = (peer.here for peer in self.others.values() if peer.alive())
        return any(seat in here.get(table, ()) and seat not in here.get(table + OUT_OF_SIGHT, ()) for here in there)

    def watched(self, table: str) -> bool:
        """Whether somebody has a socket at the table, at another server."""
        return any(table + WATCHED in peer.here for peer in self.others.values() if peer.alive())

    def drives(self, table: str) -> bool:
        """Whether it is for this server to let the bots of the table play."""
        return all(self.name < name for name in self._with(table))

    def have(self, table: str) -> bool:
        """Whether another server has the table in memory."""
        return bool(self._with(table))

    def _with(self, table: str) -> list[str]:
        return [name for name, peer in self.others.items() if table in peer.here and peer.alive()]

    # ------------------------------------------------------------ keeping in touch
    def open(self, background: Background) -> None:
        self._task = background.keep("presence", self._keep_in_touch)

    def stir(self) -> None:
        """Somebody else wrote to the store: there may be another server."""
        self._stirred = runtime.monotonic()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        try:
            if self._sent is not None:
                await self.store.change([Step(AWAY, (self.name,))])
        except StoreError as off:
            log.warning("the other servers will notice by themselves that this one has gone: %s", off)

    async def _keep_in_touch(self) -> None:
        while True:
            try:
                if self.store.shared or runtime.monotonic() - self._stirred < 3 * GONE:
                    await self.touch()
            except StoreError as off:
                log.warning("nothing is known of other servers just now: %s", off)
            await asyncio.sleep(BEAT)

    async def touch(self) -> None:
        """Show that this server is there, and look at the others."""
        await self._show()
        rows = await self.store.look_up(Step(OTHERS, (self.name,)))
        found = {str(name): (int(str(beat)), int(str(rev))) for name, beat, rev in rows}
        for name in [name for name in self.others if name not in found]:
            self.news(set(self.others.pop(name).here))
        for name, (beat, rev) in found.items():
            await self._look_at(name, self.others.setdefault(name, Peer()), beat, rev)

    async def _show(self) -> None:
        self._beat += 1
        ours = self.ours()
        if ours == self._sent:
            await self.store.change([Step(TICK, (self.name, self._beat))])
        else:
            self._rev += 1
            text = msgspec.json.encode(ours).decode()
            await self.store.change([Step(PUT, (self.name, self._beat, self._rev, text))])
            self._sent = ours

    async def _look_at(self, name: str, peer: Peer, beat: int, rev: int) -> None:
        if beat != peer.beat:
            peer.beat, peer.moved = beat, runtime.monotonic()
            self.stir()
        if rev != peer.rev:
            rows = await self.store.look_up(Step(HERE, (name,)))
            before, peer.rev = peer.here, rev
            peer.here = msgspec.json.decode(str(rows[0][0]), type=Presence) if rows else {}
            tables = before.keys() | peer.here.keys()
            self.news({table for table in tables if before.get(table) != peer.here.get(table)})
        if not peer.alive() and peer.here:
            gone, peer.here = set(peer.here), {}
            self.news(gone)
        if runtime.monotonic() - peer.moved > FORGOTTEN:
            await self.store.change([Step(AWAY, (name,))])
