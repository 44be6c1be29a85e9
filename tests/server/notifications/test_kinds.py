"""Notices of a request, a clock that runs low, the start and the end: to whom, when, what, and once."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from sortilege.server.application import Application
from sortilege.server.live.audience import audience_of
from sortilege.server.notifications.pending import PendingNotice, StoredNotices, low_clock_time
from sortilege.server.people.access_tokens import hash_of
from sortilege.server.people.identity import People, Person
from sortilege.server.store import Statement, Store
from sortilege.server.store.schema import PENDING
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening, talk
from sortilege.server.tables.messages import Ask, ClockPlan, NewTable, SeatPlan
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.table import Table
from tests.server.notifications.test_watcher import (
    ADA,
    BRUNO,
    HOME,
    KIND,
    Eyes,
    all_sent,
    game,
    server,
    tell,
    until_turn_of,
)
from tests.server.notifications.test_web_push import AUTH, BROWSER, decrypt
from tests.server.receiver import Receiver, receiving
from tests.server.server_fixture import PATIENCE

DAY = 24 * 3600


def events(receiver: Receiver, path: str = "") -> list[str]:
    """The kinds of the notices that came, in order."""
    return [json.loads(call.body)["event"] for call in receiver.calls if call.path.startswith(path)]


async def open_table(application: Application, seats_: int = 2, clock: ClockPlan | None = None) -> tuple[Table, Person]:
    """A table of Ada, who is known and moves first, with seats still open."""
    chairs = [SeatPlan("me", "Ada"), *[SeatPlan("open")] * (seats_ - 1)]
    created = await opening.create_new(application.tables, NewTable("spellbook", chairs, {"first": 0}, clock=clock))
    people = People(application.store)
    _, ada = await people.make("Ada", "key")
    await people.link(ada, created.table, hash_of(created.token))
    return await application.tables.load(created.table), ada


async def sit_down(application: Application, table: Table, name: str) -> Person:
    secrets, people = viewers.new_secrets(), People(application.store)
    _, person = await people.make(name, "bell")
    await seating.sit(table, name, None, secrets, "")
    await people.link(person, table.name, hash_of(secrets.token))
    return person


# ---------------------------------------------------------------- requests
async def test_a_person_who_has_not_answered_a_request_is_notified_once(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        play = await game(application)
        await tell(application, play.bruno, receiver.at())
        await talk.ask(play.table, ADA, Ask("pause"))
        call = await receiver.called()
        assert json.loads(call.body) == {
            "event": "request",
            "table": play.table.name,
            "game": "spellbook",
            "title": "SpellBook",
            "name": "Bruno",
            "rivals": ["Ada"],
            "text": "A request of Ada waits for an answer: SpellBook, with Ada.",
            "link": f"{HOME}/t/{play.table.name}",
        }
        play.table.report_change()
        await all_sent(application)
        assert len(receiver.calls) == 1
    async with server(tmp_path) as application, receiving():
        await application.tables.load(play.table.name)
        await all_sent(application)
        assert await application.notices.stored_notices.unsent() == []


async def test_a_second_request_is_notified_again_and_an_answered_one_is_not(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        play = await game(application)
        await tell(application, play.bruno, receiver.at())
        await talk.ask(play.table, ADA, Ask("pause"))
        await receiver.called()
        await talk.answer(play.table, BRUNO, False)
        await talk.ask(play.table, ADA, Ask("end"))
        await receiver.called(2)
        await talk.answer(play.table, BRUNO, False)
        await talk.ask(play.table, ADA, Ask("pause"))
        await talk.answer(play.table, BRUNO, False)
        await all_sent(application)
        assert events(receiver) == ["request", "request"]
        assert await application.notices.stored_notices.unsent() == []


async def test_the_requester_and_connected_people_are_not_notified_of_a_request(tmp_path: Path) -> None:
    async with receiving() as receiver:
        async with server(tmp_path) as application:
            play = await game(application)
            await tell(application, play.ada, receiver.at("/ada"))
            await tell(application, play.bruno, receiver.at("/bruno"))
            eyes = Eyes(BRUNO)
            audience_of(play.table).join(eyes)
            await talk.ask(play.table, ADA, Ask("pause"))
            await all_sent(application)
            audience_of(play.table).leave(eyes)
            await all_sent(application)
        async with server(tmp_path) as application:  # who has seen it is not told after a restart either
            await application.tables.load(play.table.name)
            await all_sent(application)
        assert "request" not in events(receiver)


async def test_a_request_and_a_turn_do_not_replace_each_other_in_a_browser(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving(201) as receiver:
        play = await game(application)
        await tell(application, play.bruno, receiver.at(), "push")
        await talk.ask(play.table, ADA, Ask("pause"))
        call = await receiver.called()
        assert json.loads(decrypt(call.body, BROWSER, AUTH))["tag"] == f"{play.table.name}-request"
        assert call.headers["topic"] == f"{play.table.name}-request" and len(call.headers["topic"]) <= 32


# ---------------------------------------------------------------- the start
async def test_when_the_last_seat_is_filled_everybody_is_notified_of_the_start_or_of_their_turn(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        table, ada = await open_table(application, 3)
        await tell(application, ada, receiver.at("/ada"))
        bruno = await sit_down(application, table, "Bruno")
        await tell(application, bruno, receiver.at("/bruno"))
        await all_sent(application)
        assert receiver.calls == []
        audience_of(table).join(Eyes(2))
        await sit_down(application, table, "Cleo")
        await receiver.called(2)
        await all_sent(application)
        assert events(receiver, "/ada") == ["turn"] and events(receiver, "/bruno") == ["start"]
        [start] = [json.loads(call.body) for call in receiver.calls if call.path == "/bruno"]
        assert start["text"] == "The game begins: SpellBook, with Ada and Cleo."
        await until_turn_of(table, BRUNO)
        await all_sent(application)
        assert events(receiver, "/bruno") == ["start", "turn"]


async def test_connected_people_are_not_notified_of_the_start(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        table, _ = await open_table(application, 3)
        bruno = await sit_down(application, table, "Bruno")
        await tell(application, bruno, receiver.at())
        audience_of(table).join(Eyes(BRUNO))
        await sit_down(application, table, "Cleo")
        await all_sent(application)
        assert receiver.calls == []


async def test_a_table_that_is_read_again_has_not_begun_just_now(tmp_path: Path) -> None:
    async with receiving() as receiver:
        async with server(tmp_path) as application:
            play = await game(application)
            await tell(application, play.bruno, receiver.at())
        async with server(tmp_path) as application:
            await application.tables.load(play.table.name)
            await all_sent(application)
        assert receiver.calls == []


# ---------------------------------------------------------------- the end
async def test_absent_people_are_notified_of_the_end_without_the_result(tmp_path: Path) -> None:
    async with receiving() as receiver:
        async with server(tmp_path) as application:
            play = await game(application)
            await tell(application, play.ada, receiver.at("/ada"))
            await tell(application, play.bruno, receiver.at("/bruno"))
            audience_of(play.table).join(Eyes(ADA))
            await talk.ask(play.table, ADA, Ask("resign"))
            call = await receiver.called()
            await all_sent(application)
            assert events(receiver) == ["end"] and call.path == "/bruno"
            assert json.loads(call.body)["text"] == "The game is over: SpellBook, with Ada."
        async with server(tmp_path) as application:
            await application.tables.load(play.table.name)
            await all_sent(application)
        assert len(receiver.calls) == 1


async def test_an_end_not_notified_before_a_shutdown_is_notified_after_the_start(tmp_path: Path) -> None:
    patient = msgspec.structs.replace(KIND, notice_delay=3600)
    async with receiving() as receiver:
        async with server(tmp_path, patient) as application:
            play = await game(application)
            await tell(application, play.bruno, receiver.at())
            await talk.ask(play.table, ADA, Ask("resign"))
            async with asyncio.timeout(PATIENCE):
                while not await application.notices.stored_notices.unsent():
                    await asyncio.sleep(0.01)
        for _ in range(2):
            async with server(tmp_path) as application:
                await receiver.called()
                await all_sent(application)
        assert events(receiver) == ["end"]


async def test_of_two_servers_one_notifies_of_request_and_end(new_store: Callable[[], Store]) -> None:
    async with receiving() as receiver, server(new_store()) as first, server(new_store()) as second:
        play = await game(first)
        over_there = await second.tables.load(play.table.name)
        await tell(first, play.bruno, receiver.at())
        await talk.ask(play.table, ADA, Ask("pause"))
        await receiver.called()
        await talk.ask(play.table, ADA, Ask("resign"))
        async with asyncio.timeout(PATIENCE):
            while over_there.state.length < play.table.state.length:
                await asyncio.sleep(0.01)
        await receiver.called(2)
        await all_sent(first)
        await all_sent(second)
        assert events(receiver) == ["request", "end"]


# ---------------------------------------------------------------- clocks
@pytest.mark.parametrize(
    ("plan", "left"),
    [
        (ClockPlan("move", 300), 60),
        (ClockPlan("move", 3600), 360),
        (ClockPlan("move", DAY), 3600),
        (ClockPlan("budget", 2 * 3600), 720),
        (ClockPlan("budget", 60), None),
    ],
)
async def test_a_clock_runs_low_at_a_tenth_but_a_minute_at_least_and_an_hour_at_most(
    tmp_path: Path, plan: ClockPlan, left: float | None
) -> None:
    async with server(tmp_path) as application:
        table, _ = await open_table(application, clock=plan)
        assert low_clock_time(table) is None
        await sit_down(application, table, "Bruno")
        assert table.state.clock is not None
        due, moment = table.state.clock.due(), low_clock_time(table)
        assert due is not None
        assert (moment is None) if left is None else moment == due - left


async def clock_table(application: Application, receiver: Receiver, plan: ClockPlan) -> tuple[Table, list[float]]:
    """Ada's clock runs by a clock of the test; she was told of her turn."""
    now = [1_800_000_000.0]
    application.tables.now = application.clocks.now = lambda: now[0]
    table, ada = await open_table(application, clock=plan)
    await tell(application, ada, receiver.at())
    await sit_down(application, table, "Bruno")
    await receiver.called()
    await all_sent(application)
    return table, now


