"""SPELL: whatever may be done is done by pressing it on the board, and exactly that is sent; by mouse and by finger."""

from collections.abc import Callable
from typing import Any

import pytest

from sortilege import Match, game
from tests.browser.hands import SpellHands
from tests.browser.offers import BY_HAND, Action, Offers, press
from tests.browser.visitor import Visitor, expect
from tests.games.spell.board import MID, TEN, asymmetric
from tests.games.spell.solo import SOLO

pytestmark = pytest.mark.browser

CAST_FIRST = {"do": "cast", "level": 2, "spell": 1}
LOOSE = MID | {"options": {"keep_border_hole": True}}
TWINS = asymmetric(MID, "extralimitae", "doppelganger") | {"mages": {"k": ["21"], "p": ["12", "01"]}}
PUSHING = asymmetric(MID, "doppelganger", "trielementaris") | {"mages": {"k": ["21", "22"], "p": ["12"]}}
BESIDE = asymmetric(MID, "bilevitagramaton", "extralimitae")
LEVEL_3 = MID | {"hands": {"k": ["B1-3"], "p": ["B3-2"]}, "score": {"k": 2, "p": 6}}
FORCING = LEVEL_3 | {key: PUSHING[key] for key in ("options", "amulets", "mages")}
WALKING = SOLO | {"arena": ["kkpp", "pPk.", "kNpk", "pKpk"], "mages": {"k": ["31"], "p": ["11"]}}
LIFTING = SOLO | {"arena": ["pkpk", "kPPK", "pkNk", "kpp."], "mages": {"k": ["13"], "p": ["00"]}}
END = {"do": "end"}
# by name: a position, and the steps from there to what is asked
PLACES: dict[str, tuple[dict[str, Any], list[Action]]] = {
    "a turn": (LOOSE, []),
    "two mages": (TWINS, []),
    "an extra step": (TWINS, [CAST_FIRST]),
    "two that may fly": (TWINS, [{"do": "cast", "level": 2, "spell": 2}]),
    "a special tile": (BESIDE, []),
    "a summons": (PUSHING, [CAST_FIRST]),
    "a push": (PUSHING, [CAST_FIRST, {"do": "summon", "at": "21"}]),
    "two to be forced": (FORCING, [{"do": "cast", "level": 3, "spell": 3}]),
    "the script wakes": (SOLO, [END]),
    "the script walks": (WALKING, [END]),
    "the script lifts": (LIFTING, [END, {"do": "activate", "from": "13", "at": "03"}]),
}
VERBS = {"lay", "stand", "move", "activate", "upheave", "claim", "special", "end", "cast", "summon", "push"}
VERBS |= {"levitate", "force", "lift"}


class Pressing(SpellHands):
    """Hands at a table that stays as it is."""

    def __init__(self, table: Offers, finger: bool) -> None:
        self.visitor, self.page, self.table, self.finger = table.visitor, table.visitor.page, table, finger
        self.words = game("spell").words["en"]

    @property
    def legal(self) -> list[Action]:
        return self.table.legal()

    def touch(self, thing: Any) -> None:
        """In the middle of the piece."""
        press(thing, self.finger)

    def use_arena(self, action: Action) -> None:
        super().use_arena(action)
        if action["do"] == "upheave" and self.finger and action["side"] != "-":
            self.touch(self.page.locator(".act .s-btn.main"))  # a finger sees the slide first


def one_of_a_kind(legal: list[Action]) -> list[Action]:
    """The last of every kind of action: its verb, its side, its card, its mage."""
    kinds = {tuple(action.get(key) for key in ("do", "side", "level", "spell", "from")): action for action in legal}
    return list(kinds.values())


def show_match(table: Offers, match: Match) -> None:
    """Another match, seen by whoever is to move in it."""
    table.match, table.you = match, match.state.turn()
    table.n += 1
    table.send_snapshot()
    table.wait_for_question(table.n)


def start_match(position: dict[str, Any], steps: list[Action]) -> Match:
    match = Match(game("spell"), start=position, seed=1)
    for action in steps:
        match.play(action)
    return match


def unfinished_arena(laid: int) -> Match:
    """A tournament whose arena has so many tiles; after the twelfth the mages choose where they stand."""
    match = Match(game("spell"), 2, {"tournament": True}, seed=2)
    for _ in range(laid):
        match.play(match.state.legal()[0])
    return match


