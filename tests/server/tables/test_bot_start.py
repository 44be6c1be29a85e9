"""The bots of a new table begin after people have looked around."""

import random
from pathlib import Path

from tests.server.server_fixture import (
    BOT,
    FRIEND,
    ME,
    RandomBots,
    caller,
    new_table,
    place,
    play_out,
    serving,
    sit,
    waits_for_person,
)

AN_HOUR = 3600.0
BOT_BEGINS = {"options": {"first": 1}}


async def test_bots_wait_until_a_person_is_ready(tmp_path: Path) -> None:
    bots = RandomBots()
    async with serving(tmp_path, bots, look_around=AN_HOUR) as server:
        created = await new_table(server, ME, BOT, **BOT_BEGINS)
        async with place(server, created["table"], created["token"]) as ada:
            await ada.messages_before_pong()
            assert ada.now["n"] == 0 and ada.now["thinking"] == 1 and not bots.requests
            await ada.say(type="ready")
            assert (await ada.until(waits_for_person))["n"] > 0


async def test_bots_wait_no_longer_than_a_while_after_a_person_came(tmp_path: Path) -> None:
    bots = RandomBots()
    async with serving(tmp_path, bots, look_around=0.0) as server:
        created = await new_table(server, ME, BOT, **BOT_BEGINS)
        async with place(server, created["table"], watch=created["watch"].partition("=")[2]) as spectator:
            await spectator.messages_before_pong()
            assert spectator.now["n"] == 0 and not bots.requests  # spectators are not waited for
            async with place(server, created["table"], created["token"]) as ada:
                assert (await ada.until(waits_for_person))["n"] > 0


async def test_spectators_do_not_say_when_people_are_ready(tmp_path: Path) -> None:
    async with serving(tmp_path, look_around=AN_HOUR) as server:
        created = await new_table(server, ME, BOT, **BOT_BEGINS)
        async with (
            place(server, created["table"], created["token"]) as ada,
            place(server, created["table"], watch=created["watch"].partition("=")[2]) as spectator,
        ):
            await spectator.say(type="ready")
            assert await spectator.messages_before_pong() == 0  # it is no mistake, only without effect
            assert await ada.messages_before_pong() == 0 and ada.now["n"] == 0


async def test_whoever_has_played_has_looked_around(tmp_path: Path) -> None:
    async with serving(tmp_path, look_around=AN_HOUR) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            await play_out([ada], random.Random(1))
            assert ada.now["phase"] == "over"


async def test_among_friends_the_bots_wait_from_the_first_deal_on(tmp_path: Path) -> None:
    """A `ready` message sent while seats were open does not count, because the table was not visible yet."""
    async with serving(tmp_path, look_around=AN_HOUR) as server:
        created = await new_table(server, ME, BOT, FRIEND, **BOT_BEGINS)
        async with place(server, created["table"], created["token"]) as ada:
            await ada.say(type="ready")
            friend = await sit(server, created, "Bo")
            await ada.until(lambda now: now["phase"] == "playing")
            await ada.messages_before_pong()
            assert ada.now["n"] == 0
            async with place(server, created["table"], friend["token"]) as bo:
                await bo.say(type="ready")
                assert (await ada.until(waits_for_person))["n"] > 0


async def test_a_table_of_bots_alone_does_not_wait(tmp_path: Path) -> None:
    async with serving(tmp_path, look_around=AN_HOUR) as server:
        created = await new_table(server, BOT, BOT, name="Ada")
        async with place(server, created["table"], created["token"]) as ada:
            await ada.until(lambda now: now["phase"] == "over")


async def test_a_table_whose_people_left_their_seats_to_bots_does_not_wait(tmp_path: Path) -> None:
    async with serving(tmp_path, look_around=AN_HOUR) as server:
        created = await new_table(server, ME, BOT, **BOT_BEGINS)
        async with place(server, created["table"], created["token"]) as ada, caller(server) as client:
            who = {"authorization": f"Bearer {created['token']}"}
            assert (await client.post(f"/api/tables/{created['table']}/seats/0/bot", json={}, headers=who)).is_success
            await ada.until(lambda now: now["phase"] == "over")


async def test_after_a_restart_nobody_waits(tmp_path: Path) -> None:
    async with serving(tmp_path, look_around=AN_HOUR) as server:
        created = await new_table(server, ME, BOT, **BOT_BEGINS)
    async with (
        serving(tmp_path, look_around=AN_HOUR) as server,
        place(server, created["table"], created["token"]) as ada,
    ):
        assert (await ada.until(waits_for_person))["n"] > 0
