"""The devices of a person: whose code it is, taking a device in, the list of devices, and signing out."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from sortilege.server.people.browser_names import BrowserNames, parse_user_agent
from tests.server.me.test_me import key_of, post, without_seats
from tests.server.server_fixture import BOT, FRIEND, ME, PATIENCE, Place, caller, code, serving

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6"
    " Mobile/15E148 Safari/604.1"
)
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
TABLE = {"game": "abracada", "seats": [ME, BOT]}


async def move_code(client: httpx.AsyncClient) -> str:
    return str((await post(client, "/api/me/code"))["code"])


async def look(client: httpx.AsyncClient, move: str) -> httpx.Response:
    return await client.post("/api/me/device/look", json={"code": move})


async def devices(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    answer = await client.get("/api/me/devices")
    assert answer.status_code == 200, answer.text
    return list(answer.json()["devices"])


async def seat_at(client: httpx.AsyncClient, table: str, **headers: str) -> int | None:
    """The seat that this browser has at a table; None if it may not see the table."""
    answer = await client.get(f"/api/tables/{table}", headers=headers)
    assert answer.status_code in (200, 403), answer.text
    return answer.json().get("you") if answer.status_code == 200 else None


async def two_devices(laptop: httpx.AsyncClient, phone: httpx.AsyncClient, name: str = "Ada") -> None:
    """One person on two devices."""
    await post(laptop, "/api/me", {"name": name, "sigil": "moon"})
    await post(phone, "/api/me/device", {"code": await move_code(laptop)})


@asynccontextmanager
async def connect(server: str, table: str, client: httpx.AsyncClient) -> AsyncIterator[Place]:
    """A socket with the cookies of a browser."""
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    address = f"ws://{server}/api/tables/{table}/live"
    async with websockets.connect(
        address, additional_headers={"Cookie": cookies}, proxy=None, open_timeout=PATIENCE, ping_interval=None
    ) as line:
        here = Place(line)
        await here.receive()
        yield here


# ---------------------------------------------------------------- whose code it is
async def test_a_code_shows_its_person_and_is_not_used_up(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as laptop, caller(server) as phone, caller(server) as tablet:
        await two_devices(laptop, phone)
        move = await move_code(laptop)
        for _ in range(2):
            owner = await look(tablet, f" {move.upper()} ")
            assert owner.json() == {"name": "Ada", "sigil": "moon", "devices": 2, "mine": False}
            assert "set-cookie" not in owner.headers
        assert (await look(phone, move)).json()["mine"] is True
        assert (await tablet.get("/api/me")).json()["known"] is False
        assert (await post(tablet, "/api/me/device", {"code": move}))["devices"] == 3
        assert (await look(tablet, move)).status_code == 403


async def test_a_wrong_code_gets_the_same_refusal_and_the_same_limit_as_using_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        wrong = await look(ada, "aaaa-aaaa")
        used = await ada.post("/api/me/device", json={"code": "aaaa-aaaa"})
        assert (wrong.status_code, wrong.json()) == (used.status_code, used.json()) == (403, used.json())
        assert [(await look(ada, f"aaaa-{n:04}")).status_code for n in range(15)][-1] == 429
        assert (await ada.post("/api/me/device", json={"code": "aaaa-aaaa"})).status_code == 429


# ---------------------------------------------------------------- taking a device in
async def test_seats_stay_with_the_person_who_had_them_unless_they_are_brought_along(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as server,
        caller(server) as sender,
        caller(server) as victim,
        caller(server) as other,
    ):
        await post(sender, "/api/me", {"name": "Sender"})
        await two_devices(victim, other, "Victim")
        created = await post(victim, "/api/tables", TABLE)
        me = await post(victim, "/api/me/device", {"code": await move_code(sender)})
        assert me["name"] == "Sender"
        await victim.get("/api/me/games")  # seats that only cookies know are adopted here
        assert (await sender.get("/api/me/games")).json()["running"] == []
        assert await seat_at(victim, created["table"]) is None
        assert await seat_at(sender, created["table"]) is None
        assert await seat_at(other, created["table"]) == 0
        still = (await other.get("/api/me")).json()
        assert (still["name"], still["devices"]) == ("Victim", 1)


async def test_seats_that_are_brought_along_belong_to_the_person_of_the_code(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as laptop, caller(server) as phone:
        await post(laptop, "/api/me", {"name": "Ada"})
        await post(phone, "/api/me", {"name": "Ada on the phone"})
        created = await post(phone, "/api/tables", TABLE)
        await post(phone, "/api/me/device", {"code": await move_code(laptop), "bring": True})
        assert await seat_at(laptop, created["table"]) == await seat_at(phone, created["table"]) == 0
        assert [device["this"] for device in await devices(phone)] == [True, False]


async def test_a_code_of_ones_own_takes_no_seat_away(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as laptop:
        await post(laptop, "/api/me", {"name": "Ada"})
        created = await post(laptop, "/api/tables", TABLE)
        me = await post(laptop, "/api/me/device", {"code": await move_code(laptop)})
        assert me["devices"] == 1 and f"seat-{created['table']}" in laptop.cookies
        assert await seat_at(laptop, created["table"]) == 0


# ---------------------------------------------------------------- the list
@pytest.mark.parametrize(
    ("header", "names"),
    [
        (FIREFOX, BrowserNames("Firefox", "Windows")),
        (SAFARI, BrowserNames("Safari", "iPhone")),
        (CHROME, BrowserNames("Chrome", "Linux")),
        (
            CHROME.replace("X11; Linux x86_64", "Linux; Android 10; K") + " EdgA/140.0.0.0",
            BrowserNames("Edge", "Android"),
        ),
        (CHROME.replace("X11; Linux x86_64", "Macintosh; Intel Mac OS X 10_15_7"), BrowserNames("Chrome", "macOS")),
        (
            CHROME.replace("X11; Linux x86_64", "X11; CrOS x86_64 14541.0.0") + " OPR/1",
            BrowserNames("Opera", "ChromeOS"),
        ),
        ("python-httpx/0.28.1", BrowserNames()),
        ("", BrowserNames()),
    ],
)
def test_a_user_agent_is_reduced_to_browser_and_system(header: str, names: BrowserNames) -> None:
    assert parse_user_agent(header) == names


async def test_devices_are_listed_with_browser_system_and_days(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as server,
        caller(server) as laptop,
        caller(server) as phone,
        caller(server) as program,
    ):
        laptop.headers["user-agent"], phone.headers["user-agent"] = FIREFOX, SAFARI
        await two_devices(laptop, phone)
        await post(program, "/api/me/device", {"code": await move_code(laptop)})
        devices_shown = await devices(phone)
        assert [(device["browser"], device["system"], device["this"]) for device in devices_shown[:1]] == [
            ("Safari", "iPhone", True)
        ]
        others = {(device["browser"], device["system"], device["this"]) for device in devices_shown[1:]}
        assert others == {("Firefox", "Windows", False), ("", "", False)}
        assert all(
            device["since"] == device["seen"] and len(device["since"]) == len("2026-10-03") for device in devices_shown
        )
        phone.headers["user-agent"] = CHROME
        await phone.get("/api/me")
        this = (await devices(phone))[0]
        assert (this["browser"], this["system"]) == ("Chrome", "Linux")
        text = (await phone.get("/api/me/devices")).text
        for secret in (key_of(laptop), key_of(phone), "Mozilla", "604.1"):
            assert secret not in text
        for device in devices_shown:
            assert (await program.get("/api/me", headers={"cookie": f"me={device['id']}"})).json()["known"] is False


async def test_nobody_has_devices_before_they_are_known(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada:
        assert (await ada.get("/api/me/devices")).status_code == 403
        assert (await ada.delete("/api/me/devices")).status_code == 403


# ---------------------------------------------------------------- signing out
async def test_a_device_that_is_signed_out_opens_nothing_any_more(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as laptop, caller(server) as phone:
        await two_devices(laptop, phone)
        on_laptop = await post(laptop, "/api/tables", TABLE)
        on_phone = await post(phone, "/api/tables", TABLE)
        move = await move_code(phone)
        phones = next(device for device in await devices(laptop) if not device["this"])
        left = (await laptop.delete(f"/api/me/devices/{phones['id']}")).json()["devices"]
        assert [one["this"] for one in left] == [True]
        for created in (on_laptop, on_phone):
            assert await seat_at(phone, created["table"]) is None
            assert await seat_at(laptop, created["table"]) == 0
        assert (await phone.get("/api/me/games")).status_code == 403
        assert (await look(laptop, move)).status_code == 403, "a code that it made is void"
        me = (await phone.get("/api/me")).json()
        assert (me["known"], me["signed_out"], dict(phone.cookies)) == (False, True, {})
        assert (await phone.get("/api/me")).json()["signed_out"] is False
        repeated = await laptop.delete(f"/api/me/devices/{phones['id']}")
        assert repeated.status_code == 404 and repeated.json()["message"] != repeated.json()["fr"]


async def test_a_device_that_is_signed_out_does_not_take_its_seats_to_somebody_new(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as laptop, caller(server) as phone:
        await two_devices(laptop, phone)
        created = await post(phone, "/api/tables", TABLE)
        await laptop.delete("/api/me/devices")
        assert (await post(phone, "/api/me", {"name": "Somebody"}))["known"] is True
        assert (await phone.get("/api/me/games")).json()["running"] == []
        assert await seat_at(phone, created["table"]) is None


async def test_all_other_devices_are_signed_out_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as laptop, caller(server) as phone, caller(server) as tablet:
        await two_devices(laptop, phone)
        await post(tablet, "/api/me/device", {"code": await move_code(laptop)})
        answer = await phone.delete("/api/me/devices")
        assert [device["this"] for device in answer.json()["devices"]] == [True]
        assert (await phone.get("/api/me")).json()["devices"] == 1
        for other in (laptop, tablet):
            assert (await other.get("/api/me")).json()["signed_out"] is True


async def test_nobody_signs_out_the_device_of_somebody_else(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada, caller(server) as bruno:
        await post(ada, "/api/me", {"name": "Ada"})
        await post(bruno, "/api/me", {"name": "Bruno"})
        [device] = await devices(bruno)
        assert (await ada.delete(f"/api/me/devices/{device['id']}")).status_code == 404
        await ada.delete("/api/me/devices")
        assert (await bruno.get("/api/me")).json()["name"] == "Bruno"


async def test_the_socket_of_a_device_ends_when_the_device_is_signed_out(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as laptop, caller(server) as phone:
        await two_devices(laptop, phone)
        created = await post(phone, "/api/tables", {"game": "abracada", "seats": [ME, FRIEND]})
        async with (
            connect(server, created["table"], phone) as away,
            connect(server, created["table"], laptop) as stays,
            caller(server) as bruno,
        ):
            await laptop.delete("/api/me/devices")
            assert "signed out" in (await away.receive_kind())["message"]
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await away.receive()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
            invite = {"invite": code(created["invite"]), "name": "Bruno"}
            await post(bruno, f"/api/tables/{created['table']}/sit", invite)
            await stays.until(lambda now: now["phase"] == "playing")


async def test_a_device_of_the_version_before_is_listed_as_unknown_until_it_is_seen(tmp_path: Path) -> None:
    from sortilege.server.store import Statement
    from sortilege.server.store.sqlite import SqliteStore

    async with serving(tmp_path) as server, caller(server) as laptop, caller(server) as phone:
        laptop.headers["user-agent"] = FIREFOX
        await two_devices(laptop, phone)
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda *_: None)
    await store.change([Statement("DELETE FROM sortilege_device_info")])
    await store.close()
    async with serving(tmp_path) as server, caller(server) as client:
        client.headers.update({"user-agent": FIREFOX} | without_seats(laptop))
        before = [(device["browser"], device["since"]) for device in await devices(client)]
        assert before == [("", None), ("", None)]
        await client.get("/api/me")
        assert [(device["browser"], device["since"]) for device in await devices(client)] == [
            ("Firefox", None),
            ("", None),
        ]
