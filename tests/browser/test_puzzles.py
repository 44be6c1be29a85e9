"""A puzzle as a player meets it: a wrong press says its price, the right one the reason; and the daily beside it."""

from collections.abc import Callable
from typing import Any

import pytest

import sortilege
from sortilege.analysis.puzzles.puzzle_file import Puzzle, puzzles_of
from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect

pytestmark = pytest.mark.browser
WORDS = {
    "en": ("of 100 games", "The best line", "Next puzzle", "Solve", "Play"),
    "fr": ("parties sur 100", "La meilleure suite", "Problème suivant", "Résoudre", "Jouer"),
}


def call_puzzle() -> Puzzle:
    """A puzzle of the box that one press answers."""
    return next(puzzle for puzzle in puzzles_of(sortilege.game("abracada")).puzzles if puzzle.best[0]["do"] == "call")


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("fr", PHONE)])
def test_a_puzzle_is_solved_on_the_board_and_leads_to_the_next(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    price, line, next_one, *_ = WORDS[language]
    puzzle = call_puzzle()
    right = puzzle.best[0]["spell"]
    touch = size == PHONE
    ada = visit(language=language, size=size, has_touch=touch)
    page = ada.page
    page.goto(ada.url)
    page.locator("[data-puzzles='abracada']").click()
    page.locator(f"[data-puzzle='{puzzle.id}']").click()
    riddle = page.locator(".puzzle-panel")
    expect(riddle).to_have_attribute("data-verdict", "open")
    assert str(puzzle.share) not in page.content()
    press = (lambda piece: piece.tap()) if touch else (lambda piece: piece.click())
    call = page.locator("button.call[data-lit]")
    expect(call.first).to_be_visible()
    lowest = int(9 - call.count())
    wrong = worst_call(puzzle)
    press(call.nth(wrong - lowest))
    expect(riddle.locator(".correction")).to_contain_text(price)
    expect(riddle.locator(".line")).to_have_count(0)
    press(call.nth(right - lowest))
    expect(riddle).to_have_attribute("data-verdict", "solved")
    expect(riddle.locator(".line")).to_contain_text(line)
    press(riddle.get_by_role("link", name=next_one))
    expect(page).not_to_have_url(f"{ada.url}/puzzles/abracada/{puzzle.id}")
    expect(riddle).to_have_attribute("data-verdict", "open")
    page.goto(f"{ada.url}/puzzles/abracada")
    expect(page.locator(f"[data-puzzle='{puzzle.id}'].solved")).to_be_visible()


def worst_call(puzzle: Puzzle) -> int:
    """The call that costs most there."""
    game = sortilege.game("abracada")
    rated = sortilege.analyse(game, puzzle.start(game).view(puzzle.seat), puzzle.seed, worlds=60)["actions"]
    return int(next(action["action"]["spell"] for action in reversed(rated) if action["action"]["do"] == "call"))


def test_giving_up_shows_the_solution_and_allows_a_new_attempt(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page = ada.page
    page.goto(f"{ada.url}/puzzles/abracada/{call_puzzle().id}")
    riddle = page.locator(".puzzle-panel")
    riddle.get_by_role("button", name="Show me").click()
    expect(riddle).to_have_attribute("data-verdict", "shown")
    expect(page.locator("[data-lit]")).to_have_count(0)
    riddle.get_by_role("button", name="Again").click()
    expect(riddle).to_have_attribute("data-verdict", "open")


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("fr", PHONE)])
def test_the_daily_has_a_puzzle_and_a_game_and_a_line_of_signs(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    *_, solve, play = WORDS[language]
    ada = visit(language=language, size=size, has_touch=size == PHONE)
    page = ada.page
    page.goto(ada.url)
    page.locator("a[href='/daily']").click()
    expect(page.locator("[data-day='result']")).to_have_count(0)
    page.locator("[data-day='puzzle']").get_by_role("link", name=solve).click()
    riddle = page.locator(".puzzle-panel")
    riddle.locator("footer button").click()  # to be shown it counts too
    expect(riddle).to_have_attribute("data-verdict", "shown")
    riddle.locator("a.main").click()
    expect(page).to_have_url(f"{ada.url}/daily")
    signs = page.locator("[data-day='result'] input")
    expect(signs).to_be_visible()
    assert "□" in signs.input_value()
    page.locator("[data-day='game']").get_by_role("button", name=play).click()
    expect(page.locator(".shell")).to_be_visible()
    table = page.url
    page.goto(f"{ada.url}/daily")
    page.locator("[data-day='game'] button").click()
    expect(page).to_have_url(table)


def test_a_puzzle_that_is_none_says_so(visit: Callable[..., Any]) -> None:
    ada = visit()
    ada.page.goto(ada.url + "/puzzles/abracada/nothing")
    expect(ada.page.locator("h1")).to_contain_text("no such puzzle")
