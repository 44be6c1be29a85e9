"""Tests of changes: a snapshot and its changes always produce the current snapshot."""

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

import sortilege
from sortilege import OVER
from sortilege.server.application import Application
from sortilege.server.live.audience import audience_of
from sortilege.server.live.changes import difference, patch
from sortilege.server.live.messages import Snapshot
from sortilege.server.live.snapshot_cache import NO_VERSION, SnapshotCache
from sortilege.server.live.snapshots import next_message, whole_snapshot
from sortilege.server.tables import events, opening
from sortilege.server.tables.events import Key, Occupant
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table
from sortilege.server.tables.undo import why_no_undo
from tests.server.server_fixture import FRIEND, ME, Place, RandomBots, code, new_table, place, play_out, serving, sit
from tests.shelf.tables import tables

CASES = Path(__file__).parents[3] / "web" / "src" / "table" / "models" / "changes.json"
SENT_ALONG = ("n", "version", "log", "log_from", "turns", "turns_from")  # fields of a change itself, not of its steps
JSON = some.recursive(
    some.none() | some.integers(-3, 3) | some.text("ab", max_size=2),
    lambda inner: some.lists(inner, max_size=5) | some.dictionaries(some.text("xyz", max_size=1), inner, max_size=4),
    max_leaves=12,
)


def steps_between(before: Any, now: Any) -> list[Any]:
    return [] if before == now else difference(before, now, [])


@given(JSON, JSON)
def test_a_value_with_its_steps_is_the_other_to_the_last_character(before: Any, now: Any) -> None:
    untouched = json.dumps(before)
    steps = json.loads(json.dumps(steps_between(before, now)))
    assert json.dumps(patch(before, steps)) == json.dumps(now) or before == now
    assert json.dumps(before) == untouched


def test_the_browser_patches_as_the_server_does() -> None:
    """Check that changes.json, which web/src/table/models/changes.test.ts reads too, has the steps made today."""
    for case in json.loads(CASES.read_text()):
        assert steps_between(case["before"], case["now"]) == case["steps"], case["why"]
        assert patch(case["before"], case["steps"]) == case["now"], case["why"]


def test_few_steps_are_enough() -> None:
    before = {"players": [{"pool": "Ro", "score": 3}, {"pool": "", "score": 0}], "legal": [1, 2, 3], "on": {"a": 1}}
    now = {"players": [{"pool": "Ro", "score": 4}, {"pool": "", "score": 0}], "legal": [1, 2, 3, 4], "on": {"a": 1}}
    assert difference(before, now, []) == [[["players", 0, "score"], 4], [["legal"], 3, 3, [4]]]


# ---------------------------------------------------------------- every game, every seat
def sizes() -> list[tuple[str, int, dict[str, Any]]]:
    return [(name, *table) for name in sortilege.games() for table in tables(sortilege.game(name))]


@pytest.mark.parametrize(("name", "size", "options"), sizes())
async def test_changes_make_the_whole_snapshot_at_every_moment_of_a_game(
    name: str, size: int, options: dict[str, Any]
) -> None:
    rng = random.Random(f"{name} {size} {options}")
    table = await opened_table(name, size, options, f"{rng.random()}")
    viewers = [Viewer(seat, seat == 0, f"key {seat}") for seat in range(size)] + [Viewer(None, False, None)]
    clients, plain = [Client() for _ in viewers], [Client() for _ in viewers]
    friend = Friend(Viewer(0, False, "key 0"))  # another kind of viewer in the same seat
    for _ in range(25):
        for viewer, client, old in zip(viewers, clients, plain, strict=True):
            if rng.random() < 0.9:  # the others miss this one
                text, client.version = next_message(audience_of(table), viewer, client.version, True)
                client.receive(text, uncached_snapshot(table, viewer))
                whole = json.loads(msgspec.json.encode(whole_snapshot(audience_of(table), viewer)))
                assert client.whole() == whole | {"version": client.version}
                text, old.version = next_message(
                    audience_of(table), viewer, old.version, False
                )  # a client that does not understand changes
                old.receive(text, None)
                assert old.whole() == client.whole()
        match = table.state.started_match()
        turn = match.state.turn()
        if turn == OVER:
            break
        if rng.random() < 0.2 and why_no_undo(table.state, turn) is None:
            await table.undo(turn, table.state.step_number)
        elif rng.random() < 0.1:
            audience_of(table).refresh()  # somebody connected or disconnected on another server
        else:
            await table.act(turn, table.state.step_number, match.game.describe(rng.choice(match.state.legal())))
        if rng.random() < 0.2:
            audience_of(table).leave(friend) if friend in audience_of(table).sockets else audience_of(table).join(
                friend
            )
    assert any(client.changes for client in clients)
    assert not any(client.changes for client in plain)


