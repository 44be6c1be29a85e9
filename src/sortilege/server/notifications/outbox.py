"""Sends notices (notifications about a table), several at once, so that a slow receiver does not delay other notices.

1. At most SENDERS notices are sent at the same time, and at most one per host and one per owner (a person or a table).
2. A channel that timed out has to wait before its next notice, twice as long after every further timeout. Channels that
   timed out last time use at most half of the senders.
3. A notice that certainly did not arrive is sent again after a pause, ATTEMPTS times in all.
4. At most MAX_WAITING notices wait, and MAX_OF_OWNER of one owner. Further notices are dropped and counted.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from sortilege.core.errors import SortilegeError
from sortilege.server import metrics, runtime
from sortilege.server.background import Background
from sortilege.server.notifications.delivery import Outcome
from sortilege.server.notifications.pending import PendingNotice
from sortilege.server.notifications.subscriptions import Subscription

SENDERS: Final = 8
SLOW_SENDERS: Final = SENDERS // 2
MAX_WAITING: Final = 1000
MAX_OF_OWNER: Final = 50
ATTEMPTS: Final = 4
PAUSES: Final = (5.0, 30.0, 120.0)  # seconds before the second, third and fourth attempt
FIRST_BACK_OFF, LONGEST_BACK_OFF = 30.0, 3600.0  # seconds after a timeout
MAX_TIMEOUTS: Final = 10_000  # channels whose timeouts are remembered
logger = logging.getLogger("sortilege.server")


class QueuedNotice(NamedTuple):
    """A notice that waits to be sent to one subscriber. Its text is written only when it is sent, so that the text
    cannot contain a name that was deleted in the meantime."""

    table: str
    subscription: Subscription
    notice: PendingNotice
    attempt: int = 1  # the number of the next attempt to send it
    not_before: float = 0.0  # the earliest time of that attempt, on the monotonic clock

    @property
    def host(self) -> str:
        """The host name in the address of the subscription."""
        return urlsplit(self.subscription.address).hostname or ""


class Timeouts(NamedTuple):
    """The number of notices to one subscriber that timed out in succession, and when the next one may be sent."""

    in_succession: int = 0
    wait_until: float = 0.0  # on the monotonic clock


class Outbox:
    """The queue of notices that wait to be sent. It sends each of them with the function `deliver`, which returns None
    if the notice is no longer needed."""

    def __init__(self, background: Background, deliver: Callable[[QueuedNotice], Awaitable[Outcome | None]]) -> None:
        self.background = background
        self.deliver = deliver
        self.pauses = PAUSES
        self.waiting: list[QueuedNotice] = []
        self.in_flight: list[QueuedNotice] = []
        self.timeouts: OrderedDict[str, Timeouts] = OrderedDict()  # by id of the subscription
        self._wake = asyncio.Event()

    def __len__(self) -> int:
        return len(self.waiting) + len(self.in_flight)

    def put(self, queued: QueuedNotice) -> None:
        """Add a notice to the queue, or drop it if too many are waiting, in total or for its owner."""
        owner = queued.subscription.owner
        waiting_of_owner = sum(other.subscription.owner == owner for other in self.waiting)
        if len(self.waiting) >= MAX_WAITING or waiting_of_owner >= MAX_OF_OWNER:
            metrics.NOTICES.add(way=queued.subscription.kind, arrived="no")
            logger.error("too many notices are waiting: one of table %s is dropped", queued.table)
            return
        self.waiting.append(queued)
        self.wake()

    def wake(self) -> None:
        """Let `run` check again which notices may be sent."""
        self._wake.set()

    async def run(self) -> None:
        """Send notices as they become ready, for as long as the application is open."""
        while True:
            self._wake.clear()
            now = runtime.monotonic()
            while (queued := self._next_to_send(now)) is not None:
                self.waiting.remove(queued)
                self.in_flight.append(queued)
                self.background.spawn("send a notice", self._send(queued))
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds_to_next(now)):
                    await self._wake.wait()

    def _next_to_send(self, now: float) -> QueuedNotice | None:
        """Return the first waiting notice that can be sent at the time `now`, or None.

        At any moment, at most one notice is being sent to each host, and at most one for each person or table. At most
        SLOW_SENDERS notices are being sent to subscribers whose last notice timed out."""
        if len(self.in_flight) >= SENDERS:
            return None
        busy_hosts = {queued.host for queued in self.in_flight}
        busy_owners = {queued.subscription.owner for queued in self.in_flight}
        slow_in_flight = sum(self._timed_out(queued) for queued in self.in_flight)
        for queued in self.waiting:
            is_busy = queued.host in busy_hosts or queued.subscription.owner in busy_owners
            must_wait = slow_in_flight >= SLOW_SENDERS and self._timed_out(queued)
            if not is_busy and not must_wait and self._ready_at(queued) <= now:
                return queued
        return None

    def _timed_out(self, queued: QueuedNotice) -> bool:
        return queued.subscription.id in self.timeouts

    def _ready_at(self, queued: QueuedNotice) -> float:
        return max(queued.not_before, self.timeouts.get(queued.subscription.id, Timeouts()).wait_until)

    def _seconds_to_next(self, now: float) -> float | None:
        """Return the seconds until another notice becomes ready. None if all waiting notices are ready."""
        ready_times = [self._ready_at(queued) for queued in self.waiting]
        return min((ready_at - now for ready_at in ready_times if ready_at > now), default=None)

    async def _send(self, queued: QueuedNotice) -> None:
        try:
            outcome = await self.deliver(queued)
            if outcome is not None:
                self._conclude(queued, outcome)
        except SortilegeError as error:
            logger.warning("a notice of table %s could not be sent: %s", queued.table, error)
        finally:
            self.in_flight.remove(queued)
            self.wake()

    def _conclude(self, queued: QueuedNotice, outcome: Outcome) -> None:
        metrics.NOTICES.add(way=queued.subscription.kind, arrived="yes" if outcome.arrived else "no")
        self._record_timeout(queued.subscription.id, outcome.timed_out)
        if outcome.may_retry and queued.attempt < ATTEMPTS:
            not_before = runtime.monotonic() + self.pauses[queued.attempt - 1]
            self.put(queued._replace(attempt=queued.attempt + 1, not_before=not_before))
        elif not outcome.arrived:
            logger.warning("a notice of table %s did not arrive: %s", queued.table, outcome.words.en)

    def _record_timeout(self, subscription: str, timed_out: bool) -> None:
        earlier = self.timeouts.pop(subscription, Timeouts())
        if timed_out:
            seconds = min(LONGEST_BACK_OFF, FIRST_BACK_OFF * 2**earlier.in_succession)
            self.timeouts[subscription] = Timeouts(earlier.in_succession + 1, runtime.monotonic() + seconds)
        if len(self.timeouts) > MAX_TIMEOUTS:
            self.timeouts.popitem(last=False)