@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_every_offer_is_pressed_on_the_board(visit: Callable[..., Visitor], hand: str) -> None:
    bruno = visit(**BY_HAND[hand])
    table = Offers(bruno, MID, you=1)
    hands = Pressing(table, "has_touch" in BY_HAND[hand])
    tried: set[str] = set()
    for match in [*(start_match(*place) for place in PLACES.values()), unfinished_arena(3), unfinished_arena(12)]:
        show_match(table, match)
        for action in one_of_a_kind(table.legal()):
            hands.press(action)
            assert table.sent() == action
            tried.add(action["do"])
    assert tried == VERBS


@pytest.mark.parametrize("size", [(390, 844), (412, 915), (360, 740)], ids=["390", "412", "360"])
def test_a_tap_claims_the_rune_it_is_on(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    """Also when nothing else is left but to end the turn, and when another rune was looked at before."""
    bruno = visit(size=size, has_touch=True)
    spent = TEN | {"used": {"mage": True, "upheaves": 1, "special": False, "levels": []}}
    table = Offers(bruno, spent, you=1)
    hands = Pressing(table, True)
    assert {action["do"] for action in table.legal()} == {"claim", "end"}
    for action in table.legal():
        hands.press(action)
        assert table.sent() == action
    for action in [choice for choice in table.legal() if choice["do"] == "claim"]:
        bruno.page.locator(".runes [data-card='B1-1']").tap(force=True)
        expect(bruno.page.locator(".act .tail")).to_contain_text("Line:")
        middle = bruno.page.locator(f".runes [data-card='{action['card']}']").bounding_box()
        bruno.page.touchscreen.tap(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
        assert table.sent() == action


PRESSING = """([card, type]) => {
  const boxes = () => [...document.querySelectorAll('.board [data-cell], .board [data-card]')]
    .map(one => one.getBoundingClientRect()).map(({ x, y, width }) => [x, y, width].map(Math.round).join())
  const before = boxes().join(' ')
  const rune = document.querySelector(`.runes [data-card='${card}']`)
  for (const name of ['pointerover', 'pointerenter', 'pointerdown'])
    rune.dispatchEvent(new PointerEvent(name, { pointerType: type, bubbles: name !== 'pointerenter', isPrimary: true }))
  return new Promise(go => requestAnimationFrame(() => go(before === boxes().join(' '))))
}"""


@pytest.mark.parametrize("size", [(390, 844), (360, 740)], ids=["390", "360"])
def test_nothing_moves_between_the_press_of_a_finger_and_its_release(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    bruno = visit(size=size, has_touch=True)
    Offers(bruno, TEN | {"used": {"mage": True, "upheaves": 1, "special": False, "levels": []}}, you=1)
    tail = bruno.page.locator(".act .tail").inner_text()
    for card in ("B1-2", "B1-1"):
        assert bruno.page.evaluate(PRESSING, [card, "touch"])
        assert bruno.page.locator(".act .tail").inner_text() == tail


def test_where_two_mages_could_go_it_is_asked_which(visit: Callable[..., Visitor]) -> None:
    bruno = visit()
    table = Offers(bruno, TWINS, you=1)
    hands = Pressing(table, finger=False)
    hands.cell("11").click()  # both could
    assert table.pressed == []
    expect(bruno.page.locator(".act .ask b")).to_have_text("Which mage for b2?")
    assert hands.lit(".arena", "cell") == ["01", "12"]
    hands.cell("12").click()
    assert table.sent() == {"do": "move", "from": "12", "to": "11"}
    hands.cell("11").click()
    bruno.page.get_by_role("button", name="Mage on b1").click()
    assert table.sent() == {"do": "move", "from": "01", "to": "11"}
    hands.cell("11").click()
    bruno.page.keyboard.press("Escape")
    expect(bruno.page.locator(".act .ask b")).to_have_text("Move your mage")
    hands.cell("03").click()  # only one could
    assert table.sent() == {"do": "move", "from": "12", "to": "03"}


def test_the_chosen_mage_wears_a_mark_and_plays(visit: Callable[..., Visitor]) -> None:
    bruno = visit()
    table = Offers(bruno, TWINS, you=1)
    hands = Pressing(table, finger=False)
    hands.cell("01").click()
    expect(bruno.page.locator(".cell.chosen[aria-pressed=true]")).to_have_attribute("data-cell", "01")
    assert set(hands.lit(".arena", "cell")) == {"00", "02", "10", "11", "01", "12"}
    hands.cell("11").click()
    assert table.sent() == {"do": "move", "from": "01", "to": "11"}
    expect(bruno.page.locator(".cell.chosen")).to_have_count(0)
