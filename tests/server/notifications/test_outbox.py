"""Sending notices: a slow receiver delays nobody else, and has to wait longer and longer itself."""

import asyncio
import ipaddress
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sortilege.server.background import Background
from sortilege.server.notifications import addresses
from sortilege.server.notifications.delivery import Outcome
from sortilege.server.notifications.outbox import ATTEMPTS, MAX_OF_OWNER, SENDERS, SLOW_SENDERS, Outbox, QueuedNotice
from sortilege.server.notifications.pending import PendingNotice
from sortilege.server.notifications.subscriptions import Subscription
from sortilege.server.text import Text
from tests.server.notifications.test_watcher import ADA, BRUNO, KIND, game, server, tell, until_turn_of
from tests.server.receiver import receiving
from tests.server.server_fixture import PATIENCE, StoppedClock

NOWHERE = Text("", "")
ARRIVED, TIMED_OUT = Outcome(True, NOWHERE, 200), Outcome(False, NOWHERE, timed_out=True)


def letter(host: str, owner: str, hook: str = "") -> QueuedNotice:
    hook = hook or f"{host} {owner}"
    way = Subscription(hook, owner, "", "json", f"https://{host}/{hook}", "", "", "en", "", 0)
    return QueuedNotice("t", way, PendingNotice("turn", 0, 1))


class Sending:
    """An outbox with its own clock, whose deliveries the test ends by hand."""

    def __init__(self) -> None:
        self.background = Background()
        self.outbox = Outbox(self.background, self.deliver)
        self.held: list[tuple[QueuedNotice, asyncio.Future[Outcome | None]]] = []

    async def __aenter__(self) -> "Sending":
        self.background.keep("send notices", self.outbox.run)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.background.close()

    def deliver(self, notice: QueuedNotice) -> Awaitable[Outcome | None]:
        self.held.append((notice, asyncio.get_running_loop().create_future()))
        return self.held[-1][1]

    async def hosts(self) -> list[str]:
        """The hosts that are being called, once everything that may be sent now has been started."""
        self.outbox.wake()
        for _ in range(10):
            await asyncio.sleep(0)
        return sorted(notice.host for notice, _ in self.held)

    async def end(self, host: str, outcome: Outcome | None = ARRIVED) -> None:
        [notice] = [notice for notice in self.held if notice[0].host == host]
        self.held.remove(notice)
        notice[1].set_result(outcome)
        for _ in range(10):
            await asyncio.sleep(0)


async def test_several_notices_are_in_flight_but_not_without_bound() -> None:
    async with Sending() as sending:
        for k in range(SENDERS + 3):
            sending.outbox.put(letter(f"h{k:02}", f"p{k}"))
        assert await sending.hosts() == [f"h{k:02}" for k in range(SENDERS)]
        await sending.end("h03")
        assert f"h{SENDERS:02}" in await sending.hosts() and len(sending.held) == SENDERS


async def test_of_one_host_and_of_one_owner_one_notice_is_in_flight() -> None:
    async with Sending() as sending:
        for host, owner in (("a", "Ada"), ("a", "Bruno"), ("b", "Ada"), ("c", "Cleo")):
            sending.outbox.put(letter(host, owner))
        assert await sending.hosts() == ["a", "c"]
        await sending.end("a")
        assert await sending.hosts() == ["a", "b", "c"], "Bruno's at the same host, and Ada's at another"


async def test_a_hook_that_times_out_waits_longer_and_longer_until_it_answers(clock: StoppedClock) -> None:
    async with Sending() as sending:
        waits = []
        for _ in range(9):
            sending.outbox.put(letter("slow", "Ada"))
            begun = clock.seconds
            while not await sending.hosts() and clock.seconds - begun < 7200:
                clock.seconds += 30
            waits.append(clock.seconds - begun)
            await sending.end("slow", TIMED_OUT)
        assert waits == [0, 30, 60, 120, 240, 480, 960, 1920, 3600]
        clock.seconds += 3600
        sending.outbox.put(letter("slow", "Ada"))
        await sending.hosts()
        await sending.end("slow", ARRIVED)
        sending.outbox.put(letter("slow", "Ada"))
        assert await sending.hosts() == ["slow"], "it answered: it is sent to at once again"


