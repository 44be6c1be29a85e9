"""Tests of hints over the live socket: who gets them, how soon, and never for an outdated state."""

import asyncio
import os
from collections.abc import Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sortilege
from sortilege.analysis.hint import quick_hint
from sortilege.server.application import Application
from sortilege.server.errors import Denied
from sortilege.server.live import hints
from sortilege.server.live.hints import HintRequests, Hints, compute_outlook
from sortilege.server.settings import Settings
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening
from sortilege.server.tables.messages import NewTable, SeatPlan
from sortilege.server.workers.pool import Priority, WorkerPool
from tests.server.server_fixture import BOT, FRIEND, ME, RandomBots, new_table, place, serving, sit
from tests.server.workers.test_pool import view_with_a_choice

FIRST = {"options": {"first": 0}}


class Slow(RandomBots):
    """A pool that returns hints only when the test releases them."""

    def __init__(self) -> None:
        super().__init__()
        self.hints: list[tuple[str, dict[str, Any], float]] = []
        self.may = asyncio.Event()
        self.began = asyncio.Event()

    async def run(self, priority: Priority, owner: str, function: Callable[..., Any], *args: Any) -> Any:
        if function is hints.compute_hint:
            return await self.hint(*args)
        if function is compute_outlook:
            await self.may.wait()
            return compute_outlook(*args)
        return await super().run(priority, owner, function, *args)

    async def hint(self, game: str, view: dict[str, Any], ms: float) -> Any:
        self.hints.append((game, view, ms))
        self.began.set()
        await self.may.wait()
        return msgspec.structs.replace(quick_hint(sortilege.game(game), view), sure="clear", worlds=7)


@asynccontextmanager
async def at_table(tmp_path: Path, pool: Any, *seats: Any, **more: Any) -> Any:
    """Yield the server, a table and the socket of Ada, whose turn it is. Other people sit down at the open seats."""
    async with serving(tmp_path, pool) as server:
        created = await new_table(server, *(seats or (ME, BOT)), **FIRST, **more)
        if FRIEND in seats:
            await sit(server, created, "Bo")
        async with place(server, created["table"], created["token"]) as ada:
            await ada.until(lambda now: bool(now["legal"]))
            yield server, created, ada


@pytest.fixture
def quick_pool() -> Slow:
    pool = Slow()
    pool.may.set()
    return pool


async def test_a_first_hint_and_a_better_one(tmp_path: Path, quick_pool: Slow) -> None:
    async with at_table(tmp_path, quick_pool) as (_, _, ada):
        await ada.say(type="hint", n=ada.now["n"])
        first, second = await ada.receive_kind("hint"), await ada.receive_kind("hint")
    assert (first["final"], second["final"]) == (False, True)
    assert first["action"] in ada.now["legal"] and first["n"] == ada.now["n"]
    assert all(first[key][language] for key in ("where", "what", "why") for language in ("en", "fr"))
    assert [ms for _, _, ms in quick_pool.hints] == [hints.FIRST_HINT_MS, hints.SECOND_HINT_MS]


async def test_an_adviser_gets_the_view_of_the_seat_and_nothing_else(tmp_path: Path, quick_pool: Slow) -> None:
    async with at_table(tmp_path, quick_pool) as (_, _, ada):
        await ada.say(type="hint", n=ada.now["n"])
        await ada.receive_kind("hint")
        _, view, _ = quick_pool.hints[0]
    assert view["you"] == 0 and view["hands"][0].strip("?") == ""
    assert view["legal"] == ada.now["legal"]


async def test_where_nobody_has_time_to_think_a_glance_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "QUICK_HINT_AFTER", 0.0)
    slow = Slow()
    async with at_table(tmp_path, slow) as (_, _, ada):
        await ada.say(type="hint", n=ada.now["n"])
        glance = await ada.receive_kind("hint")
        assert glance["sure"] == "glance" and not glance["final"] and glance["action"] in ada.now["legal"]
        slow.may.set()
        assert (await ada.receive_kind("hint"))["sure"] == "clear"


async def test_with_many_waiting_nobody_gets_a_second_look(
    tmp_path: Path, quick_pool: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "BUSY_ABOVE", 0)
    async with at_table(tmp_path, quick_pool) as (_, _, ada):
        await ada.say(type="hint", n=ada.now["n"])
        assert (await ada.receive_kind("hint"))["final"]


async def test_with_too_many_waiting_a_question_is_refused(
    tmp_path: Path, quick_pool: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "MAX_OPEN_REQUESTS", 0)
    async with at_table(tmp_path, quick_pool) as (_, _, ada):
        await ada.say(type="hint", n=ada.now["n"])
        refusal = await ada.receive_kind()
    assert "Too many people" in refusal["message"] and "Trop de monde" in refusal["fr"]


