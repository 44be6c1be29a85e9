"""Nobody can choose the luck: the seed of a table is mixed from the server's half and a share of every person."""

import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sortilege import Match, game
from sortilege.core import chance
from sortilege.core.errors import RecordError
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import events
from sortilege.server.tables.seats.viewers import Secrets
from tests.server.server_fixture import BOT, FRIEND, ME, caller, code, new_table, place, play_out, serving

ADAS, BOS = "a" * 32, "B0" * 32


def fingerprint(text: str) -> str:
    return sha256(text.encode()).hexdigest()


async def sit(server: str, created: dict[str, Any], **wish: Any) -> tuple[int, dict[str, Any]]:
    async with caller(server) as client:
        wish = {"invite": code(created["invite"]), "name": "Bo", **wish}
        answer = await client.post(f"/api/tables/{created['table']}/sit", json=wish)
        return answer.status_code, answer.json()


async def record_of(server: str, table: str) -> dict[str, Any]:
    async with caller(server) as client:
        record: dict[str, Any] = (await client.get(f"/api/tables/{table}/record")).json()
        return record


async def test_the_half_is_fixed_before_the_shares_and_everything_is_shown_at_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, FRIEND, luck=ADAS)
        async with place(server, created["table"], created["token"]) as ada:
            promised = ada.now["luck"]
            assert promised["prints"] == [fingerprint(ADAS), "", ""] and ada.now["commitment"] == promised["commitment"]
            assert promised["half"] is None and promised["shares"] == []
            status, friend = await sit(server, created, luck=BOS)
            assert status == 201
            async with place(server, created["table"], friend["token"]) as bo:
                assert bo.now["luck"]["prints"] == [fingerprint(ADAS), "", fingerprint(BOS)]
                assert bo.now["luck"]["commitment"] == promised["commitment"]
                await play_out([ada, bo], random.Random(4))
                for client in (ada, bo):
                    assert not any(
                        ADAS in text or BOS in text for text in client.received if '"phase":"over"' not in text
                    )
            luck = ada.now["luck"]
            assert luck["shares"] == [ADAS, "", BOS] and fingerprint(luck["half"]) == promised["commitment"]
            assert ada.now["seed"] == fingerprint("\n".join([luck["half"], ADAS, "", BOS]))
            assert ada.now["commitment"] == fingerprint(ada.now["seed"])
        record = await record_of(server, created["table"])
        assert record["luck"] == {"half": luck["half"], "shares": [ADAS, "", BOS]}
        assert Match.load(record, verify=True).save() == record


@pytest.mark.parametrize("share", ["short", "x" * 32, "a" * 65, "server-" + "a" * 32])
async def test_a_share_of_another_form_is_refused_and_nobody_sits(tmp_path: Path, share: str) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND)
        status, problem = await sit(server, created, luck=share)
        assert status == 400 and "share of the luck" in problem["message"]
        async with place(server, created["table"], created["token"]) as ada:
            assert ada.now["phase"] == "waiting" and ada.now["luck"]["prints"][1] == ""


async def test_a_person_who_sends_no_share_gets_a_drawn_one_marked_as_such(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, BOT, BOT)  # a maker who only looks on has no share
        alone = await new_table(server, ME, BOT)
        async with place(server, created["table"], created["token"]) as ada:
            await ada.until(lambda now: now["phase"] == "over")
            assert ada.now["luck"]["shares"] == ["", ""]
        async with place(server, alone["table"], alone["token"]) as ada:
            await play_out([ada], random.Random(5))
            mine, bots = ada.now["luck"]["shares"]
            assert mine.startswith("server-") and bots == ""


async def test_whoever_asks_for_a_rematch_adds_a_new_share(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, luck=ADAS)
        async with place(server, created["table"], created["token"]) as ada, caller(server) as client:
            await play_out([ada], random.Random(6))
            path, who = f"/api/tables/{created['table']}/rematch", {"authorization": f"Bearer {created['token']}"}
            assert (await client.post(path, headers=who, params={"luck": "no"})).status_code == 400
            rematch = (await client.post(path, headers=who, params={"luck": BOS})).json()
        async with place(server, rematch["table"], created["token"]) as ada:
            assert ada.now["luck"]["prints"] == [fingerprint(BOS), ""]


async def test_a_record_with_changed_luck_fails_verification(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, BOT, BOT)
        async with place(server, created["table"], created["token"]) as ada:
            await ada.until(lambda now: now["phase"] == "over")
        record = await record_of(server, created["table"])
    luck = record["luck"]
    for changed in (
        {**luck, "half": "0" * 64}, {**luck, "shares": ["", "x"]}, {**luck, "shares": [""]}, {"half": luck["half"]},
        {**luck, "half": 5}, {**luck, "shares": ["\n", ""]}, "luck", {**luck, "more": 1},
    ):  # fmt: skip
        with pytest.raises(RecordError, match="luck"):
            Match.load({**record, "luck": changed})
    old = {key: value for key, value in record.items() if key != "luck"}  # as records were before
    assert Match.load(old, verify=True).save() == old


async def test_a_table_from_before_the_shares_plays_on_with_its_seed(tmp_path: Path) -> None:
    keys = [Secrets("token", "recovery").key(0, host=True)]
    occupants = [events.Occupant("person", "Ada"), events.Occupant("bot", "Bo", "apprentice")]
    seed = chance.new_seed()
    match = Match(game("abracada"), 2, {}, seed, ["Ada", "Bo"])
    opened = events.Opened(1, "abracada", match.state.options, False, seed, occupants, keys, "join", "watch")
    lines = [events.encode(event) for event in (opened, events.Began(["Ada", "Bo"], match.log))]
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda *_: None)
    await store.append("oldtable", 0, lines)
    await store.close()
    async with serving(tmp_path) as server, place(server, "oldtable", "token") as ada:
        assert ada.now["luck"] is None and ada.now["commitment"] == fingerprint(seed)
        await play_out([ada], random.Random(7))
        assert ada.now["seed"] == seed
        record = await record_of(server, "oldtable")
        assert "luck" not in record and Match.load(record, verify=True)
