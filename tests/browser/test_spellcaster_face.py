"""What Spellcaster's table tells at a glance: cards that can be read at every size, the end of the deck announced in
time, the next rival marked, and the game explained to whoever has not met it.
"""

from collections.abc import Callable
from typing import Any

import pytest

from sortilege import game
from tests.browser.hands import EDGE, SCROLLS
from tests.browser.stage import Stage
from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect

pytestmark = pytest.mark.browser

SMALL, SIDE, LOW = (320, 640), (844, 390), (1024, 600)
HANDS = [
    ["R12", "G12", "Y08", "B14", "G15"],
    ["Y02", "B15", "G08", "R15"],
    ["Y05", "R09", "B07"],
    ["B13", "G14", "Y10"],
]
PILES = {"R": ["R01/1", "R08/0", "R10/1"], "Y": ["Y03/1", "Y06/0"], "B": ["B02/0"], "G": ["G04/1"]}
TURN = {"seat": 0, "cycle": 0, "step": "actions", "left": 2, "used": [], "last": False}
# of every card: whether it shows its text whole, its signs, and whether its name keeps within its band
FACES = """() => Object.fromEntries([...document.querySelectorAll('.s-board-area .piece')].map(card => {
  const box = one => one.getBoundingClientRect()
  const text = card.querySelector('.text'), signs = card.querySelector('.signs'), name = card.querySelector('.head b')
  const others = [text.firstElementChild, signs].filter(one => one?.checkVisibility()).map(box)
  const whole = text.checkVisibility() && text.firstElementChild.scrollHeight <= text.clientHeight + 1
  const apart = others.every(one => one.top >= box(name).bottom - 2 || one.bottom <= box(name).top + 2)
  const inside = box(name).top > box(card).top && box(name).bottom < box(card).bottom
  return [card.dataset.card, { whole, signs: Boolean(signs?.checkVisibility()), named: apart && inside }]
}))"""


def position(seats: int = 2, **more: Any) -> dict[str, Any]:
    return {
        "game": "spellcaster",
        "seats": seats,
        "options": {},
        "energy": [8, 5],
        "sapphires": [4, 9],
        "hands": HANDS[:seats],
        "piles": PILES,
        "turn": TURN,
        **more,
    }


# ---------------------------------------------------------------- cards that can be read
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("towards", [0, 1], ids=["yours", "theirs"])
def test_on_a_phone_the_longest_texts_are_not_cut_short(
    visit: Callable[..., Visitor], towards: int, language: str
) -> None:
    cards = game("spellcaster").words[language]["sets"]["standin"]["cards"]
    longest = {
        colour: max((c for c in cards if c[0] == colour), key=lambda c: len(cards[c]["text"])) for colour in "RYBG"
    }
    ada = visit(size=PHONE, language=language)
    Stage(ada, position(hands=[[], []], piles={colour: [f"{card}/{towards}"] for colour, card in longest.items()}))
    faces = ada.page.evaluate(FACES)
    assert sorted(faces) == sorted(longest.values())
    assert all(face["whole"] and face["named"] for face in faces.values()), faces


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("size", [PHONE, SMALL, SIDE], ids=["phone", "320 px", "on its side"])
def test_with_little_room_every_card_says_what_it_does(
    visit: Callable[..., Visitor], size: tuple[int, int], seats: int
) -> None:
    ada = visit(size=size)
    Stage(ada, position(seats))
    faces = ada.page.evaluate(FACES)
    assert len(faces) == 9
    # G04 and G12 and G15 have no signs: where their text is cut, a press tells the rest
    assert {card for card, face in faces.items() if not (face["whole"] or face["signs"])} <= {"G04", "G12", "G15"}
    assert faces["R10"]["named"]


@pytest.mark.parametrize(("size", "seats"), [(SIDE, 2), (SIDE, 3), (SIDE, 4), (LOW, 4)])
def test_a_phone_on_its_side_and_a_low_window_need_no_scrolling(
    visit: Callable[..., Visitor], size: tuple[int, int], seats: int
) -> None:
    ada = visit(size=size, language="fr")
    Stage(ada, position(seats))
    assert not ada.page.evaluate(SCROLLS)
    for card in HANDS[0]:
        ada.page.locator(f".hand [data-card={card}]").click(position=EDGE)
        main = ada.page.locator(".act .buttons .s-btn.main")
        box = main.bounding_box()
        assert box["y"] + box["height"] <= size[1]
        assert ada.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


