"""Clocks: chosen when a table is made, told to whoever is invited, and running where everybody sees them."""

from collections.abc import Callable

import pytest

from tests.browser.visitor import FRIEND, ME, PHONE, Visitor, expect

pytestmark = pytest.mark.browser


def test_a_table_with_a_clock_is_made_and_the_waiting_room_says_so(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/new/spell")
    assert ada.page.locator(".clocks").count() == 0, "alone with bots nobody waits"
    ada.page.get_by_label("A friend").first.check()
    ada.page.get_by_label("For each move").check()
    ada.page.get_by_label("Each move has").select_option(label="3 days")
    ada.page.get_by_label("A bot plays on to the end").check()
    ada.page.locator("form .s-btn.main").click()
    expect(ada.page.locator("main header")).to_contain_text("3 days for each move.")
    expect(ada.page.locator("main header")).to_contain_text("a bot plays that seat to the end")


def test_the_clock_runs_on_the_plate_and_on_the_phone(visit: Callable[..., Visitor]) -> None:
    ada, bruno = visit(), visit(size=PHONE, name="Bruno", language="fr")
    created = ada.make_table([ME, FRIEND], {"first": 0}, clock={"kind": "budget", "seconds": 600, "increment": 5})
    bruno.go(created["invite"])
    expect(bruno.page.locator("main")).to_contain_text("10 minutes par personne, et 5 secondes de plus à chaque coup.")
    bruno.page.locator("form .s-btn").first.click()
    bruno.wait_for_table()
    ada.go(f"/t/{created['table']}")
    ada.wait_for_table()
    running = ada.page.locator(".plate[data-seat='0'] [role=timer]")
    expect(ada.page.locator(".plate[data-seat='1'] [role=timer]")).to_have_text("10:00")
    expect(running).to_contain_text("9:")
    expect(bruno.page.locator(".latest-turn [role=timer]")).to_contain_text("9:")