def uncached_snapshot(table: Table, viewer: Viewer) -> Snapshot:
    """Return the snapshot that an empty cache produces."""
    cache, audience_of(table).cache = audience_of(table).cache, SnapshotCache()
    try:
        return whole_snapshot(audience_of(table), viewer)
    finally:
        audience_of(table).cache = cache


class Friend:
    """A socket that joins and leaves, so that fields change that are the same for all viewers."""

    visible = True

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer

    def send_update(self) -> None:
        pass


class NullStore:
    """A store that stores nothing, for tables that are never read again."""

    shared = False

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        pass

    async def size(self) -> int:
        return 0


async def opened_table(name: str, size: int, options: dict[str, Any], seed: str) -> Table:
    """Return a table of people at the start of a game."""
    chosen = sortilege.game(name).new(size, options).options
    keys = [Key(f"key {seat}", f"recovery {seat}", seat, seat == 0) for seat in range(size)]
    occupants = [Occupant("person", f"P{seat}") for seat in range(size)]
    store: Any = NullStore()
    return await opening.create(
        Application(store, RandomBots()).tables,
        events.Opened(0, name, chosen, False, seed, occupants, keys, "invite", "watch"),
    )


def steps_of(before: Snapshot, now: Snapshot) -> list[Any]:
    """Return the steps between two snapshots, field by field."""
    fields = [name for name in Snapshot.__struct_fields__ if name not in SENT_ALONG]
    pairs = [(name, getattr(before, name), getattr(now, name)) for name in fields]
    return [step for name, was, is_ in pairs if was != is_ for step in difference(was, is_, [name])]


class Client(Place):
    """A client that applies the snapshots and changes it receives."""

    def __init__(self) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        self.version = NO_VERSION
        self.changes = 0
        self.last: Snapshot | None = None

    def receive(self, text: bytes, now: Snapshot | None) -> None:
        """Apply a message. The steps of a change must be those that follow from the two snapshots alone."""
        message = json.loads(text)
        if message["type"] == "change":
            self.changes += 1
            assert self.last is not None and now is not None
            plainly = json.loads(msgspec.json.encode(steps_of(self.last, now)))
            assert json.dumps(message["steps"]) == json.dumps(plainly)
        self.last = now
        self.take(message)

    def whole(self) -> dict[str, Any]:
        """Return the current state as a whole snapshot would contain it."""
        return self.now | {"log": self.log, "log_from": 0, "turns": self.turns, "turns_from": 0}


# ---------------------------------------------------------------- over the socket
async def test_a_client_that_supports_changes_receives_them_and_others_receive_whole_snapshots(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND, game="spellbook")
        friend = await sit(server, created, "Bo")
        async with (
            place(server, created["table"], created["token"], changes="1") as ada,
            place(server, created["table"], friend["token"]) as bo,
            place(server, created["table"], watch=code(created["watch"]), changes="1") as one,
            place(server, created["table"], watch=code(created["watch"]), changes="1") as two,
        ):
            await play_out([ada, bo, one, two], random.Random(3), decisions=12)
            kinds = [{json.loads(text)["type"] for text in who.received[1:]} for who in (ada, bo, one)]
            assert kinds == [{"change"}, {"state"}, {"change"}]
            assert one.received[-3:] == two.received[-3:]
            for who, query in ((ada, {"token": created["token"]}), (one, {"watch": code(created["watch"])})):
                async with place(server, created["table"], **query) as reconnected:
                    assert (who.log, who.turns) == (reconnected.log, reconnected.turns)
                    for key in ("view", "board", "legal", "seats", "undo"):
                        assert who.now[key] == reconnected.now[key]


async def test_a_client_that_missed_a_change_requests_and_receives_a_whole_snapshot(tmp_path: Path) -> None:
    async with serving(tmp_path, RandomBots(), pace=3600) as server:
        created = await new_table(server, ME, {"kind": "bot", "level": "adept"}, options={"first": 0})
        async with place(server, created["table"], created["token"], changes="1") as ada:
            await ada.say(type="whole")
            assert (await ada.receive())["type"] == "state"
            assert len(ada.now["log"]) == len(ada.log)
            await ada.act({"do": "call", "spell": 8})
            assert (await ada.receive())["type"] == "change"
