"""Every game on the shelf at the full screen: some turns at each table size, and nothing is cut off."""

import random

import pytest
from rich.cells import cell_len

import sortilege
from sortilege.terminal.session import new_session
from tests.terminal.test_app import at_table, my_turn, shows, text_of, until

TABLES = [(name, seats) for name in sortilege.games() for seats in sortilege.game(name).seats]


@pytest.mark.parametrize(("name", "seats"), TABLES)
async def test_some_turns_are_played_and_every_screen_fits(name: str, seats: int) -> None:
    session = new_session(sortilege.game(name), seats, "random", seed=seats)
    lots = random.Random(seats)
    async with at_table(session) as (app, pilot):
        for turn in range(12):
            await my_turn(app, pilot)
            if session.over:
                break
            await until(pilot, lambda: shows(app))
            lines = text_of(app)
            assert [cell_len(line) for line in lines] == [80] * 24
            assert app.log_pane.size.height >= 2
            assert sum("] " in line for line in lines) >= 1
            if turn % 4 == 3:
                language = session.language
                await pilot.press("l")
                await until(pilot, lambda before=language: session.language != before)
            app.play(lots.choice(session.choices()).action)
            app.play_bots()
