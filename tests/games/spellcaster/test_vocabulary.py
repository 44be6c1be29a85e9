"""The steps of the effect language (SC-801..830); those with a target pile are in test_targets.py."""

from pathlib import Path

import pytest

from sortilege import CHANCE
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
    ward,
)
from tests.games.spellcaster.conftest import InstallEffects


@pytest.mark.rule("SC-801", "SC-813")
@pytest.mark.parametrize(("warded", "left", "lost"), [(0, 0, 3), (2, 0, 1), (3, 0, 0), (5, 2, 0)])
def test_ward_is_used_up_before_energy_is_lost(warded: int, left: int, lost: int) -> None:
    state = play(at(ward=[0, warded], piles={"R": ["R02/0"]}), "activate R02")
    assert (ward(state), energy(state)) == ([0, left], [10, 10 - lost])


@pytest.mark.rule("SC-802", "SC-803")
def test_heal_and_saph_are_gains_of_ones_own_side() -> None:
    state = play(at(seat=1, piles={"Y": ["Y01/1"], "B": ["B01/1"]}), "activate Y01", "activate B01")
    assert (energy(state), sapphires(state)) == ([10, 12], [2, 4])


@pytest.mark.rule("SC-804")
def test_losses_pass_by_the_ward() -> None:
    state = play(
        at(ward=[3, 3], sapphires=[2, 1], piles={"B": ["B09/0"], "R": ["R05/0"]}), "activate B09", "activate R05"
    )
    assert (energy(state), sapphires(state)) == ([9, 10], [2, 0])


@pytest.mark.rule("SC-805")
def test_some_cards_give_to_the_other_side() -> None:
    state = play(at(piles={"R": ["R13/0"], "Y": ["Y05/0"]}), "activate R13", "activate Y05")
    assert (energy(state), sapphires(state)) == ([14, 8], [2, 3])


@pytest.mark.rule("SC-806")
@pytest.mark.parametrize(("before", "after"), [([1, 5], [2, 4]), ([1, 0], [1, 0])])
def test_stolen_sapphires_change_sides(before: list[int], after: list[int]) -> None:
    assert sapphires(play(at(sapphires=before, piles={"B": ["B04/0"]}), "activate B04")) == after


@pytest.mark.rule("SC-807")
def test_stolen_energy_is_what_was_really_lost() -> None:
    hands = [["Y01"], []]
    state = play(at(energy=[5, 1], hands=hands, piles={"R": ["R07/0"]}), "activate R07")
    assert (energy(state), state.outcome()["winners"]) == ([6, 0], [0])
    state = play(at(ward=[0, 1], hands=hands, piles={"R": ["R07/0"]}), "activate R07")
    assert (energy(state), ward(state)) == ([11, 9], [0, 0])


@pytest.mark.rule("SC-808")
def test_draw_is_for_the_active_mage_and_rdraw_for_the_next_rival() -> None:
    state = at(4, seat=1, piles={"B": ["B07/1"], "R": ["R02/1"]})
    play(state, "activate B07", "card Y01", "activate R02", "card Y02")
    assert sizes(state) == [0, 1, 1, 0]


@pytest.mark.rule("SC-809")
def test_disc_is_asked_of_the_active_mage_and_rdisc_of_the_next_rival() -> None:
    hands = [["B01"], ["Y01"]]
    assert pending_question(play(at(hands=hands, piles={"R": ["R07/0"]}), "activate R07")) == (0, "discard")
    assert pending_question(play(at(hands=hands, piles={"R": ["R14/0"]}), "activate R14")) == (1, "discard")


@pytest.mark.rule("SC-810")
def test_cards_discarded_for_a_sum_count_once_together() -> None:
    state = at(hands=[["B01", "B02", "B03", "B04", "B05"], []], ward=[0, 2], piles={"R": ["R15/0"]})
    play(state, "activate R15")
    assert offers(state) == {"stop", *(f"discard B{n:02}" for n in range(1, 6))}
    play(state, "discard B01", "discard B02", "discard B03", "stop")
    assert (energy(state), ward(state)) == ([10, 9], [0, 0])
    assert state.view(None)["discard"] == ["B01", "B02", "B03"]


