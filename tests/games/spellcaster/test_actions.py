"""The three actions: draw, play, activate (SC-240..270)."""

import pytest

from sortilege import IllegalAction
from sortilege.games.spellcaster.layout import colour_count
from tests.games.spellcaster.board import (
    at,
    control,
    energy,
    hand,
    offers,
    piles,
    play,
    sapphires,
    sizes,
)
from tests.games.spellcaster.conftest import InstallEffects

# ---- draw


@pytest.mark.rule("SC-240")
def test_the_draw_action_brings_one_card() -> None:
    state = play(at(hands=[["R01"], []]), "draw", "card G03")
    assert hand(state, 0) == ["R01", "G03"]
    assert state.view(0)["left"] == 1


@pytest.mark.rule("SC-241")
def test_nothing_is_drawn_from_an_empty_deck() -> None:
    state = at(deck=[], hands=[["R01"], []])
    assert offers(state) == {"play R01"}
    with pytest.raises(IllegalAction, match="SC-241"):
        play(state, "draw")


# ---- play


@pytest.mark.rule("SC-250", "SC-251", "SC-252")
def test_a_played_card_tops_the_pile_of_its_colour_and_faces_its_player() -> None:
    state = play(at(hands=[["R01"], []], piles={"R": ["R02/1"]}), "play R01")
    assert piles(state) == {"R": ["R02/1", "R01/0"], "Y": [], "B": [], "G": []}
    assert control(state) == {"R": 0, "Y": None, "B": None, "G": None}


@pytest.mark.rule("SC-250")
def test_only_a_card_in_hand_can_be_played() -> None:
    with pytest.raises(IllegalAction, match=r"Cinder Volley is not in your hand.*SC-250"):
        play(at(hands=[["R01"], ["R02"]]), "play R02")


@pytest.mark.rule("SC-253")
@pytest.mark.parametrize("facing", [0, 1])
def test_one_may_cover_ones_own_card_and_the_rivals(facing: int) -> None:
    state = play(at(hands=[["R02"], []], piles={"R": [f"R01/{facing}"]}), "play R02")
    assert piles(state)["R"] == [f"R01/{facing}", "R02/0"]
    assert offers(state) == {"draw", "activate R02"}  # what is covered is nobody's


@pytest.mark.rule("SC-261", "SC-303", "SC-014")
@pytest.mark.parametrize("below", ["R01", "Y01", "B01", "G01"])
def test_a_covered_card_is_out_of_use_until_it_is_on_top_again(below: str) -> None:
    above = f"{below[0]}15" if below[0] in "YB" else f"{below[0]}11"
    state = at(hands=[[above], []], piles={below[0]: [f"{below}/0"]}, left=4)
    assert "activate " + below in offers(state)
    play(state, f"play {above}")
    assert (offers(state), colour_count(state.cells, 0)) == ({"draw", f"activate {above}"}, 1)
    if below[0] != "G":  # the others go to the discard pile by themselves
        play(state, f"activate {above}")
        assert (offers(state), colour_count(state.cells, 0)) == ({"draw", f"activate {below}"}, 1)


@pytest.mark.rule("SC-254", "SC-255", "SC-256")
def test_playing_costs_and_does_nothing_and_discards_nothing() -> None:
    state = play(at(hands=[["R01", "B01"], []], piles={"R": ["R02/1"]}), "play R01")
    assert (energy(state), sapphires(state)) == ([10, 10], [2, 2])
    assert len(piles(state)["R"]) == 2
    assert state.view(0)["discard"] == []


# ---- activate


@pytest.mark.rule("SC-260", "SC-266")
def test_activating_carries_out_the_text_and_leaves_the_card() -> None:
    state = play(at(piles={"R": ["R01/0"]}), "activate R01")
    assert energy(state) == [10, 8]
    assert piles(state)["R"] == ["R01/0"]


