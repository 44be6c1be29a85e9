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
    """Records for each seat of a table when its person was last connected (their last contact), and decides from that
    who is absent. The times are stored, so that they survive a restart."""

    def __init__(self, table_name: str, store: Store, clocks: Timekeeper, is_connected: Callable[[int], bool]) -> None:
        self.key_prefix = f"{KEY_PREFIX}{table_name}/"
        self.store = store
        self.clocks = clocks
        self.is_connected = is_connected  # whether the person of a seat is connected, on any server
        self.last_contact: dict[int, float] = {}  # by seat, in seconds since 1970
        self._connected_seats: set[int] = set()  # as of the last call of `update_connected`
        self._stored_values: dict[int, str] = {}  # by seat: the stored value, a time or CONNECTED
        self._unsaved_seats: set[int] = set()  # whose value has to be stored
        self._background = Background()
        self._saving: asyncio.Task[None] | None = None

    async def load(self, state: TableState) -> None:
        """Load the last contact of each seat from the store. Do nothing if last contacts are known already, or if it
        does not matter at this table who is absent."""
        is_loaded = bool(self.last_contact)
        if is_loaded or not absence_matters(state):
            return
        stored_values = await key_values.find_by_prefix(self.store, self.key_prefix)
        for key, value in stored_values.items():
            seat = int(key.removeprefix(self.key_prefix))
            self._stored_values[seat] = value
            if value != CONNECTED:
                self.last_contact[seat] = float(value)

    def start(self, state: TableState) -> None:
        """If the match has begun, record the present time as the last contact of every person without a known one."""
        if state.match is not None and len(self.last_contact) < len(state.occupants):
            for seat in range(len(state.occupants)):
                self.last_contact.setdefault(seat, self.clocks.now())

    def update_connected(self, state: TableState) -> None:
        """Record which seats are connected now, and start to store the last contacts of those that changed."""
        changed_seats = self._update_contacts(state)
        if changed_seats:
            self._save_soon(state, changed_seats)

    def _update_contacts(self, state: TableState) -> set[int]:
        """Record the last contact of all seats that are connected. Return the seats that connected or disconnected."""
        connected_before = self._connected_seats
        self._connected_seats = {seat for seat in range(len(state.occupants)) if self.is_connected(seat)}
        for seat in self._connected_seats | connected_before:
            self.last_contact[seat] = self.clocks.now()
        return self._connected_seats ^ connected_before

    def note_contact(self, state: TableState, seat: int | None) -> None:
        """Record that the person of this seat made an HTTP request, which counts as contact although it needs no
        WebSocket. `seat` None: a spectator, whose contacts are not recorded."""
        if seat is None or not absence_matters(state):
            return
        self.last_contact[seat] = self.clocks.now()
        saved = self._stored_values.get(seat, "0")
        if saved != CONNECTED and self.last_contact[seat] - float(saved) > SAVE_INTERVAL:
            self._save_soon(state, {seat})

    def absent_from(self, state: TableState, seat: int) -> float | None:
        """Return the time from which the person of a seat counts as absent, unless they connect before. Return None
        while they are connected. The time is in seconds since 1970, and may be in the past."""
        if self.is_connected(seat):
            return None
        person_deleted_data = not state.has_key(seat)
        if person_deleted_data:
            return float(state.opened.at)
        last_contact = self.last_contact.setdefault(seat, self.clocks.now())  # if it is unknown, it counts from now
        clock_ran_out_at = state.timed_out.get(seat)
        if clock_ran_out_at is not None and last_contact <= clock_ran_out_at:
            return clock_ran_out_at
        allowed_seconds = state.opened.absence
        reconnect_until = self.clocks.started + min(allowed_seconds, RECONNECT_TIME)
        return max(last_contact + allowed_seconds, reconnect_until)

    def is_absent(self, state: TableState, seat: int) -> bool:
        """Return whether the person of a seat counts as absent now."""
        since = self.absent_from(state, seat)
        return since is not None and self.clocks.now() >= since

    async def close(self, state: TableState) -> None:
        """Store the last contact of every seat."""
        if self._saving is not None:
            await asyncio.wait([self._saving])
        self._update_contacts(state)
        self._unsaved_seats |= self.last_contact.keys()
        await self._save(state)

    async def delete(self) -> None:
        """Delete the stored contacts, because the table was deleted."""
        for key in await key_values.find_by_prefix(self.store, self.key_prefix):
            await key_values.delete(self.store, key)

    async def forget(self, seat: int) -> None:
        """Delete the stored last contact of this seat, because its person deleted their data."""
        self.last_contact.pop(seat, None)
        self._stored_values.pop(seat, None)
        await key_values.delete(self.store, f"{self.key_prefix}{seat}")

    def _save_soon(self, state: TableState, seats: set[int]) -> None:
        """Store the last contacts of these seats in a background task."""
        self._unsaved_seats |= seats
        if self._saving is None or self._saving.done():
            self._saving = self._background.spawn("presence", self._save(state))

    async def _save(self, state: TableState) -> None:
        """Store the last contact of every seat in `_unsaved_seats`. After the game, delete those of all seats."""
        try:
            if state.over() and self._stored_values:
                await self.delete()
                self._stored_values.clear()
            while self._unsaved_seats:
                seat = self._unsaved_seats.pop()
                if state.has_key(seat) and absence_matters(state):
                    await self._save_seat(seat)
        except StoreError as error:
            logger.warning("the last contacts of %s could not be stored: %s", self.key_prefix, error)

    async def _save_seat(self, seat: int) -> None:
        """Store the last contact of one seat, unless the same value is stored already."""
        value = CONNECTED if seat in self._connected_seats else repr(self.last_contact[seat])
        if self._stored_values.get(seat) != value:
            await key_values.put(self.store, f"{self.key_prefix}{seat}", value)
            self._stored_values[seat] = value


def absence_matters(state: TableState) -> bool:
    """Return whether it matters at this table who is absent: at least two people play, and the game is not over."""
    return state.match is not None and not state.over() and len(state.seats_of_people()) > 1
