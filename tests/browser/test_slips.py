"""One's own slips: a short game with one, its review, and the same decision again until it was solved twice."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from sortilege.core import chance
from tests.browser.test_axe import findings
from tests.browser.visitor import BOT, DESKTOP, LIT, ME, PHONE, TURN_PAGE, Visitor, expect

pytestmark = pytest.mark.browser
LONG = 480_000  # milliseconds: the review itself is made by a process, on a busy machine
MOVED = "n => Number(document.querySelector('.shell').dataset.n) > n || document.querySelector('.paper')"
SHARE = "00000000000000000000000000000009"  # with this share the Dragon lies open on the board
WORDS = {
    "en": ("Practise my slips", "of 100 games", "again tomorrow"),
    "fr": ("Travailler mes faux pas", "sur 100", "à revoir demain"),
}


@pytest.fixture(autouse=True)
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal every table alike: the server's half of the seed is fixed here, and the maker's share is SHARE.

    The seed is still mixed from both, because another process reads the record and checks it.
    """
    monkeypatch.setattr(chance, "new_seed", lambda: "seed 1")


def press(piece: Any, touch: bool) -> None:
    piece.tap() if touch else piece.click()


def lose(ada: Visitor, touch: bool) -> None:
    """Call the Dragon, which costs six lives where it is not there, turn after turn until the game is over. The first
    time it lies open on the board: that is a slip if anything is."""
    page = ada.page
    while True:
        page.wait_for_selector(f"{LIT}, {TURN_PAGE}")
        if ada.over():
            return
        if page.locator(TURN_PAGE).count():
            press(page.locator(TURN_PAGE), touch)
            continue
        before = ada.steps()
        press(page.locator(LIT).first, touch)
        page.wait_for_function(MOVED, arg=before)


def solve(page: Any, line: list[str], touch: bool) -> None:
    """Press the line on the board: calls by their number, anything else is to stop."""
    expect(page.locator(".puzzle-panel")).to_have_attribute("data-verdict", "open")
    for step in line:
        number = re.search(r"\d", step)
        where = f"{LIT}[data-key='{number[0]}']" if number else ".act .s-btn.lit"
        press(page.locator(where), touch)
    expect(page.locator(".puzzle-panel")).to_have_attribute("data-verdict", "solved")


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("fr", PHONE)])
def test_a_slip_comes_back_until_it_was_solved_twice_a_day_apart(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    practise, cost, tomorrow = WORDS[language]
    touch = size == PHONE
    ada = visit(language=language, size=size, has_touch=touch)
    page = ada.page
    ada.sit([ME, BOT], {"first": 0, "die": [6]}, luck=SHARE)
    lose(ada, touch)
    press(page.locator("a[href^='/review']").first, touch)
    expect(page.locator("[data-done='true']")).to_be_visible(timeout=LONG)
    press(page.get_by_role("button", name=practise), touch)
    slip = page.locator("main ol a").first
    expect(slip).to_contain_text(cost)
    assert findings(page) == []
    path = slip.get_attribute("href")
    slip = page.locator(f"main ol a[href='{path}']")

    press(slip, touch)
    riddle = page.locator(".puzzle-panel")
    expect(riddle).to_have_attribute("data-verdict", "open")
    press(page.locator(LIT).first, touch)  # the same again
    expect(riddle.locator(".correction")).to_contain_text(cost)
    press(riddle.locator("footer button"), touch)
    expect(riddle).to_have_attribute("data-verdict", "shown")
    line = riddle.locator(".line b").all_inner_texts()
    press(riddle.locator("footer button"), touch)  # to repeat what was just shown counts for nothing
    solve(page, line, touch)
    press(riddle.locator("header a"), touch)
    expect(slip).not_to_contain_text(tomorrow)

    press(slip, touch)
    solve(page, line, touch)
    press(riddle.locator("header a"), touch)
    expect(slip).to_contain_text(tomorrow)
    page.clock.set_system_time(datetime.now(UTC) + timedelta(days=1, hours=1))
    page.reload()
    expect(slip).not_to_contain_text(tomorrow)
    press(slip, touch)
    solve(page, line, touch)
    press(riddle.locator("header a"), touch)
    expect(page.locator("main h1")).to_be_visible()
    expect(slip).to_have_count(0)
