"""Tests of what follows a game: record, replay, rematch."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege import Match
from sortilege.core.log import turns_of
from sortilege.server.review.replay import PART, Replays, SeatReplay
from sortilege.server.settings import Rate, Settings
from tests.server.server_fixture import BOT, FRIEND, ME, caller, code, new_table, place, play_out, serving, sit


async def call(server: str, verb: str, path: str, token: str = "", **query: Any) -> tuple[int, Any]:
    async with caller(server) as client:
        who = {"authorization": f"Bearer {token}"} if token else {}
        answer = await client.request(verb, path, headers=who, params=query)
        return answer.status_code, answer.json()


# ---------------------------------------------------------------- record and replay
async def test_the_record_of_a_finished_game_can_be_had_and_verified(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, BOT)
        path = f"/api/tables/{created['table']}/record"
        async with place(server, created["table"], created["token"]) as ada:
            for token in ("", created["token"]):
                status, problem = await call(server, "GET", path, token)
                assert status == 409 and "over" in problem["message"]
            await play_out([ada], random.Random(11))
            status, record = await call(server, "GET", path)
            assert status == 200
            match = Match.load(record, verify=True)
            assert match.names == [plate["name"] for plate in ada.now["seats"]]
            assert record["outcome"] == ada.now["view"]["outcome"]
            assert record["seed"] == ada.now["seed"] and match.commitment == ada.now["commitment"]


@pytest.mark.parametrize("game", sortilege.games())
async def test_a_finished_game_is_replayed_moment_by_moment(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, BOT, BOT, name="Ada", game=game)
        path = f"/api/tables/{created['table']}/replay"
        async with place(server, created["table"], created["token"]) as ada:
            await ada.until(lambda now: now["phase"] == "over")
        _, record = await call(server, "GET", f"/api/tables/{created['table']}/record")
        frames: list[dict] = []
        while True:
            status, part = await call(server, "GET", path, created["token"], seat=1, at=len(frames), count=100)
            assert status == 200 and part["seat"] == 1 and part["of"] == len(record["log"]) + 1
            frames += part["frames"]
            if len(frames) == part["of"]:
                break
        assert frames[0]["line"] is None and frames[-1]["view"]["outcome"] == record["outcome"]
        match = Match.load(record)
        assert frames[-1]["view"] | {"log": 0} == match.state.view(1) | {"log": 0}
        lines = [frame["line"] for frame in frames if frame["line"] is not None]
        assert [line["line"]["do"] for line in lines] == [line["do"] for line in match.state.view(1)["log"]]
        for replayed_line in lines:
            assert replayed_line["en"] == match.game.say(replayed_line["line"], "en")
        turns: list[dict] = []
        for frame in frames:
            turns[frame["turns_from"] :] = frame["turns"]
        assert [turn["fr"] for turn in turns] == [match.game.summarise(turn, "fr") for turn in turns_of(match.state, 1)]
        for at, count in ((0, 1), (PART - 1, 2), (PART + 3, 7), (len(frames) - 1, 5)):  # read anywhere, it is the same
            _, part = await call(server, "GET", path, created["token"], seat=1, at=at, count=count)
            assert part["at"] == at and part["frames"] == frames[at : at + count]
        match_read_anywhere = SeatReplay(match, 1)
        last = len(match.ids) // PART
        assert [json.loads(frame) for frame in match_read_anywhere.make_part(last)] == frames[last * PART :]
        assert [json.loads(frame) for frame in match_read_anywhere.make_part(0)] == frames[:PART]


async def test_a_replay_is_refused_before_the_end_and_outside_the_match(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        running = await new_table(server, ME, FRIEND)
        assert (await call(server, "GET", f"/api/tables/{running['table']}/replay"))[0] == 409
        created = await new_table(server, BOT, BOT, name="Ada")
        async with place(server, created["table"], created["token"]) as ada:
            await ada.until(lambda now: now["phase"] == "over")
        path = f"/api/tables/{created['table']}/replay"
        for query, status in (({"at": -1}, 400), ({"count": 0}, 400), ({"seat": 2}, 404), ({"at": "x"}, 400)):
            answered, problem = await call(server, "GET", path, created["token"], **query)
            assert answered == status and problem["message"]
        answered, beyond = await call(server, "GET", path, created["token"], at=10**6)
        assert answered == 200 and beyond["frames"] == []
        assert (await call(server, "GET", path))[0] == 403, "for those who may be at the table"
        assert (await call(server, "GET", path, watch=code(created["watch"])))[0] == 200


async def test_replays_have_a_limit_of_their_own_and_what_was_made_is_not_made_again(tmp_path: Path) -> None:
    few = Settings(replay_rate=Rate(3, 0.0001))
    async with serving(tmp_path, settings=few) as server:
        created = await new_table(server, BOT, BOT, name="Ada")
        async with place(server, created["table"], created["token"]) as ada:
            await ada.until(lambda now: now["phase"] == "over")
        path = f"/api/tables/{created['table']}/replay"
        answers = [await call(server, "GET", path, created["token"]) for _ in range(4)]
        assert [status for status, _ in answers] == [200, 200, 200, 429]
        assert answers[0] == answers[1]
        assert (await call(server, "GET", f"/api/tables/{created['table']}", created["token"]))[0] == 200


async def test_replays_keep_no_more_than_they_may_and_the_newest() -> None:
    replays = Replays(1)
    match = Match(sortilege.game("abracada"), 2, seed=1)
    for seat in (0, 1, None):
        await replays.moments("table", match, seat, 0, 10)
    assert list(replays.by_seat) == [("table", None)]


# ---------------------------------------------------------------- rematch
async def test_a_rematch_keeps_everyone(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND, BOT, options={"variant": "last"}, aids=True)
        friend = await sit(server, created, "Bo")
        old = created["table"]
        async with place(server, old, created["token"]) as ada, place(server, old, friend["token"]) as bo:
            status, problem = await call(server, "POST", f"/api/tables/{old}/rematch", created["token"])
            assert status == 409 and "over" in problem["message"]
            await play_out([ada, bo], random.Random(12))
            for stranger in ("", "guess"):
                assert (await call(server, "POST", f"/api/tables/{old}/rematch", stranger))[0] == 403
            status, rematch = await call(server, "POST", f"/api/tables/{old}/rematch", friend["token"])
            assert status == 201 and rematch["seat"] == 1 and not rematch["host"]
            for person in (ada, bo):
                now = await person.until(lambda now: now["rematch"] is not None)
                assert now["rematch"] == f"/t/{rematch['table']}"
        new = rematch["table"]
        # the other person follows by requesting a rematch too, or by opening the table with their token
        status, follows = await call(server, "POST", f"/api/tables/{old}/rematch", created["token"])
        assert status == 201 and follows["table"] == new and follows["seat"] == 0 and follows["host"]
        async with place(server, new, created["token"]) as ada, place(server, new, friend["token"]) as bo:
            assert (ada.now["you"], bo.now["you"]) == (0, 1)
            assert ada.now["phase"] == "playing" and ada.now["aids"]
            assert [plate["kind"] for plate in ada.now["seats"]] == ["person", "person", "bot"]
            assert ada.now["options"]["variant"] == "last"
            await play_out([ada, bo], random.Random(13), decisions=3)
        async with place(server, old, created["token"]) as ada:
            assert ada.now["seed"] is not None
        async with place(server, new, created["token"]) as ada:
            assert ada.now["seed"] is None


async def test_a_browser_that_follows_to_the_rematch_is_known_there(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as browser:
        created = (await browser.post("/api/tables", json={"game": "abracada", "seats": [ME, BOT]})).json()
        async with place(server, created["table"], created["token"]) as ada:
            await play_out([ada], random.Random(14))
        # somebody else requested the rematch: this browser has only the cookie of the old table
        _, rematch = await call(server, "POST", f"/api/tables/{created['table']}/rematch", created["token"])
        now = (await browser.get(f"/api/tables/{rematch['table']}")).json()
        assert now["you"] == 0 and now["host"]


async def test_whom_a_bot_stood_in_for_sits_at_the_rematch_in_person(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND)
        friend = await sit(server, created, "Bo")
        async with caller(server) as client:
            who = {"authorization": f"Bearer {friend['token']}"}
            await client.post(f"/api/tables/{created['table']}/seats/1/bot", json={"level": "adept"}, headers=who)
        async with place(server, created["table"], created["token"]) as ada:
            await play_out([ada], random.Random(15))
        _, rematch = await call(server, "POST", f"/api/tables/{created['table']}/rematch", created["token"])
        async with place(server, rematch["table"], friend["token"]) as bo:
            plate = bo.now["seats"][1]
            assert bo.now["you"] == 1 and plate["name"] == "Bo" and plate["kind"] == "person"
            assert plate["level"] is None and not plate["stand_in"] and bo.now["thinking"] is None


async def test_two_who_ask_for_a_rematch_at_once_meet_at_one_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, serving(tmp_path) as second_server:
        created = await new_table(server, ME, FRIEND)
        friend = await sit(server, created, "Bo")
        table = created["table"]
        async with place(server, table, created["token"]) as ada, place(server, table, friend["token"]) as bo:
            await play_out([ada, bo], random.Random(16))
        path = f"/api/tables/{created['table']}/rematch"
        _, rematch = await call(server, "POST", path, created["token"])
        _, two = await call(second_server, "POST", path, friend["token"])
        assert rematch["table"] == two["table"]
        assert code(rematch["invite"]) == code(two["invite"])


async def test_spectators_follow_to_the_rematch_by_a_link_of_their_own(tmp_path: Path) -> None:
    """The link shows them the next table and gives them no seat. Players do not receive it."""
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT)
        watch = code(created["watch"])
        async with (
            place(server, created["table"], created["token"]) as ada,
            place(server, created["table"], watch=watch) as spectator,
        ):
            assert spectator.now["rematch_watch"] is None
            await play_out([ada], random.Random(12))
            status, rematch = await call(server, "POST", f"/api/tables/{created['table']}/rematch", created["token"])
            assert status == 201
            now = await spectator.until(lambda now: now["rematch"] is not None)
            assert now["rematch_watch"] == rematch["watch"]
            assert (await ada.until(lambda now: now["rematch"] is not None))["rematch_watch"] is None
            assert code(rematch["invite"]) not in "".join(spectator.received)
        async with place(server, rematch["table"], watch=code(now["rematch_watch"])) as spectator:
            assert spectator.now["you"] is None and spectator.now["legal"] == []
        async with place(
            server, created["table"], watch=watch
        ) as spectator:  # spectators who connect later get the path too
            assert spectator.now["rematch_watch"] == rematch["watch"]