@pytest.mark.rule("SC-261")
def test_cards_of_the_other_side_and_covered_cards_cannot_be_activated() -> None:
    state = at(piles={"R": ["R01/1"], "Y": ["Y01/0", "Y02/1"]})
    assert offers(state) == {"draw"}
    for card, why in (("R01", "faces the other side"), ("Y01", "not the top card"), ("B01", "not the top card")):
        with pytest.raises(IllegalAction, match=rf"{why}.*SC-261"):
            play(state, f"activate {card}")


@pytest.mark.rule("SC-262")
def test_a_card_is_activated_once_a_turn() -> None:
    state = play(at(piles={"R": ["R01/0"]}), "activate R01")
    assert offers(state) == {"draw"}
    with pytest.raises(IllegalAction, match="SC-262"):
        play(state, "activate R01")


@pytest.fixture
def take_back(install_effects: InstallEffects) -> dict[str, str]:
    """A set in which R01 goes to the discard pile and Y01 recovers any card."""
    return install_effects(R01="dmg 2; trash", Y01="recover")


@pytest.mark.rule("SC-263")
def test_the_limit_follows_the_card_wherever_it_goes(take_back: dict[str, str]) -> None:
    state = at(options=take_back, left=4, piles={"R": ["R01/0"], "Y": ["Y01/0"]})
    play(state, "activate R01", "activate Y01", "recover R01", "play R01")
    assert piles(state)["R"] == ["R01/0"]
    with pytest.raises(IllegalAction, match="SC-262"):
        play(state, "activate R01")


@pytest.mark.rule("SC-264")
def test_the_limit_is_forgotten_at_the_end_of_the_turn() -> None:
    state = play(at(piles={"R": ["R01/0"]}, left=1), "activate R01", "card Y01", "draw", "card Y02", "draw", "card Y03")
    play(state, "card Y04", "activate R01")
    assert energy(state) == [10, 6]


@pytest.mark.rule("SC-265")
def test_a_card_played_this_turn_may_be_activated_this_turn() -> None:
    state = play(at(hands=[["R01"], []]), "play R01", "activate R01")
    assert energy(state) == [10, 8]
    assert state.view(0)["active"] == 1


@pytest.mark.rule("SC-267")
def test_enchantments_are_not_activated_with_an_action() -> None:
    state = at(piles={"R": ["R04/0"]})
    assert offers(state) == {"draw"}
    with pytest.raises(IllegalAction, match="SC-267"):
        play(state, "activate R04")


@pytest.mark.rule("SC-267")
def test_where_enchantments_can_be_activated_their_trigger_counts_as_that() -> None:
    options = {"activate_enchantments": True}
    assert offers(at(options=options, piles={"R": ["R04/0"]})) == {"draw", "activate R04"}
    state = play(at(options=options, step="start", piles={"R": ["R04/0"]}, hands=[["B02"], []]), "card Y01")
    assert state.view(0)["used"] == ["R04"]
    assert "activate R04" not in offers(state)
    assert "activate B02" in offers(play(state, "play B02"))


@pytest.mark.rule("SC-268")
def test_a_card_that_can_do_nothing_may_be_activated() -> None:
    state = play(at(piles={"G": ["G05/0"], "R": ["R01/1"]}), "activate G05")
    assert state.view(0)["left"] == 1
    assert piles(state) == {"R": ["R01/1"], "Y": [], "B": [], "G": ["G05/0"]}


@pytest.mark.rule("SC-269")
@pytest.mark.parametrize("seats", [3, 4])
def test_a_mage_may_activate_what_a_partner_played(seats: int) -> None:
    state = at(seats, seat=2, cycle=2 if seats == 3 else 0, piles={"R": ["R01/0"]})
    assert energy(play(state, "activate R01")) == [10, 8]


@pytest.mark.rule("SC-270")
def test_partners_may_use_the_same_card_in_their_own_turns() -> None:
    state = at(4, seat=0, left=1, piles={"R": ["R01/0"]}, hands=[[], ["Y01", "B01"], [], []])
    play(state, "activate R01", "card Y02", "play Y01", "play B01", "card Y03", "activate R01")
    assert energy(state) == [10, 6]
    assert sizes(state) == [0, 1, 1, 0]
