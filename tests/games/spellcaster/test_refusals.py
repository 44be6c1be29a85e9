"""Refusals: every illegal action gets one sentence and its rule."""

import pytest

from sortilege import IllegalAction
from tests.games.spellcaster.board import GAME, at, play

TABLE = {"hands": [["B01", "B02"], ["Y01"]], "discard": ["R15"]}


@pytest.mark.parametrize(
    ("pile_cards", "answers", "wrong", "rule", "message"),
    [
        ({}, "", "card R01", "SC-103", "by chance alone"),
        ({}, "", "first 0", "SC-103", "by chance alone"),
        ({}, "draw", "play B01", "SC-103", "chance comes first"),
        ({}, "", "pay", "SC-830", "no card asks for this"),
        ({}, "", "discard B01", "SC-830", "no card asks for this"),
        ({}, "", "activate B01", "SC-261", "Twin Shards is not the top card"),
        ({"R": ["R07/0"]}, "activate R07", "discard Y01", "SC-305", "Warm Spring is not in your hand"),
        ({"R": ["R07/0"]}, "activate R07", "draw", "SC-305", "must be discarded"),
        ({"R": ["R15/0"]}, "activate R15", "discard Y01", "SC-810", "not in your hand"),
        ({"R": ["R15/0"]}, "activate R15", "decline", "SC-810", "or stop"),
        ({"R": ["R09/0"]}, "activate R09", "discard B01", "SC-812", "not in your hand"),
        ({"R": ["R09/0"]}, "activate R09", "stop", "SC-812", "or decline"),
        ({"R": ["R06/0"]}, "activate R06", "stop", "SC-811", "pay the price"),
        ({"G": ["G02/0"]}, "activate G02", "choose 2", "SC-815", "branches"),
        ({"G": ["G03/0"], "R": ["R01/1"]}, "activate G03", "target B", "SC-830", "cannot act on the blue pile"),
        ({"G": ["G03/0"], "R": ["R01/1"]}, "activate G03", "decline", "SC-830", "pick a pile"),
        ({"G": ["G10/0"]}, "activate G10", "play R01", "SC-824", "not in your hand"),
        ({"G": ["G10/0"]}, "activate G10", "draw", "SC-824", "or stop"),
        ({"G": ["G15/0"]}, "activate G15", "recover R01", "SC-825", "not in the discard pile"),
        ({"G": ["G15/0"]}, "activate G15", "stop", "SC-825", "take a card"),
    ],
)
def test_a_wrong_action_is_refused_with_its_rule(
    pile_cards: dict[str, list[str]], answers: str, wrong: str, rule: str, message: str
) -> None:
    discard = [card for card in TABLE["discard"] if f"{card}/0" not in pile_cards.get("R", [])]
    state = at(hands=TABLE["hands"], discard=discard, piles=pile_cards)
    play(state, *filter(None, [answers]))
    before = list(state.cells)
    with pytest.raises(IllegalAction, match=message) as error:
        play(state, wrong)
    assert error.value.rule == rule
    assert list(state.cells) == before


def test_the_order_of_enchantments_is_asked_for() -> None:
    state = at(step="start", piles={"R": ["R04/0"], "B": ["B02/0"]})
    with pytest.raises(IllegalAction, match=r"waiting enchantment.*SC-214"):
        play(state, "trigger Y03")


@pytest.mark.parametrize(
    ("thing", "message"),
    [
        ({"do": "play", "card": "R16"}, "there is no card 'R16'"),
        ({"do": "play", "card": None}, "there is no card None"),
        ({"do": "play"}, "play lacks 'card'"),
        ({"do": "play", "card": "R01", "seat": 0}, "play has no 'seat'; it is said with card"),
        ({"do": "sing"}, "there is no action"),
        ({"do": "choose", "option": True}, r"a whole number from 0 to 7, not True .SC-815."),
        ({"do": "choose", "option": 8}, r"a whole number from 0 to 7, not 8 .SC-815."),
        ({"do": "target", "colour": "P"}, r"there is no pile 'P'; there are R, Y, B and G .SC-102."),
        ({"do": "first", "seat": 4}, r"there is no seat 4; seats are 0 to 3 .SC-101."),
        ({"do": "play", "card": "x" * 9999}, "there is no card 'x{59}…; cards are R01"),
        ({"do": "x" * 9999}, "there is no action 'x{59}…; there are draw"),
        ({}, "there is no action None; there are draw"),
        ("draw", "an action is an object"),
    ],
)
def test_an_invalid_action_is_refused(thing: object, message: str) -> None:
    with pytest.raises(IllegalAction, match=message):
        GAME.find(thing)
