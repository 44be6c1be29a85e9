"""Messages between people, requests that need consent, pauses, resigning."""

from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from sortilege.server.application import Application
from sortilege.server.errors import Denied
from sortilege.server.live.audience import audience_of
from sortilege.server.live.snapshots import whole_snapshot
from sortilege.server.tables import opening, talk
from sortilege.server.tables.messages import Ask, ClockPlan, NewTable, Say, SeatPlan
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table
from tests.server.server_fixture import StoppedClock, code
from tests.server.tables.test_clocks import HOUR, Day, duel, mover, seconds_left, server, step, wait

ADA, BRUNO, CLEO = range(3)
MATTERS = get_args(get_type_hints(Ask)["matter"])


class Socket:
    """The socket of a person at a table."""

    visible = True

    def __init__(self, seat: int) -> None:
        self.viewer = Viewer(seat, False, None)

    def send_update(self) -> None:
        pass


async def table_of(application: Application, count: int, **more: Any) -> Table:
    """A table for so many people: Ada, Bruno, Cleo, Dora, Emil."""
    created = await opening.create_new(
        application.tables, NewTable("abracada", [SeatPlan("me", "Ada"), *[SeatPlan("open")] * (count - 1)], **more)
    )
    table = await application.tables.load(created.table)
    for name in ("Bruno", "Cleo", "Dora", "Emil")[: count - 1]:
        await seating.sit(table, name, None, viewers.new_secrets(), "")
    return table


async def table_of_three(application: Application, **more: Any) -> Table:
    """Create a table with Ada, Bruno and Cleo."""
    return await table_of(application, 3, **more)


def snapshot_for(table: Table, seat: int | None) -> Any:
    return whole_snapshot(audience_of(table), Viewer(seat, False, None))


# ---------------------------------------------------------------- words
async def test_everybody_receives_a_sign_and_spectators_of_a_running_game_receive_no_free_text(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application, talk="free")
        n = table.state.step_number
        await talk.say(table, ADA, Say(sign="hello"))
        await talk.say(table, BRUNO, Say(text="  I hold <b>five</b>  "))
        assert [(message.seat, message.sign, message.text) for message in snapshot_for(table, CLEO).words] == [
            (ADA, "hello", ""),
            (BRUNO, None, "I hold <b>five</b>"),  # kept as it is: pages show it as text
        ]
        assert [message.sign for message in snapshot_for(table, None).words] == ["hello"]
        assert table.state.step_number == n
        await talk.ask(table, ADA, Ask("end"))
        await talk.answer(table, BRUNO, True)
        await talk.answer(table, CLEO, True)
        assert len(snapshot_for(table, None).words) == 2, "afterwards everything may be known"


async def test_chat_messages_are_stored_with_the_table(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application)
        await talk.say(table, ADA, Say(sign="luck"))
        name = table.name
        await application.tables.evict(float("inf"))
        assert [message.sign for message in (await application.tables.load(name)).state.messages] == ["luck"]


@pytest.mark.parametrize(
    ("word", "why"),
    [
        (Say(), "one of the two"),
        (Say(sign="hello", text="hello"), "one of the two"),
        (Say(text="hello"), "only the set phrases"),
    ],
)
async def test_an_invalid_chat_message_is_refused_in_one_sentence(tmp_path: Path, word: Say, why: str) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application)
        with pytest.raises(Denied, match=why):
            await talk.say(table, ADA, word)
        assert table.state.messages == []


async def test_free_text_is_bounded_and_plain(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application, talk="free")
        for text in ("x" * 201, "two\nlines", "   ", "\x1b[31m"):
            with pytest.raises(Denied):
                await talk.say(table, ADA, Say(text=text))


async def test_nobody_speaks_without_end(tmp_path: Path, clock: StoppedClock) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application)
        for _ in range(5):
            await talk.say(table, ADA, Say(sign="hurry"))
        with pytest.raises(Denied, match="Too many words"):
            await talk.say(table, ADA, Say(sign="hurry"))
        await talk.say(table, BRUNO, Say(sign="sorry"))


