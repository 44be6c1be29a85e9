"""“Show me” as somebody who is stuck uses it: where to look, which move, why; and what an action could bring."""

from collections.abc import Callable

import pytest

from tests.browser.visitor import BOT, DESKTOP, FRIEND, ME, PHONE, Visitor, expect

pytestmark = pytest.mark.browser
STAGES = {
    "en": ("Show me", "Which move?", "Why?", "Put away", "What could happen", "of 100"),
    "fr": ("Montrez-moi", "Quel coup ?", "Pourquoi ?", "Ranger", "Ce qui peut arriver", "sur 100"),
}
FIRST = {"abracada": {"first": 0}, "spell": {"first": "k"}, "spellbook": {"first": 0}, "spellcaster": {"first": 0}}
LIT_UP = """() => [...document.querySelectorAll('.s-board-area *, .act .s-btn')]
  .filter(one => one.checkVisibility() && getComputedStyle(one).outlineStyle === 'solid'
    && getComputedStyle(one).outlineWidth === '3px' && one.matches('[data-lit], .s-btn, .cell, .arrow')).length"""


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("fr", PHONE)])
@pytest.mark.parametrize("game", list(FIRST))
def test_a_hint_comes_in_three_stages(
    visit: Callable[..., Visitor], game: str, language: str, size: tuple[int, int]
) -> None:
    show, which, why, away, happen, share = STAGES[language]
    ada = visit(language=language, size=size, has_touch=size == PHONE)
    ada.sit([ME, BOT], FIRST[game], game=game)
    bar = ada.page.locator(".act")
    button = bar.locator(".show")
    expect(button).to_have_text(show)
    button.click()
    expect(bar).to_have_attribute("data-tone", "hint")
    expect(button).to_have_text(which)
    expect(bar.locator(".ask")).to_contain_text("Look" if language == "en" else "Regardez")
    assert ada.page.evaluate(LIT_UP) == 0, "the first stage names no move"
    button.click()
    expect(button).to_have_text(why)
    ada.page.wait_for_function(f"() => ({LIT_UP})() > 0")
    button.click()
    expect(button).to_have_text(away)
    expect(bar.locator(".ask")).to_contain_text(share)
    bar.get_by_role("button", name=happen).click()
    leaf = ada.page.locator("dialog[open] section")
    expect(leaf).to_have_count(1)
    ada.page.keyboard.press("Escape")
    button.click()
    expect(bar).to_have_attribute("data-tone", "ask")
    assert ada.page.evaluate(LIT_UP) == 0


def test_a_hint_is_requested_and_dismissed_by_keyboard(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.sit([ME, BOT], FIRST["abracada"])
    bar = ada.page.locator(".act")
    expect(bar).to_have_attribute("data-tone", "ask")
    ada.page.keyboard.press("h")
    expect(bar).to_have_attribute("data-tone", "hint")
    ada.page.keyboard.press("Escape")
    expect(bar).to_have_attribute("data-tone", "ask")
    ada.page.keyboard.press("h")
    expect(bar).to_have_attribute("data-tone", "hint")
    ada.page.keyboard.press("8")  # the table moves on, and the hint is gone with it
    ada.page.wait_for_selector(".shell:not([data-n='0'])")
    expect(ada.page.locator(".act[data-tone='hint']")).to_have_count(0)


@pytest.mark.parametrize("how", ["right click", "key", "finger"])
def test_the_outlook_is_one_click_from_any_highlighted_piece(visit: Callable[..., Visitor], how: str) -> None:
    ada = visit(size=PHONE if how == "finger" else DESKTOP, has_touch=how == "finger")
    ada.sit([ME, BOT], FIRST["abracada"])
    call = ada.page.locator("button.call[data-spell='5'][data-lit]")
    if how == "right click":
        call.click(button="right")
    elif how == "key":
        call.focus()
        ada.page.keyboard.press("w")
    else:
        middle = call.bounding_box()
        where = {"x": middle["x"] + middle["width"] / 2, "y": middle["y"] + middle["height"] / 2}
        touch = ada.context.new_cdp_session(ada.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [where]})
        ada.page.wait_for_selector("dialog[open]")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    leaf = ada.page.locator("dialog[open]")
    expect(leaf).to_contain_text("Call 5, Storm")
    expect(leaf).to_contain_text("It is there")
    expect(leaf).to_contain_text("counted exactly")
    expect(ada.page.locator(".shell")).to_have_attribute("data-n", "0")


def test_among_people_hints_need_the_hosts_permission_and_everybody_sees_it(
    visit: Callable[..., Visitor],
) -> None:
    for aids in (False, True):
        ada, bo = visit(), visit(name="Bo")
        created = ada.make_table([ME, FRIEND], FIRST["abracada"], aids=aids)
        bo.go(created["invite"])
        note = bo.page.get_by_text("everybody may ask for hints")
        expect(note).to_have_count(int(aids))
        bo.page.get_by_role("button", name="Sit down").click()
        bo.wait_for_table()
        ada.go(f"/t/{created['table']}")
        ada.wait_for_table()
        for visitor in (ada, bo):
            expect(visitor.page.locator(".title small")).to_contain_text("hints allowed" if aids else "Round 1")
            expect(visitor.page.locator(".title small").get_by_text("hints allowed")).to_have_count(int(aids))
        expect(ada.page.locator(".act[data-tone='ask']")).to_be_visible()
        expect(ada.page.locator(".act .show")).to_have_count(int(aids))
        expect(bo.page.locator(".act .show")).to_have_count(0)
