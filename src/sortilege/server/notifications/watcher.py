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
from sortilege.server.text import sentence

GATHER_SECONDS: Final = 0.5  # seconds between the first change and the check of all changed tables
CLOCK_INTERVAL: Final = 5.0  # seconds between two checks of the clocks
MIN_RECHECK_SECONDS: Final = 1.0  # pause before it is checked again whether another server has sent a notice
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
        self._push_key = ""  # the private key; "" until it is read from the store
        self._tables_to_check: dict[str, set[Change]] = {}  # by name of the table: the changes since its last check
        self._wake = asyncio.Event()
        # What is known of each table, by name or by table:
        self._unsent_at_start: dict[str, list[PendingNotice]] = {}
        self._phases: WeakKeyDictionary[Table, Phase] = WeakKeyDictionary()
        self._requests_and_clocks: WeakKeyDictionary[Table, set[PendingNotice]] = WeakKeyDictionary()  # at last check
        self._turn_notices: WeakKeyDictionary[Table, PendingNotice] = WeakKeyDictionary()  # the last one scheduled
        self._low_clock_times: dict[str, float] = {}  # when the running clock will become low
        self._last_decisions: OrderedDict[str, tuple[Decision, bool]] = OrderedDict()  # and whether its person saw it
        self._running_tests = asyncio.Semaphore(MAX_TESTS)
        self._active = 0  # the number of checks and of delayed notices

    # ------------------------------------------------------------ opening
    async def open(self) -> None:
        """Start the background loops that find and send notices. They run until the application closes."""
        if not self.settings.notices:
            return
        for name, notice in await self.stored_notices.unsent():  # a server stopped before it could send them
            self._unsent_at_start.setdefault(name, []).append(notice)
            self.schedule_check(name)
        self.background.keep("find notices", self._check_changed_tables)
        self.background.keep("find low clocks", self._watch_clocks)
        self.background.keep("send notices", self.outbox.run)

    def waiting(self) -> int:
        """Return the number of tables to check plus the number of notices to send, for the metrics."""
        return len(self._tables_to_check) + self._active + len(self.outbox)

    async def key(self) -> str | None:
        """Return the server's private key for push notifications (created once); None if push is not available."""
        if not self.settings.notices or not web_push.available():
            return None
        if not self._push_key:
            await key_values.put_if_absent(self.tables.store, KEY, web_push.new_key())
            stored = await key_values.find_by_prefix(self.tables.store, KEY)
            self._push_key = stored[KEY]
        return self._push_key

    # ------------------------------------------------------------ finding notices
    def note_change(self, table: Table) -> None:
        """Schedule a check of a table that changed. Record whether its game started or ended, because the check sees
        only the state after the change."""
        old_phase, new_phase = self._phases.get(table), pending.phase_of(table)
        self._phases[table] = new_phase
        self.schedule_check(table.name)
        if old_phase == "waiting" and new_phase != "waiting":
            self._tables_to_check[table.name].add("start")
        if old_phase in ("waiting", "running") and new_phase == "over":
            self._tables_to_check[table.name].add("end")

    def schedule_check(self, name: str) -> None:
        """Record that the table with this name has to be checked for new notices."""
        self._tables_to_check.setdefault(name, set())
        self._wake.set()

    async def _check_changed_tables(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(self.gather)
            self._wake.clear()
            tables_to_check, self._tables_to_check = self._tables_to_check, {}
            for name, changes in tables_to_check.items():
                await self._log_errors(name, self._check_table(name, changes))

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_INTERVAL)
            self.check_clocks()

    def check_clocks(self) -> None:
        """Schedule a check of the tables whose running clock has become low."""
        now = self.tables.now()
        for name, low_time in list(self._low_clock_times.items()):
            if low_time <= now:
                del self._low_clock_times[name]
                self.schedule_check(name)

    async def _check_table(self, name: str, changes: set[Change]) -> None:
        """Schedule the notices that a table needs since its last check. `changes`: how its phase changed since then."""
        unsent = self._unsent_at_start.pop(name, [])
        table = await self._table(name)
        if table is None:
            return
        for notice in unsent:
            self._send_later(self.settings.notice_delay, name, notice)
        if "end" in changes:
            self._last_decisions.pop(name, None)
            await self.stored_notices.finish(name)
        for change in sorted(changes):
            await self._schedule_all(table, pending.notices_for_all(table, change))
        await self._check_request_and_clock(table)
        await self._check_turn(table)

    async def _check_request_and_clock(self, table: Table) -> None:
        """Schedule the notices of a new request and of a clock that has become low. Record when the running clock will
        become low, if it is not low yet."""
        now = self.tables.now()
        notices = {*pending.request_notices(table), *pending.low_clock_notices(table, now)}
        known_notices = self._requests_and_clocks.get(table, set())
        await self._schedule_all(table, sorted(notices - known_notices))
        self._requests_and_clocks[table] = notices
        low_time = pending.low_clock_time(table)
        if low_time is not None and low_time > now:
            self._low_clock_times[table.name] = low_time
        else:
            self._low_clock_times.pop(table.name, None)

    async def _check_turn(self, table: Table) -> None:
        """Schedule a notice for the person whose turn it is. No notice is sent if they have the table open in a visible
        page, or had it open since their turn began. A turn with several decisions needs only one notice."""
        seat = pending.awaited_seat(table)
        if seat is None:
            return
        decision = (seat, table.state.step_number)
        if audience_of(table).has_visible_page(seat):  # the usual case, so it is checked first
            return self._remember(table.name, decision, seen=True)
        last_decision, was_seen = self._last_decisions.get(table.name, (None, False))
        is_new_decision = decision != last_decision
        if not is_new_decision and not was_seen:
            return  # an earlier call has scheduled the notice
        self._remember(table.name, decision, seen=False)
        turn_notice = pending.turn_notice(table, seat)
        is_new_turn = self._turn_notices.get(table) != turn_notice
        if is_new_decision and not is_new_turn:
            return
        self._turn_notices[table] = turn_notice
        page_was_closed = not is_new_decision
        await self._schedule(table, turn_notice, seen=page_was_closed)

    async def _schedule_all(self, table: Table, notices: list[PendingNotice]) -> None:
        for notice in notices:
            await self._schedule(table, notice, seen=pending.is_seen(table, notice))

    async def _schedule(self, table: Table, notice: PendingNotice, seen: bool) -> None:
        """Store a notice, and send it after `notice_delay` seconds. Do nothing if nobody has subscribed to it. `seen`:
        the person has already seen the table, so the notice is stored as sent, and no server sends it."""
        if not await self._subscriptions(table, notice):
            return
        await self.stored_notices.add(table.name, notice, seen)
        if not seen:
            self._send_later(self.settings.notice_delay, table.name, notice)

    def _loaded_table(self, name: str) -> Table | None:
        """Return the table with this name, or None if it is not in memory. Unlike `_table`, this never waits."""
        table = self.tables.by_name.get(name)
        return table if table is not None and table.is_read() else None

    async def _table(self, name: str) -> Table | None:
        """Return the table with this name, and load it if it is not in memory. Return None if it cannot be loaded."""
        try:
            return self._loaded_table(name) or await self.tables.load(name)
        except Denied:
            return None

    def _remember(self, name: str, decision: Decision, seen: bool) -> None:
        self._last_decisions[name] = decision, seen
        self._last_decisions.move_to_end(name)
        if len(self._last_decisions) > MAX_DECISIONS:
            self._last_decisions.popitem(last=False)

    async def _subscriptions(self, table: Table, notice: PendingNotice) -> list[Subscription]:
        """Return the subscriptions to this notice. A notice for one seat goes to the person in the seat. The table's
        own subscriptions get the notices for EVERYBODY, and those of turns and low clocks of all seats."""
        subscriptions: list[Subscription] = []
        if notice.seat != EVERYBODY:
            tokens = [key.token for key in table.state.keys.values() if key.seat == notice.seat]
            subscriptions += await self.subscriptions.of_seat(table.name, tokens)
        if notice.seat == EVERYBODY or notice.kind in ("turn", "clock"):
            subscriptions += await self.subscriptions.of_owner(Owner(table=table.name))
        return subscriptions

    # ------------------------------------------------------------ sending
    def _send_later(self, seconds: float, name: str, notice: PendingNotice) -> None:
        self._active += 1
        task = self.background.spawn("write a notice", self._wait_and_send(seconds, name, notice))
        task.add_done_callback(self._end_task)

    def _end_task(self, _: asyncio.Task[None]) -> None:
        self._active -= 1

    async def _wait_and_send(self, seconds: float, name: str, notice: PendingNotice) -> None:
        await asyncio.sleep(seconds)
        await self._log_errors(name, self._send_or_drop(name, notice))

    async def _send_or_drop(self, name: str, notice: PendingNotice) -> None:
        """Put a notice of the table with this name into the outbox, which sends it. Drop a notice that is no longer
        true. Leave the notice to another server if that server moves the bots of the table."""
        if notice.kind == "clock" and self._loaded_table(name) is not None:
            await self.tables.load(name)  # corrects the clocks for the time in which no server ran
        table = await self._table(name)
        if table is None:
            return
        if not pending.is_valid(table, notice, self.tables.now()):
            can_become_valid_again = notice.kind in ("turn", "clock")
            if not can_become_valid_again:
                await self.stored_notices.claim(name, notice)
        elif self.tables.peers.plays_bots(name):
            await self._claim_and_send(table, notice)
        elif await self.stored_notices.is_unsent(name, notice):  # check again later: the other server may stop
            self._send_later(max(MIN_RECHECK_SECONDS, self.settings.notice_delay), name, notice)

    async def _claim_and_send(self, table: Table, notice: PendingNotice) -> None:
        """Put a notice into the outbox for each subscription, unless another server has claimed the notice or everybody
        whom it is for has the table open."""
        is_claimed = await self.stored_notices.claim(table.name, notice)
        if not is_claimed or pending.is_seen(table, notice):
            return
        for subscription in await self._subscriptions(table, notice):
            self.outbox.put(QueuedNotice(table.name, subscription, notice))

    async def _deliver(self, queued: QueuedNotice) -> Outcome | None:
        """Send a queued notice now and return the outcome. Return None without sending if the notice is no longer
        needed or its subscription was deleted."""
        table = await self._table(queued.table)
        if table is None or pending.is_seen(table, queued.notice):
            return None
        if not pending.is_valid(table, queued.notice, self.tables.now()):
            return None
        if not await self.subscriptions.exists(queued.subscription):
            return None
        return await self._send(notice_of(table, queued.notice), queued.subscription)

    async def _log_errors(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` for the table with this name. Log its errors, so that other tables still get their notices."""
        self._active += 1
        try:
            await work
        except SortilegeError as error:
            logger.warning("a notice of table %s could not be sent: %s", name, error)
        except Exception:
            logger.exception("a notice of table %s could not be sent", name)
        finally:
            self._active -= 1

    # ------------------------------------------------------------ one subscription
    async def test(self, subscription: Subscription) -> Outcome:
        """Send a test notification at once and return the outcome."""
        if not self.settings.notices:
            return Outcome(arrived=False, words=sentence("notice_off"))
        if self._running_tests.locked():
            return Outcome(arrived=False, words=sentence("notice_busy"))
        async with self._running_tests:
            outcome = await self._send(TEST, subscription)
        metrics.NOTICES.add(way=subscription.kind, arrived="yes" if outcome.arrived else "no")
        return outcome

    async def _send(self, notice: Notice, subscription: Subscription) -> Outcome:
        """Send a notification to one browser or webhook and return the outcome."""
        server = self.settings.public_address.rstrip("/") or subscription.origin
        link = f"{server}/me" if notice.is_test else f"{server}/t/{notice.table}"
        try:
            endpoint = parse_endpoint(subscription.address, self.settings)
        except Denied as error:
            return Outcome(arrived=False, words=error.text)
        if subscription.kind != "push":
            return await post(endpoint, *hook_payload(notice, subscription, link), self.settings)
        key = await self.key()
        if key is None:
            return Outcome(arrived=False, words=sentence("notice_no_push"))
        payload = push_payload(notice, subscription, link, endpoint, key, server)
        return await self._push_outcome(await post(endpoint, *payload, self.settings), endpoint.host, subscription)

    async def _push_outcome(self, outcome: Outcome, host: str, subscription: Subscription) -> Outcome:
        """Return the outcome of a request to the push service at `host`, with a sentence about push. If the browser has
        unsubscribed there, delete its subscription."""
        if outcome.status in EXPIRED:
            with suppress(SortilegeError):
                await self.subscriptions.remove(subscription)
            return outcome._replace(words=sentence("notice_gone", host=host, status=outcome.status), may_retry=False)
        if outcome.arrived:
            return outcome._replace(words=sentence("notice_taken", host=host))
        return outcome


NoticesDep = NamedDependency[NotificationWatcher]


def notice_of(table: Table, notice: PendingNotice) -> Notice:
    """Return the content of a notice of this table, which consists of the game and the names of the players."""
    request, names = table.state.request, table.state.names()
    return Notice(
        table=table.name,
        game=table.state.opened.game,
        name="" if notice.seat == EVERYBODY else names[notice.seat],
        rivals=[name for seat, name in enumerate(names) if seat != notice.seat],
        event=notice.kind,
        requester=names[request.by] if request is not None and notice.kind == "request" else "",
    )
