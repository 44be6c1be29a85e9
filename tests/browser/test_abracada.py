"""Abracada's board tells what happened since one's own last act, what just became true, and what open stones are."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.stage import Stage
from tests.browser.test_table import POSITION, column
from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect

pytestmark = pytest.mark.browser

SMALL, SIDE = (360, 740), (844, 390)
HANDS = ["35487", "66788", "27785", "14668", "23577"]
FULL = POSITION | {"seats": 5, "hands": HANDS, "board": [0] * 8, "scores": [2, 4, 0, 3, 1], "life": [4, 6, 3, 4, 5]}
# where everything lies that must keep its place and size while marks come and go
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    '.plate, .rack, .rack .stones, .me, .mine .secrets, .call, .call b, .flames, .tower')].map((one, k) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return [`${k} ${one.classList[0]}`, [x, y, width, height].map(Math.round)]
}))"""
# marks that lie over a name, the flames or a score, or that leave their plate
COVERING = """() => {
  const box = one => one.getBoundingClientRect()
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  const shown = where => [...document.querySelectorAll(where)].filter(one => one.checkVisibility())
  const chips = shown('.change > *, .plate .secrets > *, .trail .one')
  const words = shown('.plate b, .rack b, .flame, .pts, .rack em, .me em, .me b, .me .slot')
  const outside = chips.filter(one => {
    const [chip, home] = [box(one), box(one.closest('.plate, .rack, .me'))]
    return chip.right > home.right + 1 || chip.left < home.left - 1 || chip.bottom > home.bottom + 1
  })
  const over = chips.filter(one => words.some(word => cross(box(one), box(word))))
  return [...outside, ...over].filter(one => !one.closest('.trail')).map(one => one.outerHTML)
}"""


def since(ada: Visitor) -> dict[str, list[str]]:
    """Who called what since Ada acted, by what the columns wear."""
    badges = ada.page.locator(".call .badge[data-recent][data-by]").evaluate_all(
        "all => all.map(one => [one.closest('.call').dataset.spell, one.dataset.by,"
        " [...one.querySelectorAll('use')].map(use => use.getAttribute('href')).slice(1).join('')])"
    )
    marks: dict[str, list[str]] = {}
    for spell, by, what in badges:
        marks.setdefault(spell, []).append(f"{by}{what}")
    return marks


def play_the_others(stage: Stage) -> None:
    """Ada calls and stops; Bruno calls 6 and 7 and misses 8; Cora rolls a die and stops."""
    for action in (8, None, 6, 7, 8, 2, None):
        stage.play({"do": "end"} if action is None else {"do": "call", "spell": action})


def test_the_calls_of_the_others_stay_marked_until_ones_next_action(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION | {"hands": ["35487", "66755", "27785"]})
    play_the_others(stage)
    expect(ada.page.locator(".act")).to_contain_text("Call a spell")
    assert since(ada) == {"6": ["1#check"], "7": ["1#check"], "8": ["1#cross"], "2": ["2#check"]}
    expect(ada.page.get_by_role("button", name="Bruno called it: it was there.")).to_have_count(2)
    expect(ada.page.get_by_role("button", name="Bruno called it: it was not there.")).to_have_count(1)
    # lives: Bruno hurt Cora and Ada and missed, Cora's ghost took one of both and gave her one
    changes = ada.page.locator(".plate [data-recent]")
    assert changes.all_inner_texts() == ["−2", "−2", "0"][: changes.count()]
    expect(ada.page.locator(".plate[data-seat='0']").get_by_role("img", name="2 lost since you played")).to_be_visible()
    column(ada, 3).click()
    expect(ada.page.locator("[data-recent]")).to_have_count(0)
    expect(column(ada, 3).locator(".badge")).to_have_count(1)  # one's own call of this turn, which is no news


