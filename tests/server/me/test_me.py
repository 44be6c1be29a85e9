"""One key per person: made when it is wanted, told to nobody, and good for their seats on every device."""

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from sortilege.server.people.access_tokens import hash_of
from sortilege.server.people.identity import SIGILS
from sortilege.server.settings import Settings
from tests.server.server_fixture import BOT, FRIEND, ME, caller, code, place, play_out, serving


def key_of(client: httpx.AsyncClient) -> str:
    """The person's key in a browser."""
    return str(client.cookies["me"])


def without_seats(client: httpx.AsyncClient) -> dict[str, str]:
    """What another device of the same person sends: the key, and no cookie of a seat."""
    return {"cookie": f"me={key_of(client)}"}


async def post(client: httpx.AsyncClient, path: str, body: Any = None) -> Any:
    answer = await client.post(path, json=body)
    assert answer.is_success, answer.text
    return answer.json()


# ---------------------------------------------------------------- who
async def test_nobody_is_known_before_they_wish_to_be(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        assert (await ada.get("/api/me")).json()["known"] is False
        await post(ada, "/api/tables", {"game": "abracada", "seats": [ME, BOT]})
        assert "me" not in ada.cookies
        me = await post(ada, "/api/me", {"name": "Ada"})
        assert me["known"] and me["name"] == "Ada" and me["sigil"] in SIGILS and me["devices"] == 1
        assert (await ada.get("/api/me")).json() == me
        assert (await post(ada, "/api/me", {})) == me
        changed = await post(ada, "/api/me", {"name": "Ada L.", "sigil": "quill"})
        assert changed == me | {"name": "Ada L.", "sigil": "quill"}


async def test_the_cookie_of_a_person_is_out_of_reach_of_scripts_and_other_sites(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        cookie = (await ada.post("/api/me", json={})).headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Path=/" in cookie and "Secure" not in cookie
        foreign = await ada.post("/api/me", json={}, headers={"origin": "http://elsewhere.test"})
        assert foreign.status_code == 403
    public = Settings(public_address="https://play.example")
    async with serving(tmp_path, settings=public) as server, caller(server) as ada:
        assert "Secure" in (await ada.post("/api/me", json={})).headers["set-cookie"]


def cookies_set(answer: httpx.Response) -> dict[str, str]:
    """The names and values of the cookies an answer sets; "" takes one away."""
    pairs = [header.partition(";")[0].partition("=") for header in answer.headers.get_list("set-cookie")]
    return {name: value.strip('"') for name, _, value in pairs}


async def test_cookies_under_tls_are_bound_to_this_host_and_old_ones_are_renewed(tmp_path: Path) -> None:
    """A page of a neighbouring subdomain cannot set a cookie whose name begins with __Host-."""
    public = Settings(public_address="https://play.example")
    async with serving(tmp_path, settings=public) as server, caller(server) as ada:
        key = cookies_set(await ada.post("/api/me", json={"name": "Ada"}))["__Host-me"]
        table = await ada.post("/api/tables", json={"game": "abracada", "seats": [ME, BOT]})
        name, token = table.json()["table"], table.json()["token"]
        assert cookies_set(table) == {f"__Host-seat-{name}": token}
        before = {"cookie": f"me={key}; seat-{name}={token}"}  # as a browser has them from the version before
        assert (await ada.get(f"/api/tables/{name}", headers={"cookie": f"seat-{name}={token}"})).json()["you"] == 0
        renewed = await ada.get("/api/me", headers=before)
        assert renewed.json()["name"] == "Ada"
        assert cookies_set(renewed) == {"__Host-me": key, "me": ""}
        both = {"cookie": f"__Host-me={key}; me=planted; seat-{name}=planted; __Host-seat-{name}={token}"}
        assert (await ada.get("/api/me", headers=both)).json()["name"] == "Ada"
        assert (await ada.get(f"/api/tables/{name}", headers=both)).json()["you"] == 0
        cleared = cookies_set(await ada.delete("/api/me/device", headers=both))
        assert cleared == dict.fromkeys(("__Host-me", "me", f"__Host-seat-{name}", f"seat-{name}"), "")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/me", {"name": "x" * 60}, 400),
        ("/api/me", {"name": "{0}"}, 400),
        ("/api/me", {"sigil": "dragon"}, 400),
        ("/api/me", {"key": "mine"}, 400),
        ("/api/me/marks", {"marks": {"lesson/a": "much"}}, 400),
        ("/api/me/marks", {"marks": {"nonsense": 1}}, 400),
        ("/api/me/marks", {}, 400),
    ],
)
async def test_invalid_requests_are_refused_in_both_languages(
    tmp_path: Path, path: str, body: Any, status: int
) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        before = await post(ada, "/api/me", {"name": "Ada", "sigil": "moon"})
        answer = await ada.post(path, json=body)
        assert answer.status_code == status and answer.json()["message"] != answer.json()["fr"]
        assert (await ada.get("/api/me")).json() == before
        assert (await ada.get("/api/me/marks")).json() == {"marks": {}}


