"""Tests of absence: who counts as absent, what others may do then, and how a person gets their seat back."""

from pathlib import Path
from typing import Any

import pytest

from sortilege.server.application import Application
from sortilege.server.errors import Denied
from sortilege.server.live.audience import audience_of, update_from_peers
from sortilege.server.live.presence import KEY_PREFIX
from sortilege.server.store import key_values
from sortilege.server.tables import events, opening, talk
from sortilege.server.tables.clocks.clock import absence_seconds
from sortilege.server.tables.events import Occupant
from sortilege.server.tables.messages import Ask, ClockPlan, NewTable, SeatPlan
from sortilege.server.tables.opening import opened_like
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table
from tests.server.tables.test_clocks import DAY, HOUR, Day, duel, mover, server, step, until, wait
from tests.server.tables.test_talk import ADA, BRUNO, CLEO, Socket, snapshot_for, table_of_three

MINUTE = 60
HOST = Viewer(ADA, True, None)


async def reload(application: Application, table: Table) -> Table:
    """Evict the table and return it as read from its log."""
    await application.tables.evict(float("inf"))
    return await application.tables.load(table.name)


async def reload_after_kill(application: Application, table: Table) -> Table:
    """Return the table as a server reads it that has no sockets, after the first server was killed."""
    del application.tables.by_name[table.name]
    await table.driver.close()
    return await application.tables.load(table.name)


# ---------------------------------------------------------------- who is absent
async def test_a_person_is_absent_when_the_agreed_time_has_passed_since_they_left(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now, pace=3600) as application:
        table = await table_of_three(application, absence=HOUR)
        bruno = Socket(BRUNO)
        audience_of(table).join(bruno)
        now.seconds += 5 * HOUR
        assert not audience_of(table).is_absent(BRUNO) and snapshot_for(table, ADA).seats[BRUNO].absent_from is None
        audience_of(table).leave(bruno)
        assert snapshot_for(table, ADA).seats[BRUNO].absent_from == now.seconds + HOUR
        now.seconds += HOUR - 1
        with pytest.raises(Denied, match="Bruno does not count as absent yet: at this table that takes 1 h"):
            await seating.hand_over(table, HOST, BRUNO, None)
        now.seconds += 1
        await seating.hand_over(table, HOST, BRUNO, None)
        assert snapshot_for(table, ADA).seats[BRUNO].stand_in


async def test_an_absence_is_remembered_when_the_table_leaves_memory_and_when_the_server_restarts(
    tmp_path: Path,
) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await table_of_three(application, absence=3 * DAY)
        bruno = Socket(BRUNO)
        audience_of(table).join(bruno)
        audience_of(table).leave(bruno)
        left = now.seconds
        now.seconds += DAY
        table = await reload(application, table)
        assert snapshot_for(table, ADA).seats[BRUNO].absent_from == left + 3 * DAY
    now.seconds += DAY
    async with server(tmp_path, now) as application:
        table = await application.tables.load(table.name)
        assert snapshot_for(table, ADA).seats[BRUNO].absent_from == left + 3 * DAY


