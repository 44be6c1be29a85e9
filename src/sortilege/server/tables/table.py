"""One table in memory: its lock, its log and the state that the log leads to.

1. Only `commit` changes a table. It calls a function that returns events, writes them to the store and then applies
   them, in the same way as events that another server wrote. The state never changes before the events are stored.
2. Every change and every snapshot holds the table's lock (`locked`), so that no viewer sees a state that is not stored.
3. If another server wrote first, its events are read and applied before the change is decided again. If a write fails,
   the whole log is read again before anything else happens; at once if the outcome of the write is unknown.
4. A viewer is shown at least the events that the log had when they connected (`learn_length`), so that `n` does not
   decrease for a client that changes servers.

Three numbers describe the progress of a table: `state.n` counts decisions and undos, and clients send it with every
action; `state.length` counts the events of the log that are applied here; `_known_length` counts those known to be
stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Final, Protocol

from sortilege.core.errors import SortilegeError
from sortilege.core.types import Action
from sortilege.server import metrics, runtime
from sortilege.server.background import Background, Backoff
from sortilege.server.errors import CONFLICT, NOT_FOUND, Denied, UnreadableLog
from sortilege.server.http.limits import Bucket
from sortilege.server.peers import Peers
from sortilege.server.people import access_tokens
from sortilege.server.settings import Settings
from sortilege.server.store import LineTaken, OutcomeUnknown, Store
from sortilege.server.tables import events, undo
from sortilege.server.tables.clocks.clock import with_unit
from sortilege.server.tables.clocks.timekeeper import Timekeeper
from sortilege.server.tables.clocks.updates import check_timeout, remove_gaps
from sortilege.server.tables.events import Event, Key
from sortilege.server.tables.state import TableState

ATTEMPTS: Final = 20  # attempts to write, because other servers may write first several times in a row
NAME_REMOVED: Final = (events.PersonRemoved, events.Left)
UNATTENDED: Final = ""  # the owner of all tables that nobody has opened since the server started
logger = logging.getLogger("sortilege.server")


class TableListener(Protocol):
    """What a table needs to know about its viewers and report to them. `Audience` implements it."""

    async def log_read(self) -> None:
        """React to the whole log having been read."""

    def changed(self) -> None:
        """Send everybody a new snapshot, because the match, the seats or the clocks changed."""

    def refresh(self) -> None:
        """Send everybody a new snapshot, because something else changed."""

    def names_removed(self) -> None:
        """Drop every cached text that may contain a name."""

    def contacted(self, seat: int | None) -> None:
        """Record that the person of this seat made a request."""

    def is_empty(self) -> bool:
        """Whether nobody has a socket at the table on this server."""

    def is_watched(self) -> bool:
        """Whether somebody has a socket at the table, on any server."""

    def is_connected(self, seat: int) -> bool:
        """Whether somebody has a socket at the table from this seat, on any server."""

    def is_absent(self, seat: int) -> bool:
        """Whether the person of this seat has been disconnected for as long as the table agreed on."""

    async def close(self) -> None:
        """Store when everybody was last connected."""

    async def delete(self) -> None:
        """Delete what is stored about who was connected."""


class BotDriver(Protocol):
    """What a table needs from the object that plays its bots. `Driver` implements it."""

    def hold(self) -> None:
        """Let the bots of a new table wait until a person has looked around."""

    def ready(self) -> None:
        """Let the bots of a new table begin, because a person has looked around."""

    def start(self) -> None:
        """Start the bots if it is their turn."""

    async def wait(self) -> None:
        """Wait until the bots have stopped."""

    async def close(self) -> None:
        """Stop the bots."""


class Table:
    """A table in memory. The code that creates one must set its `listener` and its `driver`."""

    listener: TableListener
    driver: BotDriver

    def __init__(
        self,
        name: str,
        store: Store,
        settings: Settings,
        clocks: Timekeeper,
        peers: Peers,
        background: Background,
    ) -> None:
        self.name = name
        self.background = background
        self.clocks = clocks
        self.store = store
        self.settings = settings
        self.peers = peers  # the other servers of this store
        # called after every change that may pass the turn; it must not hold a reference to the table
        self.on_change: Callable[[Table], None] = lambda _: None
        self.on_names_removed: Callable[[str], None] = lambda _: None  # called with the table's name
        self.state: TableState  # set when the log is first read
        self.owner = UNATTENDED  # whose share of the worker pool its bots and hints use: see set_owner
        self._owner_has_key = False
        self.voices: dict[int, Bucket] = {}  # limits the messages of each seat
        self.stuck = False  # a bot's action could not be stored; the bot tries again
        self.last_used = runtime.monotonic()  # when somebody last opened or left the table
        self._showing = False  # the listener is showing a change that is stored and applied
        self._lock = asyncio.Lock()
        self._known_length = 0  # events that the log is known to have
        self._unsure = True  # the state may differ from the log, so the whole log has to be read
        self._reading: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ reading the log
    @asynccontextmanager
    async def locked(self) -> AsyncIterator[TableState]:
        """Hold the lock of the table, with every known event of its log applied."""
        async with self._lock:
            await self._catch_up()
            await self._remove_gaps()
            yield self.state

    async def _catch_up(self) -> None:
        """Read what is missing of the log."""
        if self._unsure:
            await self._read_again()
        elif self._outdated():
            await self._read_on()

    def _outdated(self) -> bool:
        """Whether the state may lack events of the log."""
        return self._unsure or self._known_length > self.state.length

    async def _read_again(self) -> None:
        """Rebuild the state from the whole log."""
        lines = await self.store.read(self.name)
        if not lines:
            raise Denied(NOT_FOUND, "no_table")
        try:
            log = [events.decode(line) for line in lines]
            self.state = TableState.from_log(log, self.clocks.now)
        except Exception as error:
            logger.error("this version cannot read table %s: %r", self.name, error)
            raise UnreadableLog() from error
        if any(isinstance(event, NAME_REMOVED) for event in log):
            self._drop_names()
        await self.listener.log_read()
        self._unsure = False
        self._show_change()

    async def _read_on(self) -> None:
        """Read and apply the events that another server wrote."""
        known = self._known_length
        lines = await self.store.read(self.name, self.state.length)
        if lines:
            await self._apply(map(events.decode, lines))
        if self._known_length == known:  # unless more were written while reading, this is the whole log
            self._known_length = self.state.length

    async def _apply(self, stored: Iterable[Event], quiet: bool = False) -> None:
        """Apply events of the log and show the result; read the whole log again if an event does not fit. If `quiet`,
        the events concern neither the match nor its clocks."""
        try:
            for event in stored:
                self.state.apply(event)
                if isinstance(event, NAME_REMOVED):
                    self._drop_names()
        except Exception:
            self._unsure = True
            return await self._read_again()
        self.listener.refresh() if quiet else self._show_change()

    def _drop_names(self) -> None:
        """Drop every cached text that may contain a name, because a name was removed from the log."""
        self.listener.names_removed()
        self.on_names_removed(self.name)

    def learn_length(self, length: int) -> None:
        """Record how many lines the log has, 0 if it was deleted. The next change or snapshot reads the missing
        lines."""
        self._unsure = self._unsure or length == 0
        if not self._unsure:
            self._known_length = max(self._known_length, length)

    def note_length(self, length: int) -> None:
        """Record how many lines the log has and start reading the missing ones."""
        self.learn_length(length)
        self._start_reading()

    def _start_reading(self) -> None:
        """Start the task that reads the missing lines, if there are any and it does not run."""
        if self._outdated() and (self._reading is None or self._reading.done()):
            self._reading = self.background.spawn("table reader", self._read_missing())

    async def _read_missing(self) -> None:
        """Read and apply the log until nothing is missing; try again after a failure of the store."""
        backoff = Backoff()
        while self._outdated():  # more may be written while reading
            try:
                async with self.locked():
                    self.driver.start()
            except Denied:  # it was deleted or cannot be read: send the reason to the viewers
                return self.listener.refresh()
            except SortilegeError as error:
                logger.warning("table %s could not be read again: %s", self.name, error)
                await backoff.wait()

    # ------------------------------------------------------------ writing the log
    async def _write(self, at: int, added: Sequence[Event]) -> None:
        """Store events as the lines from `at` on. They are on disk when this returns."""
        try:
            await self.store.append(self.name, at, [events.encode(event) for event in added])
        except LineTaken:
            self._known_length = max(self._known_length, at + 1)
            raise
        except BaseException as error:
            self._unsure = True
            if isinstance(error, OutcomeUnknown):
                self._start_reading()
            raise

    async def commit(self, decide: Callable[[TableState], Sequence[Event]], quiet: bool = False) -> bool:
        """Store and apply the events that `decide` returns for the current state; return False if it returns none.
        If another server wrote first, `decide` is called again with the new state, so it must not change anything.
        The caller holds the lock. If `quiet`, the events concern neither the match nor its clocks."""
        for _ in range(ATTEMPTS):
            decided = decide(self.state)
            if not decided:
                return False
            try:
                await self._write(self.state.length, decided)
            except LineTaken:
                await self._catch_up()
                continue
            self.stuck = False
            if isinstance(decided[0], events.Played):
                metrics.MOVES.add(game=self.state.opened.game)
            await self._apply(decided, quiet)
            return True
        raise Denied(CONFLICT, "at_once")

    def _show_change(self) -> None:
        """Update the clocks, the viewers and the bots after the match, the seats or the clocks changed."""
        self.clocks.set(self.name, self.state.clock, self.state.over())
        self._showing = True
        try:
            self.listener.changed()
        finally:
            self._showing = False
        self.driver.start()
        self.report_change()

    def report_change(self) -> None:
        """Call `on_change`, because the turn may have passed or somebody left."""
        self.on_change(self)

    def is_read(self) -> bool:
        """Whether the log was read, so that there is a state."""
        return hasattr(self, "state")

    def showable(self) -> bool:
        """Whether a snapshot may be made now: every known event is applied, and nobody is changing the table."""
        return self._showing or not (self._lock.locked() or self._outdated())

    # ------------------------------------------------------------ creating and deleting
    async def create(self, opened: events.Opened, record: events.RecordOpened | None = None) -> None:
        """Write the first event of a new table, then the record that was opened or, if no seat is open, the first
        deal."""
        state = TableState(opened, self.clocks.now)
        log = [opened, *([record] if record else state.deal(opened.occupants))]
        async with self._lock:
            await self._write(0, log)
            for event in log:
                state.apply(event)
            self.state = state
            self._unsure = False
            self.driver.hold()
            self._show_change()

    async def delete(self) -> None:
        """Delete the log and tell all viewers that the table no longer exists. Nothing is written to the log
        afterwards."""
        async with self._lock:
            await self.store.remove(self.name)
            self._unsure = True
        self.on_change = lambda _: None
        await self.driver.close()
        self.listener.refresh()

    def invite_path(self) -> str:
        """Return the path of the link with which people sit down."""
        return f"/t/{self.name}?join={self.state.opened.invite}"

    def watch_path(self) -> str:
        """Return the path of the link for spectators."""
        return f"/t/{self.name}?watch={self.state.opened.watch}"

    def key(self, token: str) -> Key | None:
        """Return the key of this table with this token, or None."""
        return self.state.keys.get(access_tokens.hash_of(token))

    def set_owner(self, network: str, has_key: bool) -> None:
        """Record the network of somebody who opened the table. The owner is the first network that opened it with a key
        (a seat, or the host); before anybody did, the first network of a spectator.

        The owner is not stored, because logs contain no addresses. After a restart or on another server it is set when
        somebody opens the table. Until then all tables that nobody has opened have the same owner and share one turn in
        the worker pool, so tables created in advance gain nothing from a restart.
        """
        if self.owner == UNATTENDED or (has_key and not self._owner_has_key):
            self.owner, self._owner_has_key = network, has_key

    def idle(self) -> bool:
        """Whether the table may be evicted from memory: it has no socket and no waiting bot, and nobody changes it."""
        return self.listener.is_empty() and not self.stuck and not self._lock.locked()

    def check_absent(self, seat: int) -> None:
        """Raise Denied unless the person in this seat is absent."""
        name = self.state.occupants[seat].name
        if self.listener.is_connected(seat):
            raise Denied(CONFLICT, "still_here", name=name)
        if not self.listener.is_absent(seat):
            n, unit = with_unit(self.state.opened.absence)
            raise Denied(CONFLICT, "not_absent_yet", name=name, n=n, unit=unit)

    # ------------------------------------------------------------ playing
    async def act(self, seat: int, n: int, action: Action) -> bool:
        """Play an action for a seat; return False if `n` is not the current one."""

        def decide(state: TableState) -> list[Event]:
            state.playing()
            if n != state.n:
                return []
            state.check_turn(seat)
            return [state.decision(seat, action)]

        async with self.locked():
            return await self.commit(decide)

    async def undo(self, seat: int, n: int, whole_turn: bool = False) -> bool:
        """Take back the seat's last decision or its whole last turn; return False if `n` is not the current one."""

        def decide(state: TableState) -> list[Event]:
            state.playing()
            return [undo.undo(state, seat, whole_turn)] if n == state.n else []

        async with self.locked():
            return await self.commit(decide)

    async def follow(self, table: str, watch: str) -> str:
        """Store the table of the rematch and its spectator code, unless a rematch is stored already. Return the name of
        the stored table."""
        async with self.locked():
            await self.commit(lambda state: [] if state.rematch else [events.Rematched(table, watch)])
            return self.state.rematch.table if self.state.rematch else table

    # ------------------------------------------------------------ the clocks
    async def check_clock(self) -> None:
        """If a person's time is up, let a bot make their move or take their seat, as the clock plan says."""
        async with self.locked():
            overdue_before = self.state.overdue()
            await self.commit(check_timeout)
            if self.state.overdue() not in (None, overdue_before):
                metrics.TIMEOUTS.add()
            self.clocks.set(self.name, self.state.clock, self.state.over())

    async def _remove_gaps(self) -> None:
        """Remove from the running clock the time in which no server ran."""
        if self.state.clock is not None:
            await self.clocks.note_gap()
            await self.commit(lambda state: remove_gaps(state, self.clocks.gap_after))

    # ------------------------------------------------------------ closing
    async def close(self) -> None:
        """Stop the bots and the reading task. Everything else is in the log."""
        await self.driver.close()
        if self.is_read():
            await self.listener.close()
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