# ---------------------------------------------------------------- requests
async def test_a_game_ends_when_all_agree_and_not_before(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application)
        await talk.ask(table, ADA, Ask("end"))
        assert snapshot_for(table, CLEO).asked.wait == [BRUNO, CLEO]
        with pytest.raises(Denied, match="Something else"):
            await talk.ask(table, BRUNO, Ask("pause"))
        await talk.answer(table, BRUNO, True)
        assert not table.state.over()
        with pytest.raises(Denied, match="Nothing is being asked"):
            await talk.answer(table, BRUNO, True)
        await talk.answer(table, CLEO, True)
        now = snapshot_for(table, CLEO)
        assert now.phase == "over" and now.ended.why == "agreed" and now.asked is None and now.legal == []
        assert now.seed is not None, "the luck is open as after any game"
        with pytest.raises(Denied, match="over"):
            await step(table)
        name = table.name
        await application.tables.evict(float("inf"))
        assert (await application.tables.load(name)).state.over()


async def test_one_no_is_enough_and_who_asked_may_take_it_back(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application)
        for who in (CLEO, ADA):
            await talk.ask(table, ADA, Ask("end"))
            await talk.answer(table, who, False)
            assert table.state.request is None and not table.state.over()
        await step(table)


async def test_who_never_comes_back_is_put_out_by_agreement_of_the_rest(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now, pace=3600) as application:
        table = await table_of_three(application)
        audience_of(table).join(Socket(BRUNO))
        with pytest.raises(Denied, match="Cleo does not count as absent yet: at this table that takes 10 min"):
            await talk.ask(table, ADA, Ask("out", CLEO))
        now.seconds += 600
        await talk.ask(table, ADA, Ask("out", CLEO))
        assert table.state.request is not None and table.state.request.wait == [BRUNO], "Cleo is not asked"
        await talk.answer(table, BRUNO, True)
        occupant = table.state.occupants[CLEO]
        assert occupant.level == "adept" and occupant.name == "Cleo" and not occupant.lost


