"""One table in memory: its lock, its log and the state that the log leads to.

1. Only `commit` changes a table. It calls a function that returns events, writes them to the store and then applies
   them, in the same way as events that another server wrote. The state never changes before the events are stored.
2. Every change and every snapshot holds the table's lock (`locked`), so that no viewer sees a state that is not stored.
3. If another server wrote first, its events are read and applied before the change is decided again. If a write fails,
   the whole log is read again before anything else happens; at once if the outcome of the write is unknown.
4. A viewer is shown at least the events that the log had when they connected (`record_length`). So `n` does not
   decrease for a client that changes servers.

Three numbers describe the progress of a table: `state.step_number` counts decisions and undos, and clients send it with
every action; `state.length` counts the events of the log that are applied here; `_known_length` counts those known to
be stored."""

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

MAX_ATTEMPTS: Final = 20  # attempts to write, because other servers may write first several times in a row
NAME_REMOVING_EVENTS: Final = (events.PersonRemoved, events.Left)
UNATTENDED: Final = ""  # the owner of all tables that nobody has opened since the server started
logger = logging.getLogger("sortilege.server")


class TableListener(Protocol):
    """The viewers of a table. The table asks this object about its viewers and reports its changes to it. `Audience`
    implements the protocol."""

    async def on_log_read(self) -> None:
        """Load when people were last connected, because the whole log of the table was read."""

    def on_change(self) -> None:
        """Send everybody a new snapshot, because the match, the seats or the clocks changed."""

    def refresh(self) -> None:
        """Send everybody a new snapshot, because something else changed."""

    def on_names_removed(self) -> None:
        """Drop every cached text that may contain a name."""

    def on_contact(self, seat: int | None) -> None:
        """Record that the person of this seat made an HTTP request."""

    def is_empty(self) -> bool:
        """Whether nobody has a socket at the table on this server."""

    def is_watched(self) -> bool:
        """Whether somebody has a socket at the table, on any server."""

    def is_connected(self, seat: int) -> bool:
        """Whether somebody has a socket at the table from this seat, on any server."""

    def is_absent(self, seat: int) -> bool:
        """Whether the person of this seat has been disconnected for longer than the table allows (`Opened.absence`)."""

    async def close(self) -> None:
        """Store when everybody was last connected."""

    async def delete(self) -> None:
        """Delete the stored times at which people were last connected."""


class BotDriver(Protocol):
    """Plays the bots of a table. `Driver` implements it."""

    def delay_start(self) -> None:
        """Make the bots of a new table wait, so that people can look at it first."""

    def allow_start(self) -> None:
        """Let the bots of a new table begin, because a person has looked at it."""

    def start(self) -> None:
        """Start the bots if it is their turn and they may begin."""

    async def wait(self) -> None:
        """Wait until the bots have stopped, because it is a person's turn or nobody plays or watches."""

    async def close(self) -> None:
        """Stop the bots."""


