"""Texts with a target pile: turned, buried, unwoven, returned and copied cards (SC-817..822, SC-829)."""

import pytest

from tests.games.spellcaster.board import (
    GAME,
    at,
    card_file_with,
    control,
    energy,
    hand,
    offers,
    pending_question,
    piles,
    play,
    sapphires,
    sizes,
)
from tests.games.spellcaster.conftest import InstallEffects


@pytest.mark.rule("SC-817")
def test_a_turned_card_is_yours_and_may_be_activated_if_nobody_did_this_turn() -> None:
    pile_cards = {"G": ["G03/0"], "R": ["R01/1"], "Y": ["Y01/0"], "B": ["B01/1"]}
    state = play(at(piles=pile_cards), "activate G03")
    assert offers(state) == {"target R", "target B"}
    play(state, "target R")
    assert control(state)["R"] == 0
    assert energy(play(state, "activate R01")) == [10, 8]


@pytest.mark.rule("SC-817", "SC-263")
def test_a_turned_card_that_was_activated_this_turn_is_not_activated_again() -> None:
    state = at(left=2, used=["R01"], piles={"G": ["G03/0"], "R": ["R01/1"]})
    play(state, "activate G03", "target R")
    assert (piles(state)["R"], offers(state)) == (["R01/0"], {"draw"})


@pytest.mark.rule("SC-818")
def test_a_burial_is_offered_for_piles_of_two_and_may_be_declined() -> None:
    pile_cards = {"G": ["G01/1", "G06/0"], "R": ["R02/0", "R01/1"], "Y": ["Y01/1"]}
    state = play(at(piles=pile_cards), "activate G06")
    assert offers(state) == {"decline", "target R"}
    declined = play(state.clone(), "decline")
    assert (piles(declined)["R"], pending_question(declined)) == (["R02/0", "R01/1"], (0, "action"))
    play(state, "target R")
    assert (piles(state)["R"], control(state)["R"]) == (["R01/1", "R02/0"], 0)


@pytest.mark.rule("SC-818", "SC-014")
@pytest.mark.parametrize("colour", ["R", "Y", "B"])
def test_a_buried_card_goes_below_all_others_of_its_pile_and_no_other(colour: str) -> None:
    pile_cards = {letter: [f"{letter}01/0", f"{letter}02/1", f"{letter}03/0"] for letter in "RYB"} | {"G": ["G06/0"]}
    state = play(at(piles=pile_cards), "activate G06", f"target {colour}")
    assert piles(state) == pile_cards | {colour: [f"{colour}03/0", f"{colour}01/0", f"{colour}02/1"]}
    assert control(state)[colour] == 1


@pytest.mark.rule("SC-818")
def test_a_burial_of_red_concerns_red_alone() -> None:
    both = {"Y": ["Y12/0"], "R": ["R02/0", "R01/1"], "B": ["B01/0", "B02/1"]}
    assert offers(play(at(piles=both), "activate Y12")) == {"decline", "target R"}
    only_blue = {"Y": ["Y12/0"], "R": ["R01/1"], "B": ["B01/0", "B02/1"]}
    assert pending_question(play(at(piles=only_blue), "activate Y12")) == (0, "action")


@pytest.mark.rule("SC-819")
def test_unweaving_is_compulsory_even_of_ones_own() -> None:
    state = play(at(piles={"G": ["G05/0"], "R": ["R01/1", "R04/0"], "B": ["B01/1"]}), "activate G05")
    assert offers(state) == {"target R"}
    play(state, "target R")
    assert (piles(state)["R"], state.view(0)["discard"]) == (["R01/1"], ["R04"])


@pytest.mark.rule("SC-820")
def test_a_returned_card_goes_to_the_next_rivals_hand() -> None:
    state = play(at(4, seat=2, piles={"G": ["G11/0"], "R": ["R02/0", "R01/1"]}), "activate G11")
    assert offers(state) == {"target R"}
    play(state, "target R")
    assert (sizes(state), hand(state, 3), piles(state)["R"]) == ([0, 0, 0, 1], ["R01"], ["R02/0"])


