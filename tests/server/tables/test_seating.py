"""Create tables, sit down, reconnect, and hand seats to bots."""

from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from sortilege.server.app import make_app
from sortilege.server.errors import Denied
from sortilege.server.http.credentials import MAX_SEAT_COOKIES
from sortilege.server.people import access_tokens, display_names
from sortilege.server.settings import Settings
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening
from tests.server.server_fixture import (
    BOT,
    FRIEND,
    ME,
    RandomBots,
    StoppedClock,
    caller,
    code,
    new_table,
    place,
    serving,
    sit,
)

Client = AsyncTestClient[Litestar]


async def create_table(call: Any, *chairs: dict, **more: Any) -> dict:
    status, created = await call("POST", "/api/tables", {"game": "abracada", "seats": list(chairs), **more})
    assert status == 201, created
    return created


async def join(call: Any, created: dict, name: str, seat: int | None = None) -> dict:
    wish = {"invite": code(created["invite"]), "name": name, "seat": seat}
    status, response = await call("POST", f"/api/tables/{created['table']}/sit", wish)
    assert status == 201, response
    return response


# ---------------------------------------------------------------- making a table
async def test_the_maker_gets_a_seat_links_and_a_recovery_code(call: Any) -> None:
    created = await create_table(call, FRIEND, ME, BOT)
    assert created["seat"] == 1 and created["host"]
    assert created["invite"].startswith(f"/t/{created['table']}?join=")
    assert created["watch"].startswith(f"/t/{created['table']}?watch=")
    assert len(created["recovery"].split("-")) == 5
    status, now = await call("GET", f"/api/tables/{created['table']}", token=created["token"])
    assert status == 200
    assert [(plate["kind"], plate["level"]) for plate in now["seats"]] == [
        ("open", None),
        ("person", None),
        ("bot", "apprentice"),
    ]
    assert now["phase"] == "waiting" and now["you"] == 1 and now["seats"][1]["name"] == "Ada"
    assert now["invite"] == created["invite"] and now["watch"] == created["watch"]
    assert now["options"]["variant"] == "standard"
    assert len(now["commitment"]) == 64 and now["seed"] is None


async def test_a_maker_may_only_watch(call: Any) -> None:
    created = await create_table(call, BOT, BOT, name="Ada")
    assert created["seat"] is None and created["host"]
    _, now = await call("GET", f"/api/tables/{created['table']}", token=created["token"])
    assert now["you"] is None and now["host"] and now["phase"] == "playing" and now["legal"] == []


async def test_by_lot_everybody_may_sit_everywhere(call: Any) -> None:
    """People and bots keep their settings, whichever seat they draw."""
    drawn = set()
    for _ in range(40):
        created = await create_table(call, ME, FRIEND, BOT, lot=True)
        _, now = await call("GET", f"/api/tables/{created['table']}", token=created["token"])
        kinds = [plate["kind"] for plate in now["seats"]]
        assert sorted(kinds) == ["bot", "open", "person"] and kinds[created["seat"]] == "person"
        assert now["you"] == created["seat"] and now["seats"][created["seat"]]["name"] == "Ada"
        drawn.add(tuple(kinds))
    assert len(drawn) > 3  # of six; all but never fewer
    watching = await create_table(call, BOT, BOT, name="Ada", lot=True)
    assert watching["seat"] is None


