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
    """Return whether it can become a bot's turn at this table, so that its bots must be resumed after a restart: people
    play with bots, the match is running, and there are no clocks (the timekeeper opens tables with clocks)."""
    has_bots = any(occupant.level is not None for occupant in state.occupants)
    is_running = state.match is not None and state.replay_error is None and not state.over()
    return is_running and has_bots and state.clock is None and bool(state.active_people())


class BotResumer:
    """Resumes bots after a restart of the server. For each table whose bots must play on, the store has a resume flag.
    A background task resumes the bots of the tables that have a flag and that no server has in memory."""

    def __init__(
        self, store: Store, is_loaded: Callable[[str], bool], resume: Callable[[str], Awaitable[None]]
    ) -> None:
        self.store = store
        self._is_loaded = is_loaded  # whether any server has the table with this name in memory
        self._resume = resume  # opens a table and waits for its bots
        # Names of tables:
        self._flagged: set[str] = set()  # those for which this server set the flag last
        self._maybe_changed: set[str] = set()  # another server may have changed the flag since this server read it
        self._unsaved_flags: dict[str, bool] = {}  # whether the store should have the flag
        self._unreadable: set[str] = set()  # this version cannot read their log
        self._wake = asyncio.Event()  # set if there is something in `_unsaved_flags`
        self._tasks: list[asyncio.Task[None]] = []

    def open(self, background: Background) -> None:
        """Start the two tasks: one writes resume flags to the store, one resumes bots."""
        self._tasks = [background.keep("resuming notes", self._save_all), background.keep("resuming", self._resume_all)]

    async def close(self) -> None:
        """Stop both tasks, and write the resume flags that are not in the store yet."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        with suppress(SortilegeError):
            await self._save()

    # ------------------------------------------------------------ the resume flags
    def set_resume_flag(self, table: str, needed: bool) -> None:
        """Set whether the store has a resume flag for this table, which says that its bots must play on after a
        restart. A background task soon writes the flag (`needed`) or deletes it."""
        is_unchanged = needed == (table in self._flagged) and table not in self._maybe_changed
        if is_unchanged:
            return
        self._maybe_changed.discard(table)
        if needed:
            self._flagged.add(table)
        else:
            self._flagged.discard(table)
        self._unsaved_flags[table] = needed
        self._wake.set()

    async def _save_all(self) -> None:
        """Store the resume flags in `_unsaved_flags` whenever there are any. If the store fails, try again later."""
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
        """Store the resume flags in `_unsaved_flags`. If that fails, keep them there."""
        unsaved, self._unsaved_flags = self._unsaved_flags, {}
        if not unsaved:
            return
        try:
            await self.store.change([flag_statement(table, needed) for table, needed in unsaved.items()])
        except BaseException:
            changed_meanwhile = self._unsaved_flags
            self._unsaved_flags = unsaved | changed_meanwhile
            raise

    # ------------------------------------------------------------ resuming
    async def _resume_all(self) -> None:
        """Resume the bots of all flagged tables every CHECK_SECONDS seconds."""
        while True:
            try:
                await self.resume_flagged()
            except StoreError as error:
                logger.warning("bots that may be to move could not be looked for: %s", error)
            await asyncio.sleep(CHECK_SECONDS)

    async def resume_flagged(self) -> None:
        """Let the bots play on at all tables that have a resume flag and are in no server's memory. The tables come in
        random order, MAX_CONCURRENT at the same time."""
        names = [key.removeprefix(KEY_PREFIX) for key in await key_values.find_by_prefix(self.store, KEY_PREFIX)]
        runtime.generator().shuffle(names)
        remaining_names = iter(names)  # each task takes the next name from it
        await asyncio.gather(*(self._resume_tables(remaining_names) for _ in range(MAX_CONCURRENT)))

    async def _resume_tables(self, names: Iterator[str]) -> None:
        """Resume the bots of these tables one after the other, except tables that a server has in memory."""
        for name in names:
            if name not in self._unsaved_flags and name not in self._unreadable and not self._is_loaded(name):
                self._maybe_changed.add(name)
                await asyncio.sleep(PAUSE_SECONDS)
                await self._resume_table(name)

    async def _resume_table(self, name: str) -> None:
        """Let the bots of one table play on, but not longer than MAX_SECONDS. Errors are only logged."""
        try:
            async with asyncio.timeout(MAX_SECONDS):
                await self._resume(name)
        except TimeoutError:
            logger.warning("the bots of table %s are slow: the next table is resumed", name)
        except UnreadableLog:
            self._unreadable.add(name)  # until a version starts that can read it
        except SortilegeError as error:
            logger.warning("the bots of table %s could not play on: %s", name, error)
            was_deleted = isinstance(error, Denied) and error.status == NOT_FOUND
            if was_deleted:
                self.set_resume_flag(name, needed=False)


def flag_statement(table: str, needed: bool) -> Statement:
    """Return the SQL statement that writes the resume flag of a table. The flag means: its bots must play on after a
    restart. If the flag is not `needed`, return the statement that deletes it."""
    key = KEY_PREFIX + table
    return Statement(key_values.PUT, (key, "")) if needed else Statement(key_values.DELETE, (key,))
