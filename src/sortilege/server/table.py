"""One live table: how it stands, the people looking at it, and the bots that play at it.

1. There is one way to change a table: `commit` calls a function that returns events, writes them to the store and then
   applies them, in the same way as events that another server wrote. Nothing changes before it is written.
2. Every change and every snapshot holds the table's lock (`locked`), so that no viewer sees a state that is not stored.
3. If another server wrote first, its events are read and applied before the change is decided again. If a write fails,
   the whole log is read again before anything else happens; at once if the outcome of the write is unknown.
4. A viewer is shown at least the events that the log held when they came (`learn_length`), so that `n` does not
   decrease for a client that changes servers.

Three numbers tell how far a table is: `state.n` counts decisions and undos, and clients send it with every action;
`state.length` counts the events of the log that are applied here; `_known_length` counts those known to be stored.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Final, Protocol

from sortilege.core.errors import SortilegeError
from sortilege.core.shapes import Action
from sortilege.server import events, metrics, runtime, seats, undo
from sortilege.server.background import Background
from sortilege.server.backoff import Backoff
from sortilege.server.clock_updates import gap_taken_out, zero
from sortilege.server.driver import Driver
from sortilege.server.events import Event, Key
from sortilege.server.feeds import Feeds
from sortilege.server.limits import Bucket
from sortilege.server.peers import Peers
from sortilege.server.presence import Presence, span
from sortilege.server.problems import NOT_NOW, NOT_YOURS, NOWHERE, TOO_LATE, Denied, UnreadableLog
from sortilege.server.seats import Viewer
from sortilege.server.settings import Settings
from sortilege.server.store import LineTaken, OutcomeUnknown, Store
from sortilege.server.table_state import TableState
from sortilege.server.timekeeper import Timekeeper
from sortilege.server.worker_pool import Pool

ATTEMPTS: Final = 20  # other servers may be faster a few times in a row
NAME_REMOVED: Final = (events.Forgotten, events.Left)
UNATTENDED: Final = ""  # the owner of all tables that nobody has opened since the server started
logger = logging.getLogger("sortilege.server")


class Onlooker(Protocol):
    """A socket at the table."""

    viewer: Viewer
    visible: bool  # the page is in sight; a program says nothing about that and is taken to look

    def wake(self) -> None:
        """There is something new to show."""


class Table:
    """A match on the server."""

    def __init__(
        self,
        name: str,
        store: Store,
        pool: Pool,
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
        # called whenever whose turn it is may have changed; it must not hold a reference to the table
        self.moved: Callable[[Table], None] = lambda _: None
        self.forgotten: Callable[[str], None] = lambda _: None  # called when somebody's name was deleted here
        self.driver = Driver(self, pool, settings.bot_pace, settings.look_around)
        self.state: TableState  # there as soon as somebody had the turn
        self.onlookers: set[Onlooker] = set()
        self.owner = UNATTENDED  # whose turns in the worker pool its bots and hints take: see set_owner
        self._owner_has_key = False
        self.signed_out: set[str] = set()  # devices (see Viewer) that were signed out while they had a socket here
        self.voices: dict[int, Bucket] = {}  # how often each seat may speak
        self.stuck = False  # a bot's step could not be written: it is tried again, and the people are told
        self.contact = runtime.monotonic()
        # Not a strong reference: the table owns its presence, and without a cycle an evicted table is freed at once.
        here = weakref.WeakMethod(self.here)
        self.presence = Presence(name, store, clocks, lambda seat: (look := here()) is not None and look(seat))
        self.feeds = Feeds()  # what its viewers are sent
        self._telling = False  # the table is as its log says, and everybody is being shown it
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
            await self._take_out_gap()
            yield self.state

    async def _catch_up(self) -> None:
        if self._unsure:
            await self._read_again()
        elif self._outdated():
            await self._read_on()

    def _outdated(self) -> bool:
        return self._unsure or self._known_length > self.state.length

    async def _read_again(self) -> None:
        """Rebuild the state from the whole log."""
        lines = await self.store.read(self.name)
        if not lines:
            raise Denied(NOWHERE, "no_table")
        try:
            log = [events.decode(line) for line in lines]
            self.state = TableState.of(log, self.clocks.now)
        except Exception as error:
            logger.error("this version cannot read table %s: %r", self.name, error)
            raise UnreadableLog() from error
        if any(isinstance(event, NAME_REMOVED) for event in log):
            self._drop_names()
        await self.presence.read(self.state)
        self._unsure = False
        self._tell_all()

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
        self.wake_all() if quiet else self._tell_all()

    def _drop_names(self) -> None:
        """Drop every cached text that may contain a name, because a name was removed from the log."""
        self.feeds.forget()
        self.forgotten(self.name)

    def learn_length(self, length: int) -> None:
        """Record how many lines the log has, 0 if it was deleted. The next change or snapshot reads the missing
        lines."""
        self._unsure = self._unsure or length == 0
        if not self._unsure:
            self._known_length = max(self._known_length, length)

    def note_length(self, length: int) -> None:
        """Record how many lines the log has and start reading the missing ones."""
        self.learn_length(length)
        self._begin_to_look()

    def _begin_to_look(self) -> None:
        if self._outdated() and (self._reading is None or self._reading.done()):
            self._reading = self.background.spawn("table reader", self._look())

    async def _look(self) -> None:
        pauses = Backoff()
        while self._outdated():  # more may be written while reading
            try:
                async with self.locked():
                    self.driver.go_on()
            except Denied:  # it was deleted, or cannot be read: everybody at the table is told
                return self.wake_all()
            except SortilegeError as off:
                logger.warning("table %s could not be read again: %s", self.name, off)
                await pauses.wait()

    # ------------------------------------------------------------ writing it
    async def _write(self, at: int, news: Sequence[Event]) -> None:
        """Store events as the lines from `at` on; they are on disk when it returns."""
        try:
            await self.store.append(self.name, at, [events.encode(event) for event in news])
        except LineTaken:
            self._known_length = max(self._known_length, at + 1)
            raise
        except BaseException as error:
            self._unsure = True
            if isinstance(error, OutcomeUnknown):
                self._begin_to_look()
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
        raise Denied(TOO_LATE, "at_once")

    def _tell_all(self) -> None:
        self.clocks.set(self.name, self.state.clock, self.state.over())
        self.presence.start(self.state)
        self.feeds.step()
        self._telling = True
        try:
            self.wake_all()
        finally:
            self._telling = False
        self.driver.go_on()
        self.moved(self)

    def is_read(self) -> bool:
        """Whether there is a state to look at: the newest that was applied."""
        return hasattr(self, "state")

    def showable(self) -> bool:
        """Whether the table may be shown now: it is as its log says, and nobody is changing it."""
        return self._telling or not (self._lock.locked() or self._outdated())

    def wake_all(self) -> None:
        """Everybody has something to see: the people who play first, then the spectators."""
        self.feeds.touch()
        for onlooker in [one for one in self.onlookers if one.viewer.seat is not None]:
            onlooker.wake()
        for onlooker in [one for one in self.onlookers if one.viewer.seat is None]:
            onlooker.wake()
        self.feeds.sentences.rest()

    # ------------------------------------------------------------ coming and going
    async def open(self, opened: events.Opened, brought: events.Brought | None = None) -> None:
        """Write the first line, and the first deal if everybody sits already, or the match that was brought."""
        state = TableState(opened, self.clocks.now)
        news = [opened, *([brought] if brought else state.deal(opened.chairs))]
        async with self._lock:
            await self._write(0, news)
            for event in news:
                state.apply(event)
            self.state = state
            self._unsure = False
            self.driver.hold()
            self._tell_all()

    async def delete(self) -> None:
        """Delete the log and tell all viewers that the table is gone. Nothing is written to the log afterwards."""
        async with self._lock:
            await self.store.remove(self.name)
            self._unsure = True
        self.moved = lambda _: None
        await self.driver.close()
        self.wake_all()

    def invite_path(self) -> str:
        """Return the path of the link with which people sit down."""
        return f"/t/{self.name}?join={self.state.opened.invite}"

    def watch_path(self) -> str:
        """Return the path of the link for spectators."""
        return f"/t/{self.name}?watch={self.state.opened.watch}"

    def key(self, token: str) -> Key | None:
        """What a token opens here."""
        return self.state.keys.get(seats.hash_of(token))

    def arrive(self, onlooker: Onlooker) -> None:
        """Somebody looks at the table from now on; if their seat was empty, everybody sees them come."""
        seat = onlooker.viewer.seat
        most = self.settings.spectators if seat is None else self.settings.seat_sockets
        if sum(other.viewer.seat == seat for other in self.onlookers) >= most:  # nobody takes a place of the others
            raise Denied(NOT_NOW, "crowd") if seat is None else Denied(NOT_NOW, "many_devices")
        news = onlooker.viewer.seat is not None and not self.here(onlooker.viewer.seat)
        self.onlookers.add(onlooker)
        if news:
            self.presence.observe(self.state)
            self.wake_all()
        self.driver.go_on()

    def leave(self, onlooker: Onlooker) -> None:
        """They are gone; if nobody is left in their seat, everybody sees it."""
        self.onlookers.discard(onlooker)
        if not any(one.viewer.kind() == onlooker.viewer.kind() for one in self.onlookers):
            self.feeds.drop(onlooker.viewer.kind())
        self.contact = runtime.monotonic()
        if onlooker.viewer.seat is not None and not self.here(onlooker.viewer.seat):
            self.presence.observe(self.state)
            self.wake_all()
            self.moved(self)

    def sign_out(self, devices: set[str]) -> None:
        """Close the sockets of these devices."""
        if here := devices & {one.viewer.device for one in self.onlookers}:
            self.signed_out |= here
            self.wake_all()

    def check_viewer(self, viewer: Viewer) -> None:
        """Raise Denied if this viewer may no longer be at the table."""
        self.state.check_key(viewer.key)
        if viewer.device in self.signed_out:
            raise Denied(NOT_YOURS, "signed_out")

    def set_owner(self, network: str, has_key: bool) -> None:
        """Note from which network somebody opened the table. The first one owns it, and the first with a key (a seat,
        or the host) before any spectator.

        The owner is not stored: logs hold no addresses. It is known again as soon as somebody opens the table after a
        restart or on another server. Until then the table has the same owner as all others that nobody has opened:
        together they get one turn in the worker pool, so tables made in advance gain nothing from a restart.
        """
        if self.owner == UNATTENDED or (has_key and not self._owner_has_key):
            self.owner, self._owner_has_key = network, has_key

    def watched(self) -> bool:
        """Whether somebody has a socket at the table, here or at another server."""
        return bool(self.onlookers) or self.peers.watched(self.name)

    def idle(self) -> bool:
        """Whether nobody looks at the table or is about to, and no bot waits to go on."""
        return not self.onlookers and not self.stuck and not self._lock.locked()

    def here(self, seat: int) -> bool:
        """Whether somebody looks at the table from this seat right now, here or at another server."""
        return any(one.viewer.seat == seat for one in self.onlookers) or self.peers.here(self.name, seat)

    def absent(self, seat: int) -> bool:
        """Whether the person in this seat counts as absent (see presence.py)."""
        return self.presence.absent(self.state, seat)

    def check_absent(self, seat: int) -> None:
        """Raise Denied unless the person in this seat is absent."""
        name = self.state.chairs[seat].name
        if self.here(seat):
            raise Denied(TOO_LATE, "still_here", name=name)
        if not self.absent(seat):
            n, unit = span(self.state.opened.absence)
            raise Denied(TOO_LATE, "not_absent_yet", name=name, n=n, unit=unit)

    def attended(self, seat: int) -> bool:
        """Whether the seat's person has the table before their eyes: in a page that is in sight, here or elsewhere."""
        mine = any(one.viewer.seat == seat and one.visible for one in self.onlookers)
        return mine or self.peers.attended(self.name, seat)

    def seats_here(self) -> list[int]:
        """The seats whose people are connected to this server."""
        return sorted({one.viewer.seat for one in self.onlookers if one.viewer.seat is not None})

    def seats_out_of_sight(self) -> list[int]:
        """Of those, the seats whose people have no page in sight."""
        if all(one.visible for one in self.onlookers):
            return []
        in_sight = {one.viewer.seat for one in self.onlookers if one.visible}
        return [seat for seat in self.seats_here() if seat not in in_sight]

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
            return [undo.undone(state, seat, whole_turn)] if n == state.n else []

        async with self.locked():
            return await self.commit(decide)

    async def follow(self, table: str, watch: str) -> str:
        """Store where the rematch is played, unless another rematch is stored already; return the stored table."""
        async with self.locked():
            await self.commit(lambda state: [] if state.rematch else [events.Rematched(table, watch)])
            return self.state.rematch.table if self.state.rematch else table

    # ------------------------------------------------------------ the clocks
    async def look_at_clock(self) -> None:
        """If somebody's time is up, a bot moves for them, or has their seat from now on: as the host chose."""
        async with self.locked():
            late = self.state.overdue()
            await self.commit(zero)
            if self.state.overdue() not in (None, late):
                metrics.TIMEOUTS.add()
            self.clocks.set(self.name, self.state.clock, self.state.over())

    async def _take_out_gap(self) -> None:
        """Time in which no server ran is nobody's."""
        if self.state.clock is not None:
            await self.clocks.note_gap()
            await self.commit(lambda state: gap_taken_out(state, self.clocks.gap_after))

    # ------------------------------------------------------------ closing
    async def close(self) -> None:
        """Stop the bots and the reading; the log has everything else."""
        await self.driver.close()
        if self.is_read():
            await self.presence.close(self.state)
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