BAD_TABLES = {
    "an unknown game": ({"game": "chess", "seats": [ME, BOT]}, 422, "chess"),
    "too few": ({"game": "abracada", "seats": [ME]}, 422, "2, 3, 4 or 5"),
    "too many": ({"game": "abracada", "seats": [ME] + [BOT] * 5}, 422, "2, 3, 4 or 5"),
    "far too many": ({"game": "abracada", "seats": [BOT] * 200}, 422, "seats"),
    "nobody": ({"game": "abracada", "seats": []}, 422, "2, 3, 4 or 5"),
    "two of me": ({"game": "abracada", "seats": [ME, ME]}, 422, "one seat"),
    "an unknown option": ({"game": "abracada", "seats": [ME, BOT], "options": {"luck": 1}}, 422, "luck"),
    "a wrong option": ({"game": "abracada", "seats": [ME, BOT], "options": {"variant": 3}}, 422, "variant"),
    "an unknown field": ({"game": "abracada", "seats": [ME, BOT], "seed": 7}, 400, "seed"),
    "an unknown kind": ({"game": "abracada", "seats": [{"kind": "cat"}, BOT]}, 400, "kind"),
    "an unknown level": ({"game": "abracada", "seats": [ME, {"kind": "bot", "level": "god"}]}, 400, "level"),
    "an unknown field of a seat": ({"game": "abracada", "seats": [ME, BOT | {"iq": 3}]}, 400, "iq"),
    "a wrong type": ({"game": 7, "seats": [ME, BOT]}, 400, "game"),
    "no game": ({"seats": [ME, BOT]}, 400, "game"),
    "a list": ([1, 2], 400, "object"),
    "a long name": ({"game": "abracada", "seats": [{"kind": "me"}, BOT], "name": "x" * 25}, 400, "24"),
    "an odd name": ({"game": "abracada", "seats": [{"kind": "me", "name": "a\u202eb"}, BOT]}, 400, "name"),
}


@pytest.mark.parametrize("what", BAD_TABLES)
async def test_a_table_that_cannot_be_is_refused_in_one_sentence(call: Any, what: str) -> None:
    wish, status, word = BAD_TABLES[what]
    answered, problem = await call("POST", "/api/tables", wish)
    assert answered == status
    assert word in problem["message"] and "\n" not in problem["message"] and len(problem["message"]) < 400
    assert set(problem) == {"message", "fr", "rule"} and problem["fr"]


@pytest.mark.parametrize(
    "body", [b"{", b"", b"\xff\xfe", b'{"game": ' + b"[" * 20_000, b'{"game": "' + b"x" * 100_000 + b'"}']
)
async def test_a_body_that_is_no_json_is_refused_in_one_sentence(client: Client, body: bytes) -> None:
    answer = await client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 413)
    assert answer.json()["message"] and "Traceback" not in answer.text


async def test_a_rule_behind_a_refusal_is_named(call: Any) -> None:
    assert (await call("POST", "/api/tables", {"game": "abracada", "seats": [ME]}))[1]["rule"] == "AQ-101"


# ---------------------------------------------------------------- sitting down
async def test_the_game_begins_when_the_last_seat_is_taken(call: Any) -> None:
    created = await create_table(call, ME, FRIEND, FRIEND)
    bo = await join(call, created, "Bo", seat=2)
    assert bo["seat"] == 2 and not bo["host"]
    assert (await call("GET", f"/api/tables/{created['table']}", token=bo["token"]))[1]["phase"] == "waiting"
    cy = await join(call, created, "  Cy   the  Great ")
    assert cy["seat"] == 1
    _, now = await call("GET", f"/api/tables/{created['table']}", token=cy["token"])
    assert now["phase"] == "playing" and now["you"] == 1
    assert [plate["name"] for plate in now["seats"]] == ["Ada", "Cy the Great", "Bo"]
    assert now["invite"] is None


async def test_people_of_one_name_are_numbered(call: Any) -> None:
    created = await create_table(call, ME, FRIEND, FRIEND)
    await join(call, created, "ada")
    await join(call, created, "Ada")
    _, now = await call("GET", f"/api/tables/{created['table']}", token=created["token"])
    assert [plate["name"] for plate in now["seats"]] == ["Ada", "ada 2", "Ada 3"]


