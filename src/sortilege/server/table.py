"""One live table: how it stands, the people looking at it, and the bots that play at it.

1. Whatever changes a table waits for its turn (`turn`) and is written to the store before anybody is shown it. A step
   of the match is made before it is written, since only the match knows what chance answers to it.
2. While a change is being written nobody is shown the table: snapshots wait for the same turn.
3. If a write fails, or another server was faster, the table is read again from its log before anything else happens.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

from sortilege.core.errors import SortilegeError
from sortilege.core.shapes import Action, Board, View
from sortilege.server import events, seats
from sortilege.server.bots import Thinkers
from sortilege.server.events import Chair, Event, Key
from sortilege.server.messages import Level
from sortilege.server.problems import NOT_YOURS, NOWHERE, TOO_LATE, Denied
from sortilege.server.seats import Viewer
from sortilege.server.store import LineTaken, Store
from sortilege.server.table_state import TableState

MOST_ONLOOKERS: Final = 1000  # sockets at one table
ATTEMPTS: Final = 20  # other servers may be faster a few times in a row
logger = logging.getLogger("sortilege.server")


class Onlooker(Protocol):
    """A socket at the table."""

    viewer: Viewer

    def wake(self) -> None:
        """There is something new to show."""


class Table:
    """A match on the server."""

    def __init__(self, name: str, store: Store, thinkers: Thinkers, pace: float, look_around: float) -> None:
        self.name = name
        self.store = store
        self.thinkers = thinkers
        self.pace = pace  # seconds a bot's step takes at least, so that people can follow
        self.look_around = look_around  # seconds people have at a new table before its bots begin
        self.state: TableState  # there as soon as somebody had the turn
        self.onlookers: set[Onlooker] = set()
        self.contact = time.monotonic()
        self.version = 0  # moves with every change; bots see by it that what they thought about is past
        self.views: dict[int | None, View] = {}  # by seat, of this version: see snapshot.py
        self.boards: dict[int | None, Board] = {}  # what helps to draw those views
        self.texts: dict[object, Any] = {}  # snapshots of this version, by what tells their readers apart
        self._lock = asyncio.Lock()
        self._heard = 0  # how many lines the log is known to have; more than are applied here: read on
        self._unsure = True  # what is applied here may not be what the log says
        self._looked = asyncio.Event()  # people have looked around: the bots may begin
        self._looked.set()
        self._looking: asyncio.TimerHandle | None = None
        self._driver: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ reading the log
    @asynccontextmanager
    async def turn(self) -> AsyncIterator[TableState]:
        """Nobody else changes or shows the table, and it stands as its log says."""
        async with self._lock:
            await self._catch_up()
            yield self.state

    async def _catch_up(self) -> None:
        if self._unsure:
            await self._read_again()
        elif self._outdated():
            await self._read_on()

    def _outdated(self) -> bool:
        return self._unsure or self._heard > self.state.length

    async def _read_again(self) -> None:
        """The whole log."""
        lines = await self.store.read(self.name)
        if not lines:
            raise Denied(NOWHERE, "no_table")
        self.state = TableState.of([events.decode(line) for line in lines])
        self._unsure = False
        self._tell_all()

    async def _read_on(self) -> None:
        """The lines another server wrote; the whole log where they do not fit."""
        heard = self._heard
        lines = await self.store.read(self.name, self.state.length)
        try:
            for line in lines:
                self._apply(events.decode(line))
        except (SortilegeError, ValueError):
            self._unsure = True
            return await self._read_again()
        if self._heard == heard:  # nothing more was heard of while reading: this is all there is
            self._heard = self.state.length
        if lines:
            self._tell_all()

    def _apply(self, event: Event) -> None:
        self.state.apply(event)

    def note_length(self, length: int | None) -> None:
        """The log has that many lines now; None: perhaps one more than is applied here."""
        if not self._unsure:
            self._heard = max(self._heard, self.state.length + 1 if length is None else length)
        if self._outdated() and (self._reading is None or self._reading.done()):
            self._reading = asyncio.create_task(self._look())

    async def _look(self) -> None:
        try:
            while self._outdated():  # more may be heard of while reading
                async with self.turn():
                    self.drive()
        except SortilegeError as off:
            logger.warning("table %s could not be read again: %s", self.name, off)

    # ------------------------------------------------------------ writing it
    async def _write(self, at: int, news: list[Event]) -> None:
        """On disk when it returns. Whatever goes wrong, the log is asked before anything else happens."""
        try:
            await self.store.append(self.name, at, [events.encode(event) for event in news])
        except LineTaken:
            self._heard = max(self._heard, at + 1)
            raise
        except BaseException:
            self._unsure = True
            raise

    async def _change(self, decide: Callable[[], list[Event]]) -> None:
        """Decide, write, apply, show; again from `decide` when another server wrote first. The caller has the turn."""
        for _ in range(ATTEMPTS):
            news = decide()
            if not news:
                return
            try:
                await self._write(self.state.length, news)
            except LineTaken:
                await self._catch_up()
                continue
            for event in news:
                self.state.note(event)
            return self._tell_all()
        raise Denied(TOO_LATE, "at_once")

    async def _write_step(self, event: events.Played | events.TookBack) -> bool:
        """Write a step that the match has made already; False, and the step undone, if another server was faster."""
        try:
            await self._write(self.state.length, [event])
        except LineTaken:
            self._unsure = True
            await self._catch_up()
            return False
        self.state.note(event)
        self._tell_all()
        return True

    def _tell_all(self) -> None:
        self.version += 1
        self.views.clear()
        self.boards.clear()
        self._wake_all()
        self.drive()

    def _wake_all(self) -> None:
        """Everybody has something to see: the people who play first, then the spectators."""
        self.texts.clear()
        for onlooker in [one for one in self.onlookers if one.viewer.seat is not None]:
            onlooker.wake()
        for onlooker in [one for one in self.onlookers if one.viewer.seat is None]:
            onlooker.wake()

    # ------------------------------------------------------------ sitting down
    async def open(self, opened: events.Opened) -> None:
        """Write the first line, and the first deal if everybody sits already."""
        state = TableState(opened)
        news = [opened, *state.deal(opened.chairs)]
        async with self._lock:
            await self._write(0, news)
            for event in news:
                state.note(event)
            self.state = state
            self._unsure = False
            self._looked.clear()
            self._tell_all()

    async def sit(self, name: str, seat: int | None, person: seats.Secrets) -> None:
        """Take an open seat, the given one or the first."""

        def decide() -> list[Event]:
            state = self.state
            free = state.open_seat(seat)
            distinct = seats.unlike(name, state.names())
            sat = events.Sat(free, distinct, person.key(free, host=False))
            return [sat, *state.deal(state.chairs_with(free, Chair("person", distinct)))]

        async with self.turn():
            await self._change(decide)

    async def recover(self, code: str) -> str:
        """A new token for the person with this recovery code; their old one is void."""
        recovery, token = seats.hash_of(code), seats.new_token()
        async with self.turn():
            await self._change(lambda: [events.Recovered(self.state.key_of(recovery).recovery, seats.hash_of(token))])
        return token

    def key(self, token: str) -> Key | None:
        """What a token opens here."""
        return self.state.keys.get(seats.hash_of(token))

    def arrive(self, onlooker: Onlooker) -> None:
        """Somebody looks at the table from now on; if their seat was empty, everybody sees them come."""
        if len(self.onlookers) >= MOST_ONLOOKERS:
            raise Denied(TOO_LATE, "crowd")
        news = onlooker.viewer.seat is not None and not self.here(onlooker.viewer.seat)
        self.onlookers.add(onlooker)
        if news:
            self._wake_all()
            self._let_look_around()

    def leave(self, onlooker: Onlooker) -> None:
        """They are gone; if nobody is left in their seat, everybody sees it."""
        self.onlookers.discard(onlooker)
        if onlooker.viewer.seat is not None and not self.here(onlooker.viewer.seat):
            self._wake_all()

    def here(self, seat: int) -> bool:
        """Whether somebody looks at the table from this seat right now."""
        return any(onlooker.viewer.seat == seat for onlooker in self.onlookers)

    # ------------------------------------------------------------ bots in seats
    async def hand_over(self, by: Viewer, seat: int, level: Level) -> None:
        """A bot fills an open seat (host) or stands in for a person (the host while they are away, or the person)."""

        def decide() -> list[Event]:
            state = self.state
            chair = state.chair(seat)
            if by.seat != seat:
                _only_host(by)
            if state.over():
                raise Denied(TOO_LATE, "over")
            if chair.kind == "bot":
                raise Denied(TOO_LATE, "bot_already", name=chair.name)
            if chair.kind == "open":
                name = seats.bot_name(state.names())
                return [events.Handed(seat, name, level), *state.deal(state.chairs_with(seat, Chair("bot", name)))]
            if by.seat != seat and self.here(seat):
                raise Denied(TOO_LATE, "still_here", name=chair.name)
            return [events.Handed(seat, chair.name, level)]

        async with self.turn():
            await self._change(decide)

    async def take_back(self, by: Viewer, seat: int) -> None:
        """The stand-in leaves (the person or the host asks); before the game a bot's seat becomes open again (host)."""

        def decide() -> list[Event]:
            chair = self.state.chair(seat)
            if by.seat != seat:
                _only_host(by)
            if chair.level is None:
                raise Denied(TOO_LATE, "no_bot")
            if chair.kind == "bot" and self.state.match is not None:
                raise Denied(TOO_LATE, "bot_to_the_end", name=chair.name)
            return [events.GivenBack(seat)]

        async with self.turn():
            await self._change(decide)

    # ------------------------------------------------------------ playing
    async def act(self, seat: int, n: int, action: Action) -> bool:
        """One decision of a seat; False when it was made looking at another state than the present one."""
        async with self.turn() as state:
            state.playing()
            if n != state.n:
                return False
            state.check_turn(seat)
            return await self._write_step(state.play(seat, action))

    async def undo(self, seat: int, n: int, whole_turn: bool = False) -> bool:
        """Take the seat's last decision back, or its last turn; False when it is no longer what they saw."""
        async with self.turn() as state:
            match = state.playing()
            if n != state.n:
                return False
            why = state.why_no_turn_back(seat) if whole_turn else state.why_no_undo(seat)
            if why is not None:
                raise Denied(TOO_LATE, "no_turn_back", why=why) if whole_turn else Denied(TOO_LATE, "no_undo", why=why)
            steps = match.steps_since(match.last_turn(seat) or 0) if whole_turn else 1
            match.undo(seat, steps)
            return await self._write_step(events.TookBack(seat, steps))

    async def follow(self, table: str, watch: str) -> str:
        """Note where the rematch is played; answers that table, or the one somebody else noted first."""
        async with self.turn():
            await self._change(lambda: [] if self.state.rematch else [events.Rematched(table, watch)])
            return self.state.rematch.table if self.state.rematch else table

    # ------------------------------------------------------------ bots at play
    def ready(self) -> None:
        """A person has looked around: the bots of a new table may begin."""
        if self.state.match is not None:
            self._looked.set()

    def _let_look_around(self) -> None:
        """Bots do not begin at a new table before a person has come and looked around; where none is expected, or one
        has played, there is nothing to wait for."""
        if self._looked.is_set() or self.state.match is None:
            return
        people = self.state.people()
        if not people or self.state.n:
            self._looked.set()
        elif self._looking is None and any(self.here(seat) for seat in people):
            self._looking = asyncio.get_running_loop().call_later(self.look_around, self._looked.set)

    def drive(self) -> None:
        """Let the bots play on, if it is their turn and they are not at it already."""
        self._let_look_around()
        if self.state.bot_to_move() is not None and (self._driver is None or self._driver.done()):
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        try:
            await self._looked.wait()
            while (seat := self.state.bot_to_move()) is not None:
                await self._bot_step(seat)
        except Exception:
            logger.exception("the bots of table %s stopped; they go on when somebody looks in", self.name)

    async def _bot_step(self, seat: int) -> None:
        async with self.turn() as state:
            level = state.chairs[seat].level
            if state.bot_to_move() != seat or level is None:
                return
            version, view = self.version, state.playing().state.view(seat)
        action, _ = await asyncio.gather(self._choice(state.game.name, level, view), asyncio.sleep(self.pace))
        async with self.turn() as state:
            if version == self.version:
                await self._write_step(state.play(seat, action))

    async def _choice(self, game: str, level: Level, view: View) -> Action:
        """What the bot answers; any legal action where it has no answer or none that is legal: a table must go on."""
        try:
            action = await self.thinkers.choose(game, level, view)
            if action in view["legal"]:
                return action
            logger.error("the %s of %s chose %r, which is not legal", level, game, action)
        except Exception:
            logger.exception("the %s of %s did not choose", level, game)
        legal: list[Action] = view["legal"]
        return random.choice(legal)

    async def close(self) -> None:
        """Stop the bots; the log has everything else."""
        if self._looking is not None:
            self._looking.cancel()
        for task in (self._driver, self._reading):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])


def _only_host(by: Viewer) -> None:
    if not by.host:
        raise Denied(NOT_YOURS, "only_host")
