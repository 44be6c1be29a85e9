"""Rules one can leaf through: before sitting down, at the table, by search, by number, and from a refusal."""

import json
from collections.abc import Callable

import pytest

from tests.browser.stage import Stage
from tests.browser.visitor import BOT, DESKTOP, FRIEND, ME, PHONE, Visitor, expect
from tests.games.spell.board import MID

pytestmark = pytest.mark.browser
WORDS = {
    "en": ("Search the rules", "Your turn", "wake", "The rules of SPELL"),
    "fr": ("Chercher dans les règles", "Votre tour", "eveiller", "Les règles de SPELL"),
}


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("fr", PHONE)])
def test_the_rules_are_read_searched_and_looked_up(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    search, turn, word, title = WORDS[language]
    ada = visit(language=language, size=size, has_touch=size == PHONE)
    page = ada.page
    ada.go("/")
    page.locator("[data-rules='spell']").click()
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator(".picture svg").first).to_be_visible()
    page.get_by_role("button", name=turn, exact=True).click()
    expect(page.locator(".chapter h2", has_text=turn)).to_be_in_viewport()
    page.get_by_label(search).fill(word)  # without its accents
    expect(page.get_by_role("status")).to_be_visible()
    expect(page.locator(".chapter").first).to_be_visible()
    page.get_by_label(search).fill("")
    page.locator(".chapter a.s-rule", has_text="SP-132").first.click()
    expect(page.locator(".wanted")).to_contain_text("SP-132")
    expect(page).to_have_url(f"{ada.url}/rules/spell#SP-132")
    page.reload()
    expect(page.locator(f".wanted .numbered[lang={language}]")).to_be_visible()
    if language == "fr":
        expect(page.locator(".wanted .told").first).to_contain_text("Un glissement suit toujours")
    page.goto(f"{ada.url}/rules/nothing")
    expect(page.locator("h1")).to_be_visible()


def test_the_numbered_rules_are_read_and_searched_in_french(visit: Callable[..., Visitor]) -> None:
    ada = visit(language="fr", size=PHONE, has_touch=True)
    page = ada.page
    ada.go("/rules/abracada#AQ-610")
    expect(page.locator(".wanted .numbered[lang=fr]")).to_contain_text("la cause est emptied")
    expect(page.locator(".wanted")).not_to_contain_text("anglais")
    page.get_by_label("Chercher dans les règles").fill("joueur elimine revele")  # without its accents
    expect(page.locator(".ledger li")).to_have_count(1)
    expect(page.locator(".ledger li")).to_contain_text("AQ-816")
    page.get_by_label("Chercher dans les règles").fill("")
    page.locator(".all > summary").tap()
    page.locator(".all summary[lang=fr]", has_text="Mise en place").tap()
    expect(page.locator(".ledger li", has_text="AQ-105")).to_contain_text("Donnez 5 pierres à chacun")


@pytest.mark.parametrize("where", ["new", "waiting", "join"])
def test_the_rules_are_open_before_anybody_sits_down(visit: Callable[..., Visitor], where: str) -> None:
    ada = visit()
    created = ada.make_table([ME, FRIEND], game="spellcaster")
    ada.go({"new": "/new/spellcaster", "waiting": f"/t/{created['table']}", "join": created["invite"]}[where])
    if where == "join":
        bo = visit(name="Bo")
        bo.go(created["invite"])
        ada = bo
    ada.page.get_by_role("link", name="Rules").click()
    expect(ada.page.locator("h1")).to_have_text("The rules of Spellcaster")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_at_the_table_the_rules_are_one_press_away_and_leave_it_where_it_is(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    ada = visit(size=size, has_touch=size == PHONE)
    created = ada.sit([ME, BOT], {"first": 0})
    page = ada.page
    page.get_by_role("button", name="Rules", exact=True).click()
    leaf = page.locator("dialog[open]")
    expect(leaf.locator(".chapter").first).to_be_attached()
    leaf.locator("a.s-rule", has_text="AQ-403").first.click()
    expect(leaf.locator(".wanted")).to_contain_text("AQ-403")
    expect(page).to_have_url(f"{ada.url}/t/{created['table']}")


def test_a_refusal_leads_to_its_rule(visit: Callable[..., Visitor]) -> None:
    bruno = visit(language="fr", size=PHONE, has_touch=True)
    bruno.page.clock.install()  # what is refused stays in the bar until it is pressed
    stage = Stage(bruno, MID, you=1)
    why = {"message": "A slide follows.", "fr": "Un glissement suit.", "rule": "SP-132"}
    stage.socket.send(json.dumps({"type": "refused", **why}))
    bruno.page.locator(".act").get_by_role("button", name="Règle SP-132").tap()
    leaf = bruno.page.locator("dialog[open] .wanted")
    expect(leaf).to_contain_text("Un glissement suit toujours")
    expect(leaf.locator(".numbered[lang=fr]")).to_contain_text("case du bord")


def test_a_lesson_names_the_rules_it_taught(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/learn/abracada/blind")
    expect(ada.page.locator("button.call[data-lit]")).to_have_count(8)
    ada.page.keyboard.press("8")
    expect(ada.page.locator(".lesson-panel .dots .past")).to_have_count(1)
    ada.page.keyboard.press("e")
    ada.page.locator(".lesson-panel .rules button").first.click()
    expect(ada.page.locator("dialog[open] .wanted")).to_contain_text("AQ-")