async def test_sitting_down_is_refused_without_invite_name_or_place(call: Any) -> None:
    created = await create_table(call, ME, FRIEND)
    invite, path = code(created["invite"]), f"/api/tables/{created['table']}/sit"
    for wish, status, word in (
        ({"invite": "wrong", "name": "Bo"}, 403, "invite"),
        ({"invite": code(created["watch"]), "name": "Bo"}, 403, "invite"),
        ({"invite": invite, "name": ""}, 400, "name"),
        ({"invite": invite, "name": "x" * 25}, 400, "24"),
        ({"invite": invite, "name": "Bo", "seat": 0}, 409, "Ada"),
        ({"invite": invite, "name": "Bo", "seat": 2}, 404, "2 seats"),
        ({"invite": invite, "name": "Bo", "seat": -1}, 404, "2 seats"),
        ({"invite": invite}, 400, "name"),
        ({"invite": invite, "name": "Bo", "host": True}, 400, "host"),
    ):
        answered, problem = await call("POST", path, wish)
        assert (answered, word in problem["message"]) == (status, True), problem
    await join(call, created, "Bo")
    answered, problem = await call("POST", path, {"invite": invite, "name": "Cy"})
    assert answered == 409 and problem["message"] == "Every seat at this table is taken."


async def test_there_is_nothing_at_a_table_that_is_not_there(call: Any) -> None:
    for verb, path, body in (
        ("GET", "/api/tables/nosuchtable", None),
        ("GET", "/api/tables/%2e%2e", None),
        ("POST", "/api/tables/nosuchtable/sit", {"invite": "x", "name": "Bo"}),
        ("POST", "/api/tables/nosuchtable/recover", {"code": "x"}),
        ("POST", "/api/tables/nosuchtable/rematch", None),
        ("GET", "/api/tables/nosuchtable/record", None),
        ("GET", "/api/tables/nosuchtable/replay", None),
        ("GET", "/api/nothing", None),
    ):
        status, problem = await call(verb, path, body)
        assert status == 404 and problem["message"], path


# ---------------------------------------------------------------- proving a seat
async def test_the_cookie_is_hidden_from_scripts_and_other_sites(client: Client) -> None:
    answer = await client.post("/api/tables", json={"game": "abracada", "seats": [ME, BOT]})
    cookie = SimpleCookie(answer.headers["set-cookie"])[f"seat-{answer.json()['table']}"]
    assert cookie.value == answer.json()["token"]
    assert cookie["httponly"] and cookie["samesite"].lower() == "lax" and cookie["path"] == "/"
    now = (await client.get(f"/api/tables/{answer.json()['table']}")).json()
    assert now["you"] == 0


async def test_a_token_opens_its_own_table_only(call: Any, client: Client) -> None:
    mine, other_table = await create_table(call, ME, BOT), await create_table(call, ME, BOT)
    client.cookies.clear()
    for token in (other_table["token"], "guess", mine["recovery"], code(mine["invite"])):
        status, problem = await call("GET", f"/api/tables/{mine['table']}", token=token)
        assert status == 403 and "token" in problem["message"]
    status, problem = await call("GET", f"/api/tables/{mine['table']}")
    assert status == 403 and "no seat" in problem["message"]


async def test_a_token_in_the_address_of_a_call_is_refused_in_both_languages(call: Any, client: Client) -> None:
    """Addresses are written to logs and histories; only a WebSocket made by a page cannot send a header instead."""
    created = await create_table(call, ME, BOT)
    for path in ("", "/record", "/replay", "/review", "/qr", "/notices"):
        status, problem = await call("GET", f"/api/tables/{created['table']}{path}?token={created['token']}")
        assert status == 400 and "Authorization: Bearer" in problem["message"] and problem["fr"] != problem["message"]
    schema = (await client.get("/schema/openapi.json")).json()
    calls = [verb for path in schema["paths"].values() for verb in path.values()]
    assert not [parameter for call in calls for parameter in call.get("parameters", []) if parameter["name"] == "token"]


async def test_links_let_people_look_on_without_a_seat(call: Any, client: Client) -> None:
    created = await create_table(call, ME, FRIEND)
    client.cookies.clear()
    for link in (created["watch"], created["invite"]):
        status, now = await call("GET", f"/api/tables/{created['table']}?{link.partition('?')[2]}")
        assert status == 200 and now["you"] is None and not now["host"]
        assert now["invite"] is None and now["watch"] is None


