"""Records when the people of a table were last connected, and decides from that who is absent.

1. A person is absent when no server has a connection from their seat and the time that was set for the table
   (`Opened.absence`) has passed since their last contact. They are also absent, without that time, if their clock ran
   out after their last contact. A person who deleted their data is absent at once, and nothing is stored about their
   seat.
2. The last contact of each seat is stored as a key of the store, so it survives restarts and tables that leave memory.
   An empty value means "connected". If a server is killed while somebody is connected, their absence counts from the
   next time the table is read.
3. After a start of the server everybody has some minutes to connect again before anybody counts as absent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from sortilege.server.background import Background
from sortilege.server.store import Store, StoreError, key_values
from sortilege.server.tables.clocks.clock import MINUTE
from sortilege.server.tables.clocks.timekeeper import Timekeeper
from sortilege.server.tables.state import TableState

RECONNECT_TIME: Final = 10 * MINUTE  # in which people can connect again after a start of the server
SAVE_INTERVAL: Final = MINUTE  # the minimum between two stored contacts of a person without a socket
KEY_PREFIX: Final = "seen/"  # of the stored keys; table and seat follow
CONNECTED: Final = ""  # the stored value of a seat that is connected
logger = logging.getLogger("sortilege.server")


class Presence:
    """Records when the person of each seat of a table was last connected (their last contact), and tells who is
    absent."""

    def __init__(self, table: str, store: Store, clocks: Timekeeper, is_connected: Callable[[int], bool]) -> None:
        self.prefix = f"{KEY_PREFIX}{table}/"
        self.store = store
        self.clocks = clocks
        self.is_connected = is_connected  # whether somebody is connected from a seat, on any server
        self.last_contact: dict[int, float] = {}  # by seat, in seconds since 1970
        self._connected: set[int] = set()  # the seats that were connected at the last call of `update_connected`
        self._saved: dict[int, str] = {}  # by seat: the stored value
        self._unsaved: set[int] = set()  # the seats whose value has to be stored
        self._background = Background()
        self._saving: asyncio.Task[None] | None = None

    async def read(self, state: TableState) -> None:
        """Read from the store when each person was last connected, unless it was read before."""
        if self.last_contact or not absence_matters(state):
            return
        for name, body in (await key_values.find_by_prefix(self.store, self.prefix)).items():
            seat = int(name.removeprefix(self.prefix))
            self._saved[seat] = body
            if body != CONNECTED:
                self.last_contact[seat] = float(body)

    def start(self, state: TableState) -> None:
        """Start to measure absence once the match has begun. A person whose last contact is unknown counts as connected
        until now."""
        if state.match is not None and len(self.last_contact) < len(state.occupants):
            for seat in range(len(state.occupants)):
                self.last_contact.setdefault(seat, self.clocks.now())

    def update_connected(self, state: TableState) -> None:
        """Record who is connected now. Called whenever that may have changed, on this server or another one."""
        changed_seats = self._update_contacts(state)
        if changed_seats:
            self._save_soon(state, changed_seats)

    def _update_contacts(self, state: TableState) -> set[int]:
        """Update the last contacts. Return the seats that connected or disconnected since the last call."""
        connected = {seat for seat in range(len(state.occupants)) if self.is_connected(seat)}
        for seat in connected | self._connected:
            self.last_contact[seat] = self.clocks.now()
        changed = connected ^ self._connected
        self._connected = connected
        return changed

    def note_contact(self, state: TableState, seat: int | None) -> None:
        """Record that a person made an HTTP request, which is contact without a WebSocket."""
        if seat is None or not absence_matters(state):
            return
        self.last_contact[seat] = self.clocks.now()
        saved = self._saved.get(seat, "0")
        if saved != CONNECTED and self.last_contact[seat] - float(saved) > SAVE_INTERVAL:
            self._save_soon(state, {seat})

    def absent_from(self, state: TableState, seat: int) -> float | None:
        """Return the time from which the person of a seat counts as absent, unless they connect before. Return None
        while they are connected. The time is in seconds since 1970, and may be in the past."""
        if self.is_connected(seat):
            return None
        if not state.has_key(seat):
            return float(state.opened.at)
        last_contact = self.last_contact.setdefault(seat, self.clocks.now())
        timed_out_at = state.timed_out.get(seat)
        if timed_out_at is not None and last_contact <= timed_out_at:
            return timed_out_at
        allowed = state.opened.absence
        return max(last_contact + allowed, self.clocks.started + min(allowed, RECONNECT_TIME))

    def is_absent(self, state: TableState, seat: int) -> bool:
        """Return whether a person counts as absent now."""
        since = self.absent_from(state, seat)
        return since is not None and self.clocks.now() >= since

    async def close(self, state: TableState) -> None:
        """Store the last contact of every seat."""
        if self._saving is not None:
            await asyncio.wait([self._saving])
        self._update_contacts(state)
        self._unsaved |= self.last_contact.keys()
        await self._save(state)

    async def delete(self) -> None:
        """Delete the stored contacts, because the table was deleted."""
        for name in await key_values.find_by_prefix(self.store, self.prefix):
            await key_values.delete(self.store, name)

    async def forget(self, seat: int) -> None:
        """Delete the stored last contact of this seat, because its person deleted their data."""
        self.last_contact.pop(seat, None)
        self._saved.pop(seat, None)
        await key_values.delete(self.store, f"{self.prefix}{seat}")

    def _save_soon(self, state: TableState, seats: set[int]) -> None:
        """Start a task that stores the last contacts of these seats."""
        self._unsaved |= seats
        if self._saving is None or self._saving.done():
            self._saving = self._background.spawn("presence", self._save(state))

    async def _save(self, state: TableState) -> None:
        """Store the last contacts of the seats in `_unsaved`. When the game is over, delete the contacts of all seats
        instead."""
        try:
            if state.over() and self._saved:
                await self.delete()
                self._saved.clear()
            while self._unsaved:
                seat = self._unsaved.pop()
                if not state.has_key(seat):
                    continue
                body = CONNECTED if seat in self._connected else repr(self.last_contact[seat])
                if absence_matters(state) and self._saved.get(seat) != body:
                    await key_values.put(self.store, f"{self.prefix}{seat}", body)
                    self._saved[seat] = body
        except StoreError as error:
            logger.warning("the last contacts of %s could not be stored: %s", self.prefix, error)


def absence_matters(state: TableState) -> bool:
    """Return whether absence matters at this table: at least two people play, and the game is not over."""
    return state.match is not None and not state.over() and len(state.seats_of_people()) > 1
