"""Taking back and playing again, the end for those who watch, and what changes together on the turn."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.stage import TABLE, Stage
from tests.browser.test_fit import HANDS
from tests.browser.test_table import POSITION, column
from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect
from tests.games.spell.board import MID

pytestmark = pytest.mark.browser

PLACES = """() => ['Undo', 'Redo', 'Menu'].map(name => document.querySelector(`.s-bar [aria-label=${name}]`))
  .map(one => one.getBoundingClientRect().left)"""
BRUNOS = POSITION | {"turn": {"seat": 1, "last": 0}}


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 640), (844, 390)], ids=lambda size: f"{size[0]} by {size[1]}")
def test_undo_and_redo_stay_where_they_are(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    bruno = visit(size=size)
    stage = Stage(bruno, MID, you=1)
    stage.may_undo = True
    undo, redo = (bruno.page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    before = bruno.page.evaluate(PLACES)
    bruno.page.locator(".arena [data-lit]").first.click()
    for now in (undo, redo):
        expect(now).to_have_attribute("aria-disabled", "false")
        assert bruno.page.evaluate(PLACES) == before
        now.click()
    expect(redo).to_have_attribute("aria-disabled", "true")
    assert bruno.page.evaluate(PLACES) == before
    assert [message["type"] for message in stage.received] == ["act", "undo", "act"]


@pytest.mark.parametrize("by", ["finger", "key"])
def test_an_undo_that_is_refused_says_why(visit: Callable[..., Visitor], by: str) -> None:
    ada = visit(size=PHONE, has_touch=True, language="fr")
    stage = Stage(ada, POSITION)
    ada.page.get_by_role("button", name="Annuler").tap(force=True) if by == "finger" else ada.page.keyboard.press("u")
    refusal = ada.page.locator(".act[data-tone=error]")
    expect(refusal).to_contain_text("Ce coup ne peut pas être repris")
    ada.page.get_by_role("button", name="Rétablir").tap(force=True) if by == "finger" else ada.page.keyboard.press("r")
    expect(refusal).to_contain_text("Rien n’a été annulé.")
    assert stage.received == []


def test_a_whole_turn_is_taken_back_where_a_step_cannot_be(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION)
    stage.overrides = {"back": "turn"}
    column(ada, 8).click()
    expect(ada.page.locator(".act")).to_contain_text("Call 8 again")
    ada.page.get_by_role("button", name="Undo").click()
    expect(ada.page.locator(".act[data-tone=warn]")).to_contain_text("This step cannot be taken back")
    ada.page.get_by_role("button", name="Take the whole turn back").click()
    expect(ada.page.locator(".act[data-tone=ask]")).to_contain_text("Call a spell")
    assert stage.received[1] == {"type": "undo", "n": 1, "turn": True}


def test_where_something_hidden_was_seen_a_copy_with_new_luck_is_offered(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION)
    stage.overrides = {"back": "copy"}
    stage.send_snapshot()
    copy = {"table": "another", "seat": 0, "token": "t", "recovery": "", "invite": "", "watch": "", "host": True}
    methods: list[str] = []

    def open_copy(route: Any) -> None:
        methods.append(route.request.method)
        route.fulfill(json=copy, status=201)

    ada.page.route(f"**/api/tables/{TABLE}/retry*", open_copy)
    expect(ada.page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")
    ada.page.keyboard.press("u")
    expect(ada.page.locator(".act[data-tone=warn]")).to_contain_text("A copy of the table opens")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".act[data-tone=ask]")).to_be_visible()
    ada.page.keyboard.press("u")
    ada.page.get_by_role("button", name="Try again from here").click()
    ada.page.wait_for_url("**/t/another")
    assert methods == ["POST"]


# What the tab says and what is lit, whenever one of them changes.
TOGETHER = """() => {
  window.apart = []
  const look = () => {
    const said = document.title.startsWith('Your turn')
    const lit = document.querySelectorAll('.s-board-area [data-lit]').length > 0
    const candle = document.querySelector(".plate[data-seat='0']").ariaCurrent === 'true'
    if (said !== lit || said !== candle) apart.push([said, lit, candle, document.querySelector('.shell').dataset.n])
  }
  const every = { attributes: true, characterData: true, childList: true, subtree: true }
  new MutationObserver(look).observe(document.documentElement, every)
}"""


def test_the_tab_the_candle_and_what_is_lit_change_together(visit: Callable[..., Visitor]) -> None:
    ada = visit(pace="brisk")
    stage = Stage(ada, POSITION | {"turn": {"seat": 2, "last": 0}})
    ada.page.evaluate(TOGETHER)
    for action in ({"do": "call", "spell": 7}, {"do": "call", "spell": 8}, {"do": "end"}):
        stage.play(action)
    expect(ada.page.locator(".act[data-tone=ask]")).to_be_visible()
    assert ada.page.title().startswith("Your turn")
    assert ada.page.evaluate("apart") == []


def test_a_click_anywhere_skips_the_animation_and_a_notice_says_so_once(visit: Callable[..., Visitor]) -> None:
    ada = visit(pace="calm")
    stage = Stage(ada, BRUNOS)
    ada.watch_for(".act .tail")
    stage.play({"do": "call", "spell": 6})
    stage.play({"do": "call", "spell": 8})
    expect(ada.page.locator(".act .tail")).to_have_text("Press anywhere to see it faster.")
    ada.page.locator(".s-bar h1").click()
    expect(ada.page.locator(".shell[data-n='2']")).to_have_count(1)
    assert ada.page.evaluate("JSON.parse(localStorage.sortilege).hurryTold") is True
    ada.page.reload()
    ada.wait_for_table()
    ada.watch_for(".act .tail")
    stage.play({"do": "call", "spell": 8})
    stage.play({"do": "end"})
    expect(ada.page.locator(".shell[data-n='4']")).to_have_count(1)
    assert not any("Press anywhere" in seen for seen in ada.page.evaluate("noticed"))


def test_the_second_click_of_a_double_click_does_not_reach_the_table(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/new/spellcaster")
    button = ada.page.locator("form .s-btn.main")
    box = button.bounding_box()
    ada.page.mouse.click(box["x"] + 20, box["y"] + 20)
    ada.wait_for_table()
    ada.page.wait_for_selector(".act[data-tone=ask]")
    lit = ada.page.locator(".hand [data-lit]").first
    spot = lit.bounding_box()
    ada.page.mouse.move(spot["x"] + 9, spot["y"] + 24)
    ada.page.mouse.down(click_count=2)
    ada.page.mouse.up(click_count=2)
    assert lit.get_attribute("aria-pressed") == "false"
    lit.click(position={"x": 9, "y": 24})
    expect(lit).to_have_attribute("aria-pressed", "true")


def test_spectators_are_led_to_the_rematch(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION | {"scores": [5, 5, 0], "life": [4, 6, 1]}, you=None)
    stage.play({"do": "call", "spell": 7})
    expect(ada.page.locator(".paper")).to_be_visible()
    link = ada.page.get_by_role("link", name="Watch the rematch")
    expect(link).to_have_count(0)
    stage.overrides = {"rematch": "/t/next", "rematch_watch": "/t/next?watch=eyes"}
    stage.send_snapshot()
    expect(link).to_have_attribute("href", "/t/next?watch=eyes")


# Chips, names and points of the plates that lie over each other (round ones may meet at their corners) or leave their
# plate.
COVERED = """() => [...document.querySelectorAll('.plate')].flatMap(plate => {
  const parts = [...plate.querySelectorAll('.flag, .sign, .who b, .you, .pts')].filter(one => one.checkVisibility())
  const boxes = parts.map(one => one.getBoundingClientRect()), frame = plate.getBoundingClientRect()
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from])
  const over = (a, b) => Math.min(shared(a, b, 'left', 'right'), shared(a, b, 'top', 'bottom')) > 5
  const out = boxes.filter(box => box.right > frame.right + 1)
  return [...boxes.flatMap((a, k) => boxes.slice(k + 1).filter(b => over(a, b))), ...out].map(() => plate.innerText)
})"""


@pytest.mark.parametrize("size", [DESKTOP, (1366, 640), (1024, 768), (844, 390)], ids=str)
def test_no_chip_of_a_plate_covers_anything(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visit(size=size, language="fr")
    crowd = {"seats": 5, "hands": HANDS, "board": [0] * 8, "scores": [7, 5, 0, 3, 1], "life": [4] * 5}
    stage = Stage(ada, POSITION | crowd)
    seats = stage.snapshot()["seats"]
    seats[0]["name"], seats[2]["name"] = "Maximiliane von und zu Hohenfels", "Konstantinopolitanerin"
    seats[1] |= {"kind": "bot", "level": "adept"}
    seats[2] |= {"here": False}
    stage.overrides = {"seats": seats}
    stage.send_snapshot()
    expect(ada.page.locator(".plate[data-seat='2'] .mark")).to_be_visible()
    assert ada.page.evaluate(COVERED) == []