async def pass_time(application: Application, now: list[float], seconds: float) -> None:
    """The server runs all the time, so nothing of it is a gap. What happened before is noticed before."""
    await all_sent(application)
    now[0] += seconds
    application.clocks.last_heartbeat = now[0]
    application.notices.check_clocks()
    await all_sent(application)


async def test_an_absent_person_is_notified_once_that_their_clock_runs_low(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        table, now = await clock_table(application, receiver, ClockPlan("move", 3600))
        await pass_time(application, now, 3200)
        assert events(receiver) == ["turn"]
        await pass_time(application, now, 60)
        assert events(receiver) == ["turn", "clock"]
        assert json.loads(receiver.calls[1].body)["text"] == "Your clock is running low: SpellBook, with Bruno."
        table.report_change()
        await pass_time(application, now, 60)
        assert len(receiver.calls) == 2
        await until_turn_of(table, BRUNO)
        await until_turn_of(table, ADA)
        await pass_time(application, now, 3300)
        assert events(receiver) == ["turn", "clock", "turn", "clock"], "each move has its own time"


async def test_a_budget_runs_low_once_a_game(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        table, now = await clock_table(application, receiver, ClockPlan("budget", 3600))
        await pass_time(application, now, 3300)
        await until_turn_of(table, BRUNO)
        await until_turn_of(table, ADA)
        await pass_time(application, now, 60)
        assert events(receiver) == ["turn", "clock", "turn"]


async def test_people_who_are_connected_or_have_played_are_not_notified_of_their_clock(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        table, now = await clock_table(application, receiver, ClockPlan("move", 3600))
        eyes = Eyes(ADA)
        audience_of(table).join(eyes)
        await pass_time(application, now, 3300)
        audience_of(table).leave(eyes)
        await all_sent(application)
        assert events(receiver) == ["turn"], "she has seen it"
        await until_turn_of(table, BRUNO)
        await pass_time(application, now, 3400)
        assert events(receiver) == ["turn"], "Bruno's clock is none of hers"


async def test_time_in_which_no_server_ran_lets_no_clock_run_low(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        _, now = await clock_table(application, receiver, ClockPlan("move", 3600))
        application.clocks.last_heartbeat = now[0]
        now[0] += 3300
        application.notices.check_clocks()
        await all_sent(application)
        assert events(receiver) == ["turn"]
        application.clocks.last_heartbeat = now[0]
        await pass_time(application, now, 3300)
        assert events(receiver) == ["turn", "clock"]


# ---------------------------------------------------------------- channels of a table
async def test_a_tables_own_channel_receives_each_notification_once(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        table, _ = await open_table(application, 3)
        await tell(application, None, receiver.at(), "ntfy", table=table.name)
        await sit_down(application, table, "Bruno")
        await sit_down(application, table, "Cleo")
        await receiver.called(2)
        await talk.ask(table, ADA, Ask("pause"))
        await receiver.called(3)
        await talk.ask(table, ADA, Ask("resign"))
        await all_sent(application)
        bodies = [call.body.decode() for call in receiver.calls]
        assert sorted(bodies[:2]) == [
            "Ada, it is your turn: SpellBook, with Bruno and Cleo.",
            "The game begins: SpellBook, with Ada, Bruno and Cleo.",
        ]
        assert bodies[2] == "A request of Ada waits for an answer: SpellBook, with Ada, Bruno and Cleo."


async def test_in_french_too(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        play = await game(application)
        await tell(application, play.bruno, receiver.at(), "ntfy", "fr")
        await talk.ask(play.table, ADA, Ask("pause"))
        assert (await receiver.called()).body.decode().startswith("Une demande de Ada attend une réponse")
        await talk.ask(play.table, ADA, Ask("resign"))
        end = (await receiver.called(2)).body.decode()
        assert end == "La partie est terminée\N{NO-BREAK SPACE}: SpellBook, avec Ada."


async def test_notifications_of_an_older_server_are_adopted(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda *_: None)
    try:
        await store.change([Statement("INSERT INTO sortilege_notice VALUES ('abc', 1, 7, 0)")])
        await store.change([Statement(statement) for statement in PENDING.split(";") if statement.strip()])
        assert await StoredNotices(store).unsent() == [("abc", PendingNotice("turn", 1, 7))]
        assert await store.look_up(Statement("SELECT tab FROM sortilege_notice")) == []
    finally:
        await store.close()
