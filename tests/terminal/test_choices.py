"""The choices at the foot of the screen, with more of them than there are digits."""

from typing import Any

from textual.app import App, ComposeResult

from sortilege.terminal.choices import Choices
from tests.terminal.test_app import until


class Bare(App[None]):
    """Nothing but choices."""

    def __init__(self, items: list[tuple[str, str]]) -> None:
        super().__init__()
        self.pane = Choices()
        self.items = items
        self.chosen: list[Any] = []

    def compose(self) -> ComposeResult:
        yield self.pane

    def on_mount(self) -> None:
        self.pane.list_items(self.items)

    def on_choices_chosen(self, message: Choices.Chosen) -> None:
        self.chosen.append(message.index)

    def on_choices_unknown_number(self, message: Choices.UnknownNumber) -> None:
        self.chosen.append(message.typed)


MANY = [(str(n), f"choice {n}") for n in range(1, 31)]


async def test_a_digit_that_could_continue_waits_and_one_that_could_not_is_accepted_at_once() -> None:
    app = Bare(MANY)
    async with app.run_test(size=(80, 24)) as pilot:
        app.pane.type_character("1")
        await pilot.pause()
        assert (app.chosen, app.pane.index) == ([], 0)
        app.pane.type_character("2")
        await until(pilot, lambda: app.chosen == [11])
        app.pane.type_character("4")
        await until(pilot, lambda: app.chosen == [11, 3])


async def test_enter_accepts_the_typed_digits() -> None:
    app = Bare(MANY)
    async with app.run_test(size=(80, 24)) as pilot:
        app.pane.type_character("2")
        await pilot.press("enter")
        await until(pilot, lambda: app.chosen == [1])


async def test_a_number_past_the_end_is_reported_and_cleared() -> None:
    app = Bare(MANY)
    async with app.run_test(size=(80, 24)) as pilot:
        app.pane.type_character("3")
        app.pane.type_character("1")
        await until(pilot, lambda: app.chosen == ["31"])
        app.pane.type_character("5")
        await until(pilot, lambda: app.chosen == ["31", 4])


async def test_the_lit_choice_is_always_in_the_window() -> None:
    app = Bare(MANY)
    async with app.run_test(size=(80, 24)) as pilot:
        app.pane.styles.height = 2
        for keys, seen in (("home", "▸[1] choice 1"), ("end", "▸[30] choice 30"), ("up", "▸[26] choice 26")):
            await pilot.press(keys)
            await until(pilot, lambda words=seen: words in app.pane.render().plain)
            assert app.pane.render().plain.count("\n") == 1


async def test_arrows_stay_inside() -> None:
    app = Bare(MANY[:3])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("left", "right", "right", "down")
        await until(pilot, lambda: app.pane.index == 2)
        await pilot.press("home", "left", "up")
        await until(pilot, lambda: app.pane.index == 0)


async def test_no_choices_take_no_key() -> None:
    app = Bare([])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "right", "1")
        await pilot.pause()
        assert app.chosen == []
        assert app.pane.index == -1


async def test_choices_outside_the_window_are_counted_above_and_below() -> None:
    app = Bare(MANY)
    async with app.run_test(size=(80, 24)) as pilot:
        app.pane.styles.height = 2
        await until(pilot, lambda: app.pane.render().plain.endswith("↓ 22"))
        await pilot.press("home", "down", "down", "down")
        await until(pilot, lambda: app.pane.render().plain.endswith("↓ 14"))
        assert app.pane.render().plain.split("\n")[0].endswith("↑ 8")
        await pilot.press("end")
        await until(pilot, lambda: "↓" not in app.pane.render().plain)