async def test_another_hook_at_the_same_host_does_not_wait_for_one_that_timed_out() -> None:
    async with Sending() as sending:
        sending.outbox.put(letter("shared", "Ada"))
        await sending.hosts()
        await sending.end("shared", TIMED_OUT)
        sending.outbox.put(letter("shared", "Ada"))
        sending.outbox.put(letter("shared", "Bruno"))
        assert [notice.subscription.person for notice, _ in sending.held] == [] and await sending.hosts() == ["shared"]
        assert [notice.subscription.person for notice, _ in sending.held] == ["Bruno"]


async def test_hooks_that_timed_out_leave_half_of_the_senders_to_the_others(clock: StoppedClock) -> None:
    async with Sending() as sending:
        slow = [f"slow{k}" for k in range(SENDERS)]
        for host in slow:
            sending.outbox.put(letter(host, host))
        await sending.hosts()
        for host in slow:
            await sending.end(host, TIMED_OUT)
        clock.seconds += 30
        for host in slow:
            sending.outbox.put(letter(host, host))
        for k in range(SENDERS):
            sending.outbox.put(letter(f"good{k}", f"p{k}"))
        hosts = await sending.hosts()
        assert sum(host.startswith("slow") for host in hosts) == SLOW_SENDERS and len(hosts) == SENDERS


async def test_a_notification_that_certainly_did_not_arrive_is_retried_a_few_times(clock: StoppedClock) -> None:
    async with Sending() as sending:
        sending.outbox.put(letter("busy", "Ada"))
        for pause in (*sending.outbox.pauses, 0):
            assert await sending.hosts() == ["busy"]
            await sending.end("busy", Outcome(False, NOWHERE, 503, may_retry=True))
            assert await sending.hosts() == []
            clock.seconds += pause
        assert len(sending.outbox.pauses) + 1 == ATTEMPTS and len(sending.outbox) == 0


async def test_one_owner_does_not_fill_the_queue() -> None:
    async with Sending() as sending:
        for k in range(MAX_OF_OWNER + 10):
            sending.outbox.put(letter(f"h{k}", "Ada"))
        assert len(sending.outbox.waiting) == MAX_OF_OWNER
        sending.outbox.put(letter("b", "Bruno"))
        assert "b" in await sending.hosts()


async def test_an_error_of_one_notice_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    async with Sending() as sending:
        sending.outbox.put(letter("a", "Ada"))
        await sending.hosts()
        sending.held.pop()[1].set_exception(RuntimeError("unforeseen"))
        sending.outbox.put(letter("a", "Ada"))
        assert await sending.hosts() == ["a"]
        assert "unforeseen" in caplog.text


async def test_five_slow_hooks_delay_nobody_elses_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look_up(_: Any) -> list[Any]:
        return [ipaddress.ip_address("127.0.0.1")]

    monkeypatch.setattr(addresses, "look_up", look_up)
    patient = msgspec.structs.replace(KIND, notice_timeout=10 * PATIENCE)
    async with server(tmp_path, patient) as tables, receiving(0) as slow, receiving() as good:
        plays = [await game(tables) for _ in range(6)]
        for k, play in enumerate(plays[:5]):
            await tell(tables, play.bruno, f"http://slow{k}.example:{slow.port}/")
        await tell(tables, plays[5].bruno, f"http://good.example:{good.port}/")
        for play in plays[:5]:
            await until_turn_of(play.table, BRUNO)
        await slow.called(5)
        for times in (1, 2):
            await until_turn_of(plays[5].table, ADA)
            await until_turn_of(plays[5].table, BRUNO)
            await good.called(times)
        assert len(tables.notices.outbox.in_flight) >= 5, "the slow ones have not been given up yet"
