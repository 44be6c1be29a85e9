"""The contents of the state and who sees them (SC-001..014)."""

import random

import pytest

from sortilege import CHANCE, OVER
from sortilege.games.spellcaster.actions import OBJECTS
from tests.games.spellcaster.board import ALL, GAME, at, control, energy, hand, offers, piles, play, sapphires, sizes
from tests.games.spellcaster.pieces import BOX, pieces
from tests.shelf.tables import walk


@pytest.mark.rule("SC-001")
def test_every_card_lies_in_one_place() -> None:
    for state in walk(GAME.new(4), random.Random(1)):
        assert pieces(state) == BOX


@pytest.mark.rule("SC-002")
def test_each_colour_has_fifteen_cards() -> None:
    assert [sum(card[0] == colour for card in ALL) for colour in "RYBG"] == [15, 15, 15, 15]


@pytest.mark.rule("SC-003", "SC-004")
def test_a_hand_is_seen_by_its_mage_only_partners_included() -> None:
    state = at(4, hands=[["R01"], ["R02"], ["R03", "Y01"], ["R04"]])
    assert state.view(0)["hands"] == [["R01"], 1, 2, 1]
    assert state.view(None)["hands"] == [1, 1, 2, 1]
    assert type(state.view(0)["hands"][2]) is int
    assert at(3, hands=[["R01"], ["R02"], ["R03"]]).view(2)["hands"] == [1, 1, ["R03"]]


@pytest.mark.rule("SC-003")
def test_a_card_seen_going_to_a_hand_is_known_until_it_leaves() -> None:
    state = at(hands=[[], ["Y02"]], piles={"R": ["R01/1"], "G": ["G11/0"]}, left=1)
    play(state, "activate G11", "target R")
    assert state.view(0)["known"] == [[], ["R01"]]
    assert state.view(None)["known"] == [[], ["R01"]]
    play(state, "card B01", "play R01")
    assert state.view(0)["known"] == [[], []]


@pytest.mark.rule("SC-005")
def test_a_view_offers_no_way_to_tell_a_partner_anything() -> None:
    state = at(4, hands=[["R01"], [], [], []])
    assert offers(state) == {"draw", "play R01"}
    things = OBJECTS.values()
    assert {key for thing in things for key in thing} == {"do", "card", "option", "colour", "seat"}
    assert {thing["card"] for thing in things if "card" in thing} == ALL  # nothing said is free to be anything


@pytest.mark.rule("SC-006")
def test_everybody_agrees_on_the_sizes_of_hands_and_deck() -> None:
    state = at(3, hands=[["R01"], ["R02", "Y01"], []])
    for seat in (0, 1, 2, None):
        view = state.view(seat)
        assert [h if isinstance(h, int) else len(h) for h in view["hands"]] == [1, 2, 0]
        assert view["deck"] == 57


@pytest.mark.rule("SC-007")
def test_the_deck_is_only_a_number_and_any_card_may_be_next() -> None:
    state = play(at(deck=["R01", "B07", "G03"], left=2), "draw")
    assert state.view(0)["deck"] == 3
    assert state.turn() == CHANCE
    assert offers(state) == {"card R01", "card B07", "card G03"}
    assert state.weights() == [1, 1, 1]


@pytest.mark.rule("SC-008")
def test_piles_lie_open_with_every_facing() -> None:
    pile_cards = {"R": ["R01/1", "R08/0"], "Y": ["Y03/1"], "B": [], "G": ["G05/0"]}
    state = at(piles=pile_cards)
    assert all(state.view(seat)["piles"] == pile_cards for seat in (0, 1, None))


@pytest.mark.rule("SC-009")
def test_the_discard_pile_lies_open() -> None:
    state = at(discard=["R15", "B02", "Y01"])
    assert all(state.view(seat)["discard"] == ["R15", "B02", "Y01"] for seat in (0, 1, None))


@pytest.mark.rule("SC-010")
def test_energy_and_sapphires_never_go_below_zero() -> None:
    assert energy(play(at(energy=[5, 2], piles={"R": ["R11/0"]}), "activate R11")) == [5, 0]
    assert sapphires(play(at(sapphires=[5, 1], piles={"B": ["B09/0"]}), "activate B09")) == [5, 0]


@pytest.mark.rule("SC-011")
def test_energy_has_no_upper_limit() -> None:
    assert energy(play(at(energy=[10, 10], piles={"Y": ["Y05/0"]}), "activate Y05")) == [14, 12]


@pytest.mark.rule("SC-012")
def test_gains_are_paid_in_full_beyond_the_supply() -> None:
    assert energy(play(at(energy=[16, 14], piles={"Y": ["Y01/0"]}), "activate Y01")) == [18, 14]


@pytest.mark.rule("SC-012")
def test_a_bounded_supply_cuts_gains_of_either_side_but_not_steals() -> None:
    bounded = {"bounded_supply": True}
    state = play(at(options=bounded, energy=[15, 14], piles={"Y": ["Y05/0"]}), "activate Y05")
    assert energy(state) == [16, 14]
    state = play(at(options=bounded, energy=[15, 10], piles={"Y": ["Y05/0"]}), "activate Y05")
    assert energy(state) == [19, 11]  # all of the first gain, what is left for the second
    state = play(at(options=bounded, energy=[15, 15], piles={"Y": ["Y11/0"]}), "activate Y11")
    assert energy(state) == [16, 14]
    state = play(at(options=bounded, sapphires=[14, 14], energy=[9, 9], piles={"B": ["B10/0"]}), "activate B10")
    assert state.outcome() == {"winners": [0], "scores": [16, 14], "reason": "sapphires"}


@pytest.mark.rule("SC-013")
def test_there_is_no_hand_limit() -> None:
    held = [f"R{n:02}" for n in range(1, 12)]
    state = play(at(hands=[held, []], left=1), "draw", "card B01", "card B02")
    assert sizes(state) == [12, 1]
    assert state.view(0)["discard"] == []


@pytest.mark.rule("SC-014")
def test_a_covered_card_keeps_its_facing() -> None:
    state = at(hands=[["R01"], ["R11"]], left=1)
    play(state, "play R01", "card Y01", "play R11", "activate R11")
    assert piles(state)["R"] == ["R01/0"]
    assert control(state)["R"] == 0
    assert hand(state, 0) == []


def test_a_game_over_hides_the_hands_as_before() -> None:
    state = at(energy=[0, 5], hands=[["R01"], ["Y01"]])
    assert state.turn() == OVER
    assert state.view(1)["hands"] == [1, ["Y01"]]
