"""Nothing scrolls in play where it should not, and everything can be reached where there is little room."""

from collections.abc import Callable

import pytest

from sortilege import Match, game
from tests.browser.stage import Stage
from tests.browser.test_spellbook import FULL
from tests.browser.test_table import POSITION
from tests.browser.visitor import BOT, DESKTOP, ME, PHONE, Visitor, expect
from tests.games.spell.board import MID, asymmetric

pytestmark = pytest.mark.browser

HANDS = ["35487", "66788", "27785", "14668", "23577"]
SMALL, MAGNIFIED = (320, 568), (640, 400)  # 1280 × 800 at 200 % is 640 × 400

MEASURE = """() => {
  const leather = document.querySelector('.s-board-area'), page = document.documentElement
  const inside = one => {
    const box = one.getBoundingClientRect()
    return box.left > -1 && box.top > -1 && box.right < innerWidth + 1 && box.bottom < innerHeight + 1
  }
  const pieces = [...document.querySelectorAll('button, [data-stone], .lives')].filter(one => one.checkVisibility())
  return {
    wide: page.scrollWidth > innerWidth,
    high: page.scrollHeight > innerHeight,
    leather: leather.scrollHeight > leather.clientHeight + 1 || leather.scrollWidth > leather.clientWidth + 1,
    outside: pieces.filter(one => !inside(one)).length,
  }
}"""
CLIPPED = """() => [
    ...document.querySelectorAll('.call b, .call .left, .act b, .act .s-btn, .rack b, .s-bar .s-icon-btn')
  ]
  .filter(one => one.checkVisibility() && getComputedStyle(one).overflow === 'hidden')
  .filter(one => getComputedStyle(one).textOverflow !== 'ellipsis')
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
  .map(one => one.textContent)"""
WHOLE = "one => one.scrollWidth <= one.clientWidth"
TOO_SMALL = """() => [...document.querySelectorAll('button')].filter(one => one.checkVisibility())
  .map(one => one.getBoundingClientRect())
  .filter(box => box.height < 34 || (box.height < 44 && box.width < 100)).length"""


def full_table(visitor: Visitor, seats: int) -> Stage:
    board = [0, 0, 0, 0, 0, 0, 0, 0] if seats > 3 else POSITION["board"]
    position = POSITION | {"seats": seats, "hands": HANDS[:seats], "board": board}
    return Stage(visitor, position | {"scores": [2, 5, 0, 3, 1][:seats], "life": [4, 6, 3, 1, 5][:seats]})


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_play_needs_no_scrolling(visit: Callable[..., Visitor], seats: int, language: str) -> None:
    ada = visit(language=language)
    full_table(ada, seats)
    for result in ("", "+1", "−1"):  # as dealt, after a success with a button more in the bar, after a failure
        if result:
            ada.page.locator("button.call[data-spell='8']").click()
            expect(ada.page.locator("[role=log]")).to_contain_text(result)
        for size in (PHONE, DESKTOP):
            ada.resize(size)
            fits = {"wide": False, "high": False, "leather": False, "outside": 0}
            assert ada.page.evaluate(MEASURE) == fits, size
            assert ada.page.evaluate(CLIPPED) == [], size


