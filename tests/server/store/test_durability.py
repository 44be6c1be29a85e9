"""Nothing acknowledged is lost: restarts, a server killed in mid-game, a disk that fails."""

import asyncio
import os
import random
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import websockets

import sortilege
from sortilege.server.live.socket import TRY_AGAIN_LATER
from sortilege.server.store import OutcomeUnknown, StoreError
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import events
from sortilege.server.text import sentence
from tests.server.server_fixture import (
    BOT,
    FRIEND,
    ME,
    PATIENCE,
    RandomBots,
    caller,
    new_table,
    place,
    play_out,
    serving,
    sit,
    waits_for_person,
)

# ---------------------------------------------------------------- restart
# who is here right now, and what a socket that has just come is told from the beginning
SENT_AGAIN = dict.fromkeys(("seats", "log", "log_from", "turns", "turns_from", "version"))


@pytest.mark.parametrize("game", sortilege.games())
async def test_every_table_goes_on_after_a_restart(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND, game=game)
        waiting = await new_table(server, ME, FRIEND, game=game)
        friend = await sit(server, created, "Bo")
        async with (
            place(server, created["table"], created["token"]) as ada,
            place(server, created["table"], friend["token"]) as bo,
        ):
            await play_out([ada, bo], random.Random(8), decisions=15)
            before = ada.now
    async with serving(tmp_path) as server:
        async with (
            place(server, created["table"], created["token"]) as ada,
            place(server, created["table"], friend["token"]) as bo,
        ):
            assert ada.now | SENT_AGAIN == before | SENT_AGAIN
            await play_out([ada, bo], random.Random(9), decisions=5)
            assert ada.now["phase"] == "over" or ada.now["n"] == before["n"] + 5
        assert (await sit(server, waiting, "Bo"))["seat"] == 1


async def test_bots_go_on_when_somebody_comes_back_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path, pace=3600) as server:
        created = await new_table(server, ME, BOT, BOT, options={"first": 1})
        async with place(server, created["table"], created["token"]) as ada:
            assert ada.now["thinking"] == 1 and ada.now["n"] == 0
    async with serving(tmp_path) as server, place(server, created["table"], created["token"]) as ada:
        await ada.until(lambda now: now["phase"] == "over" or bool(now["legal"]))
        assert ada.now["n"] > 0


async def test_a_finished_game_is_still_finished_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, BOT, BOT, name="Ada")
        async with place(server, created["table"], created["token"]) as ada:
            over = await ada.until(lambda now: now["phase"] == "over")
    async with serving(tmp_path) as server, place(server, created["table"], created["token"]) as ada:
        assert ada.now["phase"] == "over" and ada.now["seed"] == over["seed"]
        assert ada.now["view"] == over["view"]


# ---------------------------------------------------------------- kill
@asynccontextmanager
async def server_process(folder: Path) -> AsyncIterator[tuple[str, asyncio.subprocess.Process]]:
    """`sortilege serve` as people run it; killed at the end, if it still runs."""
    source = Path(sortilege.__file__).parents[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sortilege", "serve", "--port", "0", "--no-open", "--data", str(folder),
        stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(source), "SORTILEGE_STORE": ""},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            address = None
            while address is None:
                line = (await process.stdout.readline()).decode()
                assert line, "the server ended before it was ready"
                address = re.search(r"http://(127\.0\.0\.1:\d+)/", line)
        yield address.group(1), process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_a_killed_server_loses_no_acknowledged_move(tmp_path: Path) -> None:
    rng = random.Random(10)
    async with server_process(tmp_path) as (server, process):
        created = await new_table(server, ME, FRIEND)
        friend = await sit(server, created, "Bo")
        seen, acts = await play_until_killed(server, process, created, friend, rng)
    for _ in range(2):
        async with server_process(tmp_path) as (server, process):
            async with place(server, created["table"], created["token"]) as ada:
                # the act that was under way when the server died may be there or not; nothing acknowledged is missing
                assert ada.now["n"] in (seen["n"], seen["n"] + 1)
                called = [line["line"]["spell"] for line in ada.log if line["line"]["do"] == "call"]
                assert called[: len(acts)] == acts
            seen, more = await play_until_killed(server, process, created, friend, rng)
            acts = called + more


