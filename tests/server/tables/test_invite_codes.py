"""Invite codes: in every kind of store, from every server, while the table waits for players."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from sortilege.server import runtime
from sortilege.server.application import Application
from sortilege.server.errors import Denied
from sortilege.server.runtime import Runtime
from sortilege.server.settings import Rate, Settings
from sortilege.server.store import Statement, Store
from sortilege.server.tables import invite_codes, opening
from sortilege.server.tables.invite_codes import CODE, LETTERS, new_code, read_code
from sortilege.server.tables.messages import NewTable, SeatPlan
from sortilege.server.tables.routes.invites import find_table
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.seats.viewers import Viewer
from tests.server.server_fixture import FRIEND, ME, RandomBots, StoppedClock, caller, code, new_table, serving

WISH = {"game": "spell", "seats": [{"kind": "me"}, {"kind": "open"}]}
HOST = Viewer(0, host=True, key=None)


@pytest.fixture
async def servers(new_store: Callable[[], Store]) -> AsyncIterator[list[Application]]:
    """Yield two servers that use the same store."""
    both = [Application(new_store(), RandomBots(), Settings(bot_pace=3600)) for _ in range(2)]
    for application in both:
        await application.open()
    yield both
    for application in both:
        await application.close()


async def create_waiting_table(application: Application, seats: int = 3) -> tuple[str, str]:
    """Create a table with open seats; return its name and its invite code."""
    created = await opening.create_new(
        application.tables, NewTable("abracada", [SeatPlan("me", "Ada"), *[SeatPlan("open")] * (seats - 1)])
    )
    return created.table, (await application.tables.load(created.table)).state.opened.code


def test_no_two_letters_look_alike_and_none_makes_a_word() -> None:
    assert len(set(LETTERS)) == len(LETTERS) == 18
    assert not set(LETTERS) & set("AEIOUYLQ"), "no vowels; nothing that is taken for I, O or 1"


async def test_a_code_leads_to_its_table_from_every_server(servers: list[Application]) -> None:
    here, there = servers
    table, letters = await create_waiting_table(here)
    assert CODE.fullmatch(letters)
    for typed in (letters, letters.lower(), f" {letters[:3]}-{letters[3:]} ", f"{letters[:3]} {letters[3:]}"):
        assert (await find_table(there.tables, read_code(typed))).name == table


async def test_a_code_is_over_when_the_game_begins_wherever_that_was(servers: list[Application]) -> None:
    here, there = servers
    table, letters = await create_waiting_table(here, seats=2)
    await seating.sit(await there.tables.load(table), "Bruno", None, viewers.new_secrets(), "")
    for application in servers:
        with pytest.raises(Denied, match="No table waits"):
            await find_table(application.tables, letters)


async def test_a_bot_in_the_last_seat_ends_it_too(servers: list[Application]) -> None:
    table, letters = await create_waiting_table(servers[0], seats=2)
    await seating.hand_over(await servers[0].tables.load(table), HOST, 1, "apprentice")
    with pytest.raises(Denied, match="No table waits"):
        await find_table(servers[1].tables, letters)


async def test_a_code_that_outlives_its_table_is_refused_and_removed(
    servers: list[Application], monkeypatch: pytest.MonkeyPatch
) -> None:
    application = servers[0]
    table, letters = await create_waiting_table(application, seats=2)
    with monkeypatch.context() as patch:
        patch.setattr(invite_codes, "expire", lambda *_: asyncio.sleep(0))
        await seating.hand_over(await application.tables.load(table), HOST, 1, "apprentice")
    for why in ("the game has begun", "No table waits"):
        with pytest.raises(Denied, match=why):
            await find_table(application.tables, letters)


async def test_a_code_goes_with_its_table(servers: list[Application]) -> None:
    here, there = servers
    table, letters = await create_waiting_table(here)
    await here.tables.remove(await here.tables.load(table))
    with pytest.raises(Denied, match="No table waits"):
        await find_table(there.tables, letters)
    lost = await new_code(here.store, "n0t4tab1e")  # its server died before the table was made
    for _ in range(2):
        with pytest.raises(Denied, match="No table waits"):
            await find_table(there.tables, lost)
    assert (
        await here.store.look_up(Statement("SELECT name FROM sortilege_note WHERE name = $1", (f"code/{lost}",))) == []
    )


async def test_no_two_tables_have_the_same_code(servers: list[Application]) -> None:
    _, used_code = await create_waiting_table(servers[0])
    letters = iter(used_code + "BCDFGH")

    class Scripted(random.Random):
        def choice(self, _: Any) -> Any:
            return next(letters)

    with runtime.installed(Runtime(Scripted())):
        assert await new_code(servers[1].store, "another") == "BCDFGH"
    await invite_codes.drop(servers[1].store, "BCDFGH")


async def test_a_table_without_open_seats_needs_no_code(servers: list[Application]) -> None:
    created = await opening.create_new(servers[0].tables, NewTable("abracada", [SeatPlan("me"), SeatPlan("bot")]))
    assert (await servers[0].tables.load(created.table)).state.opened.code == ""


# ---------------------------------------------------------------- over the wire
async def test_typing_the_code_opens_the_invitation(call: Any, client: Any) -> None:
    _, created = await call("POST", "/api/tables", WISH)
    _, view = await call("GET", f"/api/tables/{created['table']}")
    client.cookies.clear()
    _, watched = await call("GET", f"/api/tables/{created['table']}?watch={code(created['watch'])}")
    assert watched["code"] is None, "a spectator is not shown it"
    assert await call("POST", "/api/codes", {"code": view["code"].lower()}) == (200, {"invite": created["invite"]})
    for wrong, status in (("", 400), ("KRT WB", 400), ("KRTWBNN", 400), ("ÉÉÉÉÉÉ", 400), (1, 400)):
        answered, problem = await call("POST", "/api/codes", {"code": wrong})
        assert answered == status and problem["message"] and problem["fr"]


async def test_nobody_tries_codes_without_end(call: Any) -> None:
    answers = [(await call("POST", "/api/codes", {"code": "BBBBBB"}))[0] for _ in range(12)]
    assert answers[0] == 404 and 429 in answers[9:]


async def test_wrong_codes_from_many_addresses_are_bounded_together(tmp_path: Path, clock: StoppedClock) -> None:
    settings = Settings(
        trusted_proxies=("127.0.0.1",), wrong_invite_code_rate=Rate(5, 0.1), invite_code_rate=Rate(10, 0.1)
    )
    async with serving(tmp_path, settings=settings) as server, caller(server) as client:
        created = await new_table(server, ME, FRIEND)
        path = f"/api/tables/{created['table']}"
        letters = (await client.get(path, headers={"authorization": f"Bearer {created['token']}"})).json()["code"]

        async def attempt(tried: str, guest: int) -> httpx.Response:
            headers = {"x-forwarded-for": f"2001:db8:0:{guest:x}::1"}
            return await client.post("/api/codes", json={"code": tried}, headers=headers)

        for guest in range(20):
            assert (await attempt(letters, guest)).status_code == 200, "right codes do not count"
            assert (await attempt("AEIOU", guest)).status_code == 400, "nor does what cannot be a code"
        answers = await asyncio.gather(*(attempt("BBBBBB", guest) for guest in range(8)))
        assert sorted(answer.status_code for answer in answers) == [404] * 5 + [429] * 3
        refused = await attempt(letters, 100)
        assert refused.status_code == 429, "otherwise guessing would go on"
        assert "invite link" in refused.json()["message"] and "lien" in refused.json()["fr"]
        clock.seconds += 10
        assert (await attempt(letters, 101)).status_code == 200
        assert (await attempt("BBBBBB", 102)).status_code == 404
        assert (await attempt(letters, 103)).status_code == 429
