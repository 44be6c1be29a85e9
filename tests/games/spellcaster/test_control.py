"""Control of colours, and the evaluation of texts (SC-301..315)."""

import pytest

from tests.games.spellcaster.board import (
    at,
    control,
    energy,
    hand,
    offers,
    pending_question,
    play,
    sapphires,
    sizes,
)
from tests.games.spellcaster.conftest import InstallEffects


@pytest.mark.rule("SC-301", "SC-302")
def test_the_side_a_top_card_faces_controls_its_colour() -> None:
    state = at(piles={"G": ["G01/0", "G02/1"], "R": ["R01/0"], "B": ["B01/1"]})
    assert control(state) == {"R": 0, "Y": None, "B": 1, "G": 1}


ALL_FOUR = {"Y": ["Y01/0"], "B": ["B02/1", "B01/0"], "G": ["G01/0"]}


@pytest.mark.rule("SC-303")
@pytest.mark.parametrize(
    ("others", "damage"), [({}, 1), ({"B": ["B01/0"]}, 2), ({"B": ["B01/0"], "Y": ["Y01/1"]}, 2), (ALL_FOUR, 4)]
)
def test_colours_are_counted_with_the_cards_own(others: dict[str, list[str]], damage: int) -> None:
    state = play(at(piles={"R": ["R08/0"], **others}), "activate R08")
    assert energy(state) == [10, 10 - damage]


@pytest.mark.rule("SC-304")
def test_a_discard_comes_from_ones_own_hand() -> None:
    state = play(at(hands=[["R05", "B01"], ["Y02"]], piles={"R": ["R07/0"]}), "activate R07", "discard B01")
    assert hand(state, 0) == ["R05"]
    assert state.view(0)["discard"] == ["B01"]


@pytest.mark.rule("SC-305")
def test_the_owner_of_the_hand_chooses_the_discard() -> None:
    state = play(at(hands=[["B01"], ["Y02", "Y03"]], piles={"R": ["R14/0"]}), "activate R14")
    assert pending_question(state) == (1, "discard")
    assert offers(state) == {"discard Y02", "discard Y03"}


@pytest.mark.rule("SC-306")
def test_with_too_few_cards_all_are_discarded() -> None:
    state = play(at(hands=[["B01"], []], piles={"R": ["R14/0"]}), "activate R14")
    assert pending_question(state) == (0, "action")
    state = at(hands=[["B01"], ["Y01", "Y02", "Y03"]], piles={"G": ["G02/0"]})
    play(state, "activate G02", "choose 1", "discard B01", "discard Y01", "discard Y03")
    assert sizes(state) == [0, 1]


@pytest.mark.rule("SC-307", "SC-606")
def test_in_a_duel_the_rival_is_the_other_mage() -> None:
    for seat in (0, 1):
        state = at(seat=seat, hands=[["B01"], ["B02"]], piles={"R": [f"R14/{seat}"]})
        assert pending_question(play(state, "activate R14")) == (1 - seat, "discard")


@pytest.mark.rule("SC-308")
def test_what_is_lost_or_paid_goes_to_nobody() -> None:
    assert sapphires(play(at(sapphires=[4, 5], piles={"B": ["B09/0"]}), "activate B09")) == [4, 3]
    state = play(at(sapphires=[4, 5], piles={"R": ["R06/0"]}), "activate R06", "pay")
    assert (sapphires(state), energy(state)) == ([3, 5], [10, 7])


@pytest.mark.rule("SC-309")
def test_lost_cards_go_to_the_discard_pile() -> None:
    state = at(hands=[["B01", "B02"], ["Y01", "Y02"]], piles={"G": ["G02/0"]}, discard=["R15"])
    play(state, "activate G02", "choose 1", "discard B02", "discard B01", "discard Y01", "discard Y02")
    assert state.view(0)["discard"] == ["R15", "B02", "B01", "Y01", "Y02"]


@pytest.mark.rule("SC-310")
def test_a_loss_takes_what_is_there() -> None:
    assert sapphires(play(at(sapphires=[4, 1], piles={"B": ["B09/0"]}), "activate B09")) == [4, 0]


@pytest.mark.rule("SC-311")
def test_a_price_is_paid_in_full_or_not_asked() -> None:
    state = play(at(sapphires=[0, 2], piles={"R": ["R06/0"]}), "activate R06")
    assert (energy(state), pending_question(state)) == ([10, 9], (0, "action"))


@pytest.mark.rule("SC-312")
def test_damage_is_a_loss_of_energy_by_the_opposing_side() -> None:
    assert energy(play(at(piles={"R": ["R01/0"]}), "activate R01")) == [10, 8]


@pytest.mark.rule("SC-313")
def test_steps_come_in_printed_order_each_completely() -> None:
    state = play(at(piles={"R": ["R02/0"]}), "activate R02")
    assert energy(state) == [10, 7]  # and the rival's card is still to come
    assert state.view(None)["pending"] == {"asks": "card", "seat": 1, "count": 1, "why": "text"}


@pytest.mark.rule("SC-314")
def test_numbers_are_read_when_their_step_comes() -> None:
    before = at(hands=[["R03"], ["Y01", "Y02"]], piles={"R": ["R14/0"]}, left=3)
    play(before, "activate R14", "discard Y01", "play R03", "activate R03")
    assert energy(before) == [10, 8]  # 1, and 1 for the one card left


@pytest.fixture
def counting(install_effects: InstallEffects) -> dict[str, str]:
    """A set in which the first step of a text changes what the second step counts."""
    return install_effects(R01="rdisc 1; dmg @rhand", Y01="flip; heal @col")


@pytest.mark.rule("SC-314")
def test_a_number_counts_what_the_step_before_it_left(counting: dict[str, str]) -> None:
    pile_cards = {"R": ["R01/0"], "Y": ["Y01/0"], "B": ["B01/1"]}
    state = at(options=counting, hands=[[], ["G01", "G02", "G03"]], piles=pile_cards)
    play(state, "activate R01", "discard G02")
    assert energy(state) == [10, 8]
    assert energy(play(state, "activate Y01", "target B")) == [13, 8]


@pytest.mark.rule("SC-315")
def test_cards_are_the_mages_own_and_crystals_the_sides() -> None:
    state = play(at(4, seat=2, piles={"Y": ["Y06/0"]}), "activate Y06", "card R01")
    assert (energy(state), sizes(state)) == ([11, 10], [0, 0, 1, 0])