async def test_nobody_who_is_here_is_put_out(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await table_of_three(application)
        audience_of(table).join(Socket(CLEO))
        now.seconds += 600
        with pytest.raises(Denied, match="Cleo is at the table"):
            await talk.ask(table, ADA, Ask("out", CLEO))
        for about in (ADA, None, 7):
            with pytest.raises(Denied):
                await talk.ask(table, ADA, Ask("out", about))


async def test_a_pause_stops_the_clocks_and_anybody_ends_it(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, ClockPlan("move", HOUR))
        first = mover(table)
        await wait(application, now, 100)
        await talk.ask(table, ADA, Ask("pause"))
        await talk.answer(table, BRUNO, True)
        await wait(application, now, 10 * HOUR)
        assert (
            snapshot_for(table, first).paused
            and snapshot_for(table, first).legal == []
            and seconds_left(table, first) == HOUR - 100
        )
        with pytest.raises(Denied, match="paused"):
            await step(table)
        await talk.ask(table, BRUNO, Ask("resume"))
        await wait(application, now, 50)
        assert not snapshot_for(table, first).paused and seconds_left(table, first) == HOUR - 150
        await step(table)


async def test_in_a_pause_nothing_is_taken_back_and_no_clock_begins_to_run(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, ClockPlan("budget", HOUR))
        table.state.opened.take_backs = True
        first = mover(table)
        await step(table)
        await talk.ask(table, ADA, Ask("pause"))
        await talk.answer(table, BRUNO, True)
        with pytest.raises(Denied, match="paused"):
            await table.undo(first, table.state.step_number)
        with pytest.raises(Denied, match="paused"):
            await talk.ask(table, first, Ask("undo"))
        assert table.state.clock is not None and table.state.clock.seat is None
        await talk.ask(table, BRUNO, Ask("resume"))
        assert await table.undo(first, table.state.step_number)


async def test_between_two_resigning_ends_the_game_and_among_more_a_bot_plays_on(tmp_path: Path) -> None:
    async with server(tmp_path, Day(), pace=3600) as application:
        two = await duel(application, None)
        await talk.ask(two, BRUNO, Ask("resign"))
        ended = snapshot_for(two, ADA).ended
        assert two.state.over() and ended.why == "resigned" and ended.seat == BRUNO
        more = await table_of_three(application)
        await talk.ask(more, BRUNO, Ask("resign"))
        assert not more.state.over() and more.state.occupants[BRUNO].lost


async def test_alone_with_bots_there_is_nobody_to_resign_to_and_nobody_to_ask(tmp_path: Path) -> None:
    async with server(tmp_path, Day(), pace=3600) as application:
        created = await opening.create_new(
            application.tables, NewTable("abracada", [SeatPlan("me", "Ada"), SeatPlan("bot")])
        )
        table = await application.tables.load(created.table)
        with pytest.raises(Denied, match="other people"):
            await talk.ask(table, ADA, Ask("resign"))
        await talk.ask(table, ADA, Ask("pause"))
        assert table.state.paused and table.state.bot_to_move() is None


async def test_spectators_may_neither_chat_nor_make_requests(call: Any, client: Any) -> None:
    wish = {"game": "spell", "seats": [{"kind": "me"}, {"kind": "open"}]}
    _, created = await call("POST", "/api/tables", wish)
    path = f"/api/tables/{created['table']}"
    assert (await client.post(f"{path}/say", json={"sign": "hello"})).status_code == 204
    client.cookies.clear()
    for what, body in (("say", {"sign": "hello"}), ("ask", {"matter": "end"}), ("answer", {"yes": True})):
        status, problem = await call("POST", f"{path}/{what}?watch={code(created['watch'])}", body)
        assert status == 403 and problem["fr"]
    assert (await call("POST", f"{path}/say", {"sign": "nonsense"}, token=created["token"]))[0] == 400


# ---------------------------------------------------------------- whom a request is about
@pytest.mark.parametrize("seats_taken", [2, 3, 4, 5])
@pytest.mark.parametrize("matter", [matter for matter in MATTERS if matter != "out"])
async def test_a_request_names_another_seat_only_to_put_it_out(tmp_path: Path, matter: Any, seats_taken: int) -> None:
    async with server(tmp_path, Day()) as application:
        for about in range(-1, seats_taken + 2):
            table = await table_of(application, seats_taken, take_backs=True)
            while mover(table) != ADA:
                await step(table)
            await step(table)
            lines = table.state.length
            with pytest.raises(Denied):
                await talk.ask(table, ADA, Ask(matter, about))
            assert table.state.length == lines, f"{matter} about {about} changed the table"
            assert table.state.request is None and not table.state.over()


@pytest.mark.parametrize("seats_taken", [2, 3, 4, 5])
@pytest.mark.parametrize("matter", ["end", "pause", "undo", "turn", "open"])
async def test_a_request_waits_for_everybody_else(tmp_path: Path, matter: Any, seats_taken: int) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of(application, seats_taken, take_backs=True)
        while mover(table) != ADA:
            await step(table)
        await step(table)
        others = [seat for seat in range(seats_taken) if seat != ADA]
        await talk.ask(table, ADA, Ask(matter))
        assert table.state.request is not None and table.state.request.wait == others
        for seat in others[:-1]:
            await talk.answer(table, seat, True)
            state = table.state
            assert state.request is not None and not (state.over() or state.paused or state.open_hands)
        await talk.answer(table, others[-1], True)
        assert table.state.request is None


@pytest.mark.parametrize("seats_taken", [2, 3, 4, 5])
@pytest.mark.parametrize("about", [None, -1, 0, 1, 2, 3, 4, 5])
async def test_nobody_who_is_there_can_be_put_out(tmp_path: Path, about: int | None, seats_taken: int) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of(application, seats_taken)
        lines = table.state.length
        with pytest.raises(Denied):
            await talk.ask(table, ADA, Ask("out", about))
        assert table.state.length == lines and table.state.request is None


async def test_the_refusal_of_a_seat_named_for_nothing_is_one_sentence(call: Any) -> None:
    _, created = await call("POST", "/api/tables", {"game": "abracada", "seats": [{"kind": "me"}, {"kind": "open"}]})
    body = {"matter": "open", "about": 1}
    status, problem = await call("POST", f"/api/tables/{created['table']}/ask", body, token=created["token"])
    assert status == 400 and "about" in problem["message"] and problem["fr"]