async def test_marks_are_for_people_who_are_known(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        for answer in (await ada.get("/api/me/marks"), await ada.post("/api/me/marks", json={"marks": {}})):
            assert answer.status_code == 403 and "My games" in answer.json()["message"]
        await post(ada, "/api/me", {})
        assert await post(ada, "/api/me/marks", {"marks": {"lesson/spell/a": 1}}) == {"marks": {"lesson/spell/a": 1}}
    async with serving(tmp_path) as server, caller(server) as client:
        marks = (await client.get("/api/me/marks", headers=without_seats(ada))).json()
        assert marks == {"marks": {"lesson/spell/a": 1}}


# ---------------------------------------------------------------- seats
async def test_a_person_has_their_seats_on_every_device(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada, caller(server) as bruno:
        await post(ada, "/api/me", {"name": "Ada"})
        await post(bruno, "/api/me", {"name": "Bruno"})
        created = await post(ada, "/api/tables", {"game": "abracada", "seats": [ME, FRIEND], "options": {"first": 0}})
        at = f"/api/tables/{created['table']}"
        await post(bruno, f"{at}/sit", {"invite": code(created["invite"]), "name": "Bruno"})
        async with caller(server) as device:
            assert (await device.get(at)).status_code == 403
            mine = (await device.get(at, headers=without_seats(ada))).json()
            assert (mine["you"], mine["host"]) == (0, True) and mine["legal"]
            his = (await device.get(at, headers=without_seats(bruno))).json()
            assert (his["you"], his["host"], his["legal"]) == (1, False, [])
            nobody = await device.get(at, headers={"cookie": f"me={hash_of(key_of(ada))}"})
            assert nobody.status_code == 403


async def test_a_person_plays_and_plays_again_from_another_device(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada, caller(server) as bruno:
        await post(ada, "/api/me", {})
        await post(bruno, "/api/me", {})
        created = await post(ada, "/api/tables", {"game": "spellcaster", "seats": [ME, FRIEND]})
        at = f"/api/tables/{created['table']}"
        friend = await post(bruno, f"{at}/sit", {"invite": code(created["invite"]), "name": "Bruno"})
        async with (
            caller(server) as device,
            place(server, created["table"], created["token"]) as here,
            place(server, created["table"], friend["token"]) as there,
        ):
            await play_out([here, there], random.Random(3))
            answer = await device.post(f"{at}/rematch", headers=without_seats(ada))
            rematch = answer.json()
            assert answer.status_code == 201 and (rematch["seat"], rematch["token"], rematch["host"]) == (0, "", True)
            assert "set-cookie" not in answer.headers
            for who, seat in ((ada, 0), (bruno, 1)):
                seen = await device.get(f"/api/tables/{rematch['table']}", headers=without_seats(who))
                assert seen.json()["you"] == seat


async def test_a_replaced_token_opens_nothing_for_the_person_who_had_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada, caller(server) as stranger:
        await post(ada, "/api/me", {})
        created = await post(ada, "/api/tables", {"game": "abracada", "seats": [ME, BOT]})
        at = f"/api/tables/{created['table']}"
        await post(stranger, "/api/me", {})
        await post(stranger, f"{at}/recover", {"code": created["recovery"]})
        async with caller(server) as device:
            assert (await device.get(at, headers=without_seats(ada))).status_code == 403
            assert (await device.get(at, headers=without_seats(stranger))).json()["you"] == 0


async def test_a_table_of_the_first_version_goes_on_and_becomes_its_persons(tmp_path: Path) -> None:
    """old_table.json was written by the program as it was before there were people: a game of two after six steps."""
    old = json.loads((Path(__file__).parents[1] / "old_table.json").read_text(encoding="utf-8"))
    base = sqlite3.connect(tmp_path / "tables.sqlite3")
    base.execute("CREATE TABLE line (tab TEXT, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (tab, n)) WITHOUT ROWID")
    rows = [(old["table"], n, json.dumps(line).encode()) for n, line in enumerate(old["lines"])]
    base.executemany("INSERT INTO line VALUES (?, ?, ?)", rows)
    base.execute(f"PRAGMA user_version={old['form']}")
    base.commit()
    base.close()
    async with serving(tmp_path) as server, caller(server) as ada:
        ada.cookies.set(f"seat-{old['table']}", old["token"])
        await post(ada, "/api/me", {"name": "Ada"})
        mine = (await ada.get("/api/me/games")).json()["running"]
        assert [entry["table"] for entry in mine] == [old["table"]]
        async with (
            place(server, old["table"], old["token"]) as here,
            place(server, old["table"], old["friend"]) as there,
        ):
            assert here.now["n"] == old["n"] and here.now["notice"] is None
            await play_out([here, there], random.Random(1))
            assert here.now["phase"] == "over"
        async with caller(server) as device:
            finished = (await device.get("/api/me/games", headers=without_seats(ada))).json()["finished"]
            assert [entry["table"] for entry in finished] == [old["table"]]
    assert (tmp_path / f"tables.form-{old['form']}.sqlite3").exists()


# ---------------------------------------------------------------- nothing leaks
async def test_nothing_of_a_person_is_in_a_log_a_snapshot_or_anothers_answer(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada, caller(server) as bruno:
        for client, name in ((ada, "Ada the person"), (bruno, "Bruno the person")):
            await post(client, "/api/me", {"name": name, "sigil": "tower"})
            await post(client, "/api/me/marks", {"marks": {"lesson/spell/secretly-done": 1}})
        created = await post(ada, "/api/tables", {"game": "abracada", "seats": [ME, FRIEND]})
        at = f"/api/tables/{created['table']}"
        friend = await post(bruno, f"{at}/sit", {"invite": code(created["invite"]), "name": "Bruno"})
        async with (
            place(server, created["table"], created["token"]) as here,
            place(server, created["table"], friend["token"]) as there,
            place(server, created["table"], watch=code(created["watch"])) as spectator,
        ):
            await play_out([here, there], random.Random(4))
            received = here.received + there.received + spectator.received
        received += [json.dumps(created), json.dumps(friend)]
        for path in (at, f"{at}/record", f"{at}/replay?seat=0"):
            received += [(await who.get(path)).text for who in (ada, bruno)]
        received += [
            (await bruno.get(path)).text.replace("Bruno the person", "") for path in ("/api/me", "/api/me/marks")
        ]
    lines = b"".join(await stored_lines(tmp_path, created["table"])).decode()
    secrets = [secret for who in (ada, bruno) for secret in (key_of(who), hash_of(key_of(who)))]
    for text in [*received, lines]:
        for secret in [*secrets, "the person", "tower" if text is lines else "Ada the person"]:
            assert secret not in text


async def stored_lines(folder: Path, table: str) -> list[bytes]:
    from sortilege.server.store.sqlite import SqliteStore

    store = SqliteStore(folder / "tables.sqlite3")
    await store.open(lambda *_: None)
    lines = await store.read(table)
    await store.close()
    return lines