async def play_until_killed(
    server: str,
    process: asyncio.subprocess.Process,
    created: dict[str, Any],
    friend: dict[str, Any],
    rng: random.Random,
) -> tuple[dict[str, Any], list[int]]:
    """A few acts, each seen by both; then one more, and the server is killed while it is under way. Answers what was
    seen last, and the spells called here."""
    async with (
        place(server, created["table"], created["token"]) as ada,
        place(server, created["table"], friend["token"]) as bo,
    ):
        acts = await play_out([ada, bo], rng, decisions=7)
        mover = ada if ada.now["legal"] else bo
        if mover.now["legal"]:
            await mover.act()
        process.send_signal(signal.SIGKILL)
        await process.wait()
        return ada.now, [act["spell"] for act in acts if act["do"] == "call"]


async def test_bots_of_a_killed_server_leave_with_it_and_come_back_with_the_next(tmp_path: Path) -> None:
    async with server_process(tmp_path) as (server, process):
        created = await new_table(server, ME, BOT, options={"first": 1})
        async with place(server, created["table"], created["token"]) as ada:
            await ada.until(lambda now: bool(now["legal"]))
            seen = ada.now
        process.send_signal(signal.SIGKILL)
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            await process.stdout.read()  # ends when the last process that could write there has ended
    async with server_process(tmp_path) as (server, process), place(server, created["table"], created["token"]) as ada:
        assert ada.now["n"] == seen["n"] and ada.now["view"] == seen["view"]
        await ada.act()
        await ada.past(seen["n"])
        await ada.until(lambda now: bool(now["legal"]) or now["phase"] == "over")


# ---------------------------------------------------------------- a store that fails
class Failing(SqliteStore):
    """Fails to write when told to; what it then does with the lines is one of two ways a disk may fail."""

    fails = False
    writes_all_the_same = False

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        if not self.fails or self.writes_all_the_same:
            await super().append(table, at, lines)
        if self.fails:
            raise StoreError("the disk is full")