async def test_a_browser_forgets_its_oldest_tables_first(call: Any, client: Client) -> None:
    names = [(await create_table(call, ME, BOT))["table"] for _ in range(MAX_SEAT_COOKIES + 3)]
    remembered = [name.removeprefix("seat-") for name in client.cookies]
    assert set(remembered) == set(names[-MAX_SEAT_COOKIES:])


@pytest.mark.parametrize("origin", ["http://evil.test", "http://table.test:81", "null"])
async def test_another_sites_page_cannot_act_with_this_browsers_seats(call: Any, origin: str) -> None:
    status, problem = await call("POST", "/api/tables", {"game": "abracada", "seats": [ME, BOT]}, origin=origin)
    assert status == 403 and "another site" in problem["message"]


PROXIED = {"origin": "https://play.test", "x-forwarded-host": "play.test"}


async def test_what_a_proxy_says_counts_only_where_one_is_trusted(call: Any, tmp_path: Path) -> None:
    wish = {"game": "abracada", "seats": [ME, BOT]}
    assert (await call("POST", "/api/tables", wish, origin="http://table.test"))[0] == 201
    assert (await call("POST", "/api/tables", wish, **PROXIED))[0] == 403
    for settings in (Settings(trusted_proxies=("10.0.0.1",)), Settings(public_address="https://play.test")):
        app = make_app(SqliteStore(tmp_path / "other.sqlite3"), RandomBots(), settings)
        async with AsyncTestClient(app, base_url="http://table.test") as client:
            answer = await client.post("/api/tables", json=wish, headers=PROXIED)
            assert answer.status_code == 201
            secure = "secure" in answer.headers["set-cookie"].lower()
            assert secure == settings.public_tls


# ---------------------------------------------------------------- coming back
async def test_a_recovery_code_gives_a_new_token_and_voids_the_old(call: Any, client: Client) -> None:
    created = await create_table(call, ME, BOT)
    client.cookies.clear()
    typed = created["recovery"].upper().replace("-", "  ")
    status, recovered = await call("POST", f"/api/tables/{created['table']}/recover", {"code": typed})
    assert status == 201
    assert recovered["seat"] == 0 and recovered["host"] and recovered["token"] != created["token"]
    assert recovered["recovery"] == created["recovery"]
    client.cookies.clear()
    assert (await call("GET", f"/api/tables/{created['table']}", token=recovered["token"]))[1]["you"] == 0
    assert (await call("GET", f"/api/tables/{created['table']}", token=created["token"]))[0] == 403


async def test_a_socket_with_a_void_token_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND, options={"first": 0})
        await sit(server, created, "Bo")
        async with place(server, created["table"], created["token"]) as old:
            async with caller(server) as client:
                path = f"/api/tables/{created['table']}/recover"
                recovered = (await client.post(path, json={"code": created["recovery"]})).json()
            assert "recovery code" in (await old.receive_kind())["message"]
            await old.line.wait_closed()
            assert old.line.close_code == 4403
        async with place(server, created["table"], recovered["token"]) as ada:
            await ada.act()
            assert (await ada.past(0))["n"] == 1


async def test_recovery_codes_cannot_be_tried_out(call: Any, clock: StoppedClock) -> None:
    created = await create_table(call, ME, BOT)
    path = f"/api/tables/{created['table']}/recover"
    answers = [(await call("POST", path, {"code": access_tokens.new_recovery()}))[0] for _ in range(12)]
    assert answers == [403] * 10 + [429] * 2