@pytest.mark.rule("SC-810")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_whoever_discards_for_a_sum_stops_with_an_empty_hand(seat: int) -> None:
    hands = [["B01"] if s == seat else [f"G{n + 3 * s:02}" for n in range(1, 4)] for s in range(4)]
    state = play(at(4, seat=seat, hands=hands, piles={"Y": [f"Y13/{seat % 2}"]}), "activate Y13", "discard B01")
    assert (pending_question(state), energy(state)[seat % 2], sizes(state)[seat]) == ((seat, "action"), 12, 0)


@pytest.mark.rule("SC-810")
def test_the_question_ends_with_the_last_card_allowed_or_held() -> None:
    state = at(hands=[["B01", "B02", "B03"], []], piles={"Y": ["Y13/0"]})
    play(state, "activate Y13", "discard B01", "discard B02")
    assert (energy(state), pending_question(state)) == ([14, 10], (0, "action"))
    state = play(at(hands=[["B01"], []], piles={"Y": ["Y13/0"]}), "activate Y13", "discard B01")
    assert (energy(state), pending_question(state)) == ([12, 10], (0, "action"))
    state = play(at(hands=[["B01"], []], piles={"Y": ["Y13/0"]}), "activate Y13", "stop")
    assert energy(state) == [10, 10]
    state = play(at(piles={"Y": ["Y13/0"]}), "activate Y13")
    assert pending_question(state) == (0, "action")


@pytest.mark.rule("SC-811")
@pytest.mark.parametrize(("answer", "gems", "damage"), [("pay", 4, 3), ("decline", 5, 1)])
def test_a_price_may_be_paid_or_declined(answer: str, gems: int, damage: int) -> None:
    state = play(at(sapphires=[5, 5], piles={"R": ["R06/0"]}), "activate R06")
    assert (pending_question(state), offers(state)) == ((0, "pay"), {"pay", "decline"})
    pending = state.view(1)["pending"]
    assert (pending["price"], pending["effects"]) == ({"kind": "S", "n": 1}, ["dmg 3", "dmg 1"])
    resolving = state.view(1)["resolving"]
    assert (resolving["card"], resolving["copied"], resolving["times"], resolving["served"]) == ("R06", None, 1, 0)
    play(state, answer)
    assert (sapphires(state), energy(state)) == ([gems, 5], [10, 10 - damage])


@pytest.mark.rule("SC-811")
def test_a_declined_price_without_another_way_does_nothing() -> None:
    state = play(at(piles={"B": ["B06/0"]}), "activate B06", "decline")
    assert (energy(state), sapphires(state), pending_question(state)) == ([10, 10], [2, 2], (0, "action"))
    state = play(at(energy=[1, 5], piles={"B": ["B06/0"]}), "activate B06")
    assert pending_question(state) == (0, "action")  # too poor to be asked


@pytest.mark.rule("SC-812")
def test_unless_the_rival_discards_one() -> None:
    table = {"hands": [[], ["Y01"]], "piles": {"R": ["R09/0"], "B": ["B11/0"]}}
    prevented = play(at(**table), "activate R09", "discard Y01")
    assert (energy(prevented), prevented.view(0)["discard"]) == ([10, 10], ["Y01"])
    play(prevented, "activate B11")
    assert sapphires(prevented) == [5, 2]  # nothing left to discard
    assert energy(play(at(**table), "activate R09", "decline")) == [10, 7]


@pytest.mark.rule("SC-813")
def test_ward_adds_up_and_does_not_touch_payments() -> None:
    state = play(at(ward=[1, 0], piles={"Y": ["Y08/0"], "B": ["B06/0"]}), "activate Y08")
    assert ward(state) == [5, 0]
    play(state, "activate B06", "pay")
    assert energy(state) == [8, 10]


@pytest.mark.rule("SC-814")
def test_ward_fades_at_the_start_of_ones_next_turn() -> None:
    state = at(hands=[["B01"], ["B02", "G01"]], piles={"Y": ["Y08/0"]})
    play(state, "activate Y08", "play B01", "card R05")
    assert ward(state) == [4, 0]  # through the rival's turn
    play(state, "play B02", "play G01")
    assert ward(state) == [0, 0]
    belled = at(seat=1, left=1, hands=[[], ["B02"]], ward=[3, 0], piles={"Y": ["Y09/0"]})
    assert ward(play(belled, "play B02")) == [1, 0]  # to 0 before the first step, then the bell gives 1


