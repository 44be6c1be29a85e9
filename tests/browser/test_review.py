"""A review as somebody reads it: the biggest moments first, the curve, the books, a slip, a moment on the board."""

import json
import sys
import urllib.request
from collections.abc import Callable

import pytest

from sortilege.analysis.review.review import Review
from tests.analysis.review.games import record
from tests.browser.test_axe import findings
from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect

pytestmark = pytest.mark.browser
LONG = 240_000  # milliseconds: the review itself is made by a process, on a busy machine
WORDS = {
    "en": ("What mattered most", "Luck and play", "Given what could be known", "What else?", "Try from here"),
    "fr": (
        "Ce qui a compté le plus",
        "Chance et jeu",
        "Selon ce qu’on pouvait savoir",
        "Quoi d’autre ?",
        "Essayer d’ici",
    ),
}


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each review 20 worlds. By default it takes as many as fit into 40 seconds of work on this machine."""
    monkeypatch.setattr(sys.modules[Review.__module__], "worlds_within", lambda course: 20)


def import_finished_game(url: str, game: str = "spellcaster", seats: int = 2) -> dict[str, str]:
    """A finished game on the server."""
    body = json.dumps(record(game, seats, 24)).encode()
    request = urllib.request.Request(f"{url}/api/records", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        imported = json.load(answer)
        return {"table": imported["table"], "watch": imported["replay"].partition("watch=")[2]}


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("fr", PHONE)])
def test_a_review_is_read_and_a_slip_tried(visit: Callable[..., Visitor], language: str, size: tuple[int, int]) -> None:
    biggest, books, known, what_else, try_from = WORDS[language]
    ada = visit(language=language, size=size, has_touch=size == PHONE, theme="light" if size == PHONE else "night")
    page, table = ada.page, import_finished_game(ada.url)
    page.goto(f"{ada.url}/review/{table['table']}?watch={table['watch']}")
    expect(page.locator(".biggest li")).to_have_count(3, timeout=LONG)
    expect(page.locator("[data-done='true']")).to_be_visible(timeout=LONG)
    for heading in (biggest, books):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert findings(page) == []
    curve = page.locator("svg.curve")
    line = page.locator(".spot b")
    before = line.inner_text()
    curve.scroll_into_view_if_needed()
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.97, box["y"] + box["height"] / 2)
    expect(line).not_to_have_text(before)
    slip = page.locator("article").first
    expect(slip.locator("dt").first).to_have_text(known)
    slip.get_by_role("button", name=what_else).click()
    expect(slip.locator("ol li").first).to_be_visible(timeout=LONG)
    slip.get_by_role("button", name=try_from).click()
    expect(page.locator("main.s-board-area")).to_be_visible()
    assert "/t/" in page.url


def test_a_moment_is_seen_on_the_board_and_the_replay_goes_by_steps_and_turns(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page, table = ada.page, import_finished_game(ada.url)
    page.goto(f"{ada.url}/replay/{table['table']}?watch={table['watch']}&at=6&eyes=open")
    step = page.locator(".where span")
    eyes = page.locator(".eyes select").first
    expect(eyes).to_have_value("open")
    expect(page.locator("main.s-board-area")).to_be_visible()
    here = step.inner_text()
    assert "Step 0 " not in here
    eyes.select_option("1")
    page.locator("body").press("Home")
    expect(step).to_contain_text("Step 0 ")
    page.get_by_role("button", name="One turn on").click()
    one_turn = step.inner_text()
    assert "Step 0 " not in one_turn
    page.locator("body").press("ArrowRight")
    expect(step).not_to_have_text(one_turn)
    page.locator("body").press("Shift+ArrowLeft")
    page.locator("body").press("End")
    last = step.inner_text()
    row = page.locator(".side .rows button").first
    row.click()
    page.get_by_role("button", name="Copy a link to this moment").click()
    assert "eyes=1" in page.url and "at=" in page.url
    assert last


def test_the_end_of_a_game_leads_to_its_review(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page, table = ada.page, import_finished_game(ada.url)
    page.goto(f"{ada.url}/t/{table['table']}?watch={table['watch']}")
    page.get_by_role("link", name="Review").click()
    expect(page).to_have_url(f"{ada.url}/review/{table['table']}?watch={table['watch']}")
    expect(page.get_by_role("heading", name="Review")).to_be_visible(timeout=LONG)


def test_a_table_that_is_none_has_no_review(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.page.goto(ada.url + "/review/nothing00")
    expect(ada.page.locator("h1")).to_contain_text("no review")
    ada.complaints.clear()  # the browser itself notes the 404