@pytest.mark.rule("SC-821")
def test_a_copied_text_is_the_copying_cards_own() -> None:
    state = play(at(piles={"G": ["G04/0"], "R": ["R01/1"], "Y": ["Y03/1"], "B": ["B01/0"]}), "activate G04")
    assert offers(state) == {"target R"}  # no enchantment, nothing of one's own
    play(state, "target R")
    assert (energy(state), piles(state)["R"]) == ([10, 8], ["R01/1"])
    assert state.view(0)["used"] == ["G04"]


@pytest.mark.rule("SC-821")
def test_trash_in_a_copied_text_is_about_the_copying_card() -> None:
    state = play(at(piles={"G": ["G01/1", "G04/0"], "R": ["R11/1"]}), "activate G04", "target R")
    assert (energy(state), piles(state)) == ([10, 6], {"R": ["R11/1"], "Y": [], "B": [], "G": ["G01/1"]})
    assert state.view(0)["discard"] == ["G04"]


@pytest.mark.rule("SC-821")
def test_a_copied_text_aims_at_the_piles_beside_the_copying_card() -> None:
    pile_cards = {"G": ["G02/1", "G04/0"], "R": ["R03/1", "R02/1"], "Y": ["Y12/1"]}
    state = play(at(piles=pile_cards), "activate G04")
    play(state, "target Y")
    assert offers(state) == {"decline", "target R"}


@pytest.mark.rule("SC-821", "SC-313")
def test_after_a_copied_text_the_copying_card_goes_on(install_effects: InstallEffects) -> None:
    longer = install_effects(G04="copy; heal 1; copy")
    state = play(at(options=longer, piles={"G": ["G04/0"], "R": ["R06/1"]}), "activate G04", "target R")
    assert state.view(1)["resolving"]["copied"] == "R06"
    play(state, "pay")
    assert (energy(state), pending_question(state)) == ([11, 7], (0, "target"))
    assert state.view(1)["resolving"]["copied"] is None
    play(state, "target R", "decline")
    assert (energy(state), sapphires(state), pending_question(state)) == ([11, 6], [1, 2], (0, "action"))
    assert (state.view(0)["resolving"], state.view(0)["used"]) == (None, ["G04"])


@pytest.mark.rule("SC-821", "SC-827")
def test_a_card_that_its_copied_text_discarded_is_not_discarded_again(
    install_effects: InstallEffects,
) -> None:
    once_only = install_effects(G04="copy; trash")
    pile_cards = {"G": ["G02/1", "G01/0", "G04/0"], "R": ["R11/1"], "Y": [], "B": []}
    state = play(at(options=once_only, piles=pile_cards), "activate G04", "target R")
    assert (piles(state), state.view(0)["discard"]) == (pile_cards | {"G": ["G02/1", "G01/0"]}, ["G04"])
    assert control(state)["G"] == 0


@pytest.mark.rule("SC-822")
def test_no_card_but_a_green_one_can_copy() -> None:
    with pytest.raises(Exception, match=r"line \d+, card R01: effect, step 1: only a green card can copy .SC-822."):
        GAME.check_cards(card_file_with(R01={"effect": "copy"}))
    state = play(at(piles={"G": ["G01/1", "G04/0"]}), "activate G04")
    assert pending_question(state) == (0, "action")  # its own pile is no target


@pytest.mark.rule("SC-829")
@pytest.mark.parametrize("card", ["G03", "G04", "G05", "G06", "G11"])
def test_a_step_without_a_target_is_skipped(card: str) -> None:
    state = play(at(piles={"G": [f"{card}/0"], "R": ["R01/0"]}), f"activate {card}")
    assert (pending_question(state), state.view(0)["left"]) == ((0, "action"), 1)
