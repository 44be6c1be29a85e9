"""The tables that this server has in memory. A table is loaded when somebody asks for it and evicted when nobody has
used it for a while; its log stays in the store.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Final

from litestar.di import NamedDependency

from sortilege.server import runtime
from sortilege.server.background import Background
from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.peers import Peers
from sortilege.server.settings import Settings
from sortilege.server.store import Store, StoreError
from sortilege.server.store.quota import StoreQuota
from sortilege.server.tables import invite_codes
from sortilege.server.tables.clocks.timekeeper import Timekeeper
from sortilege.server.tables.table import BotDriver, Table, TableListener

TABLE_NAME: Final = re.compile("[a-z0-9]{6,16}")
RECENT_SECONDS: Final = 5.0  # after a request, in which its table is not evicted, because more requests may follow
log = logging.getLogger("sortilege.server")


class TableRegistry:
    """The tables that this server has in memory. Tables are read from the store when somebody opens them, and leave
    memory when nobody uses them. Other services append functions to the `on_…` lists to hear of that."""

    def __init__(self, store: Store, settings: Settings, clocks: Timekeeper, background: Background) -> None:
        self.store = store
        self.settings = settings
        self.clocks = clocks
        self.background = background
        self.now = clocks.now
        self.quota = StoreQuota(store, settings.store_megabytes * 2**20)
        self.peers: Peers  # the other servers; set by the application, because they ask the registry for presence
        self.by_name: dict[str, Table] = {}
        self.make_listener: Callable[[Table], TableListener]  # set by the application
        self.make_driver: Callable[[Table], BotDriver]  # set by the application
        self.on_change: list[Callable[[Table], None]] = []  # called after every change that may pass the turn
        self.on_evict: list[Callable[[Table], None]] = []  # called when a table leaves memory
        self.on_delete: list[Callable[[str], Awaitable[None]]] = []  # called before the log of a table is deleted
        self.on_names_removed: list[Callable[[str], None]] = []  # called when computed data may show a removed name
        self._length_reader: asyncio.Task[None] | None = None
        self._lengths_outdated = False  # a log in the store may be longer than known here

    # ------------------------------------------------------------ starting and stopping
    def open(self) -> None:
        """Start the task that evicts idle tables."""
        self.background.keep("sweeper of idle tables", self._sweep)

    async def close(self) -> None:
        """Close every table in memory."""
        for table in self.by_name.values():
            await table.close()
            self._report_eviction(table)

    def stop_reading(self) -> None:
        """Stop reading what other servers wrote."""
        if self._length_reader is not None:
            self._length_reader.cancel()

    # ------------------------------------------------------------ loading and creating
    async def load(self, name: str) -> Table:
        """Return the table with this name, after reading its log. Raise Denied if no such table exists."""
        if not TABLE_NAME.fullmatch(name):
            raise Denied(NOT_FOUND, "no_table")
        table = self.by_name.get(name)
        if table is None:
            table = self.by_name[name] = self.make(name)
        table.last_used = runtime.monotonic()
        if table.is_read():  # another server may have written since, and its notification may still be on its way
            lengths = await self.store.lengths([name])
            table.record_length(lengths.get(name, 0))
        try:
            async with table.locked():
                table.driver.start()
        except Denied:
            self.by_name.pop(name, None)
            table.listener.refresh()
            raise
        return table

    def make(self, name: str) -> Table:
        """Return a new object for the table with this name. Its log is not read, and `by_name` does not contain it."""
        table = Table(name, self.store, self.settings, self.clocks, self.peers, self.background)
        table.listener = self.make_listener(table)
        table.driver = self.make_driver(table)
        table.on_change = self._report_change
        table.on_names_removed = self.drop_computed
        return table

    def is_loaded_anywhere(self, name: str) -> bool:
        """Return whether this server or another one has the table with this name in memory."""
        return name in self.by_name or self.peers.is_loaded(name)

    def _report_change(self, table: Table) -> None:
        for hook in self.on_change:
            hook(table)

    # ------------------------------------------------------------ deleting and evicting
    async def remove(self, table: Table) -> None:
        """Delete a table with everything that is stored or computed about it. The log is deleted after all other stored
        data, so that the deletion can be repeated if the store fails."""
        name = table.name
        await table.close()
        for hook in self.on_delete:
            await hook(name)
        await invite_codes.drop(self.store, table.state.opened.code)
        await table.listener.delete()
        await table.delete()
        self.by_name.pop(name, None)
        self.clocks.update(name, None, over=True)
        self.drop_computed(name)

    def drop_computed(self, name: str) -> None:
        """Drop everything that was computed from a table's log, because a person's name was removed from the log."""
        for hook in self.on_names_removed:
            hook(name)

    async def evict(self, unused_since: float, keep_after: float = 0.0) -> None:
        """Remove idle tables (nobody is connected, no bot waits) from memory. They stay in the store.

        Tables that nobody used after `unused_since` are removed. If more than `settings.max_idle_tables` tables are
        idle, the surplus is removed too, least recently used first, but no table that was used after `keep_after`. Both
        times are on the monotonic clock, in seconds."""
        idle_tables = [table for table in self.by_name.values() if table.is_idle()]
        surplus = len(idle_tables) - self.settings.max_idle_tables
        for position, table in enumerate(sorted(idle_tables, key=lambda table: table.last_used)):
            is_surplus = position < surplus and table.last_used < keep_after
            if is_surplus or table.last_used < unused_since:
                del self.by_name[table.name]
                self._report_eviction(table)
                await table.close()

    async def _sweep(self) -> None:
        """Evict idle tables again and again."""
        while True:
            await asyncio.sleep(min(self.settings.table_ttl / 4, RECENT_SECONDS))
            now = runtime.monotonic()
            await self.evict(now - self.settings.table_ttl, now - RECENT_SECONDS)

    def _report_eviction(self, table: Table) -> None:
        """Call the functions in `on_evict` for a table that leaves memory. Do not call them if the table's state may
        differ from its stored log, because they store something that depends on the state."""
        is_state_reliable = table.is_read() and table.can_be_shown()
        if is_state_reliable:
            for hook in self.on_evict:
                hook(table)

    # ------------------------------------------------------------ what other servers wrote
    def read_new_lines(self, name: str | None, length: int) -> None:
        """Start reading what another server has written to the table with this name, whose log has `length` lines now.
        If `name` is None, other servers may have written to any table, so check them all."""
        if name is not None:
            if name in self.by_name:
                self.by_name[name].read_up_to(length)
            return
        self._lengths_outdated = True
        if self._length_reader is None or self._length_reader.done():
            self._length_reader = self.background.spawn("look at lengths", self._check_lengths())

    async def _check_lengths(self) -> None:
        """Ask the store for the length of every log whose table is in memory. Start reading the logs that grew."""
        try:
            while self._lengths_outdated:  # it may be set again while the store answers
                self._lengths_outdated = False
                lengths = await self.store.lengths(list(self.by_name))
                for name, length in lengths.items():
                    if name in self.by_name:
                        self.by_name[name].read_up_to(length)
        except StoreError as error:
            log.warning("the lengths of the logs could not be read: %s", error)


TablesDep = NamedDependency[TableRegistry]