@pytest.mark.parametrize("size", [SMALL, MAGNIFIED], ids=["320 px", "200 %"])
def test_with_little_room_every_spell_can_still_be_called(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visit(size=size)
    stage = full_table(ada, 4)
    assert not ada.page.evaluate(MEASURE)["wide"]
    for spell in range(1, 9):
        ada.page.locator(f"button.call[data-spell='{spell}']").scroll_into_view_if_needed()
    ada.page.locator("button.call[data-spell='8']").click()
    ada.page.wait_for_function("document.querySelector('.latest-turn').innerText.includes('called 8')")
    assert len(stage.received) == 1


@pytest.mark.parametrize("path", ["/", "/me", "/new/abracada"])
def test_pages_never_scroll_sideways(visit: Callable[..., Visitor], path: str) -> None:
    ada = visit(language="fr")
    ada.go(path)
    ada.page.wait_for_selector("h1")
    for size in ((320, 568), PHONE, DESKTOP):
        ada.resize(size)
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


LOW, LOWER = (844, 390), (667, 375)  # phones on their side, with plates and without
TABLET, LARGE_TABLET, LAPTOP = (768, 1024), (834, 1112), (1366, 768)
CROWDED = {
    "abracada": POSITION | {"seats": 5, "hands": HANDS, "board": [0] * 8, "scores": [2, 5, 0, 3, 1], "life": [4] * 5},
    "spell": MID | {"turn": "k"},
    "spell with amulets": asymmetric(MID | {"turn": "k"}, "extralimitae", "trielementaris"),
    "spellbook": FULL,
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("crowd", CROWDED)
def test_the_smallest_phone_and_one_on_its_side_show_the_whole_board(
    visit: Callable[..., Visitor], crowd: str, language: str
) -> None:
    ada = visit(size=LOW, language=language)
    Stage(ada, CROWDED[crowd])
    assert ada.page.locator(".act[data-tone=ask]").count() == 1
    for size in (LOW, LOWER, (320, 640)):
        ada.resize(size)
        seen = ada.page.evaluate(MEASURE)
        assert (seen["wide"], seen["high"], seen["leather"]) == (False, False, False), size
        assert ada.page.evaluate(SQUEEZED) == [], size


def test_click_targets_on_a_phone_are_large_enough(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    full_table(ada, 5)
    assert ada.page.evaluate(TOO_SMALL) == 0


SQUEEZED = """() => [...document.querySelectorAll('.s-board-area [data-lit]')].filter(one => one.checkVisibility())
  .filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 26).map(one => one.ariaLabel)"""
OVERLAP = """() => [...document.querySelectorAll('.spl')].filter(card => {
  const shown = [...card.querySelectorAll('b, .lad, small')].filter(one => one.checkVisibility())
  const boxes = shown.map(one => one.getBoundingClientRect())
  return boxes.some((box, k) => k && box.top < boxes[k - 1].bottom - 1)
}).length"""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["abracada", "spell", "spellbook", "spellcaster"])
def test_the_name_of_the_game_is_whole_on_a_phone(visit: Callable[..., Visitor], name: str, language: str) -> None:
    ada = visit(size=PHONE, language=language, has_touch=True)
    ada.sit([ME, BOT], game=name)
    title = ada.page.locator(".s-bar .title span")
    words = game(name).words[language]
    expect(title).to_have_text(words.get("short", words["title"]))
    assert title.evaluate(WHOLE)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_round_is_whole_beside_it(visit: Callable[..., Visitor], language: str) -> None:
    ada = visit(size=PHONE, language=language, has_touch=True)
    ada.sit([ME, BOT], {"first": 0})
    assert ada.page.locator(".s-bar .title small").evaluate(WHOLE)


@pytest.mark.parametrize("name", ["abracada", "spell", "spellbook", "spellcaster"])
def test_tablets_and_laptops_need_no_scrolling_either(visit: Callable[..., Visitor], name: str) -> None:
    ada = visit(size=TABLET)
    ada.sit([ME] + [BOT] * (max(game(name).seats) - 1), game=name)
    for size in (TABLET, LARGE_TABLET, LAPTOP):
        ada.resize(size)
        assert not any(ada.page.evaluate(MEASURE).values()), size


def test_no_word_of_a_spell_lies_over_another_in_a_low_window(visit: Callable[..., Visitor]) -> None:
    ada = visit(language="fr")
    Stage(ada, Match(game("spellbook"), 3, {}, seed=4).state.position(), you=0)
    for size in ((1024, 768), (1280, 720), LAPTOP):
        ada.resize(size)
        assert ada.page.evaluate(OVERLAP) == 0, size


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_phone_says_whole_where_the_game_stands(visit: Callable[..., Visitor], language: str) -> None:
    visitor = visit(size=PHONE, language=language)
    teams = Match(game("spellcaster"), 4, {}, seed=1).state.position()
    for position in (POSITION, asymmetric(MID, "extralimitae", "trielementaris"), FULL, teams):
        Stage(visitor, position)
        stands = visitor.page.locator(".s-bar .title small")
        expect(stands).not_to_be_empty()
        assert stands.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), stands.inner_text()
