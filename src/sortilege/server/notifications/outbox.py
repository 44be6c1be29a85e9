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
    """A notice that waits to be sent to one channel. The text is built only when the notice is sent, so that it cannot
    contain a name that was deleted in the meantime."""

    table: str
    subscription: Subscription
    notice: PendingNotice
    attempt: int = 1
    not_before: float = 0.0  # on the monotonic clock

    @property
    def host(self) -> str:
        """The host name of the channel's address."""
        return urlsplit(self.subscription.address).hostname or ""


class Timeouts(NamedTuple):
    """How many notices to a channel timed out since one last arrived there, and until when the channel has to wait."""

    times: int = 0
    wait_until: float = 0.0  # on the monotonic clock: when the next notice may be sent


class Outbox:
    """The queue of notices. It sends a notice with `deliver`, which returns None if the notice is no longer needed."""

    def __init__(self, background: Background, deliver: Callable[[QueuedNotice], Awaitable[Outcome | None]]) -> None:
        self.background = background
        self.deliver = deliver
        self.pauses = PAUSES
        self.waiting: list[QueuedNotice] = []
        self.in_flight: list[QueuedNotice] = []
        self.timeouts: OrderedDict[str, Timeouts] = OrderedDict()  # by id of the channel
        self._wake = asyncio.Event()

    def __len__(self) -> int:
        return len(self.waiting) + len(self.in_flight)

    def put(self, queued: QueuedNotice) -> None:
        """Add a notice to the queue, or drop it if too many are waiting."""
        owner = queued.subscription.owner
        count_of_owner = sum(other.subscription.owner == owner for other in self.waiting)
        if len(self.waiting) >= MAX_WAITING or count_of_owner >= MAX_OF_OWNER:
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
            while (queued := self._next(now)) is not None:
                self.waiting.remove(queued)
                self.in_flight.append(queued)
                self.background.spawn("send a notice", self._send(queued))
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds_to_next(now)):
                    await self._wake.wait()

    def _next(self, now: float) -> QueuedNotice | None:
        """Return the first waiting notice that may be sent at the time `now`, or None. At most one notice per host and
        per owner is sent at a time. Notices to channels that timed out before may use only half of the senders."""
        if len(self.in_flight) >= SENDERS:
            return None
        hosts = {queued.host for queued in self.in_flight}
        owners = {queued.subscription.owner for queued in self.in_flight}
        all_slow_senders_busy = sum(self._timed_out(queued) for queued in self.in_flight) >= SLOW_SENDERS
        for queued in self.waiting:
            if queued.host in hosts or queued.subscription.owner in owners or self._ready_at(queued) > now:
                continue
            if not (all_slow_senders_busy and self._timed_out(queued)):
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
        before = self.timeouts.pop(subscription, Timeouts())
        if timed_out:
            seconds = min(LONGEST_BACK_OFF, FIRST_BACK_OFF * 2**before.times)
            self.timeouts[subscription] = Timeouts(before.times + 1, runtime.monotonic() + seconds)
        if len(self.timeouts) > MAX_TIMEOUTS:
            self.timeouts.popitem(last=False)
