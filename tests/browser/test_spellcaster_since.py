"""Spellcaster's board tells what the others did since one's own last act, what just became true, and who is who."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.stage import Stage
from tests.browser.test_spellcaster_face import HANDS, TURN, position
from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect

pytestmark = pytest.mark.browser

SMALL, SIDE, LOWER = (360, 740), (844, 390), (667, 375)
LAST = TURN | {"left": 1}
DRAW = {"do": "draw"}
# where everything lies that must keep its place and size while marks come and go
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    '.plate, .ps, .deck-area, .piles, .pile:has(.piece), .hand, .gauge, .act')].map((one, k) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return [`${k} ${one.classList[0]} ${one.dataset.zone ?? ''}`, [x, y, width, height].map(Math.round)]
}))"""
# marks that lie over a number or a name, or that leave the line or plate they stand in
COVERING = """() => {
  const box = one => one.getBoundingClientRect()
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  const shown = where => [...document.querySelectorAll(where)].filter(one => one.checkVisibility())
  const chips = shown('.change > *, .ward')
  const words = shown('.plate b, .gauge b, .v b, .nm, .plate .lights, .ps .strip')
  const outside = chips.filter(one => {
    const [chip, home] = [box(one), box(one.closest('.plate, .ps'))]
    return chip.right > home.right + 1 || chip.left < home.left - 1 || chip.bottom > home.bottom + 1
  })
  return [...outside, ...chips.filter(one => words.some(word => cross(box(one), box(word))))].map(one => one.outerHTML)
}"""


def marks(ada: Visitor) -> dict[str, str]:
    """What the piles wear."""
    pairs = ada.page.locator(".pile [data-recent]").evaluate_all(
        "all => all.map(one => [one.closest('.pile').dataset.zone, one.dataset.recent])"
    )
    return dict(pairs)


def gauges(ada: Visitor) -> list[list[str]]:
    """The quiet changes on the plates: energy and sapphires of Ada, then of her rival."""
    return [ada.page.locator(f".plate[data-seat='{seat}'] .gauge [data-recent]").all_inner_texts() for seat in range(2)]


