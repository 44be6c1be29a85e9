"""Tests that no message reveals anything that is not in the reader's view: no snapshot, log line, refusal or number."""

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sortilege
from sortilege import Match
from sortilege.core import chance
from sortilege.core.turns import turns_in
from sortilege.server.live.snapshot_cache import DUPLICATED_FIELDS
from sortilege.server.people import access_tokens
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import events
from sortilege.server.tables.events import Occupant
from sortilege.server.tables.seats import viewers
from sortilege.server.text import sentence
from tests.server.server_fixture import FRIEND, ME, Place, code, new_table, place, play_out, serving, sit

SEED = "the seed that nobody may see before the end"


def table_sizes() -> list[tuple[str, int]]:
    """Return every game with its smallest number of seats above one."""
    return [(name, min(n for n in sortilege.game(name).seats if n > 1)) for name in sortilege.games()]


@pytest.mark.parametrize(("game", "size"), table_sizes())
async def test_every_message_of_a_game_holds_the_view_of_its_reader_and_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, size: int
) -> None:
    monkeypatch.setattr(chance, "new_seed", lambda: SEED)
    monkeypatch.setattr(chance, "mix_seed", lambda half, shares: half)  # ignore the shares of the seats
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, *[FRIEND] * (size - 1), game=game)
        people = [created, *[await sit(server, created, f"Friend {i}") for i in range(1, size)]]
        async with (
            place(server, created["table"], people[0]["token"]) as ada,
            place(server, created["table"], people[1]["token"]) as bo,
            place(server, created["table"], watch=code(created["watch"])) as spectator,
            place(server, created["table"], people[0]["token"], changes="1") as ada_too,
            place(server, created["table"], watch=code(created["watch"]), changes="1") as another,
        ):
            acts = await play_out([ada, bo, spectator, ada_too, another], random.Random(6), decisions=60)
            for reader, seat in ((ada, 0), (bo, 1), (spectator, None), (ada_too, 0), (another, None)):
                check(reader, seat, Match(sortilege.game(game), size, {}, SEED), acts)
                assert_no_secret(reader.received, people)


def check(reader: Place, seat: int | None, beside: Match, acts: list[dict[str, Any]]) -> None:
    """Check every snapshot and every log line against a match that is replayed beside the table."""
    played = 0
    replica = Place(reader.line)
    for text in reader.received:
        replica.take(json.loads(text))
        now = replica.now
        while played < now["n"]:
            beside.play(acts[played])
            played += 1
        state = beside.state
        seen = json.loads(json.dumps(state.view(seat)))
        assert now["view"] == {key: value for key, value in seen.items() if key not in DUPLICATED_FIELDS}
        assert now["board"] == json.loads(json.dumps(beside.game.board(state.view(seat))))
        assert (now["game"], now["options"], now["you"]) == (seen["game"], seen["options"], seen["you"])
        assert now["legal"] == seen["legal"] == (now["legal"] if state.turn() == seat else [])
        why = why_no_undo(beside, seat)
        assert now["undo"] == (why and msgspec.to_builtins(sentence("no_undo", why=why)))
        lines = [line["line"] for line in now["log"]]
        assert lines == seen["log"][len(seen["log"]) - len(lines) :]
        for line in now["log"]:
            for language in ("en", "fr"):
                assert line[language] == beside.game.say(line["line"], language)
                assert " ".join(part[language] for part in line["parts"]) in ("", line[language])
        turns = turns_in(beside.game, seen["log"])[now["turns_from"] :]
        for language in ("en", "fr"):
            assert [turn[language] for turn in now["turns"]] == [
                beside.game.summarise(turn, language) for turn in turns
            ]


def is_over(message: dict[str, Any]) -> bool:
    """Return whether a message shows the end of a game."""
    return message.get("phase") == "over" or [["phase"], "over"] in message.get("steps", [])


def why_no_undo(beside: Match, seat: int | None) -> str | None:
    """Return the expected reason: that of the match, unless the seed was revealed."""
    if seat is None:
        return "spectator"
    over = beside.state.outcome() is not None
    return "over" if over else beside.why_no_undo(seat)


def assert_no_secret(messages: list[str], people: list[dict[str, Any]]) -> None:
    for text in messages:
        assert SEED not in text or is_over(json.loads(text))
        for person in people:
            for secret in (person["token"], person["recovery"], access_tokens.hash_of(person["token"])):
                assert secret not in text


# ---------------------------------------------------------------- two worlds
ADA = viewers.Secrets("the token of Ada", "the recovery code of Ada")
OTHERS = [4, 4, 5, 5, 5, 6, 6, 6, 7, 7]  # the hands of the two other seats
FACE_UP = [8, 8, 8, 7, 6, 5]


async def world(folder: Path, hand: list[int], seed: str) -> SqliteStore:
    """Store a table of three in which Ada, who does not see her own stones, has this hand."""
    store = SqliteStore(folder / "tables.sqlite3")
    occupants = [Occupant("person", "Ada"), Occupant("bot", "Bo", "adept"), Occupant("bot", "Cy", "adept")]
    options = sortilege.game("abracada").new(3, {"first": 0}).options
    key = ADA.key(0, host=True)
    opened = events.Opened(0, "abracada", options, True, seed, occupants, [key], "invite", "watch")
    stones = [{"do": "stone", "spell": spell} for spell in hand + OTHERS + FACE_UP]
    await store.open(lambda *_: None)
    await store.append(
        "twoworlds", 0, [events.encode(opened), events.encode(events.Began(["Ada", "Bo", "Cy"], stones))]
    )
    await store.close()
    return store


async def received_by_ada(store: SqliteStore, **query: str) -> list[str]:
    """Return all messages that Ada receives when she calls a potion that she has, then tries other actions."""
    async with serving(store, pace=3600) as server, place(server, "twoworlds", ADA.token, **query) as ada:
        await ada.act({"do": "call", "spell": 8})
        await ada.past(0)
        for message in (
            {"type": "undo", "n": 1},
            {"type": "undo", "n": 2},
            {"type": "undo", "n": 1, "turn": True},
            {"type": "act", "n": 0, "action": {"do": "end"}},
            {"type": "act", "n": 2, "action": {"do": "end"}},
            {"type": "act", "n": 1, "action": {"do": "call", "spell": 7}},
            {"type": "act", "n": 1, "action": {"do": "call", "spell": 9}},
            {"type": "act", "n": 1, "action": {"do": "lift", "slot": 0}},
            {"type": "aid"},
        ):
            await ada.say(**message)
            await ada.messages_before_pong()  # wait for the response: two requests at once could get a single snapshot
        return ada.received


@pytest.mark.parametrize("query", [{}, {"changes": "1"}])
async def test_two_hands_that_ada_cannot_tell_apart_sound_the_same(tmp_path: Path, query: dict[str, str]) -> None:
    """With two potions, chance selects which one is removed; with one potion, it does not. No message may depend on
    it."""
    one = await received_by_ada(await world(tmp_path / "one", [8, 7, 1, 2, 3], "seed 0"), **query)
    for number in range(40):
        two = await received_by_ada(await world(tmp_path / f"two {number}", [8, 8, 1, 2, 3], f"seed {number}"), **query)
        slot = json.loads(two[1])["log"][0]["line"]["slot"]
        if slot == 0:  # the only potion in the other hand
            break
    masked = [text.replace(chance.commitment(f"seed {number}"), chance.commitment("seed 0")) for text in two]
    assert masked == one
    assert len(one) > 8
