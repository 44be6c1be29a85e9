"""Resumes bots after a restart, at tables that nobody opens.

1. While a table is in memory and it can become a bot's turn there (`bots_can_move`), the store has a resume flag for
   the table: a key with an empty value. The flag is written once, not with every move. It is deleted when the match is
   over, and when the table leaves memory while it is a person's turn. Therefore, even after a crash, every table where
   it is a bot's turn has a flag.
2. At the start and then every few seconds, a server resumes the tables that have a flag and are in no server's memory:
   a few at a time, in random order, each until its bots have played. So the bots of a server that stopped play on at
   another server.
3. Tables with clocks have no flag, because the timekeeper opens them at the start.
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

KEY_PREFIX: Final = "bots/"  # of the resume flags; the name of the table follows
MAX_CONCURRENT: Final = 2  # tables resumed at the same time
PAUSE_SECONDS: Final = 0.05  # between two tables, so that reading long logs does not delay other requests
MAX_SECONDS: Final = 60.0  # after which the next table is resumed although the bots of this one are not done
CHECK_SECONDS: Final = 15.0  # between two readings of the resume flags
logger = logging.getLogger("sortilege.server")


def bots_can_move(state: TableState) -> bool:
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
        self._flagged: set[str] = set()
        # tables whose resume flag this server has read; another server may have deleted it since
        self._uncertain: set[str] = set()
        self._unsaved: dict[str, bool] = {}  # by table: its resume flag has to be written (True) or deleted (False)
        self._unreadable: set[str] = set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def open(self, background: Background) -> None:
        """Start the tasks that write resume flags and resume tables."""
        self._tasks = [background.keep("resuming notes", self._save_all), background.keep("resuming", self._resume_all)]

    async def close(self) -> None:
        """Stop the tasks and write the remaining resume flags."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        with suppress(SortilegeError):
            await self._save()

    # ------------------------------------------------------------ the resume flags
    def set_resume_flag(self, table: str, needed: bool) -> None:
        """Set whether the table has a resume flag, which says that its bots must play on after a restart. The flag is
        written to the store (`needed`) or deleted there soon, without waiting for it."""
        if needed == (table in self._flagged) and table not in self._uncertain:
            return
        self._uncertain.discard(table)
        if needed:
            self._flagged.add(table)
        else:
            self._flagged.discard(table)
        self._unsaved[table] = needed
        self._wake.set()

    async def _save_all(self) -> None:
        """Store queued resume flags whenever there are any. If the store fails, try again."""
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
        """Store the queued resume flags. If that fails, keep them in the queue."""
        unsaved, self._unsaved = self._unsaved, {}
        if not unsaved:
            return
        try:
            await self.store.change([flag_statement(table, needed) for table, needed in unsaved.items()])
        except BaseException:
            self._unsaved = unsaved | self._unsaved
            raise

    # ------------------------------------------------------------ resuming
    async def _resume_all(self) -> None:
        """Call `resume_flagged` again and again."""
        while True:
            try:
                await self.resume_flagged()
            except StoreError as error:
                logger.warning("bots that may be to move could not be looked for: %s", error)
            await asyncio.sleep(CHECK_SECONDS)

    async def resume_flagged(self) -> None:
        """Let the bots play on at the tables that have a resume flag (a bot may be to move) and are in no server's
        memory. A few tables are resumed at the same time, in random order."""
        names = [key.removeprefix(KEY_PREFIX) for key in await key_values.find_by_prefix(self.store, KEY_PREFIX)]
        runtime.generator().shuffle(names)
        waiting = iter(names)
        await asyncio.gather(*(self._resume_each(waiting) for _ in range(MAX_CONCURRENT)))

    async def _resume_each(self, names: Iterator[str]) -> None:
        """Resume the tables with these names, one after the other. Several tasks take names from the same iterator at
        the same time, so that each table is resumed by one of them."""
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
                    self.set_resume_flag(name, False)


def flag_statement(table: str, needed: bool) -> Statement:
    """Return the SQL statement that writes the resume flag of a table (its bots must continue after a restart), or that
    deletes the flag if it is not `needed`."""
    key = KEY_PREFIX + table
    return Statement(key_values.PUT, (key, "")) if needed else Statement(key_values.DELETE, (key,))