async def test_of_sixty_questions_at_once_only_so_many_are_accepted(tmp_path: Path) -> None:
    application = Application(SqliteStore(tmp_path / "tables.sqlite3"), Slow(), Settings(bot_pace=3600))
    await application.open()
    wish = NewTable("abracada", [SeatPlan("me"), SeatPlan("bot")], {"first": 0})
    table = await application.tables.load((await opening.create_new(application.tables, wish)).table)
    people = [HintRequests(application.hints, table, lambda _: None) for _ in range(60)]
    answers = await asyncio.gather(*(person.request_hint(0, 0) for person in people), return_exceptions=True)
    assert answers.count(True) == hints.MAX_OPEN_REQUESTS
    assert all(isinstance(answer, Denied) for answer in answers if answer is not True)
    asks_again = people[answers.index(True)]
    assert await asks_again.request_hint(0, 0)  # a new request of the same socket replaces its old one
    asks_again.cancel()
    assert await people[-1].request_hint(0, 0)  # a cancelled request does not count
    await application.close()
    assert len(application.hints.open_requests) == 0


async def test_a_hint_for_an_outdated_position_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    async with at_table(tmp_path, slow) as (_, _, ada):
        n = ada.now["n"]
        await ada.say(type="hint", n=n)
        await slow.began.wait()
        await ada.act({"do": "call", "spell": 8})
        await ada.past(n)
        slow.may.set()
        await ada.until(lambda now: bool(now["legal"]))
        await ada.say(type="hint", n=ada.now["n"])
        assert (await ada.receive_kind("hint"))["n"] == ada.now["n"]
        assert not [text for text in ada.received if '"type":"hint"' in text and f'"n":{n},' in text]


async def test_a_question_about_another_state_is_answered_by_the_present_one(tmp_path: Path, quick_pool: Slow) -> None:
    async with at_table(tmp_path, quick_pool) as (_, _, ada):
        await ada.say(type="hint", n=ada.now["n"] + 5)
        assert (await ada.receive())["type"] == "state"
        await ada.say(type="outlook", n=99, actions=[{"do": "end"}])
        assert (await ada.receive())["type"] == "state"
    assert not quick_pool.hints


@pytest.mark.parametrize(("aids", "allowed"), [(False, False), (True, True)])
async def test_with_people_the_host_decides_and_everybody_sees_it(
    tmp_path: Path, quick_pool: Slow, aids: bool, allowed: bool
) -> None:
    async with at_table(tmp_path, quick_pool, ME, FRIEND, aids=aids) as (_, _, ada):
        assert ada.now["aids"] is allowed
        await ada.say(type="hint", n=ada.now["n"])
        if allowed:
            assert (await ada.receive_kind("hint"))["action"] in ada.now["legal"]
        else:
            assert "Practice aids are off" in (await ada.receive_kind())["message"]
    assert bool(quick_pool.hints) is allowed


async def test_no_hint_for_spectators_nor_out_of_turn(tmp_path: Path, quick_pool: Slow) -> None:
    async with serving(tmp_path, quick_pool) as server:
        created = await new_table(server, ME, FRIEND, aids=True, options={"first": 1})
        await sit(server, created, "Bo")
        async with place(server, created["table"], created["token"]) as ada:
            await ada.say(type="hint", n=ada.now["n"])
            refusal = await ada.receive_kind()
            assert refusal["message"] == "It is Bo's turn." and refusal["rule"]
        async with place(server, created["table"], watch=created["watch"].partition("=")[2]) as watcher:
            await watcher.say(type="hint", n=watcher.now["n"])
            assert (await watcher.receive_kind())["message"] == "Spectators do not play."
            await watcher.say(type="outlook", n=watcher.now["n"], actions=[{"do": "end"}])
            assert (await watcher.receive_kind())["message"] == "Spectators do not play."
    assert not quick_pool.hints


async def test_an_outlook_is_returned_and_invalid_requests_are_refused(tmp_path: Path, quick_pool: Slow) -> None:
    call = {"do": "call", "spell": 5}
    async with at_table(tmp_path, quick_pool) as (_, _, ada):
        n = ada.now["n"]
        await ada.say(type="outlook", n=n, actions=[call])
        answer = await ada.receive_kind("outlook")
        assert answer["n"] == n and answer["actions"][0]["action"] == call and answer["actions"][0]["exact"]
        chances = [prospect["chance"] for prospect in answer["actions"][0]["prospects"]]
        assert sum(chances) + answer["actions"][0]["rest"] == pytest.approx(1)
        for actions, why in (
            ([], "one to 6 actions"),
            ([call] * 7, "one to 6 actions"),
            ([{"do": "end"}], "Call at least one spell"),
            ([{"do": "dance"}], ""),
            (["x"], "not understood"),
        ):
            await ada.say(type="outlook", n=n, actions=actions)
            refusal = await ada.receive_kind()
            assert why in refusal["message"] and refusal["fr"], actions
        await ada.say(type="hint")
        assert "n" in (await ada.receive_kind())["message"]


async def test_hints_are_computed_in_a_worker_process() -> None:
    pool, view = WorkerPool(1), view_with_a_choice("spellcaster")
    try:
        hint = await Hints(pool).hint("", "spellcaster", view, 50)
        assert hint.action in view["legal"] and hint.sure in ("clear", "close")
        outlooks = await Hints(pool).outlook("", "spellcaster", view, [hint.action])
        assert outlooks[0].action == hint.action
        assert os.getpid() not in {worker.pid for worker in pool._workers}
    finally:
        await pool.close()
