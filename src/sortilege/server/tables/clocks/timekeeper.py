"""Keeps the time of every table whose clocks run, whether somebody looks at it or not.

1. Which tables those are is noted in the store, so that a server that starts knows them.
2. While there are any, a server notes every few seconds that it runs. A longer silence is a gap: no server ran, or the
   machine slept. Gaps are noted too, and a table takes those out of its clocks that it has not yet (`Stopped`).
3. Several servers do all this at once: what one has done already is found done by the others.
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
from sortilege.server.errors import NOWHERE, Denied, UnreadableLog
from sortilege.server.store import Store, key_values
from sortilege.server.tables.clocks.clock import Reading

BEAT: Final = 5.0  # seconds between two notes that a server runs
SILENCE: Final = 3 * BEAT  # longer than this without one: none ran
MOST_GAPS: Final = 100
LOOK_AGAIN: Final = 60.0  # seconds between looks at what other servers' tables have clocks
CLOCK, ALIVE, GAPS = "clock/", "timekeeper/alive", "timekeeper/gaps"
Now = Callable[[], float]
Gap = tuple[float, float]
logger = logging.getLogger("sortilege.server")
gaps_decoder = msgspec.json.Decoder(list[Gap])


class Timekeeper:
    """Knows when which clock is at zero."""

    def __init__(self, store: Store, now: Now = runtime.now) -> None:
        self.store = store
        self.now = now
        self.started = now()
        self.due: dict[str, float] = {}  # by table; never, where nobody's clock runs just now
        self.gaps: list[Gap] = []
        self._unsaved: dict[str, bool] = {}  # tables whose clocks began (or, False, came to an end) since the last note
        self._expire: Callable[[str], Awaitable[None]]
        self._wake = asyncio.Event()
        self.lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self.last_beat = math.inf  # when this server noted last that it runs
        self._looked = 0.0

    # ------------------------------------------------------------ opening and closing
    async def open(self, expire: Callable[[str], Awaitable[None]], background: Background) -> None:
        """Begin; `expire` is called with every table of which a clock may be at zero."""
        self._expire = expire
        await self._look()
        if self.due:
            await self._beat()
        self._task = background.keep("clocks", self._run)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        with suppress(SortilegeError):
            await self._save()
            if self.due:
                await self._beat()

    async def _look(self) -> None:
        """The tables noted by any server. When their clocks are due is found by looking at them."""
        self._looked = self.now()
        for key in await key_values.find_by_prefix(self.store, CLOCK):
            self.due.setdefault(key.removeprefix(CLOCK), self._looked)

    # ------------------------------------------------------------ what tables tell
    def set(self, table: str, clock: Reading | None, over: bool) -> None:
        """How the clocks of a table stand now."""
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
        """The first gap that ended after this moment."""
        return next((gap for gap in self.gaps if gap[1] > at), None)

    # ------------------------------------------------------------ the time
    async def _run(self) -> None:
        while True:
            nearest = min(self.due.values(), default=math.inf) - self.now()
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.05, min(BEAT, nearest))):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self.tick()
            except SortilegeError as off:
                logger.error("the clocks could not be kept: %s", off)
                await asyncio.sleep(1.0)

    async def tick(self) -> None:
        """Everything that is to be done at this moment."""
        async with self.lock:
            await self._tick(self.now())

    async def _tick(self, moment: float) -> None:
        """What comes due while this is done may have come due in a gap: it waits for the next time."""
        await self._save()
        if moment - self._looked > LOOK_AGAIN:
            await self._look()
        if self.due:
            await self._beat()
        for table in [name for name, due in self.due.items() if due <= moment]:
            self.due[table] = self.now() + BEAT  # it tells better when it was looked at; or else it is tried again
            await self._expire_safely(table)

    async def _expire_safely(self, table: str) -> None:
        """Check the clock of one table; an error there does not stop the clocks of other tables."""
        try:
            await self._expire(table)
        except UnreadableLog:
            self.due[table] = self.now() + LOOK_AGAIN
        except SortilegeError as error:
            if isinstance(error, Denied) and error.status == NOWHERE:
                return self.set(table, None, over=True)
            logger.error("the clock of table %s could not be checked: %s", table, error)
        except Exception:
            self.due[table] = self.now() + LOOK_AGAIN
            metrics.BACKGROUND_ERRORS.add(task="clocks")
            logger.exception("the clock of table %s could not be checked", table)

    async def _save(self) -> None:
        for table, runs in list(self._unsaved.items()):
            if runs and len(self.due) == 1:  # nobody noted that they ran while there was nothing to keep
                self.last_beat = self.now()
                await key_values.put(self.store, ALIVE, repr(self.last_beat))
            await (
                key_values.put(self.store, CLOCK + table, "") if runs else key_values.delete(self.store, CLOCK + table)
            )
            if self._unsaved.get(table) is runs:  # not otherwise meanwhile
                del self._unsaved[table]

    async def _beat(self) -> None:
        """Note that a server runs, and the gap in which none did."""
        noted = await key_values.find_by_prefix(self.store, "timekeeper/")
        self.gaps = gaps_decoder.decode(noted.get(GAPS, "[]"))
        alive, now = float(noted.get(ALIVE, "inf")), self.now()
        if now - alive > SILENCE:
            self.gaps = [*self.gaps, (alive, now)][-MOST_GAPS:]
            await key_values.put(self.store, GAPS, msgspec.json.encode(self.gaps).decode())
        await key_values.put(self.store, ALIVE, repr(now))
        self.last_beat = now
