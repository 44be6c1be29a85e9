"""Checks the clocks of all tables when they reach zero, also of tables that nobody has open.

1. The names of the tables with clocks are stored, so that a server knows them when it starts.
2. While there are any, a server stores the time every few seconds, as its heartbeat. If the stored time is older than
   `MIN_GAP`, there was a gap: no server ran, or the machine slept. Gaps are stored too, and every table removes them
   from its clocks once (`GapRemoved`).
3. Several servers do this at the same time. An event that one server wrote is not written again by the others.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Literal

import msgspec

from sortilege.core.errors import SortilegeError
from sortilege.server import metrics, runtime
from sortilege.server.background import Background
from sortilege.server.errors import NOT_FOUND, Denied, UnreadableLog
from sortilege.server.store import Store, key_values
from sortilege.server.tables.clocks.clock import ClockState

HEARTBEAT: Final = 5.0  # seconds after which a running server stores the time again
MIN_GAP: Final = 3 * HEARTBEAT  # seconds; if the stored time is older, no server ran
MAX_GAPS: Final = 100
MIN_PAUSE: Final = 0.05  # seconds between two checks
RELOAD_SECONDS: Final = 60.0  # between two readings of the names that other servers stored
TABLE_PREFIX: Final = "clock/"  # of the key that is stored for each table with clocks; its name follows
KEEPER_PREFIX: Final = "timekeeper/"  # of the next two keys
ALIVE: Final = KEEPER_PREFIX + "alive"  # the last heartbeat of any server
GAPS: Final = KEEPER_PREFIX + "gaps"
NO_HEARTBEAT: Final = math.inf  # the last heartbeat of a server that stored none; then no gap is found after it
Now = Callable[[], float]
NameChange = Literal["store", "delete"]
Gap = tuple[float, float]  # when no server ran: start and end, in seconds since 1970
logger = logging.getLogger("sortilege.server")
gaps_decoder = msgspec.json.Decoder(list[Gap])


class Timekeeper:
    """Records when the running clock of each table reaches zero, and has the table's clocks checked at that time. While
    any table has clocks, it regularly stores the present time (its heartbeat), which shows that a server runs."""

    def __init__(self, store: Store, now: Now = runtime.now) -> None:
        self.store = store
        self.now = now
        self.started = now()
        self.due: dict[str, float] = {}  # by table: when its running clock reaches zero; infinity if no clock runs now
        self.gaps: list[Gap] = []  # the newest ones, oldest first
        self._unsaved_names: dict[str, NameChange] = {}  # by table: what has to be done with its stored name
        self._check_clocks: Callable[[str], Awaitable[None]]
        self._wake = asyncio.Event()  # ends the pause of the task before its time
        self.lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self.last_heartbeat = NO_HEARTBEAT  # the time that this server stored last
        self._names_loaded_at = 0.0  # when `_load_names` was last called

    # ------------------------------------------------------------ opening and closing
    async def open(self, check_clocks: Callable[[str], Awaitable[None]], background: Background) -> None:
        """Load the stored names of tables with clocks, and start the task that checks the clocks. It calls
        `check_clocks` with the name of each table whose running clock may have reached zero."""
        self._check_clocks = check_clocks
        await self._load_names()
        if self.due:
            await self._store_heartbeat()
        self._task = background.keep("clocks", self._run)

    async def close(self) -> None:
        """Stop the task that checks the clocks, and store what is not stored yet."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        with suppress(SortilegeError):
            await self._save()
            if self.due:
                await self._store_heartbeat()

    async def _load_names(self) -> None:
        """Load the names of the tables with clocks that any server stored. Tables that were not known are checked at
        once, because only their log tells when their clocks reach zero."""
        self._names_loaded_at = self.now()
        for key in await key_values.find_by_prefix(self.store, TABLE_PREFIX):
            self.due.setdefault(key.removeprefix(TABLE_PREFIX), self._names_loaded_at)

    # ------------------------------------------------------------ reports of tables
    def update(self, table: str, clock: ClockState | None, over: bool) -> None:
        """Record the clocks of a table after a change. Forget the table if it has no clocks or its game is `over`."""
        if clock is None or over:
            self._forget(table)
        else:
            if table not in self.due:
                self._unsaved_names[table] = "store"
            due = clock.due()
            self.due[table] = math.inf if due is None else due
        is_due_soon = self.due.get(table, math.inf) < self.now() + HEARTBEAT
        if is_due_soon or self._unsaved_names:
            self._wake.set()

    def _forget(self, table: str) -> None:
        """Stop checking the clocks of a table. The next call of `_save` deletes its name from the store."""
        if self.due.pop(table, None) is not None:
            self._unsaved_names[table] = "delete"
        if not self.due:  # without clocks, this server stores no heartbeats
            self.last_heartbeat = NO_HEARTBEAT

    async def check_for_gap(self) -> None:
        """If this computer has just woken from sleep, store a gap, unless another server ran in the meantime."""
        has_slept = self.now() - self.last_heartbeat > MIN_GAP
        if has_slept:
            await self._store_heartbeat()

    def gap_after(self, moment: float) -> Gap | None:
        """Return the start and end of the first gap (a time in which no server ran) that ended after this moment, or
        None."""
        return next(((start, end) for start, end in self.gaps if end > moment), None)

    # ------------------------------------------------------------ the task
    async def _run(self) -> None:
        """Call `tick` when a clock reaches zero or was changed, and at least every HEARTBEAT seconds."""
        while True:
            seconds_to_next = min(self.due.values(), default=math.inf) - self.now()
            pause = max(MIN_PAUSE, min(HEARTBEAT, seconds_to_next))
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self.tick()
            except SortilegeError as error:
                logger.error("the clocks could not be kept: %s", error)
                await asyncio.sleep(1.0)

    async def tick(self) -> None:
        """Store the present time (the heartbeat). Then check the clocks of every table whose running clock had reached
        zero when this call began. A clock that reaches zero later is checked in the next call, because the computer may
        sleep in between, and that time must not be counted."""
        async with self.lock:
            began = self.now()
            await self._save()
            if began - self._names_loaded_at > RELOAD_SECONDS:
                await self._load_names()
            if self.due:
                await self._store_heartbeat()
            due_tables = [table for table, due in self.due.items() if due <= began]
            for table in due_tables:
                retry_at = self.now() + HEARTBEAT
                self.due[table] = retry_at  # if the check succeeds, it sets the exact time (`update`)
                await self._check_table(table)

    async def _check_table(self, table: str) -> None:
        """Check the clocks of one table. If that fails, log the error, so that the other tables are still checked."""
        try:
            await self._check_clocks(table)
        except UnreadableLog:
            self.due[table] = self.now() + RELOAD_SECONDS
        except SortilegeError as error:
            was_deleted = isinstance(error, Denied) and error.status == NOT_FOUND
            if was_deleted:
                return self.update(table, None, over=True)
            logger.error("the clock of table %s could not be checked: %s", table, error)
        except Exception:
            self.due[table] = self.now() + RELOAD_SECONDS
            metrics.BACKGROUND_ERRORS.add(task="clocks")
            logger.exception("the clock of table %s could not be checked", table)

    async def _save(self) -> None:
        """Store the names of tables whose clocks have begun to run, and delete those of tables whose game is over."""
        for table, change in list(self._unsaved_names.items()):
            is_first_table = change == "store" and len(self.due) == 1
            if is_first_table:  # the stored time is old, because nothing stored it while no table had clocks
                self.last_heartbeat = self.now()
                await key_values.put(self.store, ALIVE, repr(self.last_heartbeat))
            if change == "store":
                await key_values.put(self.store, TABLE_PREFIX + table, "")
            else:
                await key_values.delete(self.store, TABLE_PREFIX + table)
            has_changed_meanwhile = self._unsaved_names.get(table) != change
            if not has_changed_meanwhile:
                del self._unsaved_names[table]

    async def _store_heartbeat(self) -> None:
        """Store the present time. If the stored time is too old, no server ran since then: store that gap too."""
        values = await key_values.find_by_prefix(self.store, KEEPER_PREFIX)
        self.gaps = gaps_decoder.decode(values.get(GAPS, "[]"))
        last_heartbeat, now = float(values.get(ALIVE, "inf")), self.now()
        if now - last_heartbeat > MIN_GAP:
            self.gaps = [*self.gaps, (last_heartbeat, now)][-MAX_GAPS:]
            await key_values.put(self.store, GAPS, msgspec.json.encode(self.gaps).decode())
        await key_values.put(self.store, ALIVE, repr(now))
        self.last_heartbeat = now
