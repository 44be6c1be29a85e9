"""Alone with bots: a whole turn is taken back, or tried again at a copy of the table."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege import Match, game
from sortilege.server.live.snapshot_cache import DUPLICATED_FIELDS
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import events
from sortilege.server.tables.seats.viewers import Secrets
from sortilege.server.text import sentence
from tests.server.server_fixture import (
    BOT,
    FRIEND,
    ME,
    Place,
    RandomBots,
    StoppedClock,
    caller,
    code,
    new_table,
    place,
    play_out,
    serving,
    sit,
    waits_for_person,
)

END = {"do": "end"}
DUEL = {"game": "spell", "options": {"first": "k"}}


class Resting(RandomBots):
    """Bots that end their turn if they can, and otherwise play the first legal action."""

    async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
        return END if END in view["legal"] else view["legal"][0]


class Asleep(Resting):
    """Bots that never choose."""

    async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError


async def act(client: Place, action: dict[str, Any] | None = None) -> None:
    """Play an action and wait until the bots have played."""
    n = client.now["n"]
    await client.act(action or client.now["legal"][0])
    await client.past(n)
    await client.until(waits_for_person)


async def lay_the_arena(client: Place) -> None:
    await client.until(waits_for_person)
    while client.now["view"]["phase"] != "play":
        await act(client)


async def take_turn_back(client: Place) -> dict[str, Any]:
    """Take the whole turn back and wait for the snapshot."""
    n = client.now["n"]
    await client.say(type="undo", n=n, turn=True)
    return await client.past(n)


@asynccontextmanager
async def duel(server: str) -> AsyncIterator[Place]:
    """Create a table of SPELL against a `Resting` bot and play to the first turn after the arena was laid."""
    created = await new_table(server, ME, BOT, **DUEL)
    async with place(server, created["table"], created["token"]) as ada:
        await lay_the_arena(ada)
        ada.created = created  # type: ignore[attr-defined]
        yield ada


def upheave(client: Place) -> dict[str, Any]:
    return next(action for action in client.now["legal"] if action["do"] == "upheave")


# ---------------------------------------------------------------- a whole turn
async def test_a_whole_turn_is_taken_back_also_after_the_bot_answered(tmp_path: Path) -> None:
    async with serving(tmp_path, Resting()) as server, duel(server) as ada:
        before = ada.now
        await act(ada, upheave(ada))
        await act(ada, END)
        assert ada.now["view"]["round"] == 2 and ada.now["back"] == "turn"
        assert "another seat has acted since" in ada.now["undo"]["en"]
        lines = len(ada.log)
        now = await take_turn_back(ada)
        assert now["view"] == before["view"] and now["legal"] == before["legal"]
        assert len(ada.log) == lines - 3 and now["log_from"] == lines - 3
        await act(ada, END)  # and it goes on from there, another way
        assert ada.now["view"]["round"] == 2
        async with place(server, ada.now["table"], ada.created["token"]) as reconnected:  # type: ignore[attr-defined]
            assert reconnected.log == ada.log


async def test_a_turn_that_is_not_over_is_taken_back_to_its_start(tmp_path: Path) -> None:
    async with serving(tmp_path, Resting()) as server, duel(server) as ada:
        before = ada.now
        await act(ada, upheave(ada))
        walk = next(action for action in ada.now["legal"] if action["do"] in ("move", "activate"))
        await act(ada, walk)
        assert (await take_turn_back(ada))["view"] == before["view"]
        # nothing of this turn is left: now the one before is meant, which laid a tile
        assert ada.now["back"] == "turn"
        assert (await take_turn_back(ada))["view"]["phase"] == "lay"


async def test_a_turn_is_taken_back_while_a_bot_thinks_about_it(tmp_path: Path) -> None:
    async with serving(tmp_path, Asleep()) as server:
        created = await new_table(server, {"kind": "bot"}, ME, **DUEL)  # whoever is second lays the first tile
        async with place(server, created["table"], created["token"]) as ada:
            before = await ada.until(lambda now: bool(now["legal"]))
            await ada.act()
            await ada.until(lambda now: now["thinking"] == 0)
            assert (await take_turn_back(ada))["view"] == before["view"]


async def test_the_same_message_twice_takes_one_turn_back(tmp_path: Path) -> None:
    async with serving(tmp_path, Resting()) as server, duel(server) as ada:
        await act(ada, END)
        await act(ada, END)
        n = ada.now["n"]
        for _ in range(3):
            await ada.say(type="undo", n=n, turn=True)
        await ada.messages_before_pong()
        assert ada.now["n"] == n + 1 and ada.now["view"]["round"] == 2


async def test_a_turn_taken_back_stays_so_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path, Resting()) as server, duel(server) as ada:
        await act(ada, upheave(ada))
        await act(ada, END)
        now, created = await take_turn_back(ada), ada.created  # type: ignore[attr-defined]
    async with serving(tmp_path, Resting()) as server, place(server, created["table"], created["token"]) as ada:
        assert ada.now["view"] == now["view"] and ada.now["n"] == now["n"]


async def test_a_turn_taken_back_at_one_server_is_taken_back_at_the_other(tmp_path: Path) -> None:
    """Both have the table in memory, and only one of them can write the next line."""
    async with serving(tmp_path, Resting()) as here, serving(tmp_path, Resting()) as there, duel(here) as ada:
        created = ada.created  # type: ignore[attr-defined]
        async with place(there, created["table"], created["token"]) as far:
            before = ada.now
            await act(ada, upheave(ada))
            await act(ada, END)
            await far.until(lambda now: now["n"] == ada.now["n"])
            n = far.now["n"]
            await asyncio.gather(far.say(type="undo", n=n, turn=True), ada.say(type="undo", n=n, turn=True))
            for person in (ada, far):
                assert (await person.past(n))["view"] == before["view"]
            await far.step(END)
            for person in (ada, far):
                await person.until(lambda now: now["view"]["round"] == 2 and waits_for_person(now))
            assert ada.now["view"] == far.now["view"] and ada.now["n"] == far.now["n"] and ada.log == far.log


async def test_a_turn_that_revealed_something_is_not_taken_back(tmp_path: Path) -> None:
    async with serving(tmp_path, Resting()) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            await act(ada)
            assert ada.now["back"] == "copy"
            await ada.say(type="undo", n=ada.now["n"], turn=True)
            refusal = await ada.receive_kind()
            assert refusal["message"] == "This turn cannot be taken back: it showed something hidden."
            assert refusal["fr"].startswith("Ce tour ne peut pas être repris")


# ---------------------------------------------------------------- who may not
async def refusals(server: str, one: Place, token: str, why: str) -> None:
    """Check that an undo and a copy of the table are both refused for this reason, in both languages."""
    await one.until(waits_for_person)
    assert one.now["back"] is None
    await one.say(type="undo", n=one.now["n"], turn=True)
    refusal = await one.receive_kind()
    async with caller(server) as client:
        path = f"/api/tables/{one.now['table']}/retry"
        answer = await client.post(path, headers={"authorization": f"Bearer {token}"} if token else {})
    assert answer.status_code == 409
    for message in (refusal["message"], answer.json()["message"]):
        assert message.endswith(why + ".") and "cannot" in message
    for french in (refusal["fr"], answer.json()["fr"]):
        assert french.startswith("Ce tour ne peut pas être") and why not in french


async def test_nobody_takes_back_a_turn_alone_at_a_table_with_other_people(tmp_path: Path) -> None:
    async with serving(tmp_path, Resting()) as server:
        created = await new_table(server, ME, FRIEND, BOT, options={"first": 0})
        await sit(server, created, "Bo")
        async with place(server, created["table"], created["token"]) as ada:
            await ada.step(ada.now["legal"][0])
            await refusals(server, ada, created["token"], "other people play at this table")


async def test_a_bot_that_stands_in_for_somebody_makes_nobody_alone(tmp_path: Path) -> None:
    async with serving(tmp_path, Resting()) as server:
        created = await new_table(server, ME, FRIEND, **DUEL)
        friend = await sit(server, created, "Bo")
        async with caller(server) as client:
            who = {"authorization": f"Bearer {friend['token']}"}
            assert (await client.post(f"/api/tables/{created['table']}/seats/1/bot", json={}, headers=who)).is_success
        async with place(server, created["table"], created["token"]) as ada:
            await lay_the_arena(ada)
            await refusals(server, ada, created["token"], "other people play at this table")


async def test_nothing_can_be_had_again_before_anything_was_played(tmp_path: Path) -> None:
    async with serving(tmp_path, Resting()) as server:
        created = await new_table(server, ME, BOT, options={"first": 1})
        async with place(server, created["table"], created["token"]) as ada:
            await refusals(server, ada, created["token"], "this seat has not acted yet")


async def test_spectators_have_no_turn_to_take_back(tmp_path: Path) -> None:
    async with serving(tmp_path, Resting()) as server, duel(server) as ada:
        created = ada.created  # type: ignore[attr-defined]
        await act(ada, END)
        async with place(server, created["table"], watch=code(created["watch"])) as spectator, caller(server) as client:
            assert spectator.now["back"] is None and ada.now["back"] == "turn"
            await spectator.say(type="undo", n=spectator.now["n"], turn=True)
            assert (await spectator.receive_kind())["message"] == "Spectators do not play."
            answer = await client.post(
                f"/api/tables/{created['table']}/retry", params={"watch": code(created["watch"])}
            )
            assert answer.status_code == 409 and answer.json()["message"].endswith("spectators do not play.")


# ---------------------------------------------------------------- a copy
async def copy_table(server: str, table: str, token: str) -> dict[str, Any]:
    async with caller(server) as client:
        answer = await client.post(f"/api/tables/{table}/retry", headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())


def sizes() -> list[tuple[str, int]]:
    """Return every game with each of its numbers of seats up to three."""
    return [(name, size) for name in sortilege.games() for size in game(name).seats if size in (1, 2, 3)]


@pytest.mark.parametrize(("name", "size"), sizes())
async def test_a_copy_begins_before_the_last_turn_and_is_played_to_its_end(
    tmp_path: Path, name: str, size: int
) -> None:
    """The same people, levels and options; what the seat saw then is the same, the seed is another. Its record is
    verified, its replay begins where it began, and it is still there after a restart."""
    chairs = [BOT] * (size - 1) + [ME]
    async with serving(tmp_path) as server:
        created = await new_table(server, *chairs, game=name)
        async with place(server, created["table"], created["token"]) as ada:
            rng = random.Random(7)
            await play_out([ada], rng, decisions=9)
            while ada.now["back"] != "copy":
                await play_out([ada], rng, decisions=1)
            old, seed_of_old = ada.now, ada.now["commitment"]
            copy = await copy_table(server, created["table"], created["token"])
            assert ada.now["table"] == created["table"] != copy["table"]
        assert copy["seat"] == size - 1 and copy["host"] and copy["token"] == created["token"]
    async with serving(tmp_path) as server, place(server, copy["table"], created["token"]) as ada:
        assert ada.now["you"] == size - 1 and ada.now["host"] and ada.now["commitment"] != seed_of_old
        for key in ("options", "aids", "game"):
            assert ada.now[key] == old[key]
        for then, now in zip(old["seats"], ada.now["seats"], strict=True):
            assert (then["kind"], then["name"], then["level"]) == (now["kind"], now["name"], now["level"])
        await play_out([ada], random.Random(8))
        assert ada.now["phase"] == "over"
        async with caller(server) as client:
            record = (await client.get(f"/api/tables/{copy['table']}/record")).json()
            who = {"authorization": f"Bearer {copy['token']}"}
            path = f"/api/tables/{copy['table']}/replay"
            frames = (await client.get(path, params={"seat": 0, "count": 3}, headers=who)).json()
        match = Match.load(record, verify=True)
        assert record["start"] == match.start is not None
        first = game(name).load(record["start"])
        assert frames["frames"][0]["view"] == json.loads(json.dumps(first.view(0) | {"log": []}))
        assert frames["of"] == len(record["log"]) + 1


async def test_a_copy_begins_with_the_persons_own_turn_as_they_saw_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, BOT, options={"first": 0, "variant": "last"})
        async with place(server, created["table"], created["token"]) as ada:
            before = ada.now["view"]
            await ada.step(ada.now["legal"][0])
            copy = await copy_table(server, created["table"], created["token"])
        async with place(server, copy["table"], created["token"]) as ada:
            counted = {"dealt": 0}  # only a number for the stones on the table, from the first deal on
            assert ada.now["n"] == 0 and ada.log == []
            assert ada.now["view"] | counted == before | counted


async def test_hidden_cards_are_drawn_again_for_a_copy(tmp_path: Path) -> None:
    """Hidden stones differ from copy to copy; visible ones never do."""
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            await ada.step(ada.now["legal"][0])
            copies = [await copy_table(server, created["table"], created["token"]) for _ in range(8)]
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda *_: None)
    starts = [opening_of(await store.read(copy["table"])) for copy in copies]
    true = opening_of(await store.read(created["table"]))
    await store.close()
    hands = [start.start["hands"] for start in starts if start.start is not None]
    assert len({hand[0] for hand in hands}) > 1 and len({hand[1] for hand in hands}) == 1 and len(hands) == 8
    assert len({one.seed for one in (*starts, true)}) == 9


def opening_of(lines: list[bytes]) -> events.Opened:
    first = events.decode(lines[0])
    assert isinstance(first, events.Opened)
    return first


async def test_a_finished_game_can_be_tried_again_from_its_last_turn(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT)
        async with place(server, created["table"], created["token"]) as ada:
            await play_out([ada], random.Random(5))
            assert ada.now["phase"] == "over" and ada.now["back"] == "copy"
            copy = await copy_table(server, created["table"], created["token"])
        async with place(server, copy["table"], created["token"]) as ada:
            assert ada.now["phase"] == "playing"


async def test_copies_count_as_new_tables(tmp_path: Path, clock: StoppedClock) -> None:
    """After too many requests the answer is to wait, and no table is created."""
    async with serving(tmp_path) as server, caller(server) as client:
        created = await new_table(server, ME, BOT, options={"first": 0})
        path = f"/api/tables/{created['table']}/retry"
        answers = [
            (await client.post(path, headers={"authorization": f"Bearer {created['token']}"})) for _ in range(60)
        ]
        assert {answer.status_code for answer in answers[:-1]} == {409}
        assert answers[-1].status_code == 429 and answers[-1].json()["message"] == sentence("many_tables").en


# ---------------------------------------------------------------- tables written before
ADA = Secrets("the token of Ada", "the recovery code of Ada")
NEXT = "thenexttab"


async def test_a_table_stored_before_there_were_copies_is_still_opened(tmp_path: Path) -> None:
    """The log has the old form, with an undo and a rematch."""
    match = Match(game("spellcaster"), 2, {"first": 0}, "old seed", ["Ada", "Bo"])
    dealt = match.log
    steps = []
    for number in (0, 1):
        match.play(match.state.legal()[-1])
        steps.append(match.log[len(dealt) + sum(map(len, steps)) :])
        assert match.why_no_undo(0) is None or number == 0
    key = {"token": ADA.key(0, host=True).token, "recovery": "r", "seat": 0, "host": True}
    chairs = [{"kind": "person", "name": "Ada", "level": None}, {"kind": "bot", "name": "Bo", "level": "adept"}]
    lines: list[dict[str, Any]] = [
        {"type": "opened", "at": 1, "game": "spellcaster", "options": match.state.options, "aids": False}
        | {"seed": "old seed", "chairs": chairs, "keys": [key], "invite": "i", "watch": "w"},
        {"type": "began", "names": ["Ada", "Bo"], "actions": dealt},
        *({"type": "played", "seat": 0, "actions": step} for step in steps),
        {"type": "took_back", "seat": 0},
        {"type": "rematched", "table": NEXT},
    ]
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda *_: None)
    await store.append("oldtable", 0, [json.dumps(line).encode() for line in lines])
    await store.close()
    match.undo(0)
    async with serving(tmp_path, Asleep()) as server, place(server, "oldtable", ADA.token) as ada:
        seen = json.loads(json.dumps(match.state.view(0)))
        assert ada.now["n"] == 3
        assert ada.now["view"] == {key: value for key, value in seen.items() if key not in DUPLICATED_FIELDS}
        assert ada.now["rematch"] == f"/t/{NEXT}"
        async with place(server, "oldtable", watch="w") as spectator:
            assert spectator.now["rematch"] == f"/t/{NEXT}" and spectator.now["rematch_watch"] is None
