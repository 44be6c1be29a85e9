"""Tests of open hands: spectators see all hands if everybody at the table agreed; seats never see more."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sortilege
from sortilege.server.errors import Denied
from sortilege.server.live.audience import audience_of
from sortilege.server.live.snapshots import whole_snapshot
from sortilege.server.tables import opening, talk
from sortilege.server.tables.messages import Ask, NewTable, SeatPlan
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table
from tests.server.tables.test_clocks import Day, duel, server, step
from tests.server.tables.test_take_backs import everybody_agrees
from tests.server.tables.test_talk import ADA, BRUNO, CLEO, table_of_three

SEATS = (ADA, BRUNO, CLEO)


def sent(table: Table, seat: int | None) -> Any:
    """Return the snapshot of this viewer without the public fields about the agreement."""
    snapshot = json.loads(msgspec.json.encode(whole_snapshot(audience_of(table), Viewer(seat, False, None))))
    return {key: value for key, value in snapshot.items() if key not in ("open_hands", "asked")}


async def test_without_agreement_nobody_is_sent_anything_else(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application)
        before = [sent(table, seat) for seat in (*SEATS, None)]
        await talk.ask(table, ADA, Ask("open"))
        assert [sent(table, seat) for seat in (*SEATS, None)] == before
        await talk.answer(table, BRUNO, True)
        assert [sent(table, seat) for seat in (*SEATS, None)] == before, "one agreed; the third has not"
        await talk.answer(table, CLEO, False)
        assert [sent(table, seat) for seat in (*SEATS, None)] == before


async def test_spectators_see_every_hand_and_seats_see_what_they_saw(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application)
        before = [sent(table, one) for one in SEATS]
        hidden = sent(table, None)["view"]["hands"]
        await talk.ask(table, ADA, Ask("open"))
        await everybody_agrees(table)
        open_to_all = sent(table, None)["view"]["hands"]
        truth = table.state.started_match().state
        known = [truth.view((seat + 1) % 3)["hands"][seat] for seat in SEATS]  # a mage sees all stones but their own
        assert "?" in str(hidden) and open_to_all == known
        assert [sent(table, one) for one in SEATS] == before
        assert all(whole_snapshot(audience_of(table), Viewer(one, False, None)).open_hands for one in (*SEATS, None)), (
            "all are told"
        )
        await step(table)
        for seat in SEATS:  # and further on
            assert sent(table, seat)["view"]["hands"] == table.state.started_match().state.view(seat)["hands"]


async def test_it_ends_when_anybody_takes_it_back(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await table_of_three(application)
        before = sent(table, None)
        with pytest.raises(Denied, match="do not see"):
            await talk.ask(table, CLEO, Ask("close"))
        await talk.ask(table, ADA, Ask("open"))
        await everybody_agrees(table)
        with pytest.raises(Denied, match="already"):
            await talk.ask(table, BRUNO, Ask("open"))
        name = table.name
        await application.tables.evict(float("inf"))
        table = await application.tables.load(name)
        assert table.state.open_hands, "it is kept with the table"
        await talk.ask(table, CLEO, Ask("close"))
        assert not table.state.open_hands and sent(table, None) == before


async def test_where_nothing_is_hidden_there_is_nothing_to_open(tmp_path: Path) -> None:
    async with server(tmp_path, Day()) as application:
        table = await duel(application, None)  # SPELL lies open
        with pytest.raises(Denied, match="already"):
            await talk.ask(table, ADA, Ask("open"))


async def test_a_hand_is_not_opened_by_the_bot_that_stands_in(tmp_path: Path) -> None:
    async with server(tmp_path, Day(), pace=3600) as application:
        table = await table_of_three(application)
        await seating.hand_over(table, Viewer(CLEO, False, None), CLEO, "apprentice")
        await talk.ask(table, ADA, Ask("open"))
        await talk.answer(table, BRUNO, True)
        assert not table.state.open_hands and table.state.request is not None and table.state.request.wait == [CLEO]


@pytest.mark.parametrize("name", [name for name in sortilege.games() if sortilege.game(name).hides_information])
async def test_in_every_game_that_hides_something_no_seat_is_sent_more(tmp_path: Path, name: str) -> None:
    async with server(tmp_path, Day()) as application:
        created = await opening.create_new(
            application.tables, NewTable(name, [SeatPlan("me", "Ada"), SeatPlan("open")])
        )
        table = await application.tables.load(created.table)
        await seating.sit(table, "Bruno", None, viewers.new_secrets(), "")
        for _ in range(8):
            await step(table)
            before = [sent(table, seat) for seat in (ADA, BRUNO)]
            watched = sent(table, None)
            await talk.ask(table, ADA, Ask("open"))
            await talk.answer(table, BRUNO, True)
            assert [sent(table, seat) for seat in (ADA, BRUNO)] == before
            assert sent(table, None)["view"] != watched["view"]
            await talk.ask(table, BRUNO, Ask("close"))
            assert [sent(table, seat) for seat in (ADA, BRUNO, None)] == [*before, watched]
