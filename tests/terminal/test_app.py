"""The full screen, driven by its keys at 80 by 24."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

import sortilege
from sortilege.terminal.app import Help, TableApp
from sortilege.terminal.bot_process import BotProcess
from sortilege.terminal.records import read_record
from sortilege.terminal.session import Session, new_session
from tests.terminal.games import short_game

Driver = Pilot[Any]
PATIENCE = 300  # seconds before a test that waits for something that never comes gives up, on the slowest machine


@asynccontextmanager
async def at_table(session: Session, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[TableApp, Driver]]:
    app = TableApp(session, pace=0)
    async with app.run_test(size=size) as pilot:
        yield app, pilot


async def until(pilot: Driver, good: Callable[[], bool]) -> None:
    """Until what was pressed has come to that, on however slow a machine."""
    async with asyncio.timeout(PATIENCE):
        while not good():
            await pilot.pause()


async def my_turn(app: TableApp, pilot: Driver) -> None:
    """Until the person is asked something."""
    while not app.is_my_turn and not app.session.over:
        await asyncio.wait_for(app.workers.wait_for_complete(), PATIENCE)
        await pilot.pause()
    await pilot.pause()


def text_of(app: TableApp) -> list[str]:
    """What stands on the screen, line by line."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def shows(app: TableApp) -> bool:
    """Whether whose turn it is and the whole table stand on the screen, as they are now."""
    lines = text_of(app)
    drawn = [any(drawn in line for line in lines) for drawn in app.session.lines()]
    return app.session.status() in lines[0] and all(drawn)


async def test_a_whole_game_is_played_through_and_every_screen_fits(tmp_path: Path) -> None:
    session = short_game(tmp_path / "game.json")
    async with at_table(session) as (app, pilot):
        while not session.over:
            await my_turn(app, pilot)
            await until(pilot, lambda: shows(app))
            assert [cell_len(line) for line in text_of(app)] == [80] * 24
            if not session.over:
                await pilot.press("1")
        await until(pilot, lambda: shows(app) and any("Play again" in line for line in text_of(app)))
        await pilot.press("q")
    assert read_record(tmp_path / "game.json") == session.match.save()
    assert session.match.save()["outcome"] is not None


async def test_with_five_at_the_table_choices_and_log_still_fit() -> None:
    session = short_game(seats=5)
    async with at_table(session) as (app, pilot):
        await pilot.press("8")
        await until(pilot, lambda: any("Merlin calls 8" in sentence for sentence in session.log_sentences()))
        await my_turn(app, pilot)
        await until(pilot, lambda: shows(app) and session.log_sentences()[-1][:60] in "\n".join(text_of(app)))
        lines = text_of(app)
        assert all(any(f"] {choice.label}" in line for line in lines) for choice in session.choices())
        assert app.log_pane.size.height >= 2


async def test_the_top_line_shows_whose_turn_it_is_and_choices_appear_on_ones_turn() -> None:
    session = new_session(sortilege.game("abracada"), 3, "random", {"first": 0}, 1)
    async with at_table(session) as (app, pilot):
        await until(pilot, lambda: "Your turn, Merlin" in text_of(app)[0])
        assert len(app.pane.items) == 8
        app.workers.cancel_all()
        session.play({"do": "call", "spell": 1})
        while session.turn == 0:
            session.play(session.choices()[0].action)
        app.show()
        await until(pilot, lambda: "is thinking" in text_of(app)[0])
        assert app.pane.items == []


async def test_arrows_and_enter_choose_and_a_stray_enter_does_not() -> None:
    session = short_game()
    async with at_table(session) as (app, pilot):
        await my_turn(app, pilot)
        before = len(session.match.ids)
        await pilot.press("enter")
        assert len(session.match.ids) == before
        await pilot.press("right", "right", "left", "down", "up")
        await until(pilot, lambda: app.pane.index == 0)
        await pilot.press("right", "enter")
        await until(pilot, lambda: len(session.match.ids) > before)
        assert session.match.log[before] == {"do": "call", "spell": 2}


