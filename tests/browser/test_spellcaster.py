"""Spellcaster at a real table: words before deeds, hands of many cards, a whole duel and a whole game of two teams."""

from collections.abc import Callable
from typing import Any

import pytest

from sortilege import Match, game
from tests.browser.hands import EDGE, SCROLLS, SpellcasterHands
from tests.browser.stage import Stage
from tests.browser.visitor import BOT, DESKTOP, ME, PHONE, Visitor, expect

pytestmark = pytest.mark.browser


def card_words(card: str) -> dict[str, str]:
    return game("spellcaster").words["en"]["sets"]["standin"]["cards"][card]  # type: ignore[no-any-return]


def many_cards(seats: int) -> dict[str, Any]:
    """A position in which everybody has drawn and drawn: Ada is to act, with ten cards and more."""
    match = Match(game("spellcaster"), seats, {"first": 0}, seed=5)
    while match.state.turn() != 0 or len(match.state.view(0)["hands"][0]) < 10:
        match.play({"do": "draw"})
    return match.state.position()


def what_glows_is_what_is_legal(hands: SpellcasterHands) -> None:
    from_hand = sorted(action["card"] for action in hands.legal if action["do"] in ("play", "discard"))
    assert sorted(hands.lit(".hand", "card")) == from_hand
    on_piles = [action for action in hands.legal if action["do"] in ("activate", "trigger", "target")]
    tops = {pile.get("colour") or pile["card"][0] for pile in on_piles}
    assert {card[0] for card in hands.lit(".piles", "card")} == tops


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_of_many_cards_lies_within_reach(
    visit: Callable[..., Visitor], seats: int, size: tuple[int, int]
) -> None:
    ada = visit(size=size)
    stage = Stage(ada, many_cards(seats))
    assert not ada.page.evaluate(SCROLLS)
    for card in stage.match.state.view(0)["hands"][0]:
        ada.page.locator(f".hand [data-card={card}]").click(position=EDGE)
        expect(ada.page.locator(f".hand [data-card={card}]")).to_have_attribute("aria-pressed", "true")
        expect(ada.page.locator(".act b")).to_have_text(card_words(card)["name"])
    assert stage.received == []


def test_the_effect_of_a_card_is_described_before_it_is_played(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, many_cards(2))
    card = ada.page.locator(".hand [data-lit]").last
    card.focus()
    ada.page.keyboard.press("Enter")
    words = card_words(card.get_attribute("data-card"))
    # playing only lays it down: the bar says where, and what it will do once it is used
    expect(ada.page.locator(".act .tail")).to_contain_text(" pile")
    expect(ada.page.locator(".act .tail")).to_contain_text(words["text"])
    expect(ada.page.locator(".hint h3")).to_have_text(words["name"])
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".act .buttons .s-btn.main")).to_have_count(0)
    assert stage.received == []
    card.click(position=EDGE)
    ada.page.get_by_role("button", name=f"Play {words['name']}").click()
    expect(ada.page.locator(".lines")).to_contain_text(f"Ada plays {words['name']}.")
    assert [message["action"]["do"] for message in stage.received] == ["play"]


def test_a_card_that_may_not_be_played_can_be_read_on_a_phone(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    stage = Stage(ada, many_cards(2))
    while stage.match.state.turn() == 0:
        stage.play({"do": "draw"})
    card = ada.page.locator(".hand [data-card]").first
    expect(card).to_have_attribute("aria-disabled", "true")
    card.click(position=EDGE, force=True)
    words = card_words(card.get_attribute("data-card"))
    expect(ada.page.get_by_role("dialog")).to_contain_text(words["text"])


@pytest.mark.parametrize("seats", [[ME, BOT], [ME, BOT, BOT, BOT]], ids=["duel", "two teams"])
def test_a_whole_game(visit: Callable[..., Visitor], seats: list[dict[str, Any]]) -> None:
    hands = SpellcasterHands(visit(), seats)
    while hands.next_question():
        what_glows_is_what_is_legal(hands)
        view = hands.view
        numbers = [int(text) for text in hands.page.locator(".plate[data-seat='0'] .gauge b").all_inner_texts()]
        assert numbers == [view["energy"][0], view["sapphires"][0]]
        if view["turn"]["asks"] == "action":
            assert hands.page.locator(".pips .left").count() == view["left"]
        hands.act()
    assert {"draw", "play", "activate"} & set(hands.did)
    outcome = hands.view["outcome"]
    title = hands.page.locator(".paper h2").inner_text()
    winners = [hands.seen["seats"][seat]["name"] for seat in outcome["winners"]]
    assert title == "You win" if winners == ["Ada"] else all(name in title for name in winners)
    expect(hands.page.locator("[data-lit]")).to_have_count(0)


def test_an_activation_says_what_a_counted_number_comes_to(visit: Callable[..., Visitor]) -> None:
    match = Match(game("spellcaster"), 2, {"first": 0}, seed=3)
    while match.state.turn() != 0:
        match.play(match.game.describe(match.state.legal()[0]))
    position = match.state.position()
    assert "R03" in match.state.view(0)["hands"][0]
    ada = visit()
    stage = Stage(ada, position)
    stage.play({"do": "play", "card": "R03"})
    ada.page.locator(".piles [data-card=R03]").click()
    rivals = stage.match.state.view(0)["hands"][1]
    expect(ada.page.locator(".act .tail")).to_have_text(f"{card_words('R03')['text']} Right now that is {rivals}.")


def test_a_choice_between_long_texts_leaves_room_for_the_table(visit: Callable[..., Visitor]) -> None:
    for seed in range(1, 80):
        match = Match(game("spellcaster"), 2, {"first": 0}, seed=seed)
        if "G12" in match.state.view(0)["hands"][0]:
            break
    while match.state.turn() != 0:
        match.play(match.game.describe(match.state.legal()[0]))
    ada = visit()
    stage = Stage(ada, match.state.position())
    stage.play({"do": "play", "card": "G12"})
    stage.play({"do": "activate", "card": "G12"})
    expect(ada.page.locator(".act .buttons .s-btn")).to_have_count(2)
    assert ada.page.locator(".act").bounding_box()["height"] < 120
    assert not ada.page.evaluate(SCROLLS)
