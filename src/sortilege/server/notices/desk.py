"""The desk that notices go out from: it is told which tables moved, looks whose turn is waited for, and writes to those
who are not there.

1. Nothing of this is in the way of a table: a move only leaves the table's name here.
2. Whoever looks at the table from a visible page is not written to, and everybody has a moment to come by themselves.
3. One notice a turn (turns.py), whatever restarts and however many servers run; of those that have a table the one
   that lets its bots play writes.
4. One notice after the other goes out. What could not be delivered is tried again a few times, later and later, but
   only where it is certain that it did not arrive. More than can wait is not kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sortilege.core.errors import SortilegeError
from sortilege.server import metrics
from sortilege.server.notices import push
from sortilege.server.notices.address import place_of
from sortilege.server.notices.call import Outcome, post
from sortilege.server.notices.notice import TEST, Notice, post_of, push_post
from sortilege.server.notices.turns import Turn, Turns, waiting_seat
from sortilege.server.notices.ways import Way, Ways
from sortilege.server.problems import Denied
from sortilege.server.store import notes
from sortilege.server.table import Table
from sortilege.server.words import say

if TYPE_CHECKING:
    from sortilege.server.tables import Tables

GATHER: Final = 0.5  # seconds in which tables that moved are gathered
MOST_WAITING: Final = 1000  # notices waiting to be sent
MOST_KNOWN: Final = 20_000  # turns remembered as seen
ATTEMPTS: Final = 4
PAUSES: Final = (5.0, 30.0, 120.0)  # seconds before the next attempt
MOST_TESTS: Final = 4  # at the same time
KEY: Final = "notices/key"
GONE: Final = (404, 410)  # how a push service says that a browser no longer wants anything
logger = logging.getLogger("sortilege.server")


class Letter(NamedTuple):
    """A notice on its way."""

    notice: Notice
    way: Way
    turn: Turn
    attempt: int = 1


class Desk:
    """Where notices go out from."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.settings = tables.settings
        self.ways = Ways(tables.store)
        self.turns = Turns(tables.store)
        self.pauses = PAUSES
        self.gather = GATHER
        self._key = ""
        self._moved: dict[str, None] = {}
        self._wake = asyncio.Event()
        # by table: whose decision it is and which, and whether they had it in sight
        self._known: OrderedDict[str, tuple[tuple[int, int], bool]] = OrderedDict()
        self._letters: asyncio.Queue[Letter] = asyncio.Queue(MOST_WAITING)
        self._testing = asyncio.Semaphore(MOST_TESTS)
        self._timers: set[asyncio.TimerHandle] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._looking: set[asyncio.Task[None]] = set()
        self._at_work = 0

    # ------------------------------------------------------------ opening and closing
    async def open(self) -> None:
        if not self.settings.notices:
            return
        for table in await self.turns.unsent():
            self.stir(table)  # this server, or another, ended before it could tell
        self._tasks = [asyncio.create_task(self._look_around()), asyncio.create_task(self._send_all())]

    async def close(self) -> None:
        for timer in self._timers:
            timer.cancel()
        tasks = [*self._tasks, *self._looking]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def waiting(self) -> int:
        """How many tables are to be looked at, and notices to be sent."""
        work = (self._moved, self._timers, self._looking)
        return sum(map(len, work)) + self._letters.qsize() + self._at_work

    async def key(self) -> str | None:
        """This house's private key for push, made when it is first needed; None where push cannot be sent."""
        if not self.settings.notices or not push.available():
            return None
        if not self._key:
            await notes.keep_new(self.tables.store, KEY, push.new_key())
            self._key = (await notes.find(self.tables.store, KEY))[KEY]
        return self._key

    # ------------------------------------------------------------ whose turn is waited for
    def stir(self, table: str) -> None:
        """Something moved at this table."""
        self._moved[table] = None
        self._wake.set()

    async def _look_around(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(self.gather)
            self._wake.clear()
            moved, self._moved = self._moved, {}
            for name in moved:
                await self._safely(self._look_at(name), name)

    async def _look_at(self, name: str) -> None:
        """If this table waits for a person who is not there and wants to be told, it is noted and put off a little."""
        table = await self._table(name)
        seat = None if table is None else waiting_seat(table)
        if table is None or seat is None:
            if table is not None and table.state.over() and self._known.pop(name, None) is not None:
                await self.turns.drop(name)
            return
        now, before = (seat, table.state.n), self._known.get(name)
        if table.attended(seat):  # the usual case at a table that is being played, so nothing else is looked at
            return self._remember(name, now, seen=True)
        seen = before is not None and before == (now, True)
        if seen or before is None or before[0] != now:
            self._remember(name, now, seen=False)
            await self._put_off(table, seat, seen)

    async def _put_off(self, table: Table, seat: int, seen: bool) -> None:
        """Note this turn: as told to whoever has seen it and went, whatever restarts; otherwise as one to be told."""
        if not await self._ways(table, seat):
            return
        turn = turn_at(table, seat)
        await self.turns.note(table.name, turn, seen)
        if not seen:
            self._later(self.settings.notice_after, table.name, turn)

    def _in_memory(self, name: str) -> Table | None:
        """A table that was read; waiting for one that is being changed would hold the others up."""
        table = self.tables.by_name.get(name)
        return table if table is not None and table.is_read() else None

    async def _table(self, name: str) -> Table | None:
        try:
            return self._in_memory(name) or await self.tables.table(name)
        except Denied:
            return None

    def _remember(self, name: str, now: tuple[int, int], seen: bool) -> None:
        self._known[name] = now, seen
        self._known.move_to_end(name)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    async def _ways(self, table: Table, seat: int) -> list[Way]:
        keys = [key.token for key in table.state.keys.values() if key.seat == seat]
        return await self.ways.for_turn(table.name, keys)

    # ------------------------------------------------------------ telling of it
    def _later(self, seconds: float, name: str, turn: Turn) -> None:
        def begin() -> None:
            self._timers.discard(timer)
            task = asyncio.create_task(self._safely(self._write(name, turn), name))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

        timer = asyncio.get_running_loop().call_later(seconds, begin)
        self._timers.add(timer)

    async def _write(self, name: str, turn: Turn) -> None:
        """The moment is over: whoever did not come is written to."""
        table = await self._table(name)
        if table is None or waiting_seat(table) != turn.seat or turn_at(table, turn.seat) != turn:
            return
        if not self.tables.peers.drives(name):
            if await self.turns.is_open(name, turn):  # the other one may be gone by then
                self._later(max(1.0, self.settings.notice_after), name, turn)
            return
        if not await self.turns.claim(name, turn) or table.attended(turn.seat):
            return
        names = table.state.names()
        notice = Notice(name, table.state.opened.game, names.pop(turn.seat), names)
        for way in await self._ways(table, turn.seat):
            self._put(Letter(notice, way, turn))

    def _put(self, letter: Letter) -> None:
        try:
            self._letters.put_nowait(letter)
        except asyncio.QueueFull:
            metrics.NOTICES.add(way=letter.way.kind, arrived="no")
            logger.error("more notices wait than can be kept: one of table %s is not sent", letter.notice.table)

    async def _send_all(self) -> None:
        while True:
            letter = await self._letters.get()
            await self._safely(self._deliver(letter), letter.notice.table)

    async def _deliver(self, letter: Letter) -> None:
        table = self._in_memory(letter.notice.table)
        if table is not None and (waiting_seat(table) != letter.turn.seat or table.attended(letter.turn.seat)):
            return  # too late: they came
        if not await self.ways.still_there(letter.way):
            return
        outcome = await self._send(letter.notice, letter.way)
        metrics.NOTICES.add(way=letter.way.kind, arrived="yes" if outcome.arrived else "no")
        if outcome.again and letter.attempt < ATTEMPTS:
            pause = self.pauses[min(letter.attempt, len(self.pauses)) - 1]
            self._again(pause, letter._replace(attempt=letter.attempt + 1))
        elif not outcome.arrived:
            logger.warning("a notice of table %s did not arrive: %s", letter.notice.table, outcome.words.en)

    def _again(self, seconds: float, letter: Letter) -> None:
        def begin() -> None:
            self._timers.discard(timer)
            self._put(letter)

        timer = asyncio.get_running_loop().call_later(seconds, begin)
        self._timers.add(timer)

    async def _safely(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Whatever goes wrong with one notice, the others go out."""
        self._at_work += 1
        try:
            await work
        except SortilegeError as off:
            logger.warning("a notice of table %s could not be sent: %s", name, off)
        except Exception:
            logger.exception("a notice of table %s could not be sent", name)
        finally:
            self._at_work -= 1

    # ------------------------------------------------------------ one notice
    async def test(self, way: Way) -> Outcome:
        """Send one at once and say what came of it."""
        if not self.settings.notices:
            return Outcome(False, say("notice_off"))
        if self._testing.locked():
            return Outcome(False, say("notice_busy"))
        async with self._testing:
            outcome = await self._send(TEST, way)
        metrics.NOTICES.add(way=way.kind, arrived="yes" if outcome.arrived else "no")
        return outcome

    async def _send(self, notice: Notice, way: Way) -> Outcome:
        base = self.settings.public_address.rstrip("/") or way.origin
        link = f"{base}/me" if notice.is_test else f"{base}/t/{notice.table}"
        try:
            place = place_of(way.address, self.settings)
        except Denied as off:
            return Outcome(False, off.said)
        if way.kind != "push":
            return await post(place, *post_of(notice, way, link), self.settings)
        key = await self.key()
        if key is None:
            return Outcome(False, say("notice_no_push"))
        outcome = await post(place, *push_post(notice, way, link, place, key, base), self.settings)
        if outcome.status in GONE:
            with suppress(SortilegeError):
                await self.ways.remove(way)
            return outcome._replace(words=say("notice_gone", host=place.host, status=outcome.status), again=False)
        return outcome._replace(words=say("notice_taken", host=place.host)) if outcome.arrived else outcome


def turn_at(table: Table, seat: int) -> Turn:
    return Turn(seat, table.state.playing().turns_begun())