@pytest.mark.rule("SC-814")
def test_the_ward_of_a_team_fades_at_the_next_turn_of_either_mage() -> None:
    state = play(at(4, left=1, piles={"Y": ["Y08/0"]}), "activate Y08", "card R01")
    assert ward(state) == [4, 0]
    play(state, "draw", "card R02", "draw", "card R03")
    assert (state.view(None)["active"], ward(state)) == (2, [0, 0])


@pytest.mark.rule("SC-815")
def test_every_branch_is_offered_payable_or_not() -> None:
    state = play(at(sapphires=[0, 2], energy=[3, 5], piles={"G": ["G12/0"]}), "activate G12")
    assert offers(state) == {"choose 0", "choose 1"}
    assert state.view(0)["pending"]["effects"] == ["pay S2{heal 4}", "pay E3{saph 2}"]
    assert pending_question(play(state.clone(), "choose 0")) == (0, "action")
    assert pending_question(play(state, "choose 1")) == (0, "pay")


@pytest.mark.rule("SC-816")
@pytest.mark.parametrize(("mine", "theirs", "gain"), [(4, 5, 3), (5, 5, 1), (6, 5, 1)])
def test_if_asks_for_strictly_less(mine: int, theirs: int, gain: int) -> None:
    state = play(at(energy=[mine, theirs], piles={"Y": ["Y10/0"]}), "activate Y10")
    assert energy(state) == [mine + gain, theirs]
    state = play(at(sapphires=[mine, theirs], piles={"B": ["B14/0"]}), "activate B14")
    assert sapphires(state) == [mine + gain, theirs]


@pytest.mark.rule("SC-816")
@pytest.mark.parametrize(("held", "asks"), [(["Y01", "Y02"], (1, "discard")), (["Y01"], (CHANCE, "card"))])
def test_if_compares_hands_with_the_next_rival(held: list[str], asks: tuple[int, str]) -> None:
    assert pending_question(at(step="start", hands=[["B01"], held], piles={"G": ["G13/0"]})) == asks


@pytest.mark.rule("SC-823")
def test_a_stolen_card_is_any_of_the_hand_and_seen_by_the_two() -> None:
    state = at(4, hands=[[], ["R01", "Y01", "B01"], [], []], piles={"G": ["G07/0"]})
    play(state, "activate G07")
    assert (state.turn(), offers(state), state.weights()) == (
        CHANCE,
        {"steal R01", "steal Y01", "steal B01"},
        [1, 1, 1],
    )
    play(state, "steal Y01")
    assert sizes(state) == [1, 2, 0, 0]
    for seat, seen in ((0, "Y01"), (1, "Y01"), (2, None), (3, None), (None, None)):
        line = state.view(seat)["log"][-1]
        assert (line["card"], line["events"][0]["moves"][0]["card"]) == (seen, seen)
    assert state.view(1)["known"] == [["Y01"], [], [], []]
    assert state.view(2)["known"] == [[], [], [], []]


@pytest.mark.rule("SC-823")
def test_nothing_is_stolen_from_an_empty_hand() -> None:
    assert pending_question(play(at(piles={"G": ["G07/0"]}), "activate G07")) == (0, "action")


@pytest.mark.rule("SC-824")
def test_free_plays_cost_no_action_and_may_cover_the_card_itself() -> None:
    state = play(at(hands=[["G01", "R01", "R02"], []], piles={"G": ["G10/0"]}), "activate G10")
    assert offers(state) == {"stop", "play G01", "play R01", "play R02"}
    play(state, "play G01", "play R01")
    assert (piles(state)["G"], piles(state)["R"]) == (["G10/0", "G01/0"], ["R01/0"])
    assert (pending_question(state), state.view(0)["left"]) == ((0, "action"), 1)
    assert pending_question(play(at(piles={"G": ["G10/0"]}), "activate G10")) == (0, "action")
    stopped = play(at(hands=[["R01"], []], piles={"G": ["G10/0"]}), "activate G10", "stop")
    assert (sizes(stopped), pending_question(stopped)) == ([1, 0], (0, "action"))


