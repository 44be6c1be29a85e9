"""Tests of playing over the socket: actions, outdated messages, refusals, undo."""

import asyncio
import json
import random
from pathlib import Path

import pytest
import websockets

from sortilege import Match, game
from sortilege.core import chance
from sortilege.server.live import socket as sockets
from sortilege.server.live.socket import TRY_AGAIN_LATER
from sortilege.server.live.uvicorn_socket import UvicornSocket
from sortilege.server.settings import STANDARD, Rate, Settings
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.table import Table
from sortilege.server.text import sentence
from tests.server.server_fixture import (
    BOT,
    FRIEND,
    ME,
    Place,
    RandomBots,
    StoppedClock,
    new_table,
    place,
    play_out,
    serving,
    sit,
)


async def test_an_act_is_shown_to_everybody_at_the_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND)
        friend = await sit(server, created, "Bo")
        async with (
            place(server, created["table"], created["token"]) as ada,
            place(server, created["table"], friend["token"]) as bo,
            place(server, created["table"], watch=created["watch"].partition("=")[2]) as spectator,
        ):
            assert [client.now["you"] for client in (ada, bo, spectator)] == [0, 1, None]
            mover = ada if ada.now["legal"] else bo
            assert sum(bool(client.now["legal"]) for client in (ada, bo, spectator)) == 1
            action = mover.now["legal"][0]
            await mover.act(action)
            for client in (ada, bo, spectator):
                now = await client.past(0)
                assert now["n"] == 1
                call = next(line for line in now["log"] if line["line"]["do"] == "call")
                assert call["line"]["spell"] == action["spell"]
                assert str(action["spell"]) in call["en"] and str(action["spell"]) in call["fr"]


async def test_a_whole_game_with_bots_is_played_and_ends_with_its_seed_revealed(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, BOT)
        async with place(server, created["table"], created["token"]) as ada:
            commitment = ada.now["commitment"]
            await play_out([ada], random.Random(2))
            assert ada.now["phase"] == "over"
            assert ada.now["view"]["outcome"]["winners"]
            assert chance.commitment(ada.now["seed"]) == commitment
            assert ada.now["legal"] == []


async def test_a_message_sent_twice_acts_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            action = ada.now["legal"][-1]
            for _ in range(3):
                await ada.say(type="act", n=0, action=action)
            await ada.messages_before_pong()
            calls = [line for line in ada.log if line["line"]["do"] == "call" and line["line"]["by"] == 0]
            assert len(calls) == 1
            assert ada.now["n"] >= 1


