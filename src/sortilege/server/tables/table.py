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
be stored.
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

MAX_ATTEMPTS: Final = 20  # attempts to write, because other servers may write first several times in a row
NAME_REMOVING_EVENTS: Final = (events.PersonRemoved, events.Left)
UNATTENDED: Final = ""  # the owner of all tables that nobody has opened since the server started
logger = logging.getLogger("sortilege.server")


class TableListener(Protocol):
    """What a table knows of its viewers (players and spectators): it tells them about changes, and asks who is
    connected. `Audience` implements this protocol."""

    async def on_log_read(self) -> None:
        """Load the times at which people were last connected, because the table was read from the store."""

    def on_change(self) -> None:
        """Send all viewers a new snapshot, because the match, the seats or the clocks changed."""

    def refresh(self) -> None:
        """Send all viewers a new snapshot, because something besides the match, the seats and the clocks changed."""

    def on_names_removed(self) -> None:
        """Drop every cached snapshot, because a person's name was removed from the log of the table."""

    def on_contact(self, seat: int | None) -> None:
        """Record that the person in this seat made an HTTP request. None: a spectator, who is not recorded."""

    def is_empty(self) -> bool:
        """Return whether nobody is connected to the table on this server."""

    def is_watched(self) -> bool:
        """Return whether somebody, also a spectator, is connected to the table on any server."""

    def is_connected(self, seat: int) -> bool:
        """Return whether the person in this seat is connected to the table on any server."""

    def is_absent(self, seat: int) -> bool:
        """Return whether the person in this seat has been disconnected for longer than the table allows."""

    async def close(self) -> None:
        """Store when everybody was last connected."""

    async def delete(self) -> None:
        """Delete the stored times at which people were last connected."""


class BotDriver(Protocol):
    """Plays the bots of a table. `Driver` implements this protocol."""

    def delay_start(self) -> None:
        """Make the bots of a new table wait, so that people can look at the table first."""

    def allow_start(self) -> None:
        """Let the bots of a new table begin, because a person has looked at the table."""

    def start(self) -> None:
        """Start to play the bots in a background task, if it is the turn of a bot and that bot may begin."""

    async def wait(self) -> None:
        """Wait until the background task has stopped, because it is a person's turn or nobody plays or watches."""

    async def close(self) -> None:
        """Stop the bots."""