async def test_the_store_knows_no_token_and_no_recovery_code(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    async with serving(store) as server:
        created = await new_table(server, ME, FRIEND)
        friend = await sit(server, created, "Bo")
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert created["table"].encode() in stored
    for secret in (created["token"], created["recovery"], friend["token"], friend["recovery"]):
        assert secret.encode() not in stored


# ---------------------------------------------------------------- bots in seats
async def test_the_host_fills_open_seats_with_bots_and_opens_them_again(call: Any) -> None:
    created = await create_table(call, ME, FRIEND, FRIEND)
    path, token = f"/api/tables/{created['table']}/seats", created["token"]
    status, now = await call("POST", f"{path}/1/bot", {"level": "master"}, token=token)
    assert status == 200 and now["seats"][1]["kind"] == "bot" and now["seats"][1]["level"] == "master"
    assert now["seats"][1]["name"] and now["phase"] == "waiting"
    status, now = await call("DELETE", f"{path}/1/bot", token=token)
    assert status == 200 and now["seats"][1] == {
        "seat": 1, "kind": "open", "name": "", "level": None, "here": False, "stand_in": False, "lost": False,
        "stand_in_level": "adept", "absent_from": None,
    }  # fmt: skip
    await call("POST", f"{path}/1/bot", {}, token=token)
    status, now = await call("POST", f"{path}/2/bot", {}, token=token)
    assert now["phase"] == "playing" and [plate["kind"] for plate in now["seats"]] == ["person", "bot", "bot"]
    assert now["seats"][1]["name"] != now["seats"][2]["name"]
    assert (await call("DELETE", f"{path}/1/bot", token=token))[0] == 409
    assert (await call("POST", f"{path}/1/bot", {}, token=token))[0] == 409


async def test_only_the_host_or_the_person_hands_a_seat_over(call: Any, client: Client) -> None:
    created = await create_table(call, ME, FRIEND, FRIEND)
    bo = await join(call, created, "Bo")
    client.cookies.clear()
    path = f"/api/tables/{created['table']}/seats"
    for seat, credentials in ((0, {"token": bo["token"]}), (2, {"token": bo["token"]})):
        status, problem = await call("POST", f"{path}/{seat}/bot", {}, **credentials)
        assert status == 403 and "host" in problem["message"]
    assert (await call("POST", f"{path}/2/bot?{created['watch'].partition('?')[2]}", {}))[0] == 403
    assert (await call("POST", f"{path}/2/bot", {}))[0] == 403
    assert (await call("POST", f"{path}/7/bot", {}, token=created["token"]))[0] == 404
    assert (await call("POST", f"{path}/2/bot", {"level": "god"}, token=created["token"]))[0] == 400
    assert (await call("DELETE", f"{path}/1/bot", token=created["token"]))[0] == 409


async def test_a_bot_stands_in_for_who_left_until_they_take_their_seat_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "absence_seconds", lambda wish, clock: 0)
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND, options={"first": 1})
        friend = await sit(server, created, "Bo")
        table = created["table"]
        async with place(server, table, created["token"]) as ada:
            assert ada.now["legal"] == []
            async with place(server, table, friend["token"]) as bo:
                assert bo.now["legal"]
                status, problem = await call_bot_seat(server, "POST", table, 1, created["token"])
                assert status == 409 and "Bo is at the table" in problem["message"]
            await ada.until(lambda now: not now["seats"][1]["here"])
            status, _ = await call_bot_seat(server, "POST", table, 1, created["token"])
            assert status == 200
            now = await ada.until(lambda now: bool(now["legal"]))  # the bot has played Bo's turn
            assert now["n"] > 0
            plate = now["seats"][1]
            assert (plate["kind"], plate["name"]) == ("person", "Bo")
            assert (plate["level"], plate["stand_in"]) == ("adept", True)
            async with place(server, table, friend["token"]) as bo:
                assert bo.now["legal"] == [] and "a bot is playing this seat" in bo.now["undo"]["en"]
                status, _ = await call_bot_seat(server, "DELETE", table, 1, friend["token"])
                assert status == 200
                await bo.until(lambda now: not now["seats"][1]["stand_in"])
                await ada.until(lambda now: not now["seats"][1]["stand_in"])
                while not bo.now["legal"]:
                    n = ada.now["n"]
                    await ada.act()
                    await ada.past(n)
                    await bo.past(n)
                n = bo.now["n"]
                await bo.act()
                assert (await bo.past(n))["n"] == n + 1