async def test_a_stale_act_is_answered_with_the_present_state(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            for n in (-1, 1, 99, 10**30):
                await ada.say(type="act", n=n, action={"do": "call", "spell": 8})
                answer = await ada.receive()
                assert answer["type"] == "state" and answer["n"] == 0
            assert not any(line["line"]["do"] == "call" for line in ada.log)


async def test_a_new_socket_gets_the_present_state_with_the_whole_log(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT)
        async with place(server, created["table"], created["token"]) as ada:
            await play_out([ada], random.Random(3), decisions=8)
            await ada.until(lambda now: now["thinking"] is None)
            async with place(server, created["table"], created["token"]) as reconnected:
                assert reconnected.now["log_from"] == 0
                assert [line["en"] for line in reconnected.log] == [line["en"] for line in ada.log]
                assert reconnected.now["n"] == ada.now["n"]
                assert reconnected.now["view"] == ada.now["view"]


async def test_cards_revealed_by_a_scored_round_are_sent_again_to_connected_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log of an old socket must not differ from that of a new one."""
    monkeypatch.setattr(chance, "new_seed", lambda: "seed")
    monkeypatch.setattr(chance, "mix_seed", lambda half, shares: half)  # ignore the shares of the seats
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND)
        friend = await sit(server, created, "Bo")
        table, watch = created["table"], created["watch"].partition("=")[2]
        queries = [{"token": created["token"]}, {"token": friend["token"]}, {"watch": watch}, {"watch": watch}]
        async with (
            place(server, table, **queries[0]) as ada,
            place(server, table, **queries[1]) as bo,
            place(server, table, **queries[2]) as spectator,
            place(server, table, **queries[3]) as second_spectator,
        ):
            rng = random.Random(3)
            places = [ada, bo, spectator, second_spectator]
            hidden = 0
            while ada.now["phase"] != "over":
                await play_out(places, rng, decisions=1)
                for client, query in zip(places, queries, strict=True):
                    hidden += any(line["line"].get("spell", 0) is None for line in client.log)
                    async with place(server, table, **query) as reconnected:
                        assert (client.log, client.turns) == (reconnected.log, reconnected.turns)
            assert hidden
            assert not any(line["line"].get("spell", 0) is None for line in ada.log + bo.log + spectator.log)


async def test_everybody_is_sent_connects_and_disconnects(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND)
        friend = await sit(server, created, "Bo")
        async with place(server, created["table"], created["token"]) as ada:
            assert [seat["here"] for seat in ada.now["seats"]] == [True, False]
            async with place(server, created["table"], friend["token"]):
                await ada.until(lambda now: now["seats"][1]["here"])
            await ada.until(lambda now: not now["seats"][1]["here"])


# ---------------------------------------------------------------- refusals
REFUSED = {
    "not JSON": ("{", "not understood"),
    "nothing": ("", "not understood"),
    "a number": ("7", "not understood"),
    "a list": ("[]", "not understood"),
    "no type": ('{"n": 0}', "type"),
    "an unknown type": ('{"type": "cheat"}', "cheat"),
    "a server's message": ('{"type": "state"}', "state"),
    "no action": ('{"type": "act", "n": 0}', "action"),
    "a wrong type": ('{"type": "act", "n": "0", "action": {"do": "end"}}', "int"),
    "a float for n": ('{"type": "act", "n": 0.5, "action": {"do": "end"}}', "int"),
    "an action that is no object": ('{"type": "act", "n": 0, "action": [1]}', "object"),
    "an unknown field": ('{"type": "act", "n": 0, "action": {"do": "end"}, "seat": 1}', "seat"),
    "no verb": ('{"type": "act", "n": 0, "action": {}}', "no action"),
    "an unknown verb": ('{"type": "act", "n": 0, "action": {"do": "win"}}', "win"),
    "an odd verb": ('{"type": "act", "n": 0, "action": {"do": ["call"]}}', "no action"),
    "an extra key": ('{"type": "act", "n": 0, "action": {"do": "call", "spell": 8, "slot": 1}}', "slot"),
    "a spell there is not": ('{"type": "act", "n": 0, "action": {"do": "call", "spell": 9}}', "spell"),
    "an odd spell": ('{"type": "act", "n": 0, "action": {"do": "call", "spell": {"a": [1]}}}', "spell"),
    "a giant spell": ('{"type": "act", "n": 0, "action": {"do": "call", "spell": ' + "9" * 400 + "}}", "spell"),
    "an endless spell": ('{"type": "act", "n": 0, "action": {"do": "call", "spell": ' + "9" * 5000 + "}}", ""),
    "chance": ('{"type": "act", "n": 0, "action": {"do": "stone", "spell": 1}}', ""),
    "too long": ('{"type": "ping", "x": "' + "x" * 20_000 + '"}', "at most 16384 bytes"),
    "too deep": ('{"type": "act", "n": 0, "action": {"do": ' + "[" * 7000 + "]" * 7000 + "}}", "nested"),
    "broken letters": ('{"type": "act", "n": 0, "action": {"do": "\\ud800"}}', ""),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_an_invalid_message_is_refused_in_one_sentence_and_the_socket_stays_open(
    tmp_path: Path, what: str
) -> None:
    sent, word = REFUSED[what]
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            await ada.line.send(sent)
            answer = await ada.receive()
            assert answer["type"] == "refused", answer
            assert word in answer["message"]
            assert len(answer["message"]) < 400 and "\n" not in answer["message"]
            assert not answer["message"].startswith("Something went wrong")
            await ada.line.send(sent.encode("utf-8", "surrogatepass"))  # the same as bytes
            assert (await ada.receive())["type"] == "refused"
            await ada.act()
            assert (await ada.past(0))["n"] == 1


async def test_a_rule_that_forbids_an_act_is_named(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            await ada.act({"do": "end"})
            refused = await ada.receive_kind()
            assert refused["rule"].startswith("AQ-") and refused["message"]
            assert await ada.messages_before_pong() == 0  # nothing changed, so no snapshot is sent


async def test_acting_out_of_turn_names_whose_turn_it_is(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND, options={"first": 0})
        friend = await sit(server, created, "Bo")
        async with place(server, created["table"], friend["token"]) as bo:
            await bo.act({"do": "call", "spell": 8})
            refusal = {"message": "It is Ada's turn.", "fr": "C’est à Ada de jouer.", "rule": "AQ-205"}
            assert await bo.receive_kind() == {"type": "refused", **refusal}


async def test_nobody_acts_before_everybody_sits_or_after_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND)
        async with place(server, created["table"], created["token"]) as ada:
            assert ada.now["phase"] == "waiting" and ada.now["view"] is None
            await ada.act({"do": "end"})
            assert "not begun" in (await ada.receive_kind())["message"]
            friend = await sit(server, created, "Bo")
            async with place(server, created["table"], friend["token"]) as bo:
                await play_out([ada, bo], random.Random(4))
                await ada.act({"do": "end"})
                assert (await ada.receive_kind())["message"] == "The game is over."


async def test_spectators_cannot_act(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], watch=created["watch"].partition("=")[2]) as spectator:
            assert spectator.now["invite"] is None and spectator.now["watch"] is None
            act = {"type": "act", "n": 0, "action": {"do": "end"}}
            for message in (act, {"type": "undo", "n": 0}, {"type": "aid"}):
                await spectator.say(**message)
                assert (await spectator.receive_kind())["message"] == "Spectators do not play."


async def test_a_flood_of_messages_is_refused_and_the_line_stays(tmp_path: Path, clock: StoppedClock) -> None:
    burst, per_second = int(STANDARD.message_rate.burst), STANDARD.message_rate.per_second
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            for _ in range(burst + 5):
                await ada.say(type="ping")
            answers = [(await ada.receive())["type"] for _ in range(burst + 5)]
            assert answers == ["pong"] * burst + ["refused"] * 5
            await ada.act()
            assert (await ada.receive())["type"] == "refused"
            clock.seconds += 1.5 / per_second  # the bucket fills again
            await ada.act()
            assert (await ada.past(0))["n"] == 1


async def test_a_message_beyond_all_measure_cuts_the_line_but_not_the_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            await ada.line.send("x" * 100_000)
            await ada.line.wait_closed()
            assert ada.line.close_code == 1009
        async with place(server, created["table"], created["token"]) as ada:
            await ada.act()
            assert (await ada.past(0))["n"] == 1


async def test_messages_over_the_limit_are_refused_before_they_are_queued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued = watch_queues(monkeypatch)
    async with serving(tmp_path, settings=Settings(longest_message=2000)) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            for _ in range(10):
                await ada.line.send(" " * 2001)
            await ada.say(type="ping")
            answers = [await ada.receive() for _ in range(11)]
            expected = sentence("message_too_long", most=2000, length=2001).en
            assert [answer.get("message") for answer in answers] == [expected] * 10 + [None]
    assert max(queued) <= len(json.dumps({"type": "ping"}))


@pytest.mark.parametrize("length", [15, 2000])
async def test_pending_messages_are_bounded_by_count_and_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    queued = watch_queues(monkeypatch)
    async with serving(tmp_path, settings=Settings(longest_message=2000, message_rate=Rate(10_000, 10_000))) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            ping = masked_frame(b'{"type":"ping"}'.ljust(length))
            ada.line.transport.write(ping * 1000)  # in one piece, so that one read holds many
            answers = [await ada.receive()]
            while answers[-1]["type"] != "refused":
                answers.append(await ada.receive())
            assert answers[-1]["message"] == sentence("many_messages").en
            while "cannot be taken back" not in answers[-1].get("message", ""):
                if answers[-1]["type"] == "refused":  # it may have been dropped with the rest of the flood
                    await ada.say(type="undo", n=0)
                answers.append(await ada.receive())
    assert max(queued) <= min(sockets.MAX_QUEUED * length, sockets.MAX_QUEUED_LENGTH * 2000)


async def test_a_message_in_endless_fragments_is_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            ada.line.transport.write(masked_frame(b"", 0x01) + masked_frame(b"", 0x00) * 1000)
            await ada.line.wait_closed()
            assert ada.line.close_code == 1009


async def test_messages_sent_before_the_first_snapshot_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived = asyncio.Event()
    find, receive = TableRegistry.load, UvicornSocket.send_receive_event_to_app

    async def find_late(self: TableRegistry, name: str) -> Table:
        await arrived.wait()
        return await find(self, name)

    def receive_early(self: UvicornSocket) -> None:
        receive(self)
        arrived.set()

    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        monkeypatch.setattr(TableRegistry, "load", find_late)
        monkeypatch.setattr(UvicornSocket, "send_receive_event_to_app", receive_early)
        address, headers = (
            f"ws://{server}/api/tables/{created['table']}/live",
            {"Authorization": f"Bearer {created['token']}"},
        )
        async with websockets.connect(address, additional_headers=headers, proxy=None) as line:
            ada = Place(line)
            await ada.say(type="ping")
            assert (await ada.receive())["type"] == "state"
            assert (await ada.receive())["type"] == "pong"
            assert await ada.messages_before_pong() == 0


def masked_frame(payload: bytes, first: int = 0x81) -> bytes:
    """Return a frame as a client sends it, masked with zeros."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0x80 | 126]) + len(payload).to_bytes(2)
    return bytes([first]) + size + bytes(4) + payload


def watch_queues(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that receives the number of queued bytes of a socket after each message."""
    queued: list[int] = []
    message_received = sockets.TableSocket.message_received

    def watched(self: sockets.TableSocket, message: bytes) -> None:
        message_received(self, message)
        queued.append(sum(map(len, self._queue)))

    monkeypatch.setattr(sockets.TableSocket, "message_received", watched)
    return queued


async def test_a_socket_without_a_seat_receives_the_reason_and_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT)
        other_table = await new_table(server, ME, BOT)
        for table, query, word in (
            (created["table"], {}, "no seat"),
            (created["table"], {"token": other_table["token"]}, "token"),
            (created["table"], {"watch": "wrong"}, "no seat"),
            ("nosuchtable", {}, "no such table"),
            ("Robert';--", {}, "no such table"),
        ):
            async with place(server, table, **query) as stranger:
                assert word in json.loads(stranger.received[0])["message"]
                await stranger.line.wait_closed()
                assert stranger.line.close_code == 4403


async def test_a_table_that_cannot_be_shown_says_so_and_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            monkeypatch.setattr("sortilege.server.live.snapshots.viewer_fields", lambda *_: 1 // 0)
            await ada.act()
            assert (await ada.receive_kind())["message"] == sentence("unexpected").en
            await ada.line.wait_closed()
            assert ada.line.close_code == 1011 and "could not be shown" in caplog.text
        monkeypatch.undo()
        async with place(server, created["table"], created["token"]) as ada:
            assert ada.now["n"] >= 1  # the action itself was stored


# ---------------------------------------------------------------- undo
def undoable_seed() -> tuple[str, list[dict]]:
    """Return a seed and the first decisions of a game of five after which the last one may be undone: the pile is
    empty, so that stopping draws no stone."""
    for number in range(1000):
        rng = random.Random(number)
        match, played = Match(game("abracada"), 5, {"first": 0}, f"seed {number}"), []
        for _ in range(60):
            if match.state.outcome() is not None:
                break
            mover = match.state.turn()
            action = game("abracada").describe(rng.choice(match.state.legal()))
            match.play(action)
            played.append(action)
            if match.why_no_undo(mover) is None:
                return f"seed {number}", played
    raise AssertionError("no game with a step that can be taken back")


async def test_a_step_is_taken_back_and_played_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, played = undoable_seed()
    monkeypatch.setattr(chance, "new_seed", lambda: seed)
    monkeypatch.setattr(chance, "mix_seed", lambda half, shares: half)  # ignore the shares of the seats
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, *[FRIEND] * 4, options={"first": 0})
        people = [created, *[await sit(server, created, f"Friend {i}") for i in range(4)]]
        table = created["table"]
        async with (
            place(server, table, people[0]["token"]) as a,
            place(server, table, people[1]["token"]) as b,
            place(server, table, people[2]["token"]) as c,
            place(server, table, people[3]["token"]) as d,
            place(server, table, people[4]["token"]) as e,
        ):
            places = [a, b, c, d, e]
            for n, action in enumerate(played):
                mover = next(client for client in places if client.now["legal"])
                before = mover.now
                if n == len(played) - 1:
                    assert mover.now["undo"] is not None
                await mover.act(action)
                for client in places:
                    await client.past(n)
            assert mover.now["undo"] is None
            rival = next(client for client in places if client is not mover)
            await rival.say(type="undo", n=len(played))
            assert "cannot be taken back" in (await rival.receive_kind())["message"]
            lines = len(mover.log)
            await mover.say(type="undo", n=len(played))
            now = await mover.past(len(played))
            assert now["view"] == before["view"]
            assert len(mover.log) == lines - 1
            assert now["log_from"] == lines - 1 and now["log"] == []
            # the first message again, as a client may repeat it after a lost connection: n shows that it is old
            await mover.say(type="act", n=len(played) - 1, action=played[-1])
            assert (await mover.receive())["n"] == len(played) + 1
            await mover.act(played[-1])
            assert (await rival.past(len(played) + 1))["n"] == len(played) + 2
            await mover.past(len(played) + 1)
            assert mover.log == (await fresh_log(server, table, mover.now["you"], people))


async def fresh_log(server: str, table: str, seat: int, people: list[dict]) -> list[dict]:
    async with place(server, table, people[seat]["token"]) as reconnected:
        return reconnected.log


async def test_a_step_that_showed_something_is_not_taken_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            await ada.say(type="undo", n=0)
            assert (await ada.receive_kind())[
                "message"
            ] == "This step cannot be taken back: nothing has been played yet."


async def test_nothing_is_taken_back_once_the_seed_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a last step that drew and revealed nothing can be undone."""
    monkeypatch.setattr(chance, "new_seed", lambda: "seed")
    monkeypatch.setattr(chance, "mix_seed", lambda half, shares: half)  # ignore the shares of the seats
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND, game="spellcaster")
        friend = await sit(server, created, "Bo")
        async with (
            place(server, created["table"], created["token"]) as ada,
            place(server, created["table"], friend["token"]) as bo,
        ):
            acts = await play_out([ada, bo], random.Random(1))
            beside = Match(game("spellcaster"), 2, {}, "seed")
            for action in acts:
                last = beside.state.turn()
                beside.play(action)
            assert beside.why_no_undo(last) is None
            mover = (ada, bo)[last]
            assert "the game is over, and its seed is open" in mover.now["undo"]["en"]
            await mover.say(type="undo", n=mover.now["n"])
            assert "its seed is open" in (await mover.receive_kind())["message"]
            assert mover.now["phase"] == "over"


# ---------------------------------------------------------------- bots and aids
async def test_bots_are_called_with_their_own_view_and_level(tmp_path: Path) -> None:
    bots = RandomBots()
    async with serving(tmp_path, bots) as server:
        created = await new_table(server, ME, {"kind": "bot", "level": "master"}, {"kind": "bot", "level": "archmage"})
        async with place(server, created["table"], created["token"]) as ada:
            await play_out([ada], random.Random(5))
        levels = {1: "master", 2: "archmage"}
        assert bots.requests
        for name, level, view in bots.requests:
            assert name == "abracada" and level == levels[view["you"]]
            assert view["hands"][view["you"]].strip("?") == ""


@pytest.mark.parametrize(
    ("seats", "aids", "allowed"),
    [((ME, BOT), False, True), ((ME, FRIEND), False, False), ((ME, FRIEND), True, True)],
)
async def test_practice_aids_are_for_those_alone_with_bots_or_allowed_by_the_host(
    tmp_path: Path, seats: tuple, aids: bool, allowed: bool
) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, *seats, aids=aids, options={"first": 0})  # nobody else moves while she asks
        if FRIEND in seats:
            await sit(server, created, "Bo")
        async with place(server, created["table"], created["token"]) as ada:
            assert ada.now["aids"] is allowed
            await ada.say(type="aid")
            answer = await ada.receive_kind("aid" if allowed else "refused")
            if allowed:
                assert answer["n"] == ada.now["n"]
            else:
                assert "Practice aids are off" in answer["message"]


async def test_spectators_never_take_the_places_of_those_who_play(tmp_path: Path) -> None:
    few = Settings(spectators=2, seat_sockets=2)
    async with serving(tmp_path, settings=few) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        watch = created["watch"].partition("=")[2]
        async with place(server, created["table"], watch=watch), place(server, created["table"], watch=watch):
            async with place(server, created["table"], watch=watch) as third:
                assert "Too many people" in third.received[0]
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await third.receive()
                assert closed.value.rcvd is not None and closed.value.rcvd.code == TRY_AGAIN_LATER
            async with (
                place(server, created["table"], created["token"]) as ada,
                place(server, created["table"], created["token"]),
                place(server, created["table"], created["token"]) as third,
            ):
                assert ada.now["legal"] and "too many places" in third.received[0]
