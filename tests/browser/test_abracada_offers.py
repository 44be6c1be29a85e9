"""Abracada: whatever may be done is done by pressing it on the board, and exactly that is sent."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.offers import BY_HAND, Action, Offers, press
from tests.browser.test_table import POSITION, column
from tests.browser.visitor import Visitor, expect

pytestmark = pytest.mark.browser

PLACES = [
    POSITION,
    POSITION | {"turn": {"seat": 0, "last": 5}},
    POSITION | {"turn": {"seat": 0, "last": 4}, "options": {"easy": True}},
    POSITION | {"turn": {"seat": 0, "last": 6}, "options": {"low_call": "penalty"}},
]


def do(ada: Visitor, position: dict[str, Any], action: Action, finger: bool) -> None:
    if action["do"] == "end":
        return press(ada.page.get_by_role("button", name="Stop and refill"), finger)
    press(column(ada, action["spell"]), finger)
    if position["options"].get("low_call") == "penalty" and action["spell"] < position["turn"]["last"]:
        press(ada.page.get_by_role("button", name="all the same"), finger)


@pytest.mark.parametrize("hand", BY_HAND)
def test_every_offer_is_pressed_on_the_board(visit: Callable[..., Visitor], hand: str) -> None:
    ada = visit(**BY_HAND[hand])
    table = Offers(ada, POSITION)
    tried = set()
    for position in PLACES:
        table.set_position(position)
        assert len(table.legal()) > 3
        for action in table.legal():
            do(ada, position, action, "has_touch" in BY_HAND[hand])
            assert table.sent() == action
            expect(ada.page.get_by_role("dialog")).to_have_count(0)
            tried.add(action["do"])
    assert tried == {"call", "end"}


def test_figures_call_and_e_stops(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    table = Offers(ada, PLACES[1])
    for n in range(5, 9):
        ada.page.keyboard.press(str(n))
        assert table.sent() == {"do": "call", "spell": n}
    ada.page.keyboard.press("e")
    assert table.sent() == {"do": "end"}
