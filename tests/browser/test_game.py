"""A whole game against three bots, from the shelf to the rematch."""

import random
from collections.abc import Callable

import pytest

from tests.browser.visitor import LIT, Visitor, expect

pytestmark = pytest.mark.browser


def test_a_whole_game_against_three_bots(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/")
    ada.page.click("[data-book=abracada]")
    ada.page.click("form button.main")
    ada.page.wait_for_selector(".board")
    table = ada.page.url.rsplit("/", 1)[1]
    rng = random.Random(5)
    while True:
        ada.my_turn()
        if ada.over():
            break
        what_glows_is_what_is_legal(ada, table)
        ada.call_something(rng)
    assert ada.fetch_table(table)["view"]["round"] >= 2
    what_the_end_says(ada, table)
    the_replay_runs_to_the_end(ada)
    a_rematch_keeps_everybody(ada, table)


def what_glows_is_what_is_legal(ada: Visitor, table: str) -> None:
    seen = ada.fetch_table(table)
    lit = ada.page.locator(LIT).evaluate_all("all => all.map(one => Number(one.dataset.spell))")
    assert lit == [action["spell"] for action in seen["legal"] if action["do"] == "call"]
    assert ada.page.locator(".act .s-btn.lit").count() == ({"do": "end"} in seen["legal"])
    assert ada.page.title().startswith("Your turn")
    assert ada.page.locator(".plate[aria-current] .who b").inner_text() == "Ada"


def what_the_end_says(ada: Visitor, table: str) -> None:
    end = ada.fetch_table(table)
    winners = [end["seats"][seat]["name"] for seat in end["view"]["outcome"]["winners"]]
    title = ada.page.locator(".paper h2").inner_text()
    assert title == "You win" if winners == ["Ada"] else all(name in title for name in winners)
    sums = ada.page.locator(".rounds td.sum").all_inner_texts()
    assert [int(text) for text in sums] == end["view"]["scores"]
    assert end["seed"]
    assert ada.page.locator(LIT).count() == 0


def the_replay_runs_to_the_end(ada: Visitor) -> None:
    ada.page.click(".paper a[href^='/replay']")
    ada.page.wait_for_selector(".scrubber")
    ada.page.get_by_label("To the end").click()
    expect(ada.page.locator(".lines li.new")).to_contain_text("Points:")
    ada.page.get_by_label("To the beginning").click()
    expect(ada.page.locator(".lines li")).to_have_text("Nothing yet.")
    ada.page.get_by_label("One step on").click()
    expect(ada.page.locator(".lines li.new")).to_contain_text("starts")
    ada.page.go_back()


def a_rematch_keeps_everybody(ada: Visitor, table: str) -> None:
    before = [seat["name"] for seat in ada.fetch_table(table)["seats"]]
    ada.page.wait_for_selector(".paper")
    ada.page.click(".paper .s-btn.main")
    ada.page.wait_for_url(lambda url: table not in url)
    ada.page.wait_for_selector(".board")
    after = ada.fetch_table(ada.page.url.rsplit("/", 1)[1])
    assert [seat["name"] for seat in after["seats"]] == before
    assert after["you"] == 0
