"""Decides who is notified of what: somebody's turn, a clock that runs low, a request that waits for an answer, the
start and the end of a game.

1. A change of a table only leaves the table's name here, so that notices never delay a table.
2. Nobody is notified who has the table open in a visible page, and everybody has `notice_after` seconds to come first.
3. Each notice is sent once (pending.py), across restarts and servers. Of the servers that have a table in memory, the
   one that moves its bots sends.
4. Sending happens in outbox.py.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final, Literal
from weakref import WeakKeyDictionary

from litestar.di import NamedDependency

from sortilege.core.errors import SortilegeError
from sortilege.server import metrics
from sortilege.server.errors import Denied
from sortilege.server.live.audience import audience_of
from sortilege.server.notifications import pending, web_push
from sortilege.server.notifications.addresses import place_of
from sortilege.server.notifications.delivery import Outcome, post
from sortilege.server.notifications.formats import TEST, Notice, post_of, push_post
from sortilege.server.notifications.outbox import Letter, Outbox
from sortilege.server.notifications.pending import EVERYBODY, Pending, PendingNotices, Phase, turn_at, waiting_seat
from sortilege.server.notifications.subscriptions import Way, Ways
from sortilege.server.store import key_values
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.table import Table
from sortilege.server.text import say

GATHER: Final = 0.5  # seconds in which tables that moved are gathered
CLOCK_BEAT: Final = 5.0  # seconds between looks at the clocks
MOST_KNOWN: Final = 20_000  # turns remembered as seen
MOST_TESTS: Final = 4  # at the same time
KEY: Final = "notices/key"
GONE: Final = (404, 410)  # how a push service says that a browser no longer wants anything
Change = Literal["start", "end"]
logger = logging.getLogger("sortilege.server")


class Desk:
    """The notices of one application."""

    def __init__(self, tables: TableRegistry) -> None:
        self.tables = tables
        self.settings = tables.settings
        self.background = tables.background
        self.ways = Ways(tables.store)
        self.pending = PendingNotices(tables.store)
        self.outbox = Outbox(tables.background, self._deliver)
        self.gather = GATHER
        self._key = ""
        self._moved: dict[str, set[Change]] = {}  # tables to look at, and what was seen to change
        self._wake = asyncio.Event()
        self._unsent: dict[str, list[Pending]] = {}  # by table: noted before this server started
        self._phases: WeakKeyDictionary[Table, Phase] = WeakKeyDictionary()
        self._noted: WeakKeyDictionary[Table, set[Pending]] = WeakKeyDictionary()  # requests and low clocks
        self._turns: WeakKeyDictionary[Table, Pending] = WeakKeyDictionary()  # the last turn whose person was away
        self._low_at: dict[str, float] = {}  # by table: when its running clock begins to run low
        # by table: whose decision it is and which, and whether they had it in sight
        self._known: OrderedDict[str, tuple[tuple[int, int], bool]] = OrderedDict()
        self._testing = asyncio.Semaphore(MOST_TESTS)
        self._at_work = 0

    # ------------------------------------------------------------ opening
    async def open(self) -> None:
        """Start the loops; the application's Background ends them."""
        if not self.settings.notices:
            return
        for name, unsent in await self.pending.unsent():  # this server, or another, ended before it could send
            self._unsent.setdefault(name, []).append(unsent)
            self.stir(name)
        self.background.keep("find notices", self._look_around)
        self.background.keep("find low clocks", self._watch_clocks)
        self.background.keep("send notices", self.outbox.run)

    def waiting(self) -> int:
        """How many tables are to be looked at, and notices to be sent."""
        return len(self._moved) + self._at_work + len(self.outbox)

    async def key(self) -> str | None:
        """This house's private key for push, made when it is first needed; None where push cannot be sent."""
        if not self.settings.notices or not web_push.available():
            return None
        if not self._key:
            await key_values.keep_new(self.tables.store, KEY, web_push.new_key())
            self._key = (await key_values.find(self.tables.store, KEY))[KEY]
        return self._key

    # ------------------------------------------------------------ what there is to tell
    def note_change(self, table: Table) -> None:
        """Record that this table changed. The start and the end of a game are detected here, because they cannot be
        told from the state later."""
        before, now = self._phases.get(table), pending.phase_of(table)
        self._phases[table] = now
        self.stir(table.name)
        if before == "waiting" and now != "waiting":
            self._moved[table.name].add("start")
        if before in ("waiting", "running") and now == "over":
            self._moved[table.name].add("end")

    def stir(self, name: str) -> None:
        """Record that this table has to be looked at."""
        self._moved.setdefault(name, set())
        self._wake.set()

    async def _look_around(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(self.gather)
            self._wake.clear()
            moved, self._moved = self._moved, {}
            for name, changes in moved.items():
                await self._safely(self._look_at(name, changes), name)

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_BEAT)
            self.look_at_clocks()

    def look_at_clocks(self) -> None:
        """Look at the tables whose running clock may have begun to run low."""
        for name in [name for name, moment in self._low_at.items() if moment <= self.tables.now()]:
            del self._low_at[name]
            self.stir(name)

    async def _look_at(self, name: str, changes: set[Change]) -> None:
        """Store the notices that this table needs now. Each is sent after `notice_after` seconds to everybody who has
        not opened the table by then."""
        unsent = self._unsent.pop(name, [])
        table = await self._table(name)
        if table is None:
            return
        for one in unsent:
            self._later(self.settings.notice_delay, name, one)
        if "end" in changes:
            self._known.pop(name, None)
            await self.pending.finish(name)
        now = self.tables.now()
        current = {*pending.open_request(table), *pending.low_clock(table, now)}
        news = [one for kind in sorted(changes) for one in pending.for_all(table, kind)]
        for one in [*news, *sorted(current - self._noted.get(table, set()))]:
            await self._put_off(table, one, seen=pending.is_seen(table, one))
        self._noted[table] = current
        low_at = pending.low_at(table)
        if low_at is not None and low_at > now:
            self._low_at[name] = low_at
        else:
            self._low_at.pop(name, None)
        await self._look_at_turn(table)

    async def _look_at_turn(self, table: Table) -> None:
        seat, name = waiting_seat(table), table.name
        if seat is None:
            return
        now, before = (seat, table.state.n), self._known.get(name)
        if audience_of(table).is_looking(seat):  # the usual case, so it is checked first
            return self._remember(name, now, seen=True)
        seen = before is not None and before == (now, True)
        if seen or before is None or before[0] != now:
            self._remember(name, now, seen=False)
            turn = turn_at(table, seat)
            if seen or self._turns.get(table) != turn:  # a further decision of the same turn is not news
                self._turns[table] = turn
                await self._put_off(table, turn, seen)

    async def _put_off(self, table: Table, one: Pending, seen: bool) -> None:
        """Store the notice if anybody has a channel for it. With `seen` it is stored as sent; otherwise it is sent
        after `notice_after` seconds."""
        if not await self._ways(table, one):
            return
        await self.pending.note(table.name, one, seen)
        if not seen:
            self._later(self.settings.notice_delay, table.name, one)

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

    async def _ways(self, table: Table, one: Pending) -> list[Way]:
        """Return the channels for this notice: those of the person in the seat, and those of the table. The table's
        channels get turns and low clocks of every seat, and each other notice once (as EVERYBODY)."""
        keys = [key.token for key in table.state.keys.values() if key.seat == one.seat]
        of_table = await self.ways.of("", table.name) if one.seat == EVERYBODY or one.kind in ("turn", "clock") else []
        return [*(await self.ways.of_seat(table.name, keys) if one.seat != EVERYBODY else []), *of_table]

    # ------------------------------------------------------------ telling of it
    def _later(self, seconds: float, name: str, one: Pending) -> None:
        self._at_work += 1
        task = self.background.spawn("write a notice", self._wait_and_write(seconds, name, one))
        task.add_done_callback(self._end_work)

    def _end_work(self, _: asyncio.Task[None]) -> None:
        self._at_work -= 1

    async def _wait_and_write(self, seconds: float, name: str, one: Pending) -> None:
        await asyncio.sleep(seconds)
        await self._safely(self._write(name, one), name)

    async def _write(self, name: str, one: Pending) -> None:
        """Pass the notice to the outbox, unless the person has opened the table or the notice is no longer valid."""
        if one.kind == "clock" and self._in_memory(name) is not None:
            await self.tables.table(name)  # takes out of the clocks the time in which no server ran
        table = await self._table(name)
        if table is None:
            return
        if not pending.is_true(table, one, self.tables.now()):
            if one.kind in ("request", "start", "end"):  # it will never hold again, as a turn or a clock may
                await self.pending.claim(name, one)
            return
        if not self.tables.peers.drives(name):
            if await self.pending.is_open(name, one):  # the other one may be gone by then
                self._later(max(1.0, self.settings.notice_delay), name, one)
            return
        if not await self.pending.claim(name, one) or pending.is_seen(table, one):
            return
        for way in await self._ways(table, one):
            self.outbox.put(Letter(name, way, one))

    async def _deliver(self, letter: Letter) -> Outcome | None:
        table, one = await self._table(letter.table), letter.pending
        if table is None or pending.is_seen(table, one) or not pending.is_true(table, one, self.tables.now()):
            return None
        return await self._send(notice_of(table, one), letter.way) if await self.ways.still_there(letter.way) else None

    async def _safely(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """An error with one table is logged and does not stop the notices of others."""
        self._at_work += 1
        try:
            await work
        except SortilegeError as error:
            logger.warning("a notice of table %s could not be sent: %s", name, error)
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
        except Denied as error:
            return Outcome(False, error.said)
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


NoticesDep = NamedDependency[Desk]


def notice_of(table: Table, one: Pending) -> Notice:
    state = table.state
    names = state.names()
    by = names[state.asked.by] if state.asked is not None and one.kind == "request" else ""
    name = "" if one.seat == EVERYBODY else names.pop(one.seat)
    return Notice(table.name, state.opened.game, name, names, one.kind, by)