async def test_a_step_that_cannot_be_written_is_not_played(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Failing(tmp_path / "tables.sqlite3")
    async with serving(store) as server:
        created = await new_table(server, ME, FRIEND, options={"first": 0})
        await sit(server, created, "Bo")
        async with place(server, created["table"], created["token"]) as ada:
            before, action = ada.now["view"], ada.now["legal"][0]
            store.fails = True
            await ada.act(action)
            assert "cannot be saved" in (await ada.receive_kind())["message"]
            assert "disk is full" in caplog.text
            await ada.messages_before_pong()
            assert ada.now["n"] == 0 and ada.now["view"] == before
            async with caller(server) as client:
                answer = await client.post("/api/tables", json={"game": "abracada", "seats": [ME, BOT]})
                assert answer.status_code == 503 and "nothing was changed" in answer.json()["message"]
            store.fails = False
            await ada.act(action)
            assert (await ada.past(0))["n"] == 1


async def test_a_step_that_was_stored_though_the_store_failed_is_not_played_twice(tmp_path: Path) -> None:
    store = Failing(tmp_path / "tables.sqlite3")
    async with serving(store) as server:
        created = await new_table(server, ME, FRIEND, options={"first": 0})
        await sit(server, created, "Bo")
        async with place(server, created["table"], created["token"]) as ada:
            store.fails = store.writes_all_the_same = True
            await ada.act()
            await ada.receive_kind()
            store.fails = False
            await ada.act()  # the same again: it is stale, and not played twice
            assert (await ada.past(0))["n"] == 1
            assert sum(line["line"]["do"] == "call" for line in ada.log) == 1


class Unanswered(Failing):
    """Does not say what became of a write, as a database does that stops to answer."""

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        try:
            await super().append(table, at, lines)
        except StoreError:
            self.fails = False
            raise OutcomeUnknown("no answer") from None


@pytest.mark.parametrize("stored", [True, False])
async def test_an_act_of_unknown_outcome_is_reported_as_uncertain_and_the_log_decides(
    tmp_path: Path, stored: bool
) -> None:
    store = Unanswered(tmp_path / "tables.sqlite3", PATIENCE)
    async with serving(store) as server:
        created = await new_table(server, ME, FRIEND, options={"first": 0})
        friend = await sit(server, created, "Bo")
        async with (
            place(server, created["table"], created["token"]) as ada,
            place(server, created["table"], friend["token"]) as bo,
        ):
            await ada.until(lambda now: now["seats"][1]["here"])
            store.fails, store.writes_all_the_same = True, stored
            await ada.act()
            refusal = await ada.receive_kind()
            assert (refusal["message"], refusal["fr"]) == (sentence("maybe_saved").en, sentence("maybe_saved").fr)
            for client in (ada, bo):  # who ask for nothing: the server reads the log and shows what is there
                assert (await client.receive_kind("state"))["n"] == int(stored)


class RefusingBots(SqliteStore):
    """Does not write so many of the steps that the bot in seat 1 plays."""

    refusals = 3

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        bots = any(isinstance(event := events.decode(line), events.Played) and event.seat == 1 for line in lines)
        if bots and self.refusals > 0:
            self.refusals -= 1
            raise StoreError("the disk is full")
        await super().append(table, at, lines)


async def test_bots_continue_by_themselves_after_failed_writes_and_people_are_notified(tmp_path: Path) -> None:
    store = RefusingBots(tmp_path / "tables.sqlite3")
    async with serving(store) as server:
        created = await new_table(server, ME, BOT, options={"first": 1})
        async with place(server, created["table"], created["token"]) as ada:
            waiting = await ada.until(lambda now: now["notice"] is not None)
            assert waiting["notice"] == msgspec.to_builtins(sentence("bots_wait")) and waiting["n"] == 0
            assert waiting["thinking"] == 1 and store.refusals > 0, "told before the last attempt"
            after = await ada.until(waits_for_person)  # nobody looks in, nobody asks for anything
            assert after["n"] > 0 and after["notice"] is None and store.refusals == 0


class Unreadable(Failing):
    """Cannot be read either while it fails."""

    async def read(self, table: str, start: int = 0) -> list[bytes]:
        if self.fails:
            raise StoreError("the disk is gone")
        return await super().read(table, start)


async def test_bots_go_on_after_a_store_that_could_not_be_read_either(tmp_path: Path) -> None:
    store = Unreadable(tmp_path / "tables.sqlite3")
    waiting = Waiting()
    async with serving(store, waiting) as server:
        created = await new_table(server, ME, BOT, options={"first": 1})
        async with place(server, created["table"], created["token"]) as ada:
            await waiting.asked_once.wait()
            store.fails = True
            waiting.answer.set()
            async with asyncio.timeout(PATIENCE):
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    while True:
                        await ada.receive()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == TRY_AGAIN_LATER, (
                "not as one who may not be here"
            )
            assert "cannot be saved or read" in ada.received[-1]
            with pytest.raises(websockets.ConnectionClosed) as closed:
                async with place(server, created["table"], created["token"]) as late:
                    await late.receive()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == TRY_AGAIN_LATER
        store.fails = False
        async with place(server, created["table"], created["token"]) as ada:
            assert (await ada.until(waits_for_person))["n"] > 0


class Waiting(RandomBots):
    """Bots that answer when they are told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_once, self.answer = asyncio.Event(), asyncio.Event()

    async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
        self.asked_once.set()
        await self.answer.wait()
        return await super().choose(game, level, view)
