"""Resumes bots after a restart, at tables that nobody opens.

1. While a table is in memory and it can become a bot's turn there (`bots_may_move`), the store has a marker for it: a
   key with an empty value. The marker is written once, not with every move. It is deleted when the match is over, and
   when the table leaves memory while it is a person's turn. Therefore, even after a crash, every table where it is a
   bot's turn has a marker.
2. At the start and then every few seconds, a server resumes the tables that have a marker and are in no server's
   memory: a few at a time, in random order, each until its bots have played. So the bots of a server that stopped play
   on at another server.
3. Tables with clocks have no marker, because the timekeeper opens them at the start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Final

from sortilege.core.errors import SortilegeError
from sortilege.server import runtime
from sortilege.server.background import Background, Backoff
from sortilege.server.errors import NOT_FOUND, Denied, UnreadableLog
from sortilege.server.store import Statement, Store, StoreError, key_values
from sortilege.server.tables.state import TableState

KEY_PREFIX: Final = "bots/"  # of the markers; the name of the table follows
MAX_CONCURRENT: Final = 2  # tables resumed at the same time
PAUSE_SECONDS: Final = 0.05  # between two tables, so that reading long logs does not delay other requests
MAX_SECONDS: Final = 60.0  # after which the next table is resumed although the bots of this one are not done
CHECK_SECONDS: Final = 15.0  # between two readings of the markers
logger = logging.getLogger("sortilege.server")


def bots_may_move(state: TableState) -> bool:
    """Whether people play with bots at this table, without clocks, and the match is not over."""
    bots = any(occupant.level is not None for occupant in state.occupants)
    running = state.match is not None and state.replay_error is None and not state.over()
    return running and bots and state.clock is None and bool(state.active_people())


class BotResumer:
    """Stores which tables have bots to resume, and resumes the bots of tables that no server has in memory."""

    def __init__(
        self, store: Store, is_loaded: Callable[[str], bool], resume: Callable[[str], Awaitable[None]]
    ) -> None:
        self.store = store
        self._is_loaded = is_loaded  # whether any server has this table in memory
        self._resume = resume  # opens a table and waits for its bots
        self._marked: set[str] = set()
        self._uncertain: set[str] = set()  # tables whose marker was read before it may have been deleted
        self._unsaved: dict[str, bool] = {}  # by table: its marker has to be written (True) or deleted (False)
        self._unreadable: set[str] = set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def open(self, background: Background) -> None:
        """Start the tasks that write markers and resume tables."""
        self._tasks = [background.keep("resuming notes", self._save_all), background.keep("resuming", self._resume_all)]

    async def close(self) -> None:
        """Stop the tasks and write the remaining markers."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        with suppress(SortilegeError):
            await self._save()

    # ------------------------------------------------------------ the markers
    def set_marker(self, table: str, needed: bool) -> None:
        """Queue the marker of this table to be written (`needed`) or deleted, without waiting for it."""
        if needed == (table in self._marked) and table not in self._uncertain:
            return
        self._uncertain.discard(table)
        if needed:
            self._marked.add(table)
        else:
            self._marked.discard(table)
        self._unsaved[table] = needed
        self._wake.set()

    async def _save_all(self) -> None:
        """Store queued markers whenever there are any. If the store fails, try again."""
        backoff = Backoff()
        while True:
            try:
                await self._save()
            except StoreError:
                await backoff.wait()
                continue
            backoff = Backoff()
            await self._wake.wait()
            self._wake.clear()

    async def _save(self) -> None:
        """Store the queued markers. If that fails, keep them in the queue."""
        unsaved, self._unsaved = self._unsaved, {}
        if not unsaved:
            return
        try:
            await self.store.change([marker_statement(table, needed) for table, needed in unsaved.items()])
        except BaseException:
            self._unsaved = unsaved | self._unsaved
            raise

    # ------------------------------------------------------------ resuming
    async def _resume_all(self) -> None:
        """Call `resume_marked` again and again."""
        while True:
            try:
                await self.resume_marked()
            except StoreError as error:
                logger.warning("bots that may be to move could not be looked for: %s", error)
            await asyncio.sleep(CHECK_SECONDS)

    async def resume_marked(self) -> None:
        """Resume the tables that have a marker and are in no server's memory."""
        names = [key.removeprefix(KEY_PREFIX) for key in await key_values.find_by_prefix(self.store, KEY_PREFIX)]
        runtime.generator().shuffle(names)
        waiting = iter(names)
        await asyncio.gather(*(self._resume_each(waiting) for _ in range(MAX_CONCURRENT)))

    async def _resume_each(self, names: Iterator[str]) -> None:
        """Resume tables from this iterator, one after the other; several tasks share it."""
        for name in names:
            if name in self._unsaved or name in self._unreadable or self._is_loaded(name):
                continue
            self._uncertain.add(name)
            await asyncio.sleep(PAUSE_SECONDS)
            try:
                async with asyncio.timeout(MAX_SECONDS):
                    await self._resume(name)
            except TimeoutError:
                logger.warning("the bots of table %s are slow: the next table is resumed", name)
            except UnreadableLog:
                self._unreadable.add(name)  # until a version starts that can read it
            except SortilegeError as error:
                logger.warning("the bots of table %s could not play on: %s", name, error)
                if isinstance(error, Denied) and error.status == NOT_FOUND:
                    self.set_marker(name, False)


def marker_statement(table: str, needed: bool) -> Statement:
    """Return the statement that writes the marker of a table, or deletes it if it is not needed."""
    key = KEY_PREFIX + table
    return Statement(key_values.PUT, (key, "")) if needed else Statement(key_values.DELETE, (key,))