async def test_a_number_without_a_choice_is_reported() -> None:
    session = short_game()
    async with at_table(session) as (app, pilot):
        await my_turn(app, pilot)
        before = len(session.match.ids)
        await pilot.press("9")
        await until(pilot, lambda: "There is no choice “9”." in text_of(app)[-1])
        assert len(session.match.ids) == before


async def test_undo_says_why_not() -> None:
    session = short_game()
    async with at_table(session) as (app, pilot):
        await my_turn(app, pilot)
        await pilot.press("u")
        await until(pilot, lambda: "cannot be taken back" in text_of(app)[-1])


async def test_the_language_changes_at_any_time_and_everywhere() -> None:
    session = short_game()
    async with at_table(session) as (app, pilot):
        await pilot.press("8", "l")
        await until(pilot, lambda: session.language == "fr")
        await my_turn(app, pilot)
        await until(pilot, lambda: "À vous, Merlin" in text_of(app)[0])
        lines = text_of(app)
        assert any(f"] {choice.label}" in line for line in lines for choice in session.choices())
        assert any("annonce" in line for line in lines)
        assert "quitter" in lines[-1]


async def test_leaving_is_confirmed_once_and_can_be_cancelled(tmp_path: Path) -> None:
    session = short_game(tmp_path / "game.json")
    async with at_table(session) as (app, pilot):
        await my_turn(app, pilot)
        await pilot.press("q")
        await until(pilot, lambda: any("Leave the table?" in line for line in text_of(app)))
        await pilot.press("n")
        await until(pilot, lambda: len(app.pane.items) == 8)
        await pilot.press("q")
        await until(pilot, lambda: app.question == "leave")
        await pilot.press("y")
        await until(pilot, lambda: not app.is_running)
    assert "play --resume" in session.closing_message()
    assert read_record(tmp_path / "game.json")["outcome"] is None


async def test_help_opens_over_the_table_while_the_bots_play_on() -> None:
    session = new_session(sortilege.game("abracada"), 3, "random", {"first": 1}, 3)
    async with at_table(session) as (app, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Help))
        await my_turn(app, pilot)
        await until(pilot, lambda: any("Gary Kim" in line for line in text_of(app)))
        await pilot.press("q")
        await until(pilot, lambda: not isinstance(app.screen, Help))
        await until(pilot, lambda: "Your turn" in text_of(app)[0])
        assert app.question == ""


async def test_playing_again_starts_a_new_match_at_the_same_table() -> None:
    session = short_game()
    while not session.over:
        session.play(session.any_action())
    async with at_table(session) as (app, pilot):
        await pilot.press("1")
        assert app.session is session  # a key pressed once too often starts nothing
        await pilot.press("a")
        await until(pilot, lambda: app.session is not session)
        await my_turn(app, pilot)
        assert app.session.match.names == session.match.names
        await until(pilot, lambda: len(app.pane.items) == 8)


async def test_a_terminal_that_is_too_small_says_so() -> None:
    async with at_table(short_game(), (60, 20)) as (app, pilot):
        await until(pilot, lambda: "60×20" in text_of(app)[-1])


async def test_a_bot_that_fails_moves_at_random_and_a_notice_appears(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: BotProcess, session: Session) -> None:
        raise RuntimeError

    monkeypatch.setattr(BotProcess, "choose_action", fail)
    session = new_session(sortilege.game("abracada"), 3, "random", {"first": 1}, 3)
    async with at_table(session) as (app, pilot):
        await my_turn(app, pilot)
        assert session.turn == 0
        await until(pilot, lambda: "lost the thread (RuntimeError)" in text_of(app)[-1])


async def test_a_step_that_showed_nothing_is_taken_back_by_u() -> None:
    session = new_session(sortilege.game("spellbook"), 2, "random", {"first": 0}, 2)
    async with at_table(session) as (app, pilot):
        await my_turn(app, pilot)
        before = len(session.match.ids)
        skip = next(choice.key for choice in session.choices() if choice.action == {"do": "skip"})
        await pilot.press(skip)
        await until(pilot, lambda: len(session.match.ids) == before + 1)
        await pilot.press("u")
        await until(pilot, lambda: len(session.match.ids) == before)
        await until(pilot, lambda: "Your last step is taken back." in text_of(app)[-1])