# ---------------------------------------------------------------- the end of the deck
def test_the_last_turn_is_announced_and_stays_visible(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    stage = Stage(ada, position(deck=["R02"], piles={**PILES, "G": ["G01/1", "G14/0"]}, hands=[["R12"], ["Y02"]]))
    expect(ada.page.locator(".fate")).to_have_text("Deck running out")
    expect(ada.page.locator(".notice")).to_have_count(0)
    ada.watch_for(".notice")
    stage.play({"do": "activate", "card": "G14"})
    ada.wait_until_seen("The last turn")
    ada.wait_until_seen("more sapphires win")
    expect(ada.page.locator(".fate")).to_have_text("The last turn")
    expect(ada.page.locator(".notice")).to_have_count(0)
    expect(ada.page.locator(".fate")).to_have_text("The last turn")


def test_an_emptied_deck_is_announced(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, position(deck=["R02"]))
    ada.watch_for(".notice")
    stage.play({"do": "draw"})
    ada.wait_until_seen("Deck empty")
    expect(ada.page.locator(".act .tail")).to_contain_text("then the game ends")


# ---------------------------------------------------------------- teams
@pytest.mark.parametrize(
    ("seats", "turn", "rival"),
    [(3, {"seat": 1, "cycle": 1}, 2), (3, {"seat": 1, "cycle": 3}, 0), (4, {"seat": 0}, 1), (4, {"seat": 1}, 2)],
)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_the_next_rival_is_marked(
    visit: Callable[..., Visitor], size: tuple[int, int], seats: int, turn: dict[str, int], rival: int
) -> None:
    ada = visit(size=size)
    Stage(ada, position(seats, turn=TURN | turn))
    marked = ada.page.locator(".plate, .ps").filter(has_text="next rival")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text(("Ada", "Bruno", "Cora", "Dario")[rival])


def test_in_a_duel_nobody_is_marked(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, position())
    expect(ada.page.locator(".shell")).not_to_contain_text("next rival")


# ---------------------------------------------------------------- explained
def test_a_newcomer_is_shown_the_game_in_four_pictures_once(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    Stage(ada, position())
    offer = ada.page.locator(".act").get_by_role("button", name="How it works")
    offer.click()
    expect(ada.page.get_by_role("dialog").locator("li")).to_have_count(4)
    expect(ada.page.get_by_role("dialog")).to_contain_text("Its text does not happen yet.")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".act .buttons .s-btn")).to_have_text(["Draw"])
    ada.page.reload()
    expect(ada.page.locator(".act .buttons .s-btn")).to_have_text(["Draw"])


def test_the_bar_says_what_an_action_can_do_now(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, position(piles={**PILES, "Y": []}))
    expect(ada.page.locator(".act .tail")).to_contain_text("a second action can then activate it")
    stage.play({"do": "play", "card": "Y08"})
    expect(ada.page.locator(".act .tail")).to_contain_text("Activate a lit top card")


def test_while_another_player_chooses_the_bar_shows_the_text_in_effect(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    stage = Stage(ada, position(piles={**PILES, "R": ["R14/0"]}))
    stage.play({"do": "activate", "card": "R14"})
    expect(ada.page.locator(".act")).to_contain_text("Bruno to play")
    expect(ada.page.locator(".act .tail")).to_contain_text("Your rival loses 1 energy, then discards 1 card.")
    stage.play({"do": "discard", "card": "Y02"})
    for _ in range(2):
        stage.play({"do": "draw"})
    expect(ada.page.locator(".act")).to_contain_text("Bruno to play")
    expect(ada.page.locator(".act .tail")).to_contain_text("action")


def test_the_last_page_shows_the_result(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    stage = Stage(ada, position(sapphires=[13, 9], piles={**PILES, "R": ["R01/0"], "B": ["B01/0"]}))
    stage.play({"do": "activate", "card": "R01"})
    stage.play({"do": "activate", "card": "B01"})
    paper = ada.page.locator(".paper")
    expect(paper).to_contain_text("You win")
    expect(paper).to_contain_text("Best stroke: Ember Lance")
    ways = paper.locator("path.way").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    assert len(set(ways)) == 4  # sapphires and energy of two sides, all different here
    assert ways[0].endswith("V2")  # fifteen of fifteen
    box = paper.get_by_role("button", name="Again").bounding_box()
    assert box["y"] + box["height"] < PHONE[1]