class Table:
    """A table in memory. `TableRegistry.make` creates it and sets its `listener` and its `driver`."""

    listener: TableListener
    driver: BotDriver

    def __init__(
        self, name: str, store: Store, settings: Settings, clocks: Timekeeper, peers: Peers, background: Background
    ) -> None:
        self.name = name
        self.background = background
        self.clocks = clocks
        self.store = store
        self.settings = settings
        self.peers = peers  # the other servers of this store
        # called after every change that may pass the turn to another seat; it must not hold a reference to the table
        self.on_change: Callable[[Table], None] = lambda _: None
        self.on_names_removed: Callable[[str], None] = lambda _: None  # called with the table's name
        self.state: TableState  # set when the log is first read
        self.owner = UNATTENDED  # owners take turns in the worker pool with their bots and hints: see set_owner
        self._owner_has_key = False
        self.message_limits: dict[int, Bucket] = {}  # by seat: limits how many messages it sends
        self.stuck = False  # a bot's action could not be stored; the bot tries again
        self.last_used = runtime.monotonic()  # when somebody last opened or left the table
        self._showing_change = False  # while the listener shows a change that is stored and applied
        self._lock = asyncio.Lock()
        self._known_length = 0  # events that the log is known to have
        self._must_reload = True  # the state may differ from the log, so the whole log has to be read
        self._reader: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ reading the log
    @asynccontextmanager
    async def locked(self) -> AsyncIterator[TableState]:
        """Hold the lock of the table and yield its state, after every known event of the log was applied."""
        async with self._lock:
            await self._catch_up()
            await self._remove_gaps()
            yield self.state

    async def _catch_up(self) -> None:
        """Read and apply the events of the log that the state does not have yet."""
        if self._must_reload:
            await self._reload()
        elif self._is_outdated():
            await self._read_new_lines()

    def _is_outdated(self) -> bool:
        """Whether the log may have events that were not applied to the state yet."""
        return self._must_reload or self._known_length > self.state.length

    async def _reload(self) -> None:
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
        if any(isinstance(event, NAME_REMOVING_EVENTS) for event in log):
            self._drop_names()
        await self.listener.on_log_read()
        self._must_reload = False
        self._show_change()

    async def _read_new_lines(self) -> None:
        """Read and apply the events that another server wrote."""
        length_before = self._known_length
        lines = await self.store.read(self.name, self.state.length)
        if lines:
            await self._apply(map(events.decode, lines))
        if self._known_length == length_before:  # unless more were written while reading, this is the whole log
            self._known_length = self.state.length

    async def _apply(self, stored: Iterable[Event], quiet: bool = False) -> None:
        """Apply stored events and show the result. If an event does not fit, read the whole log again. `quiet`: the
        events change neither the match nor its clocks."""
        try:
            for event in stored:
                self.state.apply(event)
                if isinstance(event, NAME_REMOVING_EVENTS):
                    self._drop_names()
        except Exception:
            self._must_reload = True
            return await self._reload()
        if quiet:
            self.listener.refresh()
        else:
            self._show_change()

    def _drop_names(self) -> None:
        """Drop every cached text that may contain a name, because a name was removed from the log."""
        self.listener.on_names_removed()
        self.on_names_removed(self.name)

    def record_length(self, length: int) -> None:
        """Record how many lines the stored log has; 0 means that it was deleted. If the state has fewer, the missing
        lines are read before the next change or snapshot."""
        if length == 0:
            self._must_reload = True
        if not self._must_reload:
            self._known_length = max(self._known_length, length)

    def read_up_to(self, length: int) -> None:
        """Start reading the lines that the state does not have yet. The stored log has `length` lines."""
        self.record_length(length)
        self._start_reader()

    def _start_reader(self) -> None:
        """Start the task that reads missing lines, unless none is missing or the task runs already."""
        if self._is_outdated() and (self._reader is None or self._reader.done()):
            self._reader = self.background.spawn("table reader", self._read_missing())

    async def _read_missing(self) -> None:
        """Read and apply the log until nothing is missing. After a failure of the store, try again."""
        backoff = Backoff()
        while self._is_outdated():  # more may be written while reading
            try:
                async with self.locked():
                    self.driver.start()
            except Denied:  # it was deleted or cannot be read: send the reason to the viewers
                return self.listener.refresh()
            except SortilegeError as error:
                logger.warning("table %s could not be read again: %s", self.name, error)
                await backoff.wait()

    # ------------------------------------------------------------ writing the log
    async def _write(self, start: int, new_events: Sequence[Event]) -> None:
        """Store events as the lines from number `start` on. The lines are on disk when the call returns."""
        try:
            await self.store.append(self.name, start, [events.encode(event) for event in new_events])
        except LineTaken:  # the line with number `start` exists
            self._known_length = max(self._known_length, start + 1)
            raise
        except BaseException as error:
            self._must_reload = True
            if isinstance(error, OutcomeUnknown):
                self._start_reader()
            raise

    async def commit(self, decide: Callable[[TableState], Sequence[Event]], quiet: bool = False) -> bool:
        """Store and apply the events that `decide` returns for the current state. Return False if it returns no events.

        If another server wrote first, `decide` is called again with the new state, so `decide` must not change
        anything. The caller holds the lock. `quiet`: the events change neither the match nor its clocks."""
        for _ in range(MAX_ATTEMPTS):
            new_events = decide(self.state)
            if not new_events:
                return False
            try:
                await self._write(self.state.length, new_events)
            except LineTaken:
                await self._catch_up()
                continue
            self.stuck = False
            if isinstance(new_events[0], events.Played):
                metrics.MOVES.add(game=self.state.opened.game)
            await self._apply(new_events, quiet)
            return True
        raise Denied(CONFLICT, "at_once")

    def _show_change(self) -> None:
        """Inform the timekeeper, the viewers and the bots that the match, the seats or the clocks changed."""
        self.clocks.update(self.name, self.state.clock, self.state.over())
        self._showing_change = True
        try:
            self.listener.on_change()
        finally:
            self._showing_change = False
        self.driver.start()
        self.report_change()

    def report_change(self) -> None:
        """Call `on_change`, because another seat may have to decide now, or a viewer left."""
        self.on_change(self)

    def is_read(self) -> bool:
        """Whether the log was read, so that `state` is set."""
        return hasattr(self, "state")

    def can_be_shown(self) -> bool:
        """Whether a snapshot may be built now: every known event is applied, and nobody is changing the table."""
        return self._showing_change or not (self._lock.locked() or self._is_outdated())

    # ------------------------------------------------------------ creating and deleting
    async def create(self, opened: events.Opened, record: events.RecordOpened | None = None) -> None:
        """Write the first event of a new table. A second event follows for a record (the match that was opened) or if
        no seat is open (the beginning of the game)."""
        state = TableState(opened, self.clocks.now)
        log = [opened, *([record] if record else state.begin_if_full(opened.occupants))]
        async with self._lock:
            await self._write(0, log)
            for event in log:
                state.apply(event)
            self.state = state
            self._must_reload = False
            self.driver.delay_start()
            self._show_change()

    async def delete(self) -> None:
        """Delete the log and inform all viewers that the table no longer exists. Nothing is written to the log
        afterwards."""
        async with self._lock:
            await self.store.remove(self.name)
            self._must_reload = True
        self.on_change = lambda _: None
        await self.driver.close()
        self.listener.refresh()

    def invite_path(self) -> str:
        """Return the path of the invite link, which lets people take an open seat."""
        return f"/t/{self.name}?join={self.state.opened.invite}"

    def watch_path(self) -> str:
        """Return the path of the link for spectators."""
        return f"/t/{self.name}?watch={self.state.opened.watch}"

    def key_of(self, token: str) -> Key | None:
        """Return the key (the rights) that this token gives at this table, or None."""
        return self.state.keys.get(access_tokens.hash_of(token))

    def set_owner(self, network: str, has_key: bool) -> None:
        """Record the network address of somebody who opened the table, as a possible owner of its tasks. In the worker
        pool, owners take turns. The owner is the first network from which somebody with a key (a player or the host)
        opened the table, or until then the first network of a spectator.

        The owner is not stored, because logs contain no addresses. After a restart, a table has the owner UNATTENDED
        until somebody opens it. All such tables count as one owner, so a person gains nothing by creating many tables
        before a restart."""
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
            number, unit = with_unit(self.state.opened.absence)
            raise Denied(CONFLICT, "not_absent_yet", name=name, n=number, unit=unit)

    # ------------------------------------------------------------ playing
    async def act(self, seat: int, n: int, action: Action) -> bool:
        """Play an action for a seat. Return False if the caller saw an outdated state: `n` is not
        `state.step_number`."""

        def decide(state: TableState) -> list[Event]:
            state.started_match()  # raises Denied if the match has not begun
            if n != state.step_number:
                return []
            state.check_turn(seat)
            return [state.decision(seat, action)]

        async with self.locked():
            return await self.commit(decide)

    async def undo(self, seat: int, n: int, whole_turn: bool = False) -> bool:
        """Take back the seat's last decision or its whole last turn. Return False if the caller saw an outdated state:
        `n` is not `state.step_number`."""

        def decide(state: TableState) -> list[Event]:
            state.started_match()  # raises Denied if the match has not begun
            return [undo.undo(state, seat, whole_turn)] if n == state.step_number else []

        async with self.locked():
            return await self.commit(decide)

    async def set_rematch(self, table: str, watch: str) -> str:
        """Store that the rematch of this table is the table with the name `table` and the spectator code `watch`,
        unless another rematch is stored already. Return the name of the stored rematch."""
        async with self.locked():
            await self.commit(lambda state: [] if state.rematch else [events.Rematched(table, watch)])
            return self.state.rematch.table if self.state.rematch else table

    # ------------------------------------------------------------ the clocks
    async def check_clock(self) -> None:
        """If the time of the person to move is up, let a bot make their move or take over their seat, as the settings
        of the table's clocks say."""
        async with self.locked():
            overdue_before = self.state.overdue()
            await self.commit(check_timeout)
            if self.state.overdue() not in (None, overdue_before):
                metrics.TIMEOUTS.add()
            self.clocks.update(self.name, self.state.clock, self.state.over())

    async def _remove_gaps(self) -> None:
        """Give the running clock back the time in which no server ran (gaps)."""
        if self.state.clock is not None:
            await self.clocks.check_for_gap()
            await self.commit(lambda state: remove_gaps(state, self.clocks.gap_after))

    # ------------------------------------------------------------ closing
    async def close(self) -> None:
        """Stop the bots and the reading task. Everything else is in the log."""
        await self.driver.close()
        if self.is_read():
            await self.listener.close()
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.wait([self._reader])