@pytest.mark.rule("SC-825")
def test_a_card_is_recovered_from_the_discard_pile_or_drawn_if_that_is_empty() -> None:
    state = play(at(piles={"G": ["G15/0"]}, discard=["R01", "B02", "R05"]), "activate G15")
    assert offers(state) == {"recover R01", "recover B02", "recover R05"}
    play(state, "recover B02")
    assert (hand(state, 0), state.view(1)["discard"], state.view(1)["known"]) == (
        ["B02"],
        ["R01", "R05"],
        [["B02"], []],
    )
    state = play(at(piles={"G": ["G15/0"]}), "activate G15", "card R01")
    assert hand(state, 0) == ["R01"]


@pytest.mark.rule("SC-826", "SC-234")
def test_more_actions_are_counted_after_the_one_spent() -> None:
    state = play(at(piles={"Y": ["Y14/0"]}), "activate Y14")
    assert (state.view(0)["left"], energy(state)) == (2, [11, 10])


@pytest.mark.rule("SC-827")
def test_a_trashed_card_uncovers_the_one_below_with_its_own_facing() -> None:
    state = play(at(piles={"R": ["R01/1", "R11/0"]}), "activate R11")
    assert (piles(state)["R"], state.view(0)["discard"]) == (["R01/1"], ["R11"])
    assert control(state)["R"] == 1


@pytest.mark.rule("SC-827", "SC-014")
def test_a_card_leaves_the_fullest_pile_without_touching_another() -> None:
    reds = [f"R{n:02}/{n % 2}" for n in range(1, 16) if n != 11]
    pile_cards = {"R": [*reds, "R11/0"], "Y": ["Y01/1", "Y02/0"], "B": ["B01/1"], "G": []}
    state = play(at(piles=pile_cards), "activate R11")
    assert piles(state) == pile_cards | {"R": reds}


@pytest.fixture
def set_with_coverable_g10(install_effects: InstallEffects) -> dict[str, str]:
    """A set in which G10 can be covered by a free play before it is discarded."""
    return install_effects(G10="playfree 1; trash")


@pytest.mark.rule("SC-827")
def test_a_card_is_trashed_from_under_what_covered_it(set_with_coverable_g10: dict[str, str]) -> None:
    state = at(options=set_with_coverable_g10, hands=[["G01"], []], piles={"G": ["G02/1", "G10/0"]})
    play(state, "activate G10", "play G01")
    assert (piles(state)["G"], state.view(0)["discard"]) == (["G02/1", "G01/0"], ["G10"])


@pytest.mark.rule("SC-828")
def test_a_team_mages_share_is_half_rounded_down() -> None:
    state = play(at(3, seat=1, cycle=1, piles={"G": ["G02/1"]}), "activate G02", "choose 0")
    play(state, "card R01", "card R02", "card R03", "card R04")
    assert (sizes(state), pending_question(state)) == ([1, 2, 1], (1, "action"))


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A set in which every mage draws or loses an odd number, and B04 steals three."""
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    effects = {"G02": {"effect": "each draw 3", "multi": "each draw 3"}, "G05": {"effect": "each lose 1"}}
    GAME.add_cards("odd", card_file_with(**effects, B04={"effect": "stealS 3"}))
    return {"cards": "odd"}


@pytest.mark.rule("SC-806")
@pytest.mark.parametrize(("before", "after"), [([2, 4], [5, 1]), ([2, 3], [5, 0]), ([2, 2], [4, 0])])
def test_of_sapphires_to_be_stolen_those_that_are_there_change_sides(
    odd: dict[str, str], before: list[int], after: list[int]
) -> None:
    assert sapphires(play(at(options=odd, sapphires=before, piles={"B": ["B04/0"]}), "activate B04")) == after
    mirrored = at(options=odd, seat=1, sapphires=before[::-1], piles={"B": ["B04/1"]})
    assert sapphires(play(mirrored, "activate B04")) == after[::-1]


@pytest.mark.rule("SC-828")
def test_half_of_an_odd_number_is_rounded_down(odd: dict[str, str]) -> None:
    state = play(at(3, options=odd, piles={"G": ["G02/0"]}), "activate G02")
    order = []
    while state.view(None)["pending"]["asks"] == "card":
        order.append(state.view(None)["pending"]["seat"])
        state.apply(state.legal()[0])
    assert order == [0, 1, 1, 1, 2]
    nothing = at(3, options=odd, hands=[["R01"], ["R02"], ["R03"]], piles={"G": ["G05/0"]})
    assert pending_question(play(nothing, "activate G05")) == (1, "discard")  # half of one is nothing
