"""The calls with which people and hosts say where they want to be told, and try whether it works."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from httpx import AsyncClient

from sortilege.server.notifications import subscriptions, web_push
from sortilege.server.settings import Settings
from tests.server.notifications.test_watcher import KIND
from tests.server.notifications.test_web_push import AUTH, BROWSER, BROWSER_PUBLIC, decrypt
from tests.server.receiver import receiving
from tests.server.server_fixture import FRIEND, ME, caller, serving

MINE = "/api/me/notices"


@pytest.fixture
def settings() -> Settings:
    return msgspec.structs.replace(KIND, bot_pace=3600, subscription_rate=(1000, 1))


@pytest.fixture
async def client(tmp_path: Path, settings: Settings) -> AsyncIterator[AsyncClient]:
    """Somebody who is known, calling a server that allows web hooks on loopback."""
    async with serving(tmp_path, settings=settings) as server, caller(server) as calling:
        await calling.post("/api/me", json={"name": "Ada"})
        yield calling


def hook(address: str, **more: Any) -> dict[str, Any]:
    return {"kind": "json", "address": address, **more}


async def test_a_subscription_is_added_tested_and_removed(call: Any) -> None:
    async with receiving(204) as receiver:
        status, response = await call("POST", MINE, hook(receiver.at(), language="fr"))
        [way] = response["ways"]
        assert status == 200 and way["kind"] == "json" and way["host"] == f"127.0.0.1:{receiver.port}"
        assert way["hint"] == "cr3t" and "s3cr3t" not in str(response), "an address that opens something is not shown"
        status, tried = await call("POST", f"{MINE}/{way['id']}/test")
        assert (status, tried["arrived"], tried["status"]) == (200, True, 204)
        assert tried["words"]["en"] == "It arrived: 127.0.0.1 answered 204."
        assert tried["words"]["fr"] == "L’avis est arrivé : 127.0.0.1 a répondu 204."
        sent = msgspec.json.decode(receiver.calls[0].body)
        assert sent["event"] == "test" and sent["text"].startswith("Ceci est un essai")
        assert (await call("POST", MINE, hook(receiver.at())))[1]["ways"][0]["language"] == "en", "the same, once"
        assert (await call("POST", f"{MINE}/language", {"language": "fr"}))[1]["ways"][0]["language"] == "fr"
        assert (await call("DELETE", f"{MINE}/{way['id']}"))[1]["ways"] == []
        status, problem = await call("POST", f"{MINE}/{way['id']}/test")
        assert status == 404 and problem["message"] == "There is no such way to be told."


async def test_a_test_notification_that_fails_says_why(call: Any) -> None:
    async with receiving(403) as receiver:
        response = (await call("POST", MINE, hook(receiver.at())))[1]
        path = f"{MINE}/{response['ways'][0]['id']}/test"
        tried = (await call("POST", path))[1]
        assert not tried["arrived"] and tried["words"]["en"] == "It did not arrive: 127.0.0.1 answered 403."
    tried = (await call("POST", path))[1]
    assert not tried["arrived"] and tried["status"] == 0
    assert tried["words"]["fr"] == "L’avis n’est pas arrivé : 127.0.0.1 a refusé la connexion."


async def test_a_browser_subscribes_with_the_key_of_this_server(call: Any) -> None:
    async with receiving(201) as receiver:
        offered = (await call("GET", MINE))[1]
        assert len(web_push.decode(offered["push_key"])) == 65 and offered["why_no_push"] is None
        wish = hook(receiver.at("/send/x"), p256dh=BROWSER_PUBLIC, auth=AUTH) | {"kind": "push"}
        status, problem = await call("POST", MINE, wish | {"auth": "AAAA"})
        assert status == 400 and "keys for push" in problem["message"]
        [way] = (await call("POST", MINE, wish))[1]["ways"]
        tried = (await call("POST", f"{MINE}/{way['id']}/test"))[1]
        assert tried["arrived"] and "The push service 127.0.0.1 took it" in tried["words"]["en"]
        sent = msgspec.json.decode(decrypt(receiver.calls[0].body, BROWSER, AUTH))
        assert sent["tag"] == "test" and sent["link"].endswith("/me")


async def test_a_push_subscription_that_expired_is_reported_and_removed(call: Any) -> None:
    async with receiving(410) as receiver:
        wish = hook(receiver.at("/send/x"), p256dh=BROWSER_PUBLIC, auth=AUTH) | {"kind": "push"}
        [way] = (await call("POST", MINE, wish))[1]["ways"]
        tried = (await call("POST", f"{MINE}/{way['id']}/test"))[1]
        assert not tried["arrived"] and "no longer knows that browser (410)" in tried["words"]["en"]
        assert (await call("GET", MINE))[1]["ways"] == []


async def test_without_the_package_push_is_not_offered_and_web_hooks_are(
    call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_push, "available", lambda: False)
    offered = (await call("GET", MINE))[1]
    assert offered["push_key"] is None and offered["hooks"] and "extra" in offered["why_no_push"]["en"]
    wish = hook("http://127.0.0.1/x", p256dh=BROWSER_PUBLIC, auth=AUTH) | {"kind": "push"}
    assert (await call("POST", MINE, wish))[0] == 422


@pytest.mark.parametrize(
    ("wish", "status", "words"),
    [
        (hook("http://10.0.0.1/"), 422, "does not allow notices to 10.0.0.1"),
        (hook("http://169.254.169.254/latest"), 422, "in the server’s own network"),
        (hook("ntfy.sh/me"), 400, "not the address of a web hook"),
        (hook("https://u:p@a.example/"), 400, "not the address of a web hook"),
        ({"kind": "pigeon", "address": "https://a.example"}, 400, "pigeon"),
        ({"kind": "json"}, 400, "address"),
        (hook("http://127.0.0.1/", language="de"), 400, "de"),
    ],
)
async def test_an_invalid_subscription_is_refused_in_one_sentence_and_not_stored(
    call: Any, wish: Any, status: int, words: str
) -> None:
    answered, problem = await call("POST", MINE, wish)
    assert answered == status and words in problem["message"] and problem["fr"] != problem["message"]
    assert (await call("GET", MINE))[1]["ways"] == []


async def test_there_are_not_too_many(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "MAX_SUBSCRIPTIONS", 2)
    for k in range(2):
        assert (await call("POST", MINE, hook(f"http://127.0.0.1/{k}")))[0] == 200
    status, problem = await call("POST", MINE, hook("http://127.0.0.1/2"))
    assert status == 422 and problem["message"].startswith("There are at most 2 ways")


async def test_adding_subscriptions_is_rate_limited(tmp_path: Path, settings: Settings) -> None:
    few = msgspec.structs.replace(settings, subscription_rate=(1, 0.001))
    async with serving(tmp_path, settings=few) as server, caller(server) as calling:
        await calling.post("/api/me", json={"name": "Ada"})
        assert (await calling.post(MINE, json=hook("http://127.0.0.1/1"))).status_code == 200
        assert (await calling.post(MINE, json=hook("http://127.0.0.1/2"))).status_code == 429


async def test_an_unknown_person_may_not_list_subscriptions(client: AsyncClient) -> None:
    client.cookies.clear()
    assert (await client.get(MINE)).status_code == 403


async def test_only_the_host_manages_the_subscriptions_of_a_table(call: Any) -> None:
    _, created = await call("POST", "/api/tables", {"game": "spellbook", "seats": [ME, FRIEND]})
    path = f"/api/tables/{created['table']}/notices"
    invite = created["invite"].partition("=")[2]
    _, guest = await call("POST", f"/api/tables/{created['table']}/sit", {"invite": invite, "name": "Bruno"})
    async with receiving(200) as receiver:
        wish = {"kind": "discord", "address": receiver.at()}
        [way] = (await call("POST", path, wish, token=created["token"]))[1]["ways"]
        assert (await call("POST", f"{path}/{way['id']}/test", token=created["token"]))[1]["arrived"]
        assert b"content" in receiver.calls[0].body
    for verb, where, body in [
        ("GET", path, None),
        ("POST", path, hook("http://127.0.0.1/")),
        ("DELETE", f"{path}/{way['id']}", None),
        ("POST", f"{path}/{way['id']}/test", None),
    ]:
        status, problem = await call(verb, where, body, token=guest["token"])
        assert status == 403 and problem["message"].startswith("Only the host of the table")
    push_wish = hook("http://127.0.0.1/", p256dh=BROWSER_PUBLIC, auth=AUTH) | {"kind": "push"}
    assert (await call("POST", path, push_wish, token=created["token"]))[0] == 422
    assert (await call("DELETE", f"{path}/{way['id']}", token=created["token"]))[1]["ways"] == []


async def test_deleting_everything_deletes_the_subscriptions(call: Any, tmp_path: Path) -> None:
    def stored_addresses() -> list[Any]:
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as base:
            return base.execute("SELECT address FROM sortilege_way").fetchall()

    await call("POST", MINE, hook("http://127.0.0.1/1"))
    assert stored_addresses() == [("http://127.0.0.1/1",)]
    await call("DELETE", "/api/me")
    assert stored_addresses() == []
