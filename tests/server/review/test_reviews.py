"""Tests of reviews on the server: computed in time slices in the pool's fair queue, and stored with their table."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sortilege.server.background import Background
from sortilege.server.errors import Denied
from sortilege.server.review import reviews as reviews_
from sortilege.server.review.reviews import Reviews, stored_as
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.workers.pool import Priority, WorkerPool
from tests.analysis.review.games import record
from tests.server.server_fixture import BOT, FRIEND, ME, RandomBots, caller, new_table, place, serving


class LocalPool(RandomBots):
    """A pool that computes in this process, and records for which tables."""

    def __init__(self) -> None:
        super().__init__()
        self.worked: list[str] = []
        self.may_begin = asyncio.Event()
        self.may_begin.set()

    async def run(self, priority: Priority, owner: str, function: Callable[..., Any], *args: Any) -> Any:
        if priority is not Priority.REVIEWS:
            return await super().run(priority, owner, function, *args)
        if function is reviews_.advance_review:
            self.worked.append(args[0])
            args = (*args[:3], 0.0)  # one step at a time
        await self.may_begin.wait()
        await asyncio.sleep(0)
        return function(*args)


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["sortilege.analysis.review.review"], "worlds_within", lambda course: 1)


async def open_record(server: str) -> dict[str, Any]:
    """Return the table of an opened record."""
    async with caller(server) as client:
        answer = await client.post("/api/records", json=record("spellcaster", 2, 8))
        table = answer.raise_for_status().json()
        return {"table": table["table"], "watch": table["replay"].partition("watch=")[2]}


def bearer(sits: dict[str, Any]) -> dict[str, str]:
    """Return the header that proves a seat."""
    return {"authorization": f"Bearer {sits['token']}"}


async def wait_for_review(server: str, table: dict[str, Any]) -> dict[str, Any]:
    async with caller(server) as client, asyncio.timeout(300):
        while True:
            answer = await client.get(f"/api/tables/{table['table']}/review", params={"watch": table["watch"]})
            assert answer.status_code == 200, answer.text
            page: dict[str, Any] = answer.json()
            if page["done"]:
                return page
            await asyncio.sleep(0.01)


# ---------------------------------------------------------------- at a table
async def test_a_record_from_a_disk_is_replayed_reviewed_and_tried(tmp_path: Path) -> None:
    game = record("spellcaster", 2, 8)
    async with serving(tmp_path, LocalPool()) as server:
        table = await open_record(server)
        page = await wait_for_review(server, table)
        assert page["names"] == game["seats"] and len(page["curve"]) == len(page["by"]) == len(game["log"])
        for book in page["books"]:
            parts = book["luck"] + book["own"] + book["others"] + book["rest"]
            assert page["start"][book["seat"]] + parts == pytest.approx(page["result"][book["seat"]], abs=1e-9)
        assert page["biggest"] and page["turns"][0] == 0
        decision = page["decisions"][0]
        assert game["log"][decision["at"]] == decision["action"] and decision["played"]["fr"]
        async with caller(server) as client:
            path, query = f"/api/tables/{table['table']}", {"watch": table["watch"]}
            again = (await client.get(f"{path}/record")).json()
            assert again["log"] == game["log"] and again["outcome"] == game["outcome"]
            assert (await client.get(f"{path}/replay", params=query)).status_code == 200
            else_ = (await client.get(f"{path}/review/{decision['at']}", params=query)).json()
            assert (
                else_["seat"] == decision["seat"] and sum(candidate["played"] for candidate in else_["candidates"]) == 1
            )
            tried = await client.post(f"{path}/try", params=query, json={"at": decision["at"], "name": "Ada"})
            assert tried.status_code == 201 and tried.json()["seat"] == decision["seat"]
            snapshot = await client.get(f"/api/tables/{tried.json()['table']}", headers=bearer(tried.json()))
            kinds = [seat["kind"] for seat in snapshot.json()["seats"]]
            assert kinds.count("person") == 1 and kinds[decision["seat"]] == "person"
            nowhere = await client.get(f"{path}/review/9999", params=query)
            assert nowhere.status_code == 404 and nowhere.json()["fr"]


async def test_a_review_is_stored_with_its_table(tmp_path: Path) -> None:
    async with serving(tmp_path, LocalPool()) as server:
        table = await open_record(server)
        first = await wait_for_review(server, table)
    later = LocalPool()
    async with serving(tmp_path, later) as server:
        assert await wait_for_review(server, table) == first
    assert len(later.worked) == 1  # only to read the stored review


async def test_nothing_of_a_running_table_is_reviewed_and_strangers_see_none(tmp_path: Path) -> None:
    async with serving(tmp_path, LocalPool()) as server:
        created = await new_table(server, ME, FRIEND)
        done = await open_record(server)
        async with caller(server) as client:
            for path in ("review", "review/3"):
                answer = await client.get(f"/api/tables/{created['table']}/{path}", headers=bearer(created))
                assert answer.status_code == 409
                assert (await client.get(f"/api/tables/{done['table']}/{path}")).status_code == 403
            assert (await client.post(f"/api/tables/{created['table']}/try", json={"at": 1})).status_code == 409


async def test_a_game_of_bots_is_reviewed_in_a_process(tmp_path: Path) -> None:
    async with serving(tmp_path, WorkerPool(2)) as server:
        created = await new_table(server, BOT, BOT, name="Ada", game="spellcaster")
        async with place(server, created["table"], created["token"]) as ada:
            await ada.until(lambda now: now["phase"] == "over")
        async with caller(server) as client, asyncio.timeout(300):
            page = (await client.get(f"/api/tables/{created['table']}/review", headers=bearer(created))).json()
            while not page["curve"]:
                await asyncio.sleep(0.05)
                page = (await client.get(f"/api/tables/{created['table']}/review", headers=bearer(created))).json()
        assert page["worlds"] > 0 and len(page["biggest"]) == 3


# ---------------------------------------------------------------- the queue
async def test_whoever_asks_for_a_hundred_does_not_keep_one_waiting(tmp_path: Path) -> None:
    """One client requests many reviews, then another requests one: it is done before all but one or two of the many."""
    home = LocalPool()
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda name, length: None)
    reviews = Reviews(store, home, Background())
    home.may_begin.clear()
    game = record("spellcaster", 2, 4)
    for number in range(100):
        await reviews.page(f"many{number:03}", lambda: game, "greedy")
    with pytest.raises(Denied):
        await reviews.page("onemore", lambda: game, "greedy")
    await reviews.page("single", lambda: game, "modest")
    home.may_begin.set()
    async with asyncio.timeout(300):
        while "single" not in reviews.finished:
            await asyncio.sleep(0)
        assert len(reviews.finished) <= 3
        turns = home.worked[home.worked.index("single") :]
        shared = turns[: 2 * turns.count("single")]
        assert shared.count("single") >= len(shared) // 2 - 1  # every other slice is for that one
        await reviews._tasks["greedy"]
    assert len(reviews.jobs) == 0 and await store.read(stored_as("many099"))
    await reviews.background.close()
    await store.close()


async def test_a_review_that_fails_says_so_and_the_others_go_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda name, length: None)
    reviews = Reviews(store, LocalPool(), Background())
    game = record("spellcaster", 2, 4)
    await reviews.page("broken", lambda: {**game, "log": [{"do": "dance"}]}, "one")
    await reviews.page("sound", lambda: game, "two")
    async with asyncio.timeout(300):
        while "sound" not in reviews.finished:
            await asyncio.sleep(0)
    with pytest.raises(Exception, match="dance"):
        await reviews.page("broken", lambda: game, "one")
    await reviews.background.close()
    await store.close()


async def test_the_record_is_made_once_however_often_the_page_is_asked_for(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda name, length: None)
    reviews, calls = Reviews(store, LocalPool(), Background()), 0

    def game() -> dict[str, Any]:
        nonlocal calls
        calls += 1
        return record("spellcaster", 2, 4)

    async with asyncio.timeout(300):
        while not (await reviews.page("table1", game, "one")).done:
            await asyncio.sleep(0)
    await reviews.page("table1", game, "one")
    assert calls == 1
    await reviews.background.close()
    await store.close()


async def test_an_asker_whose_reviews_are_done_can_ask_for_another(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda name, length: None)
    reviews = Reviews(store, LocalPool(), Background())
    for table in ("table1", "table2"):
        async with asyncio.timeout(300):
            while not (await reviews.page(table, lambda: record("spellcaster", 2, 4), "one")).done:
                await asyncio.sleep(0)
    await reviews.background.close()
    await store.close()


async def test_a_bounded_number_of_questions_waits_in_all_and_of_each_asker(tmp_path: Path) -> None:
    home = LocalPool()
    home.may_begin.clear()
    async with serving(tmp_path, home) as server, caller(server) as client:
        table = await open_record(server)
        path, query = f"/api/tables/{table['table']}/review/0", {"watch": table["watch"]}
        requests = [
            asyncio.create_task(client.get(path, params=query)) for _ in range(reviews_.MAX_ALTERNATIVES_OF_CLIENT + 1)
        ]
        async with asyncio.timeout(300):
            done, waiting = await asyncio.wait(requests, return_when=asyncio.FIRST_COMPLETED)
        (refused,) = done
        assert refused.result().status_code == 429
        assert "Too many questions" in refused.result().json()["message"] and refused.result().json()["fr"]
        assert len(waiting) == reviews_.MAX_ALTERNATIVES_OF_CLIENT
        home.may_begin.set()
        for answer in await asyncio.gather(*waiting):
            assert answer.status_code in (200, 404)
    store = SqliteStore(tmp_path / "other.sqlite3")
    home.may_begin.clear()
    reviews = Reviews(store, home, Background())
    game = record("spellcaster", 2, 8)
    tasks = [
        asyncio.create_task(reviews.alternatives(lambda: game, 0, str(n))) for n in range(reviews_.MAX_ALTERNATIVES)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Denied):
        await reviews.alternatives(lambda: game, 0, "another")
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    assert len(reviews.open_alternatives) == 0
