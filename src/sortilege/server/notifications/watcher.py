"""Decides which notices (notifications about a table) are sent: a person's turn, a low clock, a request that waits for
an answer, the start and the end of a game.

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
from sortilege.server.notifications.pending import EVERYBODY, PendingNotice, Phase, StoredNotices
from sortilege.server.notifications.subscriptions import Owner, Subscription, Subscriptions
from sortilege.server.store import key_values
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.table import Table
from sortilege.server.text import say

GATHER_SECONDS: Final = 0.5  # seconds between the first change and the check of all changed tables
CLOCK_INTERVAL: Final = 5.0  # seconds between two checks of the clocks
MAX_DECISIONS: Final = 20_000  # tables whose last decision is remembered
MAX_TESTS: Final = 4  # test notifications at the same time
KEY: Final = "notices/key"  # under which the store has the private key for push
EXPIRED: Final = (404, 410)  # the statuses that a push service returns when a browser has unsubscribed
Change = Literal["start", "end"]
Decision = tuple[int, int]  # the seat that decides, and the number of the decision in the log
logger = logging.getLogger("sortilege.server")


class NotificationWatcher:
    """Watches the tables of one application, and sends notices to people who do not have their table open."""

    def __init__(self, tables: TableRegistry) -> None:
        self.tables = tables
        self.settings = tables.settings
        self.background = tables.background
        self.subscriptions = Subscriptions(tables.store)
        self.stored_notices = StoredNotices(tables.store)
        self.outbox = Outbox(tables.background, self._deliver)
        self.gather = GATHER_SECONDS
        self._key = ""
        self._changed: dict[str, set[Change]] = {}  # tables to check, and which changes were detected
        self._wake = asyncio.Event()
        self._unsent: dict[str, list[PendingNotice]] = {}  # by table: stored before this server started
        self._phases: WeakKeyDictionary[Table, Phase] = WeakKeyDictionary()
        self._current: WeakKeyDictionary[Table, set[PendingNotice]] = WeakKeyDictionary()  # requests and low clocks
        # the notice of the last turn whose person did not have the table open
        self._turns: WeakKeyDictionary[Table, PendingNotice] = WeakKeyDictionary()
        self._low_times: dict[str, float] = {}  # by table: when its running clock becomes low
        # by table: the current decision, and whether its person has seen it
        self._last_decisions: OrderedDict[str, tuple[Decision, bool]] = OrderedDict()
        self._testing = asyncio.Semaphore(MAX_TESTS)
        self._active = 0  # checks and sends that are running

    # ------------------------------------------------------------ opening
    async def open(self) -> None:
        """Start the background loops that find and send notices. They run until the application closes."""
        if not self.settings.notices:
            return
        for name, unsent in await self.stored_notices.unsent():  # this server, or another, ended before it could send
            self._unsent.setdefault(name, []).append(unsent)
            self.schedule_check(name)
        self.background.keep("find notices", self._check_changed_tables)
        self.background.keep("find low clocks", self._watch_clocks)
        self.background.keep("send notices", self.outbox.run)

    def waiting(self) -> int:
        """Return the number of tables to check plus the number of notices to send, for the metrics."""
        return len(self._changed) + self._active + len(self.outbox)

    async def key(self) -> str | None:
        """Return the server's private key for push, created on first use; None if push is not available."""
        if not self.settings.notices or not web_push.available():
            return None
        if not self._key:
            await key_values.put_if_absent(self.tables.store, KEY, web_push.new_key())
            self._key = (await key_values.find_by_prefix(self.tables.store, KEY))[KEY]
        return self._key

    # ------------------------------------------------------------ finding notices
    def note_change(self, table: Table) -> None:
        """Record that this table changed, and whether its game started or ended, because a later check sees only the
        new state."""
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
        for name in [name for name, low_time in self._low_times.items() if low_time <= self.tables.now()]:
            del self._low_times[name]
            self.schedule_check(name)

    async def _check_table(self, name: str, changes: set[Change]) -> None:
        """Store and schedule the notices that this table needs now and did not need at its last check."""
        unsent = self._unsent.pop(name, [])
        table = await self._table(name)
        if table is None:
            return
        for notice in unsent:
            self._send_later(self.settings.notice_delay, name, notice)
        if "end" in changes:
            self._last_decisions.pop(name, None)
            await self.stored_notices.finish(name)
        now = self.tables.now()
        current = {*pending.open_request(table), *pending.low_clock(table, now)}
        announcements = [notice for kind in sorted(changes) for notice in pending.notices_for_all(table, kind)]
        new = sorted(current - self._current.get(table, set()))
        for notice in [*announcements, *new]:
            await self._schedule(table, notice, seen=pending.is_seen(table, notice))
        self._current[table] = current
        low_time = pending.low_clock_time(table)
        if low_time is not None and low_time > now:
            self._low_times[name] = low_time
        else:
            self._low_times.pop(name, None)
        await self._check_turn(table)

    async def _check_turn(self, table: Table) -> None:
        """Schedule a notice for the person whose turn it is, unless they have the table open in a visible page.

        If they had it open when it became their turn and closed it then, no notice is sent. Several decisions in one
        turn cause only one notice."""
        seat = pending.waiting_seat(table)
        if seat is None:
            return
        decision = (seat, table.state.step_number)
        if audience_of(table).has_visible_page(seat):  # the usual case, so it is checked first
            return self._remember(table.name, decision, seen=True)
        last_decision, was_seen = self._last_decisions.get(table.name, (None, False))
        is_known = last_decision == decision
        if is_known and not was_seen:
            return  # an earlier call has scheduled the notice
        has_left = is_known and was_seen
        self._remember(table.name, decision, seen=False)
        turn = pending.turn_notice(table, seat)
        if has_left or self._turns.get(table) != turn:  # another decision in the same turn needs no notice
            self._turns[table] = turn
            await self._schedule(table, turn, seen=has_left)

    async def _schedule(self, table: Table, notice: PendingNotice, seen: bool) -> None:
        """Store a notice and send it after `notice_delay` seconds; do nothing if nobody has a channel for it. With
        `seen` the person has already seen the table: then the notice is stored as sent, so that no server sends it."""
        if not await self._subscriptions(table, notice):
            return
        await self.stored_notices.add(table.name, notice, seen)
        if not seen:
            self._send_later(self.settings.notice_delay, table.name, notice)

    def _in_memory(self, name: str) -> Table | None:
        """Return the table if it is loaded, without waiting for its lock, which would delay other notices."""
        table = self.tables.by_name.get(name)
        return table if table is not None and table.is_read() else None

    async def _table(self, name: str) -> Table | None:
        """Return the table with this name, loaded if necessary. Return None if there is none."""
        try:
            return self._in_memory(name) or await self.tables.load(name)
        except Denied:
            return None

    def _remember(self, name: str, decision: Decision, seen: bool) -> None:
        self._last_decisions[name] = decision, seen
        self._last_decisions.move_to_end(name)
        if len(self._last_decisions) > MAX_DECISIONS:
            self._last_decisions.popitem(last=False)

    async def _subscriptions(self, table: Table, notice: PendingNotice) -> list[Subscription]:
        """Return the channels that get this notice. A notice for one seat goes to the channels of its person, and a
        notice for EVERYBODY goes to the channels of the table. The channels of the table also get the notices of turns
        and low clocks of all seats."""
        channels: list[Subscription] = []
        if notice.seat != EVERYBODY:
            tokens = [key.token for key in table.state.keys.values() if key.seat == notice.seat]
            channels += await self.subscriptions.of_seat(table.name, tokens)
        if notice.seat == EVERYBODY or notice.kind in ("turn", "clock"):
            channels += await self.subscriptions.of_owner(Owner(table=table.name))
        return channels

    # ------------------------------------------------------------ sending
    def _send_later(self, seconds: float, name: str, notice: PendingNotice) -> None:
        self._active += 1
        task = self.background.spawn("write a notice", self._wait_and_enqueue(seconds, name, notice))
        task.add_done_callback(self._end_task)

    def _end_task(self, _: asyncio.Task[None]) -> None:
        self._active -= 1

    async def _wait_and_enqueue(self, seconds: float, name: str, notice: PendingNotice) -> None:
        await asyncio.sleep(seconds)
        await self._safely(self._enqueue(name, notice), name)

    async def _enqueue(self, name: str, notice: PendingNotice) -> None:
        """Pass the notice to the outbox, which sends it. Drop the notice instead if it is no longer true, or if
        everybody has the table open. If another server has to send it, check again later, because that server may
        stop."""
        if notice.kind == "clock" and self._in_memory(name) is not None:
            await self.tables.load(name)  # corrects the clocks for the time in which no server ran
        table = await self._table(name)
        if table is None:
            return
        if not pending.is_valid(table, notice, self.tables.now()):
            if notice.kind in ("request", "start", "end"):  # unlike a turn or a clock it cannot become valid again
                await self.stored_notices.claim(name, notice)
            return
        if not self.tables.peers.drives(name):
            if await self.stored_notices.is_unsent(name, notice):  # the other server may have stopped by then
                self._send_later(max(1.0, self.settings.notice_delay), name, notice)
            return
        if not await self.stored_notices.claim(name, notice) or pending.is_seen(table, notice):
            return
        for subscription in await self._subscriptions(table, notice):
            self.outbox.put(QueuedNotice(name, subscription, notice))

    async def _deliver(self, queued: QueuedNotice) -> Outcome | None:
        """Send a queued notice now. Return None if it is no longer needed or its channel was deleted."""
        table, notice = await self._table(queued.table), queued.notice
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
        """Send a notification to one channel and return the outcome."""
        server = self.settings.public_address.rstrip("/") or subscription.origin
        link = f"{server}/me" if notice.is_test else f"{server}/t/{notice.table}"
        try:
            endpoint = parse_endpoint(subscription.address, self.settings)
        except Denied as error:
            return Outcome(False, error.text)
        if subscription.kind != "push":
            return await post(endpoint, *hook_payload(notice, subscription, link), self.settings)
        key = await self.key()
        if key is None:
            return Outcome(False, say("notice_no_push"))
        outcome = await post(endpoint, *push_payload(notice, subscription, link, endpoint, key, server), self.settings)
        if outcome.status in EXPIRED:  # the browser has unsubscribed
            with suppress(SortilegeError):
                await self.subscriptions.remove(subscription)
            return outcome._replace(
                words=say("notice_gone", host=endpoint.host, status=outcome.status), may_retry=False
            )
        return outcome._replace(words=say("notice_taken", host=endpoint.host)) if outcome.arrived else outcome


NoticesDep = NamedDependency[NotificationWatcher]


def notice_of(table: Table, notice: PendingNotice) -> Notice:
    """Return the content of a notice: the game and the names at the table."""
    state = table.state
    names = state.names()
    by = names[state.request.by] if state.request is not None and notice.kind == "request" else ""
    name = "" if notice.seat == EVERYBODY else names[notice.seat]
    rivals = [other_name for seat, other_name in enumerate(names) if seat != notice.seat]
    return Notice(table.name, state.opened.game, name, rivals, notice.kind, by)
