"""Servers that share a PostgreSQL: what the players of one see of the other, and how late. Where a test needs no real
processes, both kinds of store are tried."""

import asyncio
import random
import re
import statistics
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from sortilege.server.application import Application
from sortilege.server.store import Store
from tests.reliability.servers import Server
from tests.server.postgres import programs
from tests.server.server_fixture import FRIEND, ME, PATIENCE, caller, new_table, place, serving, sit, waits_for_person

needs_postgres = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
MOVES = 24


async def notifications(server: str, direction: str) -> int:
    """How many a server has sent or received, by its metrics."""
    async with caller(server) as client:
        page = (await client.get("/metrics")).text
    match = re.search(rf'^sortilege_store_notifications_total{{direction="{direction}"}} (\d+)$', page, re.MULTILINE)
    return int(match.group(1)) if match else 0


async def wait_until_received(*servers: str) -> None:
    """Wait until each server has received every notification that any of them sent, its own included."""
    async with asyncio.timeout(PATIENCE):
        for server in servers:
            while await notifications(server, "received") < sum([await notifications(one, "sent") for one in servers]):
                await asyncio.sleep(0.01)


# ---------------------------------------------------------------- real processes
@needs_postgres
async def test_a_move_reaches_the_players_of_another_server_by_notification(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    servers = [Server(tmp_path / name, database) for name in ("one", "two")]
    rng, late = random.Random(3), []
    try:
        for server in servers:
            await server.start()
        one, two = (server.address for server in servers)
        created = await new_table(one, ME, FRIEND)
        friend = await sit(two, created, "Bo")
        async with (
            place(one, created["table"], created["token"]) as ada,
            place(two, created["table"], friend["token"]) as bo,
        ):
            for _ in range(MOVES):
                for player in (ada, bo):
                    await player.until(waits_for_person)
                mover, other, hears = (ada, bo, two) if ada.now["legal"] else (bo, ada, one)
                n, before = mover.now["n"], await notifications(hears, "received")
                await mover.step(rng.choice(mover.now["legal"]))
                seen = time.perf_counter()
                await other.past(n)
                late.append(time.perf_counter() - seen)
                async with asyncio.timeout(PATIENCE):
                    while await notifications(hears, "received") == before:
                        await asyncio.sleep(0.01)
        assert await notifications(one, "sent") > 0 and await notifications(two, "sent") > 0
        await wait_until_received(one, two)
    finally:
        for server in servers:
            await server.kill()
    with capsys.disabled():
        middle, last = statistics.median(late) * 1000, max(late) * 1000
        print(f"\n{MOVES} moves seen at the other server {middle:.0f} ms later (median), at most {last:.0f} ms later")


# ---------------------------------------------------------------- a server that has not heard yet
@pytest.fixture
def without_notifications(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server hears what another one wrote, as in the moment before a notice arrives."""
    monkeypatch.setattr(Application, "_on_write", lambda *_: None)


@pytest.mark.usefixtures("without_notifications")
async def test_n_does_not_go_down_for_a_client_that_goes_to_another_server(new_store: Callable[[], Store]) -> None:
    async with AsyncExitStack() as stack:
        here, there = [await stack.enter_async_context(serving(new_store())) for _ in range(2)]
        created = await new_table(here, ME, FRIEND, options={"first": 0})
        await sit(here, created, "Bo")
        async with place(there, created["table"], created["token"]) as early:
            assert early.now["n"] == 0
        async with place(here, created["table"], created["token"]) as ada:
            await ada.step(ada.now["legal"][0])
            seen = ada.now
        async with place(there, created["table"], created["token"]) as reconnected:
            assert (reconnected.now["n"], reconnected.now["view"]) == (seen["n"], seen["view"])
        async with caller(there) as client:
            who = {"authorization": f"Bearer {created['token']}"}
            assert (await client.get(f"/api/tables/{created['table']}", headers=who)).json()["n"] == seen["n"]


@pytest.mark.usefixtures("without_notifications")
async def test_who_has_just_sat_down_is_known_at_every_server(new_store: Callable[[], Store]) -> None:
    async with AsyncExitStack() as stack:
        here, there = [await stack.enter_async_context(serving(new_store())) for _ in range(2)]
        created = await new_table(here, ME, FRIEND)
        async with place(there, created["table"], created["token"]):
            friend = await sit(here, created, "Bo")
            async with place(there, created["table"], friend["token"]) as bo:
                assert bo.now["type"] == "state" and bo.now["you"] == 1


@pytest.mark.usefixtures("without_notifications")
async def test_a_table_that_another_server_deleted_is_gone_at_every_server(new_store: Callable[[], Store]) -> None:
    async with AsyncExitStack() as stack:
        here, there = [await stack.enter_async_context(serving(new_store())) for _ in range(2)]
        created = await new_table(here, ME, FRIEND)
        path, who = f"/api/tables/{created['table']}", {"authorization": f"Bearer {created['token']}"}
        async with caller(here) as client, caller(there) as other_client:
            assert (await other_client.get(path, headers=who)).status_code == 200
            assert (await client.delete(f"{path}/seats/0", headers=who)).status_code == 200
            assert (await other_client.get(path, headers=who)).status_code == 404
