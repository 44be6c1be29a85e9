"""Spellcaster: whatever may be done is done by pressing it on the board, and exactly that is sent; the shorter ways
send the same.
"""

from collections.abc import Callable
from typing import Any

import pytest

from sortilege import game
from tests.browser.hands import EDGE, SpellcasterHands
from tests.browser.offers import BY_HAND, Action, Offers, press
from tests.browser.test_spellcaster_face import PILES, TURN, position
from tests.browser.visitor import Visitor, expect

pytestmark = pytest.mark.browser

HAND = ["R12", "G12", "Y08"]
THEIRS = TURN | {"seat": 1}
# every question the game can put, by what leads to it; in each Ada is asked
QUESTIONS: dict[str, tuple[dict[str, Any], list[Action]]] = {
    "action": (position(hands=[HAND, ["Y02"]], options={"allow_pass": True}), []),
    "trigger": (
        position(hands=[HAND, ["Y02"]], piles={"R": ["R04/0"], "B": ["B02/0"]}, turn=TURN | {"step": "start"}),
        [],
    ),
    "discard": (position(hands=[HAND, ["Y02"]], piles={"R": ["R07/0"]}), [{"do": "activate", "card": "R07"}]),
    "unless": (
        position(hands=[HAND, ["Y02"]], piles={"R": ["R09/1"]}, turn=THEIRS),
        [{"do": "activate", "card": "R09"}],
    ),
    "upto": (position(hands=[HAND, ["Y02"]], piles={"R": ["R15/0"]}), [{"do": "activate", "card": "R15"}]),
    "pay": (position(hands=[HAND, ["Y02"]], piles={"R": ["R06/0"]}), [{"do": "activate", "card": "R06"}]),
    "choose": (position(hands=[HAND, ["Y02"]], piles={"G": ["G02/0"]}), [{"do": "activate", "card": "G02"}]),
    "target": (position(hands=[HAND, ["Y02"]], piles=PILES | {"G": ["G06/0"]}), [{"do": "activate", "card": "G06"}]),
    "playfree": (position(hands=[HAND, ["Y02"]], piles={"G": ["G10/0"]}), [{"do": "activate", "card": "G10"}]),
    "recover": (
        position(hands=[HAND, ["Y02"]], piles={"G": ["G15/0"]}, discard=["R01", "B01", "Y05"]),
        [{"do": "activate", "card": "G15"}],
    ),
}
KINDS = {
    "draw",
    "play",
    "activate",
    "pass",
    "trigger",
    "discard",
    "recover",
    "choose",
    "pay",
    "decline",
    "target",
    "stop",
}
ON_BUTTONS = SpellcasterHands.ON_BUTTONS
CARDS = game("spellcaster").words["en"]["sets"]["standin"]["cards"]


class Fingers:
    """One way of pressing what lies on the table."""

    def __init__(self, ada: Visitor, table: Offers, finger: bool) -> None:
        self.page, self.table, self.finger = ada.page, table, finger

    def press(self, thing: Any, **more: Any) -> None:
        press(thing, self.finger, **more)

    def card(self, action: Action) -> Any:
        where = "hand0" if action["do"] in ("play", "discard") else action.get("colour") or action["card"][0]
        card = f"[data-card={action['card']}]" if "card" in action else "[data-card]"
        return self.page.locator(f".s-board-area [data-zone={where}] {card}").last

    def do(self, action: Action) -> None:
        do = action["do"]
        if do in ON_BUTTONS:
            legal = [choice for choice in self.table.legal() if choice["do"] in ON_BUTTONS]
            self.press(self.page.locator(".act .buttons .s-btn").nth(legal.index(action)))
        elif do == "recover":
            named = self.page.get_by_role("dialog").locator("li").filter(has_text=CARDS[action["card"]]["name"])
            self.press(named.get_by_role("button").last)  # on a desk the card itself is a button too
        else:
            self.press(self.card(action), position=EDGE)
            assert self.table.pressed == []
            self.press(self.page.locator(".act .buttons .s-btn.main"))


@pytest.mark.parametrize("hand", BY_HAND)
def test_every_offer_is_pressed_on_the_board(visit: Callable[..., Visitor], hand: str) -> None:
    ada = visit(**BY_HAND[hand])
    table = Offers(ada, QUESTIONS["action"][0])
    fingers = Fingers(ada, table, "has_touch" in BY_HAND[hand])
    tried = set()
    for asks, (start, before) in QUESTIONS.items():
        table.set_position(start, *before)
        assert table.match.state.view(0)["turn"] == {"seat": 0, "asks": asks}
        for action in table.legal():
            fingers.do(action)
            assert table.sent() == action
            tried.add(action["do"])
            if action["do"] == "draw":
                fingers.press(ada.page.locator(".deck"))
                assert table.sent() == action
    assert tried == KINDS