def test_a_die_and_a_secret_stone_are_marked_too(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION | {"hands": ["35487", "34667", "27785"], "options": {"die": [2]}})
    for action in (8, None, 3, 4, None):
        stage.play({"do": "end"} if action is None else {"do": "call", "spell": action})
    assert since(ada) == {"3": ["1#check#die2"], "4": ["1#check"]}
    expect(ada.page.get_by_role("img", name="Bruno took a secret stone")).to_have_attribute("data-recent", "")
    expect(ada.page.locator(".plate[data-seat='1']").get_by_role("img", name="1 secret stone")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL, SIDE], ids=["desk", "phone", "small phone", "on its side"])
def test_marks_move_nothing_and_cover_nothing(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visit(size=size, language="fr")
    stage = Stage(ada, FULL)
    before = ada.page.evaluate(PLACES)
    calls: list[Any] = [8, None, 6, 7, 8, None, 2, 7, None, 4, None, 2]
    for action in calls:
        stage.play({"do": "end"} if action is None else {"do": "call", "spell": action})
        ada.page.wait_for_selector(f".shell[data-n='{stage.n}']")
        assert ada.page.evaluate(COVERING) == []
    assert ada.page.locator(".plate .secrets span").count() == (size in (DESKTOP, SIDE))
    assert len(ada.page.locator("[data-recent]").all()) > 5
    after = ada.page.evaluate(PLACES)
    assert {place: box for place, box in after.items() if before[place] != box} == {}


# ---------------------------------------------------------------- announced
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_the_last_stone_and_the_empty_pile_are_announced(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visit(size=size)
    few = {"hands": ["38", "66788", "27785"], "board": [1, 1, 2, 4, 4, 4, 3, 0], "secrets": 4}
    stage = Stage(ada, POSITION | few)
    ada.watch_for(".notice")
    stage.play({"do": "call", "spell": 8})
    ada.wait_until_seen("Your last stone")
    stage.play({"do": "end"})
    ada.wait_until_seen("The pile is empty")
    expect(ada.page.locator(".notice")).to_have_count(0)


def test_somebody_near_the_summit_is_announced_with_the_new_round(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, POSITION | {"life": [4, 6, 1]})
    ada.watch_for(".notice")
    column(ada, 7).click()  # Cora is down: Ada stands at 5, Bruno at 6
    ada.page.get_by_role("button", name="Next round").click()
    ada.wait_until_seen("The end is near")
    ada.wait_until_seen("Points still short of 8: Ada 3 and Bruno 2.")


# ---------------------------------------------------------------- for those who listen
def test_after_the_end_ones_own_stones_are_named(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, POSITION | {"scores": [5, 5, 0], "life": [4, 6, 1]})
    mine = ada.page.locator(".me")
    expect(mine).to_have_attribute("aria-label", "Your stones: 5 standing. You cannot see them.")
    column(ada, 7).click()
    ada.page.get_by_role("button", name="See the table").click()
    expect(mine).to_have_attribute("aria-label", "Your stones, open now: 3 Dream, 5 Storm, 4 Owl, 8 Potion.")
    expect(mine).not_to_contain_text("Everybody sees them but you")


def test_a_column_and_a_rival_are_named_as_they_are_seen(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    Stage(ada, POSITION)
    seen = "Cora: show this seat on your right, 3 of 6 lives, 0 points"
    expect(ada.page.get_by_role("button", name=seen)).to_be_visible()
    for spell in range(1, 9):
        texts = column(ada, spell).locator(".num, b, .effect").all_inner_texts()
        name = column(ada, spell).locator(".s-sr-only").inner_text().replace(".", "")
        assert " ".join(" ".join(texts).split()) in name


@pytest.mark.parametrize(("language", "pattern"), [("en", "{}%"), ("fr", "{}\N{NO-BREAK SPACE}%")])
def test_a_percentage_is_written_as_the_language_writes_it(
    visit: Callable[..., Visitor], language: str, pattern: str
) -> None:
    ada = visit(language=language)
    Stage(ada, POSITION)
    ada.page.locator(".s-icon-btn[aria-pressed]").click()
    expect(ada.page.locator(".odds")).to_have_count(8)
    for text in ada.page.locator(".odds em").all_text_contents():
        assert text == pattern.format("".join(filter(str.isdigit, text)))
