"""Decides which notifications are sent: a person's turn, a low clock, a request that waits for an answer, the start and
the end of a game.

1. When a table changes, only its name is recorded, and the table is checked later, so notices never delay a table.
2. A person who has the table open in a visible page is not notified. A notice is sent after `notice_delay` seconds, and
   not at all if the person opens the table before.
3. Each notice is sent once (pending.py), across restarts and servers. If several servers have a table in memory, the
   server that moves its bots sends the notices.
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
from sortilege.server.notifications.addresses import parse_endpoint
from sortilege.server.notifications.delivery import Outcome, post
from sortilege.server.notifications.formats import TEST, Notice, hook_payload, push_payload
from sortilege.server.notifications.outbox import Outbox, QueuedNotice
from sortilege.server.notifications.pending import EVERYBODY, Pending, PendingNotices, Phase, turn_at, waiting_seat
from sortilege.server.notifications.subscriptions import Subscription, Subscriptions
from sortilege.server.store import key_values
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.table import Table
from sortilege.server.text import say

GATHER_SECONDS: Final = 0.5  # seconds between the first change and the check of all changed tables
CLOCK_INTERVAL: Final = 5.0  # seconds between two checks of the clocks
MOST_DECISIONS: Final = 20_000  # tables whose last decision is remembered
MOST_TESTS: Final = 4  # test notifications at the same time
KEY: Final = "notices/key"
EXPIRED: Final = (404, 410)  # a push service returns these when a browser has unsubscribed
Change = Literal["start", "end"]
logger = logging.getLogger("sortilege.server")


class NotificationWatcher:
    """Watches the tables of one application and sends notices."""

    def __init__(self, tables: TableRegistry) -> None:
        self.tables = tables
        self.settings = tables.settings
        self.background = tables.background
        self.subscriptions = Subscriptions(tables.store)
        self.pending = PendingNotices(tables.store)
        self.outbox = Outbox(tables.background, self._deliver)
        self.gather = GATHER_SECONDS
        self._key = ""
        self._changed: dict[str, set[Change]] = {}  # tables to check, and which changes were detected
        self._wake = asyncio.Event()
        self._unsent: dict[str, list[Pending]] = {}  # by table: stored before this server started
        self._phases: WeakKeyDictionary[Table, Phase] = WeakKeyDictionary()
        self._current: WeakKeyDictionary[Table, set[Pending]] = WeakKeyDictionary()  # requests and low clocks
        self._turns: WeakKeyDictionary[Table, Pending] = WeakKeyDictionary()  # the last turn whose person was away
        self._low_times: dict[str, float] = {}  # by table: when its running clock becomes low
        # by table: the seat and number of the current decision, and whether its person has seen it
        self._last_decisions: OrderedDict[str, tuple[tuple[int, int], bool]] = OrderedDict()
        self._testing = asyncio.Semaphore(MOST_TESTS)
        self._active = 0  # checks and sends that are running

    # ------------------------------------------------------------ opening
    async def open(self) -> None:
        """Start the loops; the application's Background ends them."""
        if not self.settings.notices:
            return
        for name, unsent in await self.pending.unsent():  # this server, or another, ended before it could send
            self._unsent.setdefault(name, []).append(unsent)
            self.schedule_check(name)
        self.background.keep("find notices", self._check_changed_tables)
        self.background.keep("find low clocks", self._watch_clocks)
        self.background.keep("send notices", self.outbox.run)

    def waiting(self) -> int:
        """Return the number of tables to check and of notices to send, for the metrics."""
        return len(self._changed) + self._active + len(self.outbox)

    async def key(self) -> str | None:
        """Return the server's private key for push, and create it on first use. None if push is not available."""
        if not self.settings.notices or not web_push.available():
            return None
        if not self._key:
            await key_values.put_if_absent(self.tables.store, KEY, web_push.new_key())
            self._key = (await key_values.find_by_prefix(self.tables.store, KEY))[KEY]
        return self._key

    # ------------------------------------------------------------ finding notices
    def note_change(self, table: Table) -> None:
        """Record that this table changed. The start and the end of a game are detected here, because the later state
        does not show when they happened."""
        before, now = self._phases.get(table), pending.phase_of(table)
        self._phases[table] = now
        self.schedule_check(table.name)
        if before == "waiting" and now != "waiting":
            self._changed[table.name].add("start")
        if before in ("waiting", "running") and now == "over":
            self._changed[table.name].add("end")

    def schedule_check(self, name: str) -> None:
        """Record that this table has to be checked."""
        self._changed.setdefault(name, set())
        self._wake.set()

    async def _check_changed_tables(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(self.gather)
            self._wake.clear()
            changed, self._changed = self._changed, {}
            for name, changes in changed.items():
                await self._safely(self._check_table(name, changes), name)

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_INTERVAL)
            self.check_clocks()

    def check_clocks(self) -> None:
        """Schedule a check of the tables whose running clock has become low."""
        for name in [name for name, moment in self._low_times.items() if moment <= self.tables.now()]:
            del self._low_times[name]
            self.schedule_check(name)

    async def _check_table(self, name: str, changes: set[Change]) -> None:
        """Store the notices that this table needs now, and schedule them."""
        unsent = self._unsent.pop(name, [])
        table = await self._table(name)
        if table is None:
            return
        for notice in unsent:
            self._send_later(self.settings.notice_delay, name, notice)
        if "end" in changes:
            self._last_decisions.pop(name, None)
            await self.pending.finish(name)
        now = self.tables.now()
        current = {*pending.open_request(table), *pending.low_clock(table, now)}
        news = [notice for kind in sorted(changes) for notice in pending.notices_for_all(table, kind)]
        for notice in [*news, *sorted(current - self._current.get(table, set()))]:
            await self._schedule(table, notice, seen=pending.is_seen(table, notice))
        self._current[table] = current
        low_time = pending.low_clock_time(table)
        if low_time is not None and low_time > now:
            self._low_times[name] = low_time
        else:
            self._low_times.pop(name, None)
        await self._check_turn(table)

    async def _check_turn(self, table: Table) -> None:
        """Schedule a turn notice if the person to move does not look at the table. A person who saw the decision and
        then left gets no notice."""
        seat, name = waiting_seat(table), table.name
        if seat is None:
            return
        now, before = (seat, table.state.n), self._last_decisions.get(name)
        if audience_of(table).has_visible_page(seat):  # the usual case, so it is checked first
            return self._remember(name, now, seen=True)
        seen = before is not None and before == (now, True)
        if seen or before is None or before[0] != now:
            self._remember(name, now, seen=False)
            turn = turn_at(table, seat)
            if seen or self._turns.get(table) != turn:  # another decision in the same turn needs no notice
                self._turns[table] = turn
                await self._schedule(table, turn, seen)

    async def _schedule(self, table: Table, notice: Pending, seen: bool) -> None:
        """Store the notice if anybody has a channel for it. If `seen`, it is stored as sent; otherwise it is sent after
        `notice_delay` seconds."""
        if not await self._subscriptions(table, notice):
            return
        await self.pending.add(table.name, notice, seen)
        if not seen:
            self._send_later(self.settings.notice_delay, table.name, notice)

    def _in_memory(self, name: str) -> Table | None:
        """Return the table if it is in memory and loaded. Does not wait for a table that is being changed, because that
        would delay the notices of others."""
        table = self.tables.by_name.get(name)
        return table if table is not None and table.is_read() else None

    async def _table(self, name: str) -> Table | None:
        """Return the table, loaded if necessary; None if it does not exist."""
        try:
            return self._in_memory(name) or await self.tables.load(name)
        except Denied:
            return None

    def _remember(self, name: str, now: tuple[int, int], seen: bool) -> None:
        self._last_decisions[name] = now, seen
        self._last_decisions.move_to_end(name)
        if len(self._last_decisions) > MOST_DECISIONS:
            self._last_decisions.popitem(last=False)

    async def _subscriptions(self, table: Table, notice: Pending) -> list[Subscription]:
        """Return the channels for this notice: those of the person in the seat, and those of the table. The table's
        channels get turns and low clocks of every seat, and each other notice once (as EVERYBODY)."""
        keys = [key.token for key in table.state.keys.values() if key.seat == notice.seat]
        is_personal = notice.seat != EVERYBODY
        channels = await self.subscriptions.of_seat(table.name, keys) if is_personal else []
        if not is_personal or notice.kind in ("turn", "clock"):
            channels += await self.subscriptions.of("", table.name)
        return channels

    # ------------------------------------------------------------ sending
    def _send_later(self, seconds: float, name: str, notice: Pending) -> None:
        self._active += 1
        task = self.background.spawn("write a notice", self._wait_and_enqueue(seconds, name, notice))
        task.add_done_callback(self._end_task)

    def _end_task(self, _: asyncio.Task[None]) -> None:
        self._active -= 1

    async def _wait_and_enqueue(self, seconds: float, name: str, notice: Pending) -> None:
        await asyncio.sleep(seconds)
        await self._safely(self._enqueue(name, notice), name)

    async def _enqueue(self, name: str, notice: Pending) -> None:
        """Pass the notice to the outbox, unless the person has opened the table or the notice is no longer valid."""
        if notice.kind == "clock" and self._in_memory(name) is not None:
            await self.tables.load(name)  # corrects the clocks for the time in which no server ran
        table = await self._table(name)
        if table is None:
            return
        if not pending.is_valid(table, notice, self.tables.now()):
            if notice.kind in ("request", "start", "end"):  # unlike a turn or a clock it cannot become valid again
                await self.pending.claim(name, notice)
            return
        if not self.tables.peers.drives(name):
            if await self.pending.is_unsent(name, notice):  # the other server may have stopped by then
                self._send_later(max(1.0, self.settings.notice_delay), name, notice)
            return
        if not await self.pending.claim(name, notice) or pending.is_seen(table, notice):
            return
        for subscription in await self._subscriptions(table, notice):
            self.outbox.put(QueuedNotice(name, subscription, notice))

    async def _deliver(self, queued: QueuedNotice) -> Outcome | None:
        """Send a queued notice now. None if it is no longer needed or the channel was deleted."""
        table, notice = await self._table(queued.table), queued.pending
        if table is None or pending.is_seen(table, notice) or not pending.is_valid(table, notice, self.tables.now()):
            return None
        if not await self.subscriptions.exists(queued.subscription):
            return None
        return await self._send(notice_of(table, notice), queued.subscription)

    async def _safely(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run `work` for a table and log its errors, so that they do not stop the notices of other tables."""
        self._active += 1
        try:
            await work
        except SortilegeError as error:
            logger.warning("a notice of table %s could not be sent: %s", name, error)
        except Exception:
            logger.exception("a notice of table %s could not be sent", name)
        finally:
            self._active -= 1

    # ------------------------------------------------------------ one channel
    async def test(self, subscription: Subscription) -> Outcome:
        """Send a test notification at once and return the outcome."""
        if not self.settings.notices:
            return Outcome(False, say("notice_off"))
        if self._testing.locked():
            return Outcome(False, say("notice_busy"))
        async with self._testing:
            outcome = await self._send(TEST, subscription)
        metrics.NOTICES.add(way=subscription.kind, arrived="yes" if outcome.arrived else "no")
        return outcome

    async def _send(self, notice: Notice, subscription: Subscription) -> Outcome:
        """Send a notification to one channel. If a push service reports that the browser has unsubscribed, the
        subscription is deleted."""
        base = self.settings.public_address.rstrip("/") or subscription.origin
        link = f"{base}/me" if notice.is_test else f"{base}/t/{notice.table}"
        try:
            endpoint = parse_endpoint(subscription.address, self.settings)
        except Denied as error:
            return Outcome(False, error.text)
        if subscription.kind != "push":
            return await post(endpoint, *hook_payload(notice, subscription, link), self.settings)
        key = await self.key()
        if key is None:
            return Outcome(False, say("notice_no_push"))
        outcome = await post(endpoint, *push_payload(notice, subscription, link, endpoint, key, base), self.settings)
        if outcome.status in EXPIRED:
            with suppress(SortilegeError):
                await self.subscriptions.remove(subscription)
            return outcome._replace(
                words=say("notice_gone", host=endpoint.host, status=outcome.status), may_retry=False
            )
        return outcome._replace(words=say("notice_taken", host=endpoint.host)) if outcome.arrived else outcome


NoticesDep = NamedDependency[NotificationWatcher]


def notice_of(table: Table, notice: Pending) -> Notice:
    """Return the content of a notice: the game and the names at the table."""
    state = table.state
    names = state.names()
    by = names[state.request.by] if state.request is not None and notice.kind == "request" else ""
    name = "" if notice.seat == EVERYBODY else names.pop(notice.seat)
    return Notice(table.name, state.opened.game, name, names, notice.kind, by)