def test_a_card_pressed_twice_does_what_the_gold_button_does(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    table = Offers(ada, QUESTIONS["action"][0])
    fingers = Fingers(ada, table, finger=False)
    for asks in ("action", "trigger", "discard", "target", "playfree"):
        start, before = QUESTIONS[asks]
        table.set_position(start, *before)
        for action in table.legal():
            if action["do"] not in ON_BUTTONS:
                fingers.card(action).dblclick(position=EDGE)
                assert table.sent() == action


def test_a_card_is_dragged_to_its_pile_or_thrown_and_nowhere_else(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    table = Offers(ada, QUESTIONS["action"][0])
    card = ada.page.locator(".hand [data-card=Y08]")
    card.drag_to(ada.page.locator(".pile[data-zone=Y]"), source_position=EDGE)
    assert table.sent() == {"do": "play", "card": "Y08"}
    card.drag_to(ada.page.locator(".pile[data-zone=R]"), source_position=EDGE)
    card.drag_to(ada.page.locator(".pile[data-zone=Y]"), source_position=EDGE)
    assert table.sent() == {"do": "play", "card": "Y08"}  # one, though it was carried elsewhere first
    table.set_position(QUESTIONS["discard"][0], *QUESTIONS["discard"][1])
    card.drag_to(ada.page.locator("[data-zone=discard]"), source_position=EDGE)
    assert table.sent() == {"do": "discard", "card": "Y08"}


def test_figures_pick_the_hand_and_then_the_piles(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    table = Offers(ada, QUESTIONS["action"][0])
    keys = "all => Object.fromEntries(all.map(one => [one.dataset.key, one.dataset.card]))"
    keyed = ada.page.locator("[data-key][data-lit]")
    assert keyed.evaluate_all(keys) == {"1": "R12", "2": "Y08", "3": "G12", "4": "Y06"}
    ada.page.keyboard.press("2")
    ada.page.keyboard.press("2")  # and once more for the gold button
    assert table.sent() == {"do": "play", "card": "Y08"}
    table.set_position(QUESTIONS["trigger"][0])
    assert keyed.evaluate_all(keys) == {"1": "R04", "2": "B02"}


# ---------------------------------------------------------------- nothing thrown away by mistake
WINNING = position(hands=[HAND, ["Y02"]], piles={"R": ["R01/0"]}, energy=[8, 2], turn=TURN | {"left": 1})


def test_throwing_away_a_win_with_the_last_action_is_confirmed(visit: Callable[..., Visitor]) -> None:
    ada = visit(careful=True)
    table = Offers(ada, WINNING)
    warning = "Ember Lance would win the game now"
    ada.page.locator(".deck").click()
    expect(ada.page.locator(".act .tail")).to_have_text(warning)
    ada.page.keyboard.press("Escape")
    ada.page.locator(".hand [data-card=Y08]").dblclick(position=EDGE)
    ada.page.locator(".act .buttons .s-btn.main").click()
    expect(ada.page.locator(".act[data-tone=warn]")).to_contain_text(warning)
    assert table.pressed == []
    ada.page.locator(".act .buttons .s-btn.lit").click()
    assert table.sent() == {"do": "play", "card": "Y08"}
    ada.page.locator(".piles [data-card=R01]").click()
    expect(ada.page.locator(".act .tail")).to_contain_text("That wins the game.")
    ada.page.locator(".act .buttons .s-btn.main").click()
    assert table.sent() == {"do": "activate", "card": "R01"}


@pytest.mark.parametrize(
    ("asks", "warning"),
    [("action", "Herbalist's Note could still be activated"), ("playfree", "2 cards may still be played for free")],
)
def test_giving_up_an_action_that_would_score_or_a_free_play_is_confirmed_once(
    visit: Callable[..., Visitor], asks: str, warning: str
) -> None:
    ada = visit(careful=True)
    table = Offers(ada, QUESTIONS["action"][0])
    table.set_position(QUESTIONS[asks][0], *QUESTIONS[asks][1])
    ada.page.keyboard.press("e")
    expect(ada.page.locator(".act[data-tone=warn]")).to_contain_text(warning)
    assert table.pressed == []
    ada.page.locator(".act .buttons .s-btn.lit").click()
    assert table.sent() == {"do": {"action": "pass", "playfree": "stop"}[asks]}


def test_with_an_action_to_spare_nothing_is_confirmed(visit: Callable[..., Visitor]) -> None:
    ada = visit(careful=True)
    table = Offers(ada, WINNING | {"turn": TURN})
    ada.page.locator(".deck").click()
    assert table.sent() == {"do": "draw"}
