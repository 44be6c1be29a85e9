"""One live table: its log applied, the people looking at it, and the bots that play at it.

1. Whatever changes a table waits for its turn (`_lock`), is written to the store and only then applied or shown.
2. While a change is being written nobody is shown the table: snapshots wait for the same turn.
3. If a write fails, or another server was faster, the table is read again from its log before anything else happens.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

from sortilege import OVER, Match, SortilegeError, game
from sortilege.core import chance
from sortilege.core.game import Action, Game
from sortilege.server import log, seats
from sortilege.server.bots import Thinkers
from sortilege.server.log import Chair, Event, Key
from sortilege.server.messages import Level
from sortilege.server.problems import NOT_YOURS, NOWHERE, TOO_LATE, Denied
from sortilege.server.seats import Viewer
from sortilege.server.store import LineTaken, Store

ATTEMPTS: Final = 20  # other servers may be faster a few times in a row
NOT_BEGUN: Final = "The game has not begun: seats are still open."
logger = logging.getLogger("sortilege.server")


class Onlooker(Protocol):
    """A socket at the table."""

    viewer: Viewer

    def wake(self) -> None:
        """There is something new to show."""

    def rewind(self, length: int) -> None:
        """The match log was cut to this length: later lines are no longer true."""


class Table:
    """A match on the server."""

    def __init__(self, name: str, store: Store, thinkers: Thinkers, pace: float) -> None:
        self.name = name
        self.store = store
        self.thinkers = thinkers
        self.pace = pace  # seconds a bot's step takes at least, so that people can follow
        self.onlookers: set[Onlooker] = set()
        self.contact = time.monotonic()
        self.version = 0  # moves with every change; bots see by it that what they thought about is past
        self.views: dict[int | None, dict[str, Any]] = {}  # of this version
        self._lock = asyncio.Lock()
        self._behind = True  # the log has lines that are not applied yet
        self._unsure = False  # what is applied may not be what the log says
        self._driver: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._clear()

    def _clear(self) -> None:
        self.length = 0  # lines of the log applied
        self.n = 0  # decisions made or taken back: what people send along with an act
        self.opened: log.Opened
        self.chairs: list[Chair] = []
        self.keys: dict[str, Key] = {}
        self.match: Match | None = None
        self.rematch: str | None = None

    # ------------------------------------------------------------ reading the log
    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Nobody else changes or shows the table; it is as its log says."""
        async with self._lock:
            if self._behind or self._unsure:
                await self._catch_up()
            yield

    async def _catch_up(self) -> None:
        if self._unsure:
            self._clear()
        self._behind = False
        lines = await self.store.read(self.name, self.length)
        if not lines and self.length == 0:
            self._behind = True
            raise Denied(NOWHERE, "There is no such table.")
        if self.length == 0:
            self._unsure = True  # until all of it is applied
            self._apply_all([log.read(line) for line in lines])
            self._forget_told()
            self._unsure = False
        elif not self._apply_new(lines):
            self._unsure = True
            return await self._catch_up()
        if lines:
            self._tell_all()

    def _apply_new(self, lines: list[bytes]) -> bool:
        """The lines another server wrote; False when they do not fit what is applied here."""
        try:
            for line in lines:
                self._apply(log.read(line))
                self.length += 1
        except (SortilegeError, ValueError):
            return False
        return True

    def _apply_all(self, events: list[Event]) -> None:
        """The whole log at once: the match is replayed from what is written, nothing is drawn again."""
        played: list[list[Action]] = []
        outcome: dict[str, Any] | None = None
        for event in events:
            match event:
                case log.Began(actions=actions):
                    played.append(actions)
                case log.Played(actions=actions):
                    played.append(actions)
                    outcome = event.outcome
                case log.TookBack():
                    played.pop()
            self._apply(event, replay=False)
            self.length += 1
        if self.match is not None:
            actions = [action for step in played for action in step]
            self.match = Match.load(self.match.save() | {"log": actions, "outcome": outcome})

    def _apply(self, event: Event, replay: bool = True) -> None:
        """One line of the log. With `replay` false the decisions of the match are left to the caller."""
        match event:
            case log.Opened():
                self.opened = event
                self.chairs = [Chair(chair.kind, chair.name, chair.level) for chair in event.chairs]
                self.keys = {key.token: key for key in event.keys}
            case log.Sat(seat=seat, name=name, key=key):
                self.chairs[seat] = Chair("person", name)
                self.keys[key.token] = key
            case log.Recovered(recovery=recovery, token=token):
                old = self._key_of(recovery)
                del self.keys[old.token]
                self.keys[token] = Key(token, recovery, old.seat, old.host)
            case log.Handed(seat=seat, name=name, level=level):
                kind = self.chairs[seat].kind
                self.chairs[seat] = Chair("person" if kind == "person" else "bot", name, level)
            case log.GivenBack(seat=seat):
                chair = self.chairs[seat]
                self.chairs[seat] = Chair("person", chair.name) if chair.kind == "person" else Chair("open")
            case log.Began(names=names):
                self.match = self._new_match(names)
            case log.Played(seat=seat, actions=actions):
                self.n += 1
                if replay:
                    self._replay(seat, actions)
            case log.TookBack(seat=seat):
                self.n += 1
                if replay:
                    self._undo(seat)
            case log.Rematched(table=table):
                self.rematch = table

    def _replay(self, seat: int, actions: list[Action]) -> None:
        """What another server played."""
        match = self.playing()
        before = len(match.ids)
        match.play(actions[0], seat)
        if self._since(before) != actions:
            raise ValueError(f"table {self.name} drew otherwise than its log says")

    def _undo(self, seat: int) -> None:
        match = self.playing()
        match.undo(seat)
        for onlooker in self.onlookers:
            onlooker.rewind(len(match.ids))

    def _forget_told(self) -> None:
        for onlooker in self.onlookers:
            onlooker.rewind(0)

    # ------------------------------------------------------------ changing the table
    async def _change(self, decide: Callable[[], list[Event]]) -> None:
        """Decide, write, apply, show; again from `decide` when another server wrote first. The caller has the turn."""
        for _ in range(ATTEMPTS):
            events = decide()
            if not events:
                return
            try:
                await self._write(events)
            except LineTaken:
                await self._catch_up()
                continue
            for event in events:
                self._apply(event)
            self._tell_all()
            return
        raise Denied(TOO_LATE, "Too many others changed this table at the same moment. Please try again.")

    async def _write(self, events: list[Event]) -> None:
        """On disk when it returns. Whatever goes wrong, the log is asked before anything else happens."""
        try:
            await self.store.append(self.name, self.length, [log.written(event) for event in events])
        except LineTaken:
            self._behind = True
            raise
        except BaseException:
            self._unsure = True
            raise
        self.length += len(events)

    async def _write_step(self, event: log.Played | log.TookBack) -> bool:
        """Write a step that the match has made already; False (and the step forgotten) if another server was faster."""
        try:
            await self._write([event])
        except LineTaken:
            self._unsure = True
            await self._catch_up()
            return False
        self.n += 1
        self._tell_all()
        return True

    def _tell_all(self) -> None:
        self.version += 1
        self.views.clear()
        for onlooker in self.onlookers:
            onlooker.wake()
        self.drive()

    def outdated(self) -> None:
        """Another server wrote to this table."""
        self._behind = True
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._look())

    async def _look(self) -> None:
        async with self.turn():
            self.drive()

    # ------------------------------------------------------------ sitting down
    async def open(self, opened: log.Opened) -> None:
        """Write the first line, and the first deal if everybody sits already."""
        self.opened = opened
        async with self._lock:
            await self._change(lambda: [opened, *self._deal(opened.chairs)])
            self._behind = False

    def _deal(self, chairs: list[Chair]) -> list[Event]:
        """The first deal, when everybody sits."""
        if self.match is not None or any(chair.kind == "open" for chair in chairs):
            return []
        names = [chair.name for chair in chairs]
        return [log.Began(names, self._new_match(names).log)]

    def _with(self, seat: int, chair: Chair) -> list[Chair]:
        """The chairs as they will be."""
        return [chair if at == seat else other for at, other in enumerate(self.chairs)]

    def _new_match(self, names: list[str]) -> Match:
        return Match(self.game, len(names), self.opened.options, self.opened.seed, names)

    async def sit(self, name: str, seat: int | None, person: seats.Secrets) -> int:
        """Take an open seat, the given one or the first; answers which."""
        taken = -1

        def decide() -> list[Event]:
            nonlocal taken
            taken = self._open_seat(seat)
            distinct = seats.unlike(name, self.names())
            sat = log.Sat(taken, distinct, person.key(taken, host=False))
            return [sat, *self._deal(self._with(taken, Chair("person", distinct)))]

        async with self.turn():
            await self._change(decide)
        return taken

    def _open_seat(self, wanted: int | None) -> int:
        free = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "open"]
        if not free:
            raise Denied(TOO_LATE, "Every seat at this table is taken.")
        if wanted is None:
            return free[0]
        if wanted not in free:
            self.chair(wanted)
            raise Denied(TOO_LATE, f"Seat {wanted + 1} is taken.")
        return wanted

    async def recover(self, code: str) -> tuple[Key, str]:
        """A new token for the person with this recovery code."""
        recovery, token = seats.hashed(code), seats.new_token()
        async with self.turn():
            await self._change(lambda: [log.Recovered(self._key_of(recovery).recovery, seats.hashed(token))])
            return self.keys[seats.hashed(token)], token

    def _key_of(self, recovery: str) -> Key:
        for key in self.keys.values():
            if key.recovery == recovery:
                return key
        raise Denied(NOT_YOURS, "This recovery code belongs to no seat of this table.")

    # ------------------------------------------------------------ bots in seats
    async def hand_over(self, by: Viewer, seat: int, level: Level) -> None:
        """A bot fills an open seat (host) or stands in for a person (the host while they are away, or the person)."""

        def decide() -> list[Event]:
            chair = self.chair(seat)
            if chair.kind == "bot":
                raise Denied(TOO_LATE, f"{chair.name} is a bot already.")
            if self.over():
                raise Denied(TOO_LATE, "The game is over.")
            if chair.kind == "open":
                _only_host(by)
                name = seats.bot_name(self.names())
                return [log.Handed(seat, name, level), *self._deal(self._with(seat, Chair("bot", name, level)))]
            if by.seat != seat:
                _only_host(by)
                if self.here(seat):
                    raise Denied(TOO_LATE, f"{chair.name} is at the table and can hand the seat over themselves.")
            return [log.Handed(seat, chair.name, level)]

        async with self.turn():
            await self._change(decide)

    async def take_back(self, by: Viewer, seat: int) -> None:
        """The stand-in leaves (the person or the host asks); before the game a bot's seat becomes open again (host)."""

        def decide() -> list[Event]:
            chair = self.chair(seat)
            if by.seat != seat:
                _only_host(by)
            if chair.level is None:
                raise Denied(TOO_LATE, "No bot is playing in this seat.")
            if chair.kind == "bot" and self.match is not None:
                raise Denied(TOO_LATE, f"{chair.name} has been a bot since the game began and plays it to the end.")
            return [log.GivenBack(seat)]

        async with self.turn():
            await self._change(decide)

    # ------------------------------------------------------------ playing
    async def act(self, seat: int, n: int, action: Action) -> bool:
        """One decision of a seat; False when it was made looking at another state than the present one."""
        async with self.turn():
            match = self.playing()
            if n != self.n:
                return False
            self._may_act(seat)
            before = len(match.ids)
            match.play(action, seat)
            return await self._write_step(self._played(seat, before))

    async def undo(self, seat: int, n: int) -> bool:
        """Take the seat's last decision back; False when it is no longer what they saw."""
        async with self.turn():
            self.playing()
            if n != self.n:
                return False
            why = self.why_no_undo(seat)
            if why is not None:
                raise Denied(TOO_LATE, f"This step cannot be taken back: {why}.")
            self._undo(seat)
            return await self._write_step(log.TookBack(seat))

    def why_no_undo(self, seat: int | None) -> str | None:
        """None when the seat may take its last step back. Once the game is over the seed is known, so nobody may."""
        if self.match is None:
            return "the game has not begun"
        if seat is None:
            return "spectators do not play"
        if self.over():
            return "the game is over"
        if self.chairs[seat].level is not None:
            return "a bot is playing this seat"
        return self.match.why_no_undo(seat)

    def _may_act(self, seat: int) -> None:
        """Denied with the reason when it is not this person's to decide."""
        if self.chairs[seat].level is not None:
            raise Denied(TOO_LATE, "A bot is playing your seat: take it back first.")
        turn = self.playing().state.turn()
        if turn not in (seat, OVER):
            raise Denied(TOO_LATE, f"It is {self.chairs[turn].name}'s turn.", self.game.turn_rule)

    def _played(self, seat: int, before: int) -> log.Played:
        return log.Played(seat, self._since(before), self.playing().state.outcome())

    def _since(self, before: int) -> list[Action]:
        return [self.game.describe(action) for action in self.playing().ids[before:]]

    async def follow(self, table: str) -> str:
        """Note where the rematch is played; answers that table, or the one somebody else noted first."""
        async with self.turn():
            await self._change(lambda: [] if self.rematch else [log.Rematched(table)])
            return self.rematch or table

    # ------------------------------------------------------------ bots at play
    def drive(self) -> None:
        """Let the bots play on, if it is their turn and they are not at it already."""
        if self.bot_to_move() is not None and (self._driver is None or self._driver.done()):
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        try:
            while (seat := self.bot_to_move()) is not None:
                await self._bot_step(seat)
        except Exception:
            logger.exception("the bots of table %s stopped; they go on when somebody looks in", self.name)

    async def _bot_step(self, seat: int) -> None:
        async with self.turn():
            level = self.chairs[seat].level
            if self.bot_to_move() != seat or level is None:
                return
            version, view = self.version, self.playing().state.view(seat)
        thinking = self.thinkers.choose(self.game.name, level, view)
        action, _ = await asyncio.gather(thinking, asyncio.sleep(self.pace))
        async with self.turn():
            if version == self.version:
                match = self.playing()
                before = len(match.ids)
                match.play(action, seat)
                await self._write_step(self._played(seat, before))

    def bot_to_move(self) -> int | None:
        """The seat of the bot that is to decide, if one is."""
        if self.match is None:
            return None
        seat = self.match.state.turn()
        return seat if seat >= 0 and self.chairs[seat].level is not None else None

    async def close(self) -> None:
        """Stop the bots; the log has everything else."""
        if self._driver is not None:
            self._driver.cancel()
            await asyncio.wait([self._driver])

    # ------------------------------------------------------------ small readers
    @property
    def game(self) -> Game:
        return game(self.opened.game)

    @property
    def commitment(self) -> str:
        """The seed's fingerprint, shown before the first deal."""
        return chance.commitment(self.opened.seed)

    def playing(self) -> Match:
        """The match; Denied before it has begun."""
        if self.match is None:
            raise Denied(TOO_LATE, NOT_BEGUN)
        return self.match

    def over(self) -> bool:
        return self.match is not None and self.match.state.turn() == OVER

    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    def chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Denied(NOWHERE, f"This table has seats 1 to {len(self.chairs)}.")
        return self.chairs[seat]

    def here(self, seat: int) -> bool:
        return any(onlooker.viewer.seat == seat for onlooker in self.onlookers)

    def aids_allowed(self) -> bool:
        """Aids are for practice: alone with bots, or where the host allowed them to all."""
        return self.opened.aids or sum(chair.kind != "bot" for chair in self.chairs) <= 1


def _only_host(by: Viewer) -> None:
    if not by.host:
        raise Denied(NOT_YOURS, "Only the host of the table, or the person in the seat, may do that.")