class Table:
    """A table in memory. `TableRegistry.make` creates this object and sets its `listener` and its `driver`."""

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
        self.owner = UNATTENDED  # the network that shares the workers fairly with others: see set_owner
        self._owner_has_key = False
        self.message_limits: dict[int, Bucket] = {}  # by seat: limits how many messages its person sends
        self.stuck = False  # a bot's action could not be stored; the bot tries again
        self.last_used = runtime.monotonic()  # when somebody last opened or left the table
        self._showing_change = False  # viewers are being sent a change that is stored and applied
        self._lock = asyncio.Lock()
        self._known_length = 0  # how many events the stored log is known to have
        self._must_reload = True  # the state may differ from the log, so the whole log has to be read
        self._reader: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ reading the log
    @asynccontextmanager
    async def locked(self) -> AsyncIterator[TableState]:
        """Hold the lock of the table and yield its state, to which all known events of the log were applied."""
        async with self._lock:
            await self._catch_up()
            await self._remove_gaps()
            yield self.state

    async def _catch_up(self) -> None:
        """Read the events of the stored log that the state does not have yet, and apply them to the state."""
        if self._must_reload:
            await self._reload()
        elif self._is_outdated():
            await self._read_new_lines()

    def _is_outdated(self) -> bool:
        """Return whether the stored log may have events that were not applied to the state yet."""
        return self._must_reload or self._known_length > self.state.length

    async def _reload(self) -> None:
        """Rebuild the state from the whole log. Raise Denied if there is none, UnreadableLog if it cannot be read."""
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
        """Read the events that another server has added to the log, and apply them to the state."""
        known_length_before = self._known_length
        lines = await self.store.read(self.name, self.state.length)
        if lines:
            await self._apply(map(events.decode, lines))
        more_were_written = self._known_length != known_length_before
        if not more_were_written:  # so the whole log was read
            self._known_length = self.state.length

    async def _apply(self, stored_events: Iterable[Event], changes_match: bool = True) -> None:
        """Apply events that are stored already to the state, and show the result to all viewers. If an event does not
        fit, read the whole log again. `changes_match` false: the events change neither the match nor its clocks."""
        try:
            for event in stored_events:
                self.state.apply(event)
                if isinstance(event, NAME_REMOVING_EVENTS):
                    self._drop_names()
        except Exception:
            self._must_reload = True
            return await self._reload()
        if changes_match:
            self._show_change()
        else:
            self.listener.refresh()

    def _drop_names(self) -> None:
        """Drop every cached text that may contain a person's name, because such a name was removed from the log."""
        self.listener.on_names_removed()
        self.on_names_removed(self.name)

    def record_length(self, length: int) -> None:
        """Record how many lines the stored log has now. The lines that the state does not have yet are read before the
        next change or snapshot. A `length` of 0 means that the table was deleted."""
        was_deleted = length == 0
        if was_deleted:
            self._must_reload = True
        if not self._must_reload:
            self._known_length = max(self._known_length, length)

    def read_up_to(self, length: int) -> None:
        """Start reading the lines of the log that the state does not have yet. The log has `length` lines now."""
        self.record_length(length)
        self._start_reader()

    def _start_reader(self) -> None:
        """Start the task that reads missing lines of the log, unless none is missing or the task runs already."""
        is_running = self._reader is not None and not self._reader.done()
        if self._is_outdated() and not is_running:
            self._reader = self.background.spawn("table reader", self._read_missing())

    async def _read_missing(self) -> None:
        """Read and apply the lines of the log until none is missing. If the store fails, try again later."""
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
        """Store events as lines of the log, the first with the line number `start`. The lines are on disk when the call
        returns. Raise LineTaken if another server has stored a line with that number."""
        try:
            await self.store.append(self.name, start, [events.encode(event) for event in new_events])
        except LineTaken:
            self._known_length = max(self._known_length, start + 1)
            raise
        except BaseException as error:
            self._must_reload = True
            if isinstance(error, OutcomeUnknown):
                self._start_reader()
            raise

    async def commit(self, decide: Callable[[TableState], Sequence[Event]], changes_match: bool = True) -> bool:
        """Store the events that `decide` returns for the current state, and apply them to the state. Return False if it
        returns no events. The caller holds the lock of the table.

        If another server wrote to the log first, `decide` is called again with the new state, so it must not change
        anything. `changes_match` false: the events change neither the match nor its clocks."""
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
            await self._apply(new_events, changes_match)
            return True
        raise Denied(CONFLICT, "at_once")

    def _show_change(self) -> None:
        """Tell the timekeeper, the viewers, the bots and `on_change` that the match, the seats or the clocks
        changed."""
        self.clocks.update(self.name, self.state.clock, self.state.over())
        self._showing_change = True
        try:
            self.listener.on_change()
        finally:
            self._showing_change = False
        self.driver.start()
        self.report_change()

    def report_change(self) -> None:
        """Tell other services that another seat may have to decide now, or that a player disconnected."""
        self.on_change(self)

    def is_read(self) -> bool:
        """Return whether the log of the table was read, so that `state` is set."""
        return hasattr(self, "state")

    def can_be_shown(self) -> bool:
        """Return whether a snapshot can be built now: no known event is missing, and nobody changes the table."""
        is_being_changed = self._lock.locked()
        return self._showing_change or not (is_being_changed or self._is_outdated())

    # ------------------------------------------------------------ creating and deleting
    async def create(self, opened: events.Opened, record: events.RecordOpened | None = None) -> None:
        """Create the table in the store: write the first events of its log. The second event is the `record` of a match
        that was played elsewhere, if there is one, or the beginning of the game, if no seat is open."""
        state = TableState(opened, self.clocks.now)
        log: list[Event] = [opened]
        log += state.begin_if_full(opened.occupants) if record is None else [record]
        async with self._lock:
            await self._write(0, log)
            for event in log:
                state.apply(event)
            self.state = state
            self._must_reload = False
            self.driver.delay_start()
            self._show_change()

    async def delete(self) -> None:
        """Delete the log of the table from the store, and tell all viewers that the table no longer exists."""
        async with self._lock:
            await self.store.remove(self.name)
            self._must_reload = True
        self.on_change = lambda _: None
        await self.driver.close()
        self.listener.refresh()

    def invite_path(self) -> str:
        """Return the URL path of the invite link, with which people can take an open seat."""
        return f"/t/{self.name}?join={self.state.opened.invite}"

    def watch_path(self) -> str:
        """Return the URL path of the link for spectators."""
        return f"/t/{self.name}?watch={self.state.opened.watch}"

    def key_of(self, token: str) -> Key | None:
        """Return the key (the rights at this table) of the person with this secret token; None if it is not valid."""
        return self.state.keys.get(access_tokens.hash_of(token))

    def set_owner(self, network: str, has_key: bool) -> None:
        """Make the network from which somebody opens the table its owner, if they are the first, or the first with a
        key (a player or the host). In the worker pool, owners take turns with their bots and hints.

        The owner is not stored, because logs contain no addresses. After a restart, all tables that nobody has opened
        have the same owner UNATTENDED, so a person gains nothing by creating many tables before a restart."""
        is_first_with_key = has_key and not self._owner_has_key
        if is_first_with_key or self.owner == UNATTENDED:
            self.owner, self._owner_has_key = network, has_key

    def is_idle(self) -> bool:
        """Return whether the table can leave memory: nobody is connected here, no bot waits, and nobody changes it."""
        return self.listener.is_empty() and not self.stuck and not self._lock.locked()

    def check_absent(self, seat: int) -> None:
        """Raise Denied unless the person in this seat is absent: disconnected for longer than the table allows."""
        name = self.state.occupants[seat].name
        if self.listener.is_connected(seat):
            raise Denied(CONFLICT, "still_here", name=name)
        if not self.listener.is_absent(seat):
            number, unit = with_unit(self.state.opened.absence)
            raise Denied(CONFLICT, "not_absent_yet", name=name, n=number, unit=unit)

    # ------------------------------------------------------------ playing
    async def act(self, seat: int, step_number: int, action: Action) -> bool:
        """Play an action for the person in this seat. Do nothing and return False if the table is no longer at the step
        with this number, because then the person decided on an outdated view."""

        def decide(state: TableState) -> list[Event]:
            state.started_match()  # raises Denied if the match has not begun
            if state.step_number != step_number:
                return []
            state.check_turn(seat)
            return [state.decision(seat, action)]

        async with self.locked():
            return await self.commit(decide)

    async def undo(self, seat: int, step_number: int, whole_turn: bool = False) -> bool:
        """Take back the last decision of this seat, or its whole last turn. Do nothing and return False if the table is
        no longer at the step with this number, because then the person decided on an outdated view."""

        def decide(state: TableState) -> list[Event]:
            state.started_match()  # raises Denied if the match has not begun
            return [undo.undo(state, seat, whole_turn)] if state.step_number == step_number else []

        async with self.locked():
            return await self.commit(decide)

    async def set_rematch(self, rematch_name: str, watch_code: str) -> str:
        """Store the name and the spectator code of the table at which the same people play again, unless such a rematch
        is stored already. Return the name of the stored rematch."""
        async with self.locked():
            await self.commit(lambda state: [] if state.rematch else [events.Rematched(rematch_name, watch_code)])
            return self.state.rematch.table if self.state.rematch else rematch_name

    # ------------------------------------------------------------ the clocks
    async def check_clock(self) -> None:
        """If the time of the person to move is up, let a bot make their move or play their seat to the end."""
        async with self.locked():
            overdue_before = self.state.overdue()
            await self.commit(check_timeout)
            overdue_now = self.state.overdue()
            time_ran_out_now = overdue_now is not None and overdue_now != overdue_before
            if time_ran_out_now:
                metrics.TIMEOUTS.add()
            self.clocks.update(self.name, self.state.clock, self.state.over())

    async def _remove_gaps(self) -> None:
        """Give the running clock back the time that it lost in gaps, while no server ran."""
        if self.state.clock is not None:
            await self.clocks.check_for_gap()
            await self.commit(lambda state: remove_gaps(state, self.clocks.gap_after))

    # ------------------------------------------------------------ closing
    async def close(self) -> None:
        """Stop the background tasks of the table, because it leaves memory. Everything else is stored in its log."""
        await self.driver.close()
        if self.is_read():
            await self.listener.close()
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.wait([self._reader])
