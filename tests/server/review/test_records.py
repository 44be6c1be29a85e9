"""Tests of opening records: they are replayed to the end, always lead to the same table, and are refused with a
reason."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege import Match
from sortilege.core import chance
from sortilege.server.application import Application
from sortilege.server.errors import STORE_FULL, Denied
from sortilege.server.people.identity import People
from sortilege.server.review import records
from sortilege.server.review.records import Records
from sortilege.server.settings import Settings
from sortilege.server.store import Store, key_values
from sortilege.server.store.quota import MEASURE_INTERVAL
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening
from sortilege.server.tables.messages import NewTable, SeatPlan
from sortilege.server.tables.seats import seating, viewers
from tests.server.me.test_me import post
from tests.server.me.test_my_games import games
from tests.server.server_fixture import PATIENCE, RandomBots, StoppedClock, caller, serving


def finished_record(game: str, seed: object = "seed 1", names: list[str] | None = None) -> dict[str, Any]:
    """Return the record of a finished match, played at random."""
    match = Match(sortilege.game(game), min(sortilege.game(game).seats), {}, seed, names)  # type: ignore[arg-type]
    rng = random.Random(2)
    while match.state.turn() >= 0:
        match.play(rng.choice(match.state.legal()))
    record: dict[str, Any] = json.loads(json.dumps(match.save()))
    return record


@pytest.mark.parametrize("game", sortilege.games())
async def test_an_opened_record_is_replayed_like_any_game_here(tmp_path: Path, game: str) -> None:
    record = finished_record(game)
    for _ in range(2):  # the second time from the log on disk
        async with serving(tmp_path) as server, caller(server) as ada:
            opened = await post(ada, "/api/records", record)
            reopened = await post(ada, "/api/records", record)
            assert opened == reopened and opened["game"] == game
            watch = opened["replay"].partition("watch=")[2]
            at = f"/api/tables/{opened['table']}"
            assert (await ada.get(f"{at}/record")).json() == record
            replay = (await ada.get(f"{at}/replay?watch={watch}&count=100")).json()
            assert replay["of"] == len(record["log"]) + 1 and replay["names"] == record["seats"]
            seen = (await ada.get(f"{at}?watch={watch}")).json()
            assert seen["phase"] == "over" and seen["you"] is None and seen["legal"] == []
            assert (await ada.get(f"{at}/replay")).status_code == 403


async def test_an_opened_record_is_among_ones_games_but_does_not_count(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        await post(ada, "/api/me", {})
        opened = await post(ada, "/api/records", finished_record("spell"))
        mine = await games(ada)
        assert [(entry["table"], entry["seat"]) for entry in mine["finished"]] == [(opened["table"], None)]
        assert opened["replay"].endswith(mine["finished"][0]["watch"])
        assert mine["results"] == mine["series"] == mine["solo"] == []
        await ada.delete("/api/me")
        assert (await ada.get(f"/api/tables/{opened['table']}/record")).status_code == 404


async def test_a_record_with_a_number_for_a_seed_or_none_is_the_same_afterwards(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        opened = await post(ada, "/api/records", finished_record("spellcaster", seed=7))
        downloaded = (await ada.get(f"/api/tables/{opened['table']}/record")).json()
        assert downloaded["seed"] == 7
        Match.load(downloaded, verify=True)
        nameless = finished_record("spellcaster") | {"seed": None}
        opened = await post(ada, "/api/records", nameless)
        assert (await ada.get(f"/api/tables/{opened['table']}/record")).json() == nameless


async def test_whatever_people_are_called_in_a_file_a_table_can_show_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        opened = await post(ada, "/api/records", finished_record("abracada", names=["{0}" * 50, "\u202e\n"]))
        watch = opened["replay"].partition("watch=")[2]
        seen = (await ada.get(f"/api/tables/{opened['table']}?watch={watch}")).json()
        assert [seat["name"] for seat in seen["seats"]] == ["Mage", "Mage 2"]


def shortened(record: dict[str, Any]) -> dict[str, Any]:
    return record | {"log": record["log"][:-4], "outcome": None}


def mixed_seed(half: str, *shares: str) -> dict[str, Any]:
    """Return the seed fields of a record whose seed was mixed from these texts."""
    return {"seed": chance.mix_seed(half, shares), "luck": {"half": half, "shares": list(shares)}}


GOOD = finished_record("spellcaster")
BAD: dict[str, tuple[Any, str]] = {
    "nothing": (b"", "not JSON"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + b"\xff" * 40, "not JSON"),
    "half a file": (json.dumps(GOOD).encode()[:200], "not JSON"),
    "another program's": ({"moves": ["e4", "e5"]}, "not a Sortilege record"),
    "a list": ([1, 2], "not a Sortilege record"),
    "an unknown game": (GOOD | {"game": "chess"}, "no game"),
    "a later version": (GOOD | {"sortilege": 99}, "reads records number"),
    "other cards": (GOOD | {"cards": "0123456789abcdef"}, "ards"),
    "a wrong step": (GOOD | {"log": [*GOOD["log"][:-1], {"do": "dance"}]}, "log["),
    "another end": (GOOD | {"outcome": {"winners": [0, 1], "scores": [0, 0], "reason": "energy"}}, "outcome"),
    "unfinished": (shortened(GOOD), "not over"),
    "a long share": (GOOD | mixed_seed("half", "", "x" * 81), "at most 80 characters"),
    "a long half": (GOOD | mixed_seed("x" * 81, "", ""), "at most 80 characters"),
    "nested": (b'{"sortilege": ' + b"[" * 3000 + b"]" * 3000 + b"}", ""),
}


@pytest.mark.parametrize("name", BAD)
async def test_an_unfinished_record_is_refused_in_one_sentence_and_not_stored(tmp_path: Path, name: str) -> None:
    body, words = BAD[name]
    async with serving(tmp_path) as server, caller(server) as ada:
        await post(ada, "/api/me", {})
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = await ada.post("/api/records", content=content, headers={"content-type": "application/json"})
        problem = answer.json()
        assert answer.status_code in (400, 422) and words in problem["message"], problem
        assert problem["fr"] and problem["fr"] != problem["message"] and "\n" not in problem["message"]
        assert (await games(ada))["finished"] == []


async def test_a_record_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        large = json.dumps(GOOD) + " " * (3 * 1024 * 1024)
        answer = await ada.post("/api/records", content=large)
        assert answer.status_code == 413 and "2097152 bytes" in answer.json()["message"]
        larger = await ada.post("/api/records", content=b" " * (5 * 1024 * 1024))
        assert larger.status_code == 413
        monkeypatch.setattr(records, "MAX_LINES", 10)
        long = await ada.post("/api/records", json=GOOD)
        assert long.status_code == 422 and "at most 10 steps" in long.json()["message"]


# ---------------------------------------------------------------- expiry and the quota of the store
A_DAY = 24 * 3600


@pytest.fixture
def now() -> list[float]:
    return [1_800_000_000.0]


@pytest.fixture
async def application(new_store: Callable[[], Store], now: list[float]) -> AsyncIterator[Application]:
    """Yield an application whose clock the test sets."""
    application = Application(
        new_store(), RandomBots(), Settings(bot_pace=3600, unowned_record_days=30), now=lambda: now[0]
    )
    await application.open()
    yield application
    await application.close()


def body(seed: str) -> bytes:
    return json.dumps(finished_record("spell", seed)).encode()


async def test_an_opened_record_that_belongs_to_nobody_expires(application: Application, now: list[float]) -> None:
    service, people = Records(application.tables), People(application.store)
    lost, owned, opened_again = [await service.open(body(seed)) for seed in ("lost", "owned", "again")]
    _, ada = await people.make("Ada", "")
    await people.link(ada, owned.name, "")
    now[0] += 29 * A_DAY
    await service.open(body("again"))
    await service.sweep()
    assert len(await application.store.lengths([lost.name, owned.name, opened_again.name])) == 3
    now[0] += 2 * A_DAY
    await service.sweep()
    assert (await application.store.lengths([lost.name, owned.name, opened_again.name])).keys() == {
        owned.name,
        opened_again.name,
    }
    with pytest.raises(Denied, match="no such table"):
        await application.tables.load(lost.name)
    await people.unlink(ada, owned.name)
    await service.sweep()
    assert not await application.store.lengths([owned.name])
    noted = [
        bool(await key_values.find_by_prefix(application.store, records.NOTE + imported.name))
        for imported in (lost, owned, opened_again)
    ]
    assert noted == [False, False, True]
    assert (await service.open(body("lost"))).name == lost.name, "it can be opened again"


async def test_a_record_somebody_looks_at_does_not_expire(application: Application, now: list[float]) -> None:
    service = Records(application.tables)
    table = await service.open(body("watched"))
    now[0] += 31 * A_DAY
    async with table.locked():
        await service.sweep()
    assert await application.store.lengths([table.name])
    await service.sweep()
    assert not await application.store.lengths([table.name])


async def test_the_note_of_a_record_that_was_deleted_goes_too(application: Application, now: list[float]) -> None:
    service = Records(application.tables)
    table = await service.open(body("deleted"))
    await application.tables.remove(table)
    now[0] += 31 * A_DAY
    await service.sweep()
    assert not await key_values.find_by_prefix(application.store, records.NOTE + table.name)


async def test_expired_records_are_deleted_by_a_running_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        opened = await post(ada, "/api/records", finished_record("spell"))
        assert (await ada.get(f"/api/tables/{opened['table']}/record")).status_code == 200
    store = SqliteStore(tmp_path / "tables.sqlite3")
    async with serving(store, settings=Settings(unowned_record_days=0)) as server, caller(server) as ada:
        async with asyncio.timeout(PATIENCE):
            while await store.lengths([opened["table"]]):
                await asyncio.sleep(0.01)
        assert (await ada.get(f"/api/tables/{opened['table']}/record")).status_code == 404


async def test_a_full_store_refuses_new_tables_and_records_and_games_go_on(
    application: Application, clock: StoppedClock
) -> None:
    service = Records(application.tables)
    known = await service.open(body("known"))
    wish = NewTable("abracada", [SeatPlan("me", "Ada"), SeatPlan("open")])
    created = await opening.create_new(application.tables, wish)
    application.tables.quota.max_bytes = 1
    codes = await key_values.find_by_prefix(application.store, "code/")
    for refused in (
        opening.create_new(application.tables, wish),
        service.open(body("new")),
        opening.create(application.tables, known.state.opened),
    ):
        with pytest.raises(Denied, match="no space for new tables") as denied:
            await refused
        assert denied.value.status == STORE_FULL and "plus de place" in denied.value.text.fr
    assert await key_values.find_by_prefix(application.store, "code/") == codes, "no code is stored for a refused table"
    assert (await service.open(body("known"))).name == known.name
    table = await application.tables.load(created.table)
    length = table.state.length
    await seating.sit(table, "Bruno", None, viewers.new_secrets(), "")
    assert table.state.length > length
    application.tables.quota.max_bytes = await application.store.size() + 2**20
    clock.seconds += MEASURE_INTERVAL
    await opening.create_new(application.tables, wish)


async def test_the_size_of_a_store_grows_with_what_it_holds(new_store: Callable[[], Store]) -> None:
    store = new_store()
    await store.open(lambda *_: None)
    before = await store.size()
    await store.append("t4b1e0", 0, [bytes(random.Random(1).randbytes(100_000))])
    assert before + 100_000 <= await store.size() <= before + 200_000
    await store.close()
