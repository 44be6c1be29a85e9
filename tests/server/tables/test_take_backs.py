"""Undo by consent: what chance or others have answered is taken back when everybody agrees, and luck goes on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sortilege import Match
from sortilege.server.application import Application
from sortilege.server.errors import Denied
from sortilege.server.settings import Settings
from sortilege.server.store import Store
from sortilege.server.tables import events, opening, talk
from sortilege.server.tables.messages import Ask, ClockPlan, NewTable, SeatPlan
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.table import Table
from tests.server.server_fixture import RandomBots
from tests.server.tables.test_clocks import HOUR, Day, mover, seconds_left, server, step, wait
from tests.server.tables.test_talk import ADA, BRUNO, CLEO, snapshot_for, table_of_three


async def everybody_agrees(table: Table) -> None:
    while (request := table.state.request) is not None:
        await talk.answer(table, request.wait[0], True)


async def take_back(table: Table, seat: int, matter: Any = "undo") -> None:
    await talk.ask(table, seat, Ask(matter))
    await everybody_agrees(table)


async def test_the_table_is_as_it_was_and_nothing_is_drawn_twice(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application, take_backs=True)
        before, seat = table.state.started_match().save()["log"], mover(table)
        views = [snapshot_for(table, one).view for one in (ADA, BRUNO, CLEO, None)]
        await step(table)
        draws, n = table.state.started_match().draw_count(), table.state.step_number
        await take_back(table, seat)
        match = table.state.started_match()
        assert match.save()["log"] == before and mover(table) == seat
        assert [snapshot_for(table, one).view for one in (ADA, BRUNO, CLEO, None)] == views
        assert match.draw_count() == draws, "what was drawn is used up"
        assert table.state.step_number > n, "whoever acts on what they saw before is out of date"
        assert [snapshot_for(table, one).taken_back for one in (ADA, None)] == [1, 1]
        await step(table)
        Match.load(table.state.started_match().save(), verify=True)


async def test_a_reloaded_table_and_another_server_have_the_same_record(
    new_store: Callable[[], Store],
) -> None:
    here, there = (Application(new_store(), RandomBots(), Settings(bot_pace=3600)) for _ in range(2))
    await here.open()
    await there.open()
    table = await table_of_three(here, take_backs=True)
    reloaded = await there.tables.load(table.name)
    for number in range(12):
        seat = mover(table)
        await step(table)
        if number % 3 == 1:
            await take_back(table, seat, "turn" if number % 2 else "undo")
    record = table.state.started_match().save()
    reloaded.read_up_to(table.state.length)
    async with reloaded.locked():
        assert reloaded.state.started_match().save() == record
    await there.tables.evict(float("inf"))
    assert (await there.tables.load(table.name)).state.started_match().save() == record
    assert len(record["undone"]) == 4  # type: ignore[arg-type]
    Match.load(record, verify=True)
    await here.close()
    await there.close()


async def test_a_whole_turn_goes_with_all_that_others_did_since(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application, take_backs=True)
        first, before = mover(table), table.state.started_match().save()["log"]
        while mover(table) == first:
            await step(table)
        await step(table)
        await take_back(table, first, "turn")
        assert table.state.started_match().save()["log"] == before


async def test_every_other_person_must_grant_a_take_back(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application, take_backs=True)
        seat = mover(table)
        await step(table)
        log = table.state.started_match().save()["log"]
        await talk.ask(table, seat, Ask("undo"))
        request = table.state.request
        assert request is not None and sorted([*request.wait, seat]) == [ADA, BRUNO, CLEO]
        await talk.answer(table, request.wait[0], True)
        await talk.answer(table, request.wait[1], False)
        assert table.state.request is None and table.state.started_match().save()["log"] == log


async def test_who_plays_on_does_not_wait_for_it(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application, take_backs=True)
        seat = mover(table)
        await step(table)
        await talk.ask(table, seat, Ask("undo"))
        await step(table)
        assert table.state.request is None
        with pytest.raises(Denied, match="Nothing is being asked"):
            await talk.answer(table, (seat + 1) % 3, True)


async def test_bots_consent_and_what_they_did_since_goes_too(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        wish = NewTable("spellcaster", [SeatPlan("me", "Ada"), SeatPlan("bot")], {"first": 0}, take_backs=True)
        table = await application.tables.load((await opening.create_new(application.tables, wish)).table)
        before = table.state.started_match().save()["log"]
        while table.state.bot_to_move() is None:
            await step(table)
        await talk.ask(table, ADA, Ask("turn"))
        assert table.state.started_match().save()["log"] == before


@pytest.mark.parametrize("matter", ["undo", "turn"])
async def test_take_backs_that_the_host_did_not_allow_cannot_be_requested(tmp_path: Path, matter: Any) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application)
        seat = mover(table)
        await step(table)
        with pytest.raises(Denied, match="host did not allow"):
            await talk.ask(table, seat, Ask(matter))
        assert not snapshot_for(table, seat).take_backs


async def test_who_has_done_nothing_has_nothing_to_take_back(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application, take_backs=True)
        with pytest.raises(Denied, match="has not acted yet"):
            await talk.ask(table, (mover(table) + 1) % 3, Ask("undo"))


async def test_it_is_not_done_without_end(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application, take_backs=True)
        table.state.taken_back = 100
        seat = mover(table)
        await step(table)
        with pytest.raises(Denied, match="too often"):
            await talk.ask(table, seat, Ask("undo"))


async def test_after_the_end_nothing_is_taken_back(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application, take_backs=True)
        seat = mover(table)
        await step(table)
        await talk.ask(table, ADA, Ask("end"))
        await everybody_agrees(table)
        with pytest.raises(Denied, match="over"):
            await talk.ask(table, seat, Ask("undo"))


async def test_time_is_not_brought_back(tmp_path: Path) -> None:
    now = Day()
    async with server(tmp_path, now) as application:
        wish = NewTable(
            "spell", [SeatPlan("me", "Ada"), SeatPlan("open")], clock=ClockPlan("budget", HOUR), take_backs=True
        )
        table = await application.tables.load((await opening.create_new(application.tables, wish)).table)
        await seating.sit(table, "Bruno", None, viewers.new_secrets(), "")
        first = mover(table)
        await wait(application, now, 100)
        await step(table)
        await wait(application, now, 50)
        await take_back(table, first)
        assert mover(table) == first
        assert (seconds_left(table, first), seconds_left(table, 1 - first)) == (HOUR - 100, HOUR - 50)
        await wait(application, now, 10)
        assert seconds_left(table, first) == HOUR - 110


def test_an_old_line_is_read_as_before() -> None:
    assert events.decode(b'{"type":"took_back","seat":1}') == events.TookBack(1)