async def test_a_person_whose_bot_plays_must_take_the_seat_back_to_act(tmp_path: Path) -> None:
    async with serving(tmp_path, pace=3600) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            action = ada.now["legal"][0]
            assert (await call_bot_seat(server, "POST", created["table"], 0, created["token"]))[0] == 200
            await ada.until(lambda now: now["thinking"] == 0)
            await ada.act(action)
            assert "take it back" in (await ada.receive_kind())["message"]
            assert (await call_bot_seat(server, "DELETE", created["table"], 0, created["token"]))[0] == 200
            await ada.until(lambda now: now["thinking"] is None)
            await ada.act(action)
            assert (await ada.past(0))["n"] == 1


async def test_the_routes_that_hand_a_seat_to_a_bot_and_back_have_limits(call: Any, clock: StoppedClock) -> None:
    created = await create_table(call, ME, BOT)
    path, most = f"/api/tables/{created['table']}/seats/0/bot", int(Settings().join_rate.burst)
    answers = [
        (await call("POST" if k % 2 == 0 else "DELETE", path, {}, token=created["token"]))[0] for k in range(most)
    ]
    assert answers == [200] * most
    for verb, to in (("POST", path), ("DELETE", path), ("POST", path.replace("bot", "stand-in"))):
        status, problem = await call(verb, to, {"level": "master"}, token=created["token"])
        assert status == 429 and problem["fr"], verb


async def call_bot_seat(server: str, verb: str, table: str, seat: int, token: str) -> tuple[int, Any]:
    async with caller(server) as client:
        path, who = f"/api/tables/{table}/seats/{seat}/bot", {"authorization": f"Bearer {token}"}
        answer = await client.request(verb, path, json={} if verb == "POST" else None, headers=who)
        return answer.status_code, answer.json()


# ---------------------------------------------------------------- names
@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\x00b", "\u200b", "{0}", "a\u202eb"])
def test_names_that_would_confuse_the_table_are_refused(name: str) -> None:
    with pytest.raises(Denied):
        display_names.normalize_name(name)


@pytest.mark.parametrize("name", ["Ada", "Ünal Şen", "李雷", "🧙", "x" * 24])
def test_ordinary_names_are_accepted(name: str) -> None:
    assert display_names.normalize_name(f" {name} ") == name


def test_a_full_table_of_one_name_stays_within_the_length() -> None:
    names: list[str] = []
    for _ in range(5):
        names.append(display_names.distinct_name("x" * 24, names))
    assert len(set(names)) == 5 and max(map(len, names)) <= display_names.LONGEST_NAME


# ---------------------------------------------------------------- names that look alike
@pytest.mark.parametrize(
    ("name", "lookalike"),
    [
        ("Ada", "ADA"), ("Ada", "Аdа"), ("Ada", "Ａda"), ("Ada", "Adá"), ("Ada", "A d a"), ("Bill", "BiII"),
        ("Bo", "B0"),        ("Tom", "Τοm"), ("Tom", "Torn"), ("Walt", "VValt"),
    ],
)  # fmt: skip
def test_a_name_that_looks_like_another_at_the_table_is_numbered(name: str, lookalike: str) -> None:
    assert display_names.distinct_name(lookalike, [name]) == f"{lookalike} 2"
    assert display_names.distinct_name(name, [lookalike]) == f"{name} 2"


@pytest.mark.parametrize("name", ["Ida", "Adam", "Ad", "Аня", "愛"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert display_names.distinct_name(name, ["Ada", "Bo", "Αλέξης", "爱"]) == name


@pytest.mark.parametrize("name", ["\u3164", "A\u2800", "A\u200bda", "A\u0301\u0302\u0303\u0304"])
def test_a_name_with_something_nobody_sees_is_refused(name: str) -> None:
    with pytest.raises(Denied, match="letters, figures and ordinary signs"):
        display_names.normalize_name(name)
