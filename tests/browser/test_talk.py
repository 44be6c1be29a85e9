"""A word to the others, and what one may ask of them."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.visitor import BOT, FRIEND, ME, PHONE, Visitor, expect

pytestmark = pytest.mark.browser


def two(visit: Callable[..., Visitor], **more: Any) -> tuple[Visitor, Visitor]:
    ada, bruno = visit(), visit(size=PHONE, name="Bruno", language="fr", theme="day")
    made = ada.make([ME, FRIEND], {"first": 0}, **more)
    bruno.go(made["invite"])
    bruno.page.locator("form .s-btn").first.click()
    bruno.sat()
    ada.go(f"/t/{made['table']}")
    ada.sat()
    return ada, bruno


def test_a_sign_is_said_in_the_language_of_whoever_hears_it_and_markup_is_text(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two(visit, talk="free")
    bruno.notice(".voices .word")
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_role("button", name="Well played").click()
    bruno.noticed("Bien joué")
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_label("Something else").fill("<b id=bold>five</b>")
    ada.page.get_by_label("Say it").click()
    bruno.noticed("&lt;b id=bold&gt;five")
    assert bruno.page.locator("#bold").count() == 0


def test_a_game_ends_when_the_other_agrees(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two(visit)
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_role("button", name="To end the game here").click()
    expect(ada.page.locator(".asked")).to_contain_text("You ask to end the game here")
    bruno.page.get_by_role("button", name="D’accord").click()
    expect(ada.page.locator(".paper")).to_contain_text("Ended by agreement")
    expect(bruno.page.locator(".paper")).to_contain_text("Arrêtée d’un commun accord")


def test_alone_with_bots_there_is_nobody_to_talk_to(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.sit([ME, BOT])
    assert ada.page.get_by_label("A word to the others").count() == 0


def test_what_cannot_be_undone_alone_is_undone_when_the_other_agrees(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two(visit, take_backs=True)
    table = ada.page.url.rsplit("/", 1)[1]
    before = ada.look(table)
    ada.my_turn()
    ada.call_something(random.Random(3))
    expect(bruno.page.locator("[role=log]")).to_contain_text("Ada")
    ada.page.keyboard.press("u")
    ada.page.get_by_role("button", name="Ask to undo it").press("Enter")
    expect(ada.page.locator(".asked")).to_contain_text("You ask to take back your last step")
    expect(bruno.page.locator(".asked")).to_contain_text("Ce qui a été vu reste vu")
    ada.notice(".voices .word")
    bruno.page.get_by_role("button", name="D’accord").click()
    ada.noticed("Taken back by agreement")
    ada.my_turn()
    after = ada.look(table)
    assert after["n"] > before["n"] and after["log"] == before["log"] and after["view"] == before["view"]


def test_spectators_see_all_hands_while_everybody_agrees(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two(visit)
    cleo = visit(name="Cleo")
    table = ada.look(ada.page.url.rsplit("/", 1)[1])
    cleo.go(table["watch"])
    cleo.sat()
    board = cleo.page.locator(".s-leather > :first-child")
    hands = board.inner_text()
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_role("button", name="To let spectators see all hands").click()
    expect(bruno.page.locator(".asked")).to_contain_text("Quiconque a le lien")
    assert board.inner_text() == hands
    bruno.page.get_by_role("button", name="D’accord").click()
    for one, told in ((ada, "Spectators see all hands"), (bruno, "Les spectateurs voient toutes les mains")):
        expect(one.page.get_by_role("button", name=told)).to_be_visible()
    expect(cleo.page.locator("header .hands")).to_be_visible()
    assert board.inner_text() != hands
    bruno.page.get_by_role("button", name="Les spectateurs voient toutes les mains").click()
    bruno.page.get_by_role("button", name="Cacher de nouveau").click()
    expect(cleo.page.locator("header .hands")).to_have_count(0)
    assert board.inner_text() == hands


def test_one_person_is_muted_and_stays_so(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two(visit)
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_role("button", name="Mute Bruno").click()
    expect(ada.page.get_by_role("button", name="Hear Bruno again")).to_have_attribute("aria-pressed", "true")
    ada.page.reload()
    ada.sat()
    bruno.page.get_by_label("Un mot aux autres").click()
    bruno.page.get_by_role("button", name="Bonjour").click()
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_role("button", name="Hear Bruno again").wait_for()
    assert ada.page.get_by_text("Hello").count() == 1, "only the button that says it"
    ada.page.get_by_role("button", name="Hear Bruno again").click()
    expect(ada.page.locator(".talk ol")).to_contain_text("Hello")


def test_a_game_that_was_resigned_says_so_to_whoever_looks_back(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two(visit)
    bruno.page.get_by_label("Un mot aux autres").click()
    bruno.page.get_by_role("button", name="Abandonner").click()
    bruno.page.get_by_role("button", name="Abandonner quand même").click()
    paper = ada.page.locator(".paper")
    expect(paper).to_contain_text("Ended by resignation of Bruno.")
    assert paper.get_by_role("link", name="Review").count() == 0
    paper.get_by_role("link", name="Replay").click()
    expect(ada.page.locator(".remark")).to_contain_text("Ended by resignation of Bruno.")
    ada.go("/me")
    expect(ada.page.locator("article").first).to_contain_text("You won: Bruno resigned")
    bruno.go("/me")
    expect(bruno.page.locator("article").first).to_contain_text("Vous avez abandonné")
