"""Checks the clocks of all tables when they reach zero, also of tables that nobody has open.

1. The names of the tables with clocks are stored, so that a server knows them when it starts.
2. While there are any, a server stores the time every few seconds. If the stored time is older than `SILENCE`, there
   was a gap: no server ran, or the machine slept. Gaps are stored too, and every table removes them from its clocks
   once (`GapRemoved`).
3. Several servers do this at the same time. An event that one server wrote is not written again by the others.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import msgspec

from sortilege.core.errors import SortilegeError
from sortilege.server import metrics, runtime
from sortilege.server.background import Background
from sortilege.server.errors import NOT_FOUND, Denied, UnreadableLog
from sortilege.server.store import Store, key_values
from sortilege.server.tables.clocks.clock import Reading

BEAT: Final = 5.0  # seconds between two times that a running server stores
SILENCE: Final = 3 * BEAT  # a longer time without one is a gap
MOST_GAPS: Final = 100
LOOK_AGAIN: Final = 60.0  # seconds between two readings of the names that other servers stored
CLOCK, ALIVE, GAPS = "clock/", "timekeeper/alive", "timekeeper/gaps"
Now = Callable[[], float]
Gap = tuple[float, float]
logger = logging.getLogger("sortilege.server")
gaps_decoder = msgspec.json.Decoder(list[Gap])


class Timekeeper:
    """Knows when the clock of every table reaches zero, and has the table checked then."""

    def __init__(self, store: Store, now: Now = runtime.now) -> None:
        self.store = store
        self.now = now
        self.started = now()
        self.due: dict[str, float] = {}  # by table; infinity if none of its clocks runs now
        self.gaps: list[Gap] = []
        self._unsaved: dict[str, bool] = {}  # tables whose name is to be stored, or (False) deleted
        self._expire: Callable[[str], Awaitable[None]]
        self._wake = asyncio.Event()
        self.lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self.last_beat = math.inf  # the last time that this server stored
        self._looked = 0.0

    # ------------------------------------------------------------ opening and closing
    async def open(self, expire: Callable[[str], Awaitable[None]], background: Background) -> None:
        """Load the stored names and start the task. `expire` is called with the name of every table of which a clock
        may have reached zero."""
        self._expire = expire
        await self._load_names()
        if self.due:
            await self._beat()
        self._task = background.keep("clocks", self._run)

    async def close(self) -> None:
        """Stop the task and store what is not stored yet."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        with suppress(SortilegeError):
            await self._save()
            if self.due:
                await self._beat()

    async def _load_names(self) -> None:
        """Load the names of the tables with clocks that any server stored. They are due at once, because only the table
        itself knows when its clocks reach zero."""
        self._looked = self.now()
        for key in await key_values.find_by_prefix(self.store, CLOCK):
            self.due.setdefault(key.removeprefix(CLOCK), self._looked)

    # ------------------------------------------------------------ reports of tables
    def set(self, table: str, clock: Reading | None, over: bool) -> None:
        """Record the present clocks of a table; `over` if its game is over."""
        if clock is None or over:
            if self.due.pop(table, None) is not None:
                self._unsaved[table] = False
            if not self.due:
                self.last_beat = math.inf
        else:
            if table not in self.due:
                self._unsaved[table] = True
            due = clock.due()
            self.due[table] = math.inf if due is None else due
        if self._unsaved or self.due.get(table, math.inf) < self.now() + BEAT:
            self._wake.set()

    async def note_gap(self) -> None:
        """Store a gap if this server just woke from a long sleep in which no other server ran."""
        if self.now() - self.last_beat > SILENCE:
            await self._beat()

    def gap_after(self, at: float) -> Gap | None:
        """Return the first gap that ended after this moment, or None."""
        return next((gap for gap in self.gaps if gap[1] > at), None)

    # ------------------------------------------------------------ the task
    async def _run(self) -> None:
        """Call `tick` when the next clock is due, and at least once per beat."""
        while True:
            nearest = min(self.due.values(), default=math.inf) - self.now()
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.05, min(BEAT, nearest))):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self.tick()
            except SortilegeError as error:
                logger.error("the clocks could not be kept: %s", error)
                await asyncio.sleep(1.0)

    async def tick(self) -> None:
        """Store the time and check every table that is due now."""
        async with self.lock:
            await self._tick(self.now())

    async def _tick(self, moment: float) -> None:
        """Check every table that was due at this moment. Tables that become due later wait for the next call, because a
        gap may lie in between."""
        await self._save()
        if moment - self._looked > LOOK_AGAIN:
            await self._load_names()
        if self.due:
            await self._beat()
        for table in [name for name, due in self.due.items() if due <= moment]:
            self.due[table] = self.now() + BEAT  # the check sets the exact time; if it fails, try again then
            await self._expire_safely(table)

    async def _expire_safely(self, table: str) -> None:
        """Check the clock of one table; an error there does not stop the clocks of other tables."""
        try:
            await self._expire(table)
        except UnreadableLog:
            self.due[table] = self.now() + LOOK_AGAIN
        except SortilegeError as error:
            if isinstance(error, Denied) and error.status == NOT_FOUND:
                return self.set(table, None, over=True)
            logger.error("the clock of table %s could not be checked: %s", table, error)
        except Exception:
            self.due[table] = self.now() + LOOK_AGAIN
            metrics.BACKGROUND_ERRORS.add(task="clocks")
            logger.exception("the clock of table %s could not be checked", table)

    async def _save(self) -> None:
        """Store or delete the names of tables whose clocks began or ended."""
        for table, runs in list(self._unsaved.items()):
            if runs and len(self.due) == 1:  # no server stored the time while no table had clocks
                self.last_beat = self.now()
                await key_values.put(self.store, ALIVE, repr(self.last_beat))
            await (
                key_values.put(self.store, CLOCK + table, "") if runs else key_values.delete(self.store, CLOCK + table)
            )
            if self._unsaved.get(table) is runs:  # unless it changed meanwhile
                del self._unsaved[table]

    async def _beat(self) -> None:
        """Store the present time, and a gap if the stored time is too old."""
        values = await key_values.find_by_prefix(self.store, "timekeeper/")
        self.gaps = gaps_decoder.decode(values.get(GAPS, "[]"))
        alive, now = float(values.get(ALIVE, "inf")), self.now()
        if now - alive > SILENCE:
            self.gaps = [*self.gaps, (alive, now)][-MOST_GAPS:]
            await key_values.put(self.store, GAPS, msgspec.json.encode(self.gaps).decode())
        await key_values.put(self.store, ALIVE, repr(now))
        self.last_beat = now
