"""A lesson as a newcomer takes it: asked once, shown what to do, answered when wrong, and led on to the next."""

from collections.abc import Callable

import pytest

from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect

pytestmark = pytest.mark.browser
WORDS = {
    "en": ("Show me", "Not now", "There is only one Dragon", "Well done", "Next: A miss"),
    "fr": ("Montrez-moi", "Plus tard", "Il n’y a qu’un Dragon", "Bravo", "Suite : Une erreur"),
}


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("fr", PHONE)])
def test_a_newcomer_is_shown_a_lesson_and_led_on(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    show, _, only_one, well_done, next_one = WORDS[language]
    touch = size == PHONE
    ada = visit(language=language, size=size, has_touch=touch)
    page = ada.page
    page.goto(ada.url + "/new/abracada")
    page.get_by_role("link", name=show).click()
    coach = page.locator(".lesson-panel")
    spell = page.locator("button.call[data-lit]")
    press = (lambda piece: piece.tap()) if touch else (lambda piece: piece.click())
    press(spell.nth(0))  # the Dragon
    expect(coach.locator(".correction")).to_contain_text(only_one)
    expect(coach.locator(".dots .past")).to_have_count(0)
    press(spell.nth(7))
    expect(coach.locator(".dots .past")).to_have_count(1)
    press(page.locator(".act [data-key='e']"))
    expect(coach).to_contain_text(well_done)
    press(coach.get_by_role("button", name=next_one))
    expect(page).to_have_url(f"{ada.url}/learn/abracada/miss")
    page.goto(ada.url + "/learn/abracada")
    expect(page.locator("[data-lesson='blind'] .s-icon")).to_be_visible()
    expect(page.locator("a.next")).to_have_attribute("data-lesson", "miss")


def test_the_question_is_asked_once_and_the_lessons_stay_at_hand(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page = ada.page
    page.goto(ada.url + "/new/abracada")
    page.get_by_role("button", name=WORDS["en"][1]).click()
    page.reload()
    expect(page.get_by_role("link", name="Lessons 0/")).to_be_visible()
    expect(page.get_by_role("button", name=WORDS["en"][1])).to_have_count(0)
    page.goto(ada.url)
    expect(page.locator("[data-learn='abracada']")).to_be_visible()


def test_a_person_who_saw_the_lesson_is_not_prompted_again(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page = ada.page
    page.goto(ada.url + "/new/abracada")
    page.get_by_role("link", name=WORDS["en"][0]).click()
    expect(page.locator(".lesson-panel")).to_be_visible()
    page.goto(ada.url + "/new/abracada")
    expect(page.get_by_role("link", name="Lessons 0/")).to_be_visible()
    expect(page.get_by_role("button", name=WORDS["en"][1])).to_have_count(0)


def test_a_step_can_be_taken_back_and_a_lesson_begun_again(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page = ada.page
    page.goto(ada.url + "/learn/abracada/blind")
    past = page.locator(".lesson-panel .dots .past")
    expect(page.locator("button.call[data-lit]")).to_have_count(8)
    page.keyboard.press("8")
    expect(past).to_have_count(1)
    page.keyboard.press("u")
    expect(past).to_have_count(0)
    page.keyboard.press("r")
    expect(past).to_have_count(1)
    page.keyboard.press("e")
    page.locator(".lesson-panel footer .s-btn", has_text="Again").click()
    expect(past).to_have_count(0)


def test_a_lesson_that_is_none_says_so(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.page.goto(ada.url + "/learn/abracada/nothing")
    expect(ada.page.locator("h1")).to_contain_text("no such lesson")