async def test_after_a_start_of_the_server_everybody_has_minutes_to_come_back(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await table_of_three(application)
    now.seconds += DAY  # no server runs
    async with server(tmp_path, now) as application:
        table = await application.tables.load(table.name)
        assert not audience_of(table).is_absent(BRUNO)
        now.seconds += 10 * MINUTE
        assert audience_of(table).is_absent(BRUNO)


async def test_whoever_was_connected_when_a_server_was_killed_is_away_only_from_then_on(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await table_of_three(application, absence=DAY)
        bruno = Socket(BRUNO)
        audience_of(table).join(bruno)
        audience_of(table).leave(bruno)
        now.seconds += DAY
        audience_of(table).join(bruno)
        await audience_of(table).presence.close(table.state)  # stores that he is connected
        now.seconds += DAY
        read = await reload_after_kill(application, table)
        assert snapshot_for(read, ADA).seats[BRUNO].absent_from == now.seconds + DAY


async def test_a_connection_to_another_server_counts(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await table_of_three(application)
        elsewhere = {BRUNO}
        application.peers.is_connected = lambda name, seat: seat in elsewhere  # type: ignore[method-assign]
        now.seconds += HOUR
        update_from_peers(application.tables.by_name, {table.name})
        assert audience_of(table).is_absent(CLEO) and not audience_of(table).is_absent(BRUNO)
        now.seconds += HOUR
        elsewhere.clear()
        update_from_peers(application.tables.by_name, {table.name})
        assert not audience_of(table).is_absent(BRUNO), "it counts from when they left the other server"
        now.seconds += 10 * MINUTE
        assert audience_of(table).is_absent(BRUNO)


async def test_a_request_without_a_socket_is_a_contact(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await table_of_three(application)
        now.seconds += HOUR
        audience_of(table).presence.note_contact(table.state, BRUNO)
        assert audience_of(table).is_absent(CLEO) and not audience_of(table).is_absent(BRUNO)


async def test_a_clock_at_zero_is_an_absence_unless_the_person_came_back(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now, pace=3600) as application:
        table = await duel(application, ClockPlan("move", HOUR))
        late = mover(table)
        audience_of(table).join(Socket(1 - late))
        await wait(application, now, HOUR - 1)
        assert not audience_of(table).is_absent(late)
        await wait(application, now, 1)
        assert audience_of(table).is_absent(late)
        table = await reload_after_kill(application, table)
        assert audience_of(table).is_absent(late)
        now.seconds += 1
        page = Socket(late)
        audience_of(table).join(page)
        audience_of(table).leave(page)
        assert not audience_of(table).is_absent(late)


async def test_whoever_plays_again_after_a_clock_at_zero_is_not_late_any_more(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await duel(application, ClockPlan("move", HOUR))
        late = mover(table)
        await wait(application, now, HOUR)
        await until(table, lambda: mover(table) != late)
        assert late in table.state.timed_out, "a bot moved for them"
        await step(table)
        assert mover(table) == late
        await step(table)
        assert late not in table.state.timed_out


# ---------------------------------------------------------------- what a table agrees on
@pytest.mark.parametrize("seconds", [0, -1, 299, 30 * DAY + 1])
async def test_an_absence_of_less_than_five_minutes_or_without_end_is_refused(call: Any, seconds: int) -> None:
    wish = {"game": "abracada", "seats": [{"kind": "me"}, {"kind": "open"}], "absence": seconds}
    status, problem = await call("POST", "/api/tables", wish)
    assert status == 422 and "between 5 minutes and 30 days" in problem["message"] and problem["fr"]


def test_without_a_wish_the_absence_is_ten_minutes_or_as_long_as_the_clock() -> None:
    assert absence_seconds(None, None) == 10 * MINUTE
    assert absence_seconds(None, ClockPlan("move", 5 * MINUTE)) == 10 * MINUTE
    assert absence_seconds(None, ClockPlan("move", 3 * DAY)) == 3 * DAY
    assert absence_seconds(HOUR, ClockPlan("move", 3 * DAY)) == HOUR


async def test_a_rematch_keeps_the_agreement_and_everybodys_choice_and_old_tables_wait_a_day(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application, absence=2 * HOUR)
        await seating.choose_stand_in(table, Viewer(BRUNO, False, None), BRUNO, "master")
        next_ = opened_like(table.state, [], "", None)
        assert next_.absence == 2 * HOUR and next_.occupants[BRUNO].stand_in == "master"
        assert snapshot_for(table, CLEO).absence == 2 * HOUR
        line = events.encode(table.state.opened).replace(b',"absence":7200', b"").replace(b',"stand_in":"adept"', b"")
        old = events.decode(line)
        assert isinstance(old, events.Opened) and old.absence == DAY
        assert TableState(old).occupants[ADA] == Occupant("person", "Ada")


# ---------------------------------------------------------------- the stand-in
async def test_only_the_absent_person_chooses_how_well_the_bot_plays(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now, pace=3600) as application:
        table = await table_of_three(application)
        await seating.choose_stand_in(table, Viewer(BRUNO, False, None), BRUNO, "master")
        assert snapshot_for(table, ADA).seats[BRUNO].stand_in_level == "master"
        with pytest.raises(Denied, match="Only the person in the seat"):
            await seating.choose_stand_in(table, HOST, BRUNO, "apprentice")
        now.seconds += HOUR
        with pytest.raises(Denied, match="Only Bruno can choose"):
            await seating.hand_over(table, HOST, BRUNO, "apprentice")
        await seating.hand_over(table, HOST, BRUNO, None)
        await talk.ask(table, ADA, Ask("out", CLEO))
        assert [table.state.occupants[seat].level for seat in (BRUNO, CLEO)] == ["master", "adept"]
        assert (await reload(application, table)).state.occupants[BRUNO].level == "master"


async def test_the_level_is_chosen_over_the_wire_by_its_person_alone(call: Any, client: Any) -> None:
    _, created = await call("POST", "/api/tables", {"game": "abracada", "seats": [{"kind": "me"}, {"kind": "open"}]})
    path = f"/api/tables/{created['table']}/seats"
    status, now = await call("POST", f"{path}/0/stand-in", {"level": "archmage"}, token=created["token"])
    assert status == 200 and now["seats"][0]["stand_in_level"] == "archmage"
    for seat, body, expected in (
        (1, {"level": "adept"}, 403),
        (7, {"level": "adept"}, 404),
        (0, {"level": "god"}, 400),
    ):
        status, problem = await call("POST", f"{path}/{seat}/stand-in", body, token=created["token"])
        assert status == expected and problem["fr"]


@pytest.mark.parametrize("with_code", [False, True], ids=["token", "recovery code"])
async def test_a_person_who_was_put_out_returns_and_plays(tmp_path: Path, with_code: bool) -> None:
    now = Day()
    async with server(tmp_path, now, pace=3600) as application:
        created = await opening.create_new(
            application.tables, NewTable("abracada", [SeatPlan("me", "Ada"), SeatPlan("open")], {"first": 1})
        )
        table = await application.tables.load(created.table)
        bruno = viewers.new_secrets()
        await seating.sit(table, "Bruno", None, bruno, "")
        now.seconds += 10 * MINUTE
        await talk.ask(table, ADA, Ask("out", BRUNO))
        assert table.state.bot_to_move() == BRUNO
        token = await seating.recover(table, bruno.recovery) if with_code else bruno.token
        key = table.key_of(token)
        assert key is not None and key.seat == BRUNO
        await seating.give_back(table, Viewer(key.seat, key.host, key.token), BRUNO)
        assert table.state.active_people() == [ADA, BRUNO]
        await step(table)


async def test_nobody_reclaims_a_seat_when_the_game_is_over(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now, pace=3600) as application:
        table = await table_of_three(application)
        now.seconds += HOUR
        await talk.ask(table, ADA, Ask("out", BRUNO))
        await talk.ask(table, ADA, Ask("end"))
        with pytest.raises(Denied, match="over"):
            await seating.give_back(table, Viewer(BRUNO, False, None), BRUNO)


async def test_whoever_came_back_meanwhile_is_not_put_out_by_a_late_yes(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await table_of_three(application)
        audience_of(table).join(Socket(BRUNO))
        now.seconds += HOUR
        await talk.ask(table, ADA, Ask("out", CLEO))
        cleo = Socket(CLEO)
        audience_of(table).join(cleo)
        with pytest.raises(Denied, match="Cleo is at the table"):
            await talk.answer(table, BRUNO, True)
        audience_of(table).leave(cleo)
        with pytest.raises(Denied, match="does not count as absent yet"):
            await talk.answer(table, BRUNO, True)
        await talk.answer(table, BRUNO, False)
        assert table.state.request is None and table.state.active_people() == [ADA, BRUNO, CLEO]


# ---------------------------------------------------------------- left alone
async def test_of_three_friends_the_one_who_is_left_ends_the_game_alone(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await table_of_three(application)
        await talk.ask(table, CLEO, Ask("end"))
        assert table.state.request is not None and table.state.request.wait == [ADA, BRUNO], "nobody is absent yet"
        await talk.answer(table, CLEO, False)
        now.seconds += 10 * MINUTE
        await talk.ask(table, CLEO, Ask("end"))
        assert table.state.over() and table.state.ended is not None


async def test_of_three_friends_the_one_who_is_left_goes_on_with_bots(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now, pace=3600) as application:
        table = await table_of_three(application)
        now.seconds += 10 * MINUTE
        for absent in (ADA, BRUNO):
            await talk.ask(table, CLEO, Ask("out", absent))
        assert table.state.active_people() == [CLEO] and not table.state.over()


async def test_a_request_nobody_can_answer_does_not_keep_others_from_asking(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now, pace=3600) as application:
        table = await table_of_three(application)
        await talk.ask(table, ADA, Ask("pause"))
        await talk.answer(table, CLEO, True)
        with pytest.raises(Denied, match="Something else"):
            await talk.ask(table, CLEO, Ask("end"))
        now.seconds += 10 * MINUTE
        await talk.ask(table, CLEO, Ask("out", ADA))
        assert table.state.request is None and table.state.active_people() == [BRUNO, CLEO]
        assert (await reload(application, table)).state.request is None


@pytest.mark.parametrize("matter", ["pause", "undo", "turn", "open"])
async def test_other_requests_still_need_the_consent_of_absent_people(tmp_path: Path, matter: Any) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        table = await table_of_three(application, take_backs=True)
        while mover(table) != CLEO:
            await step(table)
        await step(table)
        now.seconds += 10 * MINUTE
        await talk.ask(table, CLEO, Ask(matter))
        assert table.state.request is not None and table.state.request.wait == [ADA, BRUNO]


# ---------------------------------------------------------------- what is stored
async def test_stored_contacts_are_deleted_with_the_game_and_the_table(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        over, removed = await table_of_three(application), await table_of_three(application)
        await reload(application, over)
        assert len(await key_values.find_by_prefix(application.store, KEY_PREFIX)) == 6
        over, removed = [await application.tables.load(table.name) for table in (over, removed)]
        now.seconds += HOUR
        await talk.ask(over, ADA, Ask("end"))
        await application.tables.remove(removed)
        await application.tables.evict(float("inf"))
        assert await key_values.find_by_prefix(application.store, KEY_PREFIX) == {}


async def test_of_a_table_of_one_person_no_contact_is_stored(tmp_path: Path) -> None:
    async with server(tmp_path, Day(), pace=3600) as application:
        await opening.create_new(application.tables, NewTable("abracada", [SeatPlan("me", "Ada"), SeatPlan("bot")]))
        await application.tables.evict(float("inf"))
        assert await key_values.find_by_prefix(application.store, KEY_PREFIX) == {}