# ---------------------------------------------------------------- marked until one acts
def test_cards_played_used_and_buried_are_marked_until_the_next_action(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    piles = {"R": ["R04/1"], "Y": ["Y01/0", "Y06/0"], "G": ["G06/1"]}
    stage = Stage(ada, position(piles=piles, hands=[["R12"], ["B01", "Y02"]], turn=LAST, energy=[8, 5]))
    bruno = [{"do": "activate", "card": "G06"}, {"do": "target", "colour": "Y"}, {"do": "play", "card": "B01"}]
    for action in (DRAW, *bruno):  # with Ada's draw her turn ends: Slow Burn works for Bruno
        stage.play(action)
    expect(ada.page.locator(".act")).to_contain_text("Your turn")
    assert marks(ada) == {"R": "worked", "Y": "buried", "G": "used", "B": "played"}
    assert gauges(ada) == [["−1"], []]
    label = "Bruno put Herbalist's Note under its pile."
    expect(ada.page.locator(".pile[data-zone=Y]").get_by_role("button", name=label)).to_be_visible()
    stage.play(DRAW)
    expect(ada.page.locator("[data-recent]")).to_have_count(0)


def test_cards_turned_stolen_and_discarded_are_marked_until_the_next_action(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    piles = {"G": ["G03/1"], "R": ["R07/1"], "Y": ["Y01/0"]}
    stage = Stage(ada, position(piles=piles, hands=[["R12"], ["Y02", "B04"]], turn=LAST, energy=[8, 5]))
    stage.play(DRAW)
    for verb in ({"do": "activate", "card": "G03"}, {"do": "target", "colour": "Y"}, {"do": "activate", "card": "R07"}):
        stage.play(verb)
    stage.play({"do": "discard", "card": "B04"})
    assert marks(ada) == {"G": "used", "Y": "turned", "R": "used"}
    assert gauges(ada) == [["−2"], ["+2"]]
    expect(ada.page.locator("[data-zone=discard] [data-recent]")).to_have_text("+1")
    expect(ada.page.get_by_role("button", name="1 discarded. Bruno: Light Fingers.")).to_be_visible()


def test_of_two_rivals_each_has_a_mark_of_their_own(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    hands = [["R12"], ["Y02", "B15"], ["R09"], ["B13", "G14"]]
    stage = Stage(ada, position(4, piles={}, hands=hands, turn=LAST))
    steps = [
        DRAW,
        {"do": "play", "card": "Y02"},
        DRAW,
        {"do": "play", "card": "R09"},
        DRAW,
        {"do": "play", "card": "G14"},
    ]
    for action in [*steps, DRAW]:
        stage.play(action)
    sigils = ".pile [data-recent] .sig use"
    worn = ada.page.locator(sigils).evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert worn == ["#crown", "#bell", "#quill"]  # Cora on red, Bruno on yellow, Dario on green
    expect(ada.page.locator("[data-zone=hand1] [data-recent]")).to_have_text("+1")  # two drawn, one played


@pytest.mark.parametrize(
    "size",
    [DESKTOP, PHONE, SMALL, SIDE, LOWER],
    ids=["desk", "phone", "small phone", "on its side", "small, on its side"],
)
def test_marks_move_nothing_and_cover_nothing(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visit(size=size, language="fr")
    stage = Stage(ada, position(4, turn=LAST, energy=[8, 6], ward=[0, 0]))
    before = ada.page.evaluate(PLACES)
    steps: list[Any] = [
        {"do": "draw"},  # Bruno's furnace asks him for a sapphire
        {"do": "pay"},
        {"do": "play", "card": "Y02"},
        {"do": "activate", "card": "Y02"},
        {"do": "play", "card": "Y05"},
        {"do": "activate", "card": "Y05"},
        {"do": "decline"},  # and Dario
        {"do": "play", "card": "B13"},
        {"do": "activate", "card": "G04"},
    ]
    for action in steps:
        stage.play(action)
        ada.page.wait_for_selector(f".shell[data-n='{stage.n}']")
        assert ada.page.evaluate(COVERING) == []
    assert ada.page.locator("[data-recent]").count() >= 4
    after = ada.page.evaluate(PLACES)
    moved = {place: (before[place], box) for place, box in after.items() if place in before and before[place] != box}
    # a pile leans towards the side it now obeys
    assert {place: boxes for place, boxes in moved.items() if " pile" not in place} == {}


def test_a_card_taken_back_from_the_discard_pile_flies_as_a_card(visit: Callable[..., Visitor]) -> None:
    ada = visit(pace="calm")
    stage = Stage(ada, position(hands=[["R12"], ["Y02"]], piles={"G": ["G15/0"]}, discard=["R01", "B01"]))
    stage.play({"do": "activate", "card": "G15"})
    ada.page.get_by_role("dialog").wait_for()
    ada.watch_for("body > *")
    stage.play({"do": "recover", "card": "R01"})
    ada.wait_until_seen('data-card="R01"')


# ---------------------------------------------------------------- announced
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_side_close_to_losing_or_winning_is_announced(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visit(size=size)
    piles = {"R": ["R01/0"], "B": ["B03/0"]}
    stage = Stage(ada, position(piles=piles, energy=[9, 5], sapphires=[9, 4]))
    ada.watch_for(".notice")
    stage.play({"do": "activate", "card": "R01"})
    ada.wait_until_seen("Almost out of energy: Bruno")
    stage.play({"do": "activate", "card": "B03"})
    ada.wait_until_seen("Almost at 15 sapphires: Ada")
    ada.wait_until_seen("2 sapphires more win the game.")
    expect(ada.page.locator(".near b")).to_have_text(["13", "3"] if size == DESKTOP else ["3", "13"])


# ---------------------------------------------------------------- who is who
def test_the_lone_mage_is_called_by_name_and_calls_cards_yours(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, position(3))
    expect(ada.page.locator(".plate[data-seat='1']")).to_contain_text("4 cards · next rival · rival")
    expect(ada.page.locator(".shell")).not_to_contain_text("rival team")
    assert ada.page.locator(".foot").all_inner_texts() == ["Bruno's", "ours", "ours", "Bruno's"]
    bruno = visit(name="Bruno")
    Stage(bruno, position(3), you=1)
    assert bruno.page.locator(".foot").all_inner_texts() == ["yours", "theirs", "theirs", "yours"]
    expect(bruno.page.locator(".plate[data-seat='0']")).to_contain_text("5 cards · rival team")


def test_in_french_names_are_elided_and_colours_agree(visit: Callable[..., Visitor]) -> None:
    bruno = visit(language="fr", name="Bruno")
    stage = Stage(bruno, position(piles={}), you=1)
    expect(bruno.page.locator(".seats h2").first).to_have_text("Les deux actions d’Ada")
    for _ in range(2):
        stage.play(DRAW)
    bruno.page.locator(".hand [data-card=B15]").click()
    expect(bruno.page.locator(".act .tail")).to_contain_text("Sur la pile bleue, face à vous.")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_card_and_a_rival_are_named_as_they_are_seen(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visit(size=size)
    Stage(ada, position(2))
    for card in [*HANDS[0], "R10", "Y06"]:
        piece = ada.page.locator(f".s-board-area [data-card={card}]")
        name = piece.locator(".s-sr-only").first.inner_text()
        assert name.startswith(f"{piece.locator('.head b').inner_text()}. {piece.locator('.text').text_content()}")
    expect(ada.page.get_by_role("button", name="Draw: 44 in the deck")).to_be_visible()
    if size == PHONE:
        seen = "Bruno: show this seat 4 cards, 5 energy, 9 of 15 sapphires"
        expect(ada.page.get_by_role("button", name=seen)).to_be_visible()
