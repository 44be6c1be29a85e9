"""Six letters to a table, and leaving it again before the game."""

from collections.abc import Callable

import pytest

from tests.browser.visitor import FRIEND, ME, PHONE, Visitor, expect

pytestmark = pytest.mark.browser


def test_a_friend_types_six_letters_sits_down_and_leaves_again(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    bruno = visit(size=PHONE, name="Bruno", language="fr", theme="day", has_touch=True)
    created = ada.make_table([ME, FRIEND, FRIEND])
    ada.go(f"/t/{created['table']}")
    letters = ada.page.locator(".six").get_attribute("data-code")
    bruno.go("/")
    bruno.page.get_by_role("button", name="Rejoindre par code ou lien").tap()
    field = bruno.page.get_by_label("Code ou lien", exact=True)
    field.fill("bcd fg")
    field.press("Enter")
    expect(bruno.page.get_by_role("alert")).to_contain_text("six lettres")
    field.fill(f"{letters[:3].lower()} {letters[3:].lower()}")
    field.press("Enter")
    bruno.page.get_by_role("button", name="S’asseoir").tap()
    expect(ada.page.locator("[data-seat='1']")).to_contain_text("Bruno")
    bruno.page.get_by_role("button", name="Quitter la table").tap()
    bruno.page.get_by_role("button", name="Quitter la table").tap()
    bruno.page.wait_for_selector(".shelf")
    assert bruno.page.evaluate("localStorage['sortilege-tables']") == "[]"
    expect(ada.page.locator("[data-seat='1']")).to_contain_text("Open for a friend")


def test_the_host_frees_a_seat_and_leaves_the_table_to_the_next(visit: Callable[..., Visitor]) -> None:
    ada, bruno = visit(), visit(name="Bruno")
    created = ada.make_table([ME, FRIEND, FRIEND])
    ada.go(f"/t/{created['table']}")
    join_by_link(bruno, created["invite"])
    ada.page.get_by_role("button", name="Free Bruno’s seat").press("Enter")
    expect(bruno.page.get_by_role("heading", name="You have no seat at this table")).to_be_visible()
    join_by_link(bruno, created["invite"])
    ada.page.get_by_role("button", name="Free Bruno’s seat").wait_for()
    ada.page.get_by_role("button", name="Leave the table").press("Enter")
    expect(ada.page.locator(".leaving")).to_contain_text("whoever sat down next looks after the table")
    ada.page.locator(".leaving").get_by_role("button", name="Leave the table").press("Enter")
    ada.page.wait_for_selector(".shelf")
    expect(bruno.page.locator(".bots").first).to_be_visible()


def join_by_link(visitor: Visitor, invite: str) -> None:
    visitor.go(invite)
    visitor.page.get_by_role("button", name="Sit down").click()
    visitor.page.get_by_role("button", name="Leave the table").wait_for()
