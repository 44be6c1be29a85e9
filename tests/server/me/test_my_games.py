"""My games, other devices, and being forgotten, as a person's browser asks for them."""

import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from sortilege.server.me.messages import MyGame, MySeat
from sortilege.server.me.my_games import series, solo_bests, tallies
from sortilege.server.store.sqlite import SqliteStore
from tests.server.me.test_me import post, stored_lines, without_seats
from tests.server.server_fixture import BOT, FRIEND, ME, caller, code, place, play_out, serving

TWO = {"game": "spellcaster", "seats": [ME, FRIEND]}


async def play(
    server: str, ada: httpx.AsyncClient, bruno: httpx.AsyncClient, until: int = 10_000, talk: str = "signs"
) -> dict[str, Any]:
    """A game of two people, played at random."""
    created: dict[str, Any] = await post(ada, "/api/tables", TWO | {"talk": talk})
    friend = await post(
        bruno, f"/api/tables/{created['table']}/sit", {"invite": code(created["invite"]), "name": "Bruno"}
    )
    async with (
        place(server, created["table"], created["token"]) as here,
        place(server, created["table"], friend["token"]) as there,
    ):
        await play_out([here, there], random.Random(5), until)
    return created


async def games(client: httpx.AsyncClient, **headers: str) -> Any:
    answer = await client.get("/api/me/games", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


# ---------------------------------------------------------------- the list
async def test_my_turn_comes_first_and_what_ended_is_counted(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada, caller(server) as bruno:
        for entry in (ada, bruno):
            await post(entry, "/api/me", {})
        over = await play(server, ada, bruno)
        running = await play(server, ada, bruno, until=3)
        waiting = await post(ada, "/api/tables", TWO)
        for _ in range(2):  # the second time endings are known already
            mine, his = await games(ada), await games(bruno)
            assert {entry["table"] for entry in mine["running"]} == {running["table"], waiting["table"]}
            assert mine["running"][-1]["phase"] == "waiting"
            assert [entry["table"] for entry in his["running"]] == [running["table"]]
            assert mine["running"][0]["mine"] != his["running"][0]["mine"]
            ended = mine["finished"][0]
            assert ended["table"] == over["table"] and ended["won"] == (0 in ended["winners"])
            played = {"game": "spellcaster", "seats": 2, "level": None, "played": 1}
            assert mine["results"] == [{**played, "won": int(ended["won"])}]
            assert mine["series"][0]["names"] == ["Bruno"] and mine["series"][0]["played"] == 1
            assert mine["series"][0]["mine"] + mine["series"][0]["theirs"][0] >= 1
            assert his["series"][0]["names"] == ["Ada"]


async def test_seats_taken_before_one_was_known_are_found_by_their_cookies(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        created = await post(ada, "/api/tables", {"game": "abracada", "seats": [ME, BOT]})
        assert (await ada.get("/api/me/games")).status_code == 403
        await post(ada, "/api/me", {})
        assert [entry["table"] for entry in (await games(ada))["running"]] == [created["table"]]
        async with caller(server) as device:
            assert (await games(device, **without_seats(ada)))["running"][0]["table"] == created["table"]


async def test_a_table_can_be_left_out_of_the_list(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        await post(ada, "/api/me", {})
        created = await post(ada, "/api/tables", {"game": "abracada", "seats": [ME, BOT]})
        assert (await ada.delete(f"/api/me/games/{created['table']}")).json()["known"]
        assert (await games(ada))["running"] == []
        assert (await ada.get(f"/api/tables/{created['table']}")).status_code == 403


def ended(game: str, *seats: MySeat, winners: list[int], scores: list[int], mine: int = 0) -> MyGame:
    return MyGame("t", game, 0, mine, list(seats), "over", None, False, winners, scores, mine in winners, True, "")


def test_results_go_by_game_size_and_the_strongest_bot() -> None:
    ada, bruno = MySeat("Ada", "person", None), MySeat("Bruno", "person", None)
    adept, master = MySeat("Alma", "bot", "adept"), MySeat("Cléo", "bot", "master")
    played = [
        ended("spell", ada, adept, winners=[0], scores=[16, 3]),
        ended("spell", adept, ada, winners=[0], scores=[16, 3], mine=1),
        ended("spellbook", ada, adept, master, winners=[0, 2], scores=[9, 1, 9]),
        ended("spell", ada, bruno, winners=[1], scores=[1, 16]),
        ended("spell", ada, MySeat("bruno", "person", None), winners=[0], scores=[16, 1]),
        ended("spell", ada, winners=[], scores=[7]),
        ended("spell", ada, winners=[0], scores=[16]),
    ]
    assert [(tally.game, tally.seats, tally.level, tally.played, tally.won) for tally in tallies(played)] == [
        ("spell", 1, None, 2, 1),
        ("spell", 2, None, 2, 1),
        ("spell", 2, "adept", 2, 1),
        ("spellbook", 3, "master", 1, 1),
    ]
    assert [(summary.names, summary.played, summary.mine, summary.theirs) for summary in series(played)] == [
        (["Bruno"], 2, 1, [1])
    ]
    assert [(summary.game, summary.score) for summary in solo_bests(played)] == [("spell", 16)]


# ---------------------------------------------------------------- other devices
async def test_a_code_moves_a_person_to_another_device(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as laptop, caller(server) as phone:
        await post(laptop, "/api/me", {"name": "Ada", "sigil": "moon"})
        created = await post(laptop, "/api/tables", {"game": "abracada", "seats": [ME, BOT]})
        move = await post(laptop, "/api/me/code")
        assert move["link"].endswith(f"/me#{move['code']}") and move["qr"]["path"].startswith("M0 0h7v1")
        assert "?" not in move["link"]  # the code is sent to nobody with the page
        me = await post(phone, "/api/me/device", {"code": move["code"]})
        assert (me["name"], me["sigil"], me["devices"]) == ("Ada", "moon", 2)
        assert (await games(phone))["running"][0]["table"] == created["table"]
        repeated = await phone.post("/api/me/device", json={"code": move["code"]})
        assert repeated.status_code == 403 and "make a new one" in repeated.json()["message"]
        assert (await phone.get("/api/me")).json()["devices"] == 2


async def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        answers = [(await ada.post("/api/me/device", json={"code": f"aaaa-{n:04}"})).status_code for n in range(15)]
        assert answers[0] == 403 and answers[-1] == 429


async def test_a_forgotten_device_knows_nobody_and_no_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as laptop, caller(server) as phone:
        await post(laptop, "/api/me", {})
        created = await post(laptop, "/api/tables", {"game": "abracada", "seats": [ME, BOT]})
        await post(phone, "/api/me/device", {"code": (await post(laptop, "/api/me/code"))["code"]})
        old = without_seats(laptop)
        assert (await laptop.delete("/api/me/device")).json()["known"] is False
        assert dict(laptop.cookies) == {}
        assert (await laptop.get("/api/me", headers=old)).json()["known"] is False
        assert (await phone.get(f"/api/tables/{created['table']}")).json()["you"] == 0


# ---------------------------------------------------------------- delete my data
async def test_nothing_of_a_person_is_left_in_the_whole_store(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada, caller(server) as bruno:
        for one in (ada, bruno):
            await post(one, "/api/me", {})
        shared = await play(server, ada, bruno)
        running = await play(server, ada, bruno, until=3, talk="free")
        words = (ada, {"text": "I live in Ivy Lane"}), (ada, {"sign": "luck"}), (bruno, {"text": "oh"})
        for one, word in words:
            assert (await one.post(f"/api/tables/{running['table']}/say", json=word)).status_code == 204
        alone = await post(ada, "/api/tables", {"game": "abracada", "seats": [ME, BOT]})
        await games(bruno)  # an ending with her name in it is noted down
        assert (await ada.delete("/api/me")).json()["known"] is False
        assert (await ada.get("/api/me")).json()["known"] is False and dict(ada.cookies) == {}
        assert (await bruno.get(f"/api/tables/{alone['table']}")).status_code == 404
        assert await stored_lines(tmp_path, alone["table"]) == []
        for table in (shared, running):
            seen = (await bruno.get(f"/api/tables/{table['table']}")).json()
            assert [seat["name"] for seat in seen["seats"]] == ["Mage", "Bruno"] and seen["host"]
            hers = {"authorization": f"Bearer {table['token']}"}
            there = await bruno.get(f"/api/tables/{table['table']}", headers=hers)
            assert there.status_code == 403
        record = (await bruno.get(f"/api/tables/{shared['table']}/record")).json()
        assert record["seats"] == ["Mage", "Bruno"]
        assert (await games(bruno))["series"][0]["names"] == ["Mage"]
        handed = await bruno.post(f"/api/tables/{running['table']}/seats/0/bot", json={})
        assert handed.status_code == 200
    async with serving(tmp_path) as server, caller(server) as again:  # and so it is after a restart
        token = {"authorization": f"Bearer {bruno.cookies['seat-' + running['table']]}"}
        seen = (await again.get(f"/api/tables/{running['table']}", headers=token)).json()
        assert [seat["name"] for seat in seen["seats"]] == ["Mage", "Bruno"]
        assert [word.get("text") for word in seen["words"]] == [None, "oh"], "her sign and his words stay"
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda *_: None)
    await store.close()
    stored = (tmp_path / "tables.sqlite3").read_bytes()
    assert b"Ada" not in stored and b"Ivy Lane" not in stored


async def test_only_people_who_are_known_can_be_deleted(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        assert (await ada.delete("/api/me")).status_code == 403
        assert (await ada.delete("/api/me/device")).json()["known"] is False
        with pytest.raises(KeyError):
            ada.cookies["me"]
