"""The words card texts are made of (SC-801..830)."""

from pathlib import Path

import pytest

from sortilege import CHANCE
from tests.games.spellcaster.board import (
    GAME,
    asked,
    at,
    changed,
    energy,
    hand,
    offers,
    piles,
    play,
    sapphires,
    sizes,
    ward,
)


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
    assert asked(play(at(hands=hands, piles={"R": ["R07/0"]}), "activate R07")) == (0, "discard")
    assert asked(play(at(hands=hands, piles={"R": ["R14/0"]}), "activate R14")) == (1, "discard")


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
    assert (asked(state), energy(state)[seat % 2], sizes(state)[seat]) == ((seat, "action"), 12, 0)


@pytest.mark.rule("SC-810")
def test_the_question_ends_with_the_last_card_allowed_or_held() -> None:
    state = at(hands=[["B01", "B02", "B03"], []], piles={"Y": ["Y13/0"]})
    play(state, "activate Y13", "discard B01", "discard B02")
    assert (energy(state), asked(state)) == ([14, 10], (0, "action"))
    state = play(at(hands=[["B01"], []], piles={"Y": ["Y13/0"]}), "activate Y13", "discard B01")
    assert (energy(state), asked(state)) == ([12, 10], (0, "action"))
    state = play(at(hands=[["B01"], []], piles={"Y": ["Y13/0"]}), "activate Y13", "stop")
    assert energy(state) == [10, 10]
    state = play(at(piles={"Y": ["Y13/0"]}), "activate Y13")
    assert asked(state) == (0, "action")


@pytest.mark.rule("SC-811")
@pytest.mark.parametrize(("answer", "gems", "damage"), [("pay", 4, 3), ("decline", 5, 1)])
def test_a_price_may_be_paid_or_declined(answer: str, gems: int, damage: int) -> None:
    state = play(at(sapphires=[5, 5], piles={"R": ["R06/0"]}), "activate R06")
    assert (asked(state), offers(state)) == ((0, "pay"), {"pay", "decline"})
    pending = state.view(1)["pending"]
    assert (pending["price"], pending["effects"]) == ({"kind": "S", "n": 1}, ["dmg 3", "dmg 1"])
    told = state.view(1)["resolving"]
    assert (told["card"], told["copied"], told["times"], told["served"]) == ("R06", None, 1, 0)
    play(state, answer)
    assert (sapphires(state), energy(state)) == ([gems, 5], [10, 10 - damage])


@pytest.mark.rule("SC-811")
def test_a_declined_price_without_another_way_does_nothing() -> None:
    state = play(at(piles={"B": ["B06/0"]}), "activate B06", "decline")
    assert (energy(state), sapphires(state), asked(state)) == ([10, 10], [2, 2], (0, "action"))
    state = play(at(energy=[1, 5], piles={"B": ["B06/0"]}), "activate B06")
    assert asked(state) == (0, "action")  # too poor to be asked


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


@pytest.mark.rule("SC-815")
def test_every_branch_is_offered_payable_or_not() -> None:
    state = play(at(sapphires=[0, 2], energy=[3, 5], piles={"G": ["G12/0"]}), "activate G12")
    assert offers(state) == {"choose 0", "choose 1"}
    assert state.view(0)["pending"]["effects"] == ["pay S2{heal 4}", "pay E3{saph 2}"]
    assert asked(play(state.clone(), "choose 0")) == (0, "action")
    assert asked(play(state, "choose 1")) == (0, "pay")


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
    assert asked(at(step="start", hands=[["B01"], held], piles={"G": ["G13/0"]})) == asks


@pytest.mark.rule("SC-817")
def test_a_turned_card_is_yours_and_may_be_activated_if_nobody_did_this_turn() -> None:
    lying = {"G": ["G03/0"], "R": ["R01/1"], "Y": ["Y01/0"], "B": ["B01/1"]}
    state = play(at(piles=lying), "activate G03")
    assert offers(state) == {"target R", "target B"}
    play(state, "target R")
    assert state.view(0)["control"]["R"] == 0
    assert energy(play(state, "activate R01")) == [10, 8]


@pytest.mark.rule("SC-817", "SC-263")
def test_a_turned_card_that_was_activated_this_turn_is_not_activated_again() -> None:
    state = at(left=2, used=["R01"], piles={"G": ["G03/0"], "R": ["R01/1"]})
    play(state, "activate G03", "target R")
    assert (piles(state)["R"], offers(state)) == (["R01/0"], {"draw"})


@pytest.mark.rule("SC-818")
def test_a_burial_is_offered_for_piles_of_two_and_may_be_declined() -> None:
    lying = {"G": ["G01/1", "G06/0"], "R": ["R02/0", "R01/1"], "Y": ["Y01/1"]}
    state = play(at(piles=lying), "activate G06")
    assert offers(state) == {"decline", "target R"}
    kept = play(state.clone(), "decline")
    assert (piles(kept)["R"], asked(kept)) == (["R02/0", "R01/1"], (0, "action"))
    play(state, "target R")
    assert (piles(state)["R"], state.view(0)["control"]["R"]) == (["R01/1", "R02/0"], 0)


@pytest.mark.rule("SC-818")
def test_a_burial_of_red_concerns_red_alone() -> None:
    both = {"Y": ["Y12/0"], "R": ["R02/0", "R01/1"], "B": ["B01/0", "B02/1"]}
    assert offers(play(at(piles=both), "activate Y12")) == {"decline", "target R"}
    only_blue = {"Y": ["Y12/0"], "R": ["R01/1"], "B": ["B01/0", "B02/1"]}
    assert asked(play(at(piles=only_blue), "activate Y12")) == (0, "action")


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
    lying = {"G": ["G02/1", "G04/0"], "R": ["R03/1", "R02/1"], "Y": ["Y12/1"]}
    state = play(at(piles=lying), "activate G04")
    play(state, "target Y")
    assert offers(state) == {"decline", "target R"}


@pytest.fixture
def longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A set in which G04 goes on after what it copied, and G02 deals with an odd number."""
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    effects = {"G04": {"effect": "copy; heal 1; copy"}, "G02": {"effect": "each draw 3", "multi": "each draw 3"}}
    GAME.add_cards("longer", changed(**effects, G05={"effect": "each lose 1"}))
    return {"cards": "longer"}


@pytest.mark.rule("SC-821", "SC-313")
def test_after_a_copied_text_the_copying_card_goes_on(longer: dict[str, str]) -> None:
    state = play(at(options=longer, piles={"G": ["G04/0"], "R": ["R06/1"]}), "activate G04", "target R")
    assert state.view(1)["resolving"]["copied"] == "R06"
    play(state, "pay")
    assert (energy(state), asked(state)) == ([11, 7], (0, "target"))
    assert state.view(1)["resolving"]["copied"] is None
    play(state, "target R", "decline")
    assert (energy(state), sapphires(state), asked(state)) == ([11, 6], [1, 2], (0, "action"))
    assert (state.view(0)["resolving"], state.view(0)["used"]) == (None, ["G04"])


@pytest.mark.rule("SC-822")
def test_no_card_but_a_green_one_can_copy() -> None:
    with pytest.raises(Exception, match=r"line \d+, card R01: effect, step 1: only a green card can copy .SC-822."):
        GAME.check_cards(changed(R01={"effect": "copy"}))
    state = play(at(piles={"G": ["G01/1", "G04/0"]}), "activate G04")
    assert asked(state) == (0, "action")  # its own pile is no target


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
    assert asked(play(at(piles={"G": ["G07/0"]}), "activate G07")) == (0, "action")


@pytest.mark.rule("SC-824")
def test_free_plays_cost_no_action_and_may_cover_the_card_itself() -> None:
    state = play(at(hands=[["G01", "R01", "R02"], []], piles={"G": ["G10/0"]}), "activate G10")
    assert offers(state) == {"stop", "play G01", "play R01", "play R02"}
    play(state, "play G01", "play R01")
    assert (piles(state)["G"], piles(state)["R"]) == (["G10/0", "G01/0"], ["R01/0"])
    assert (asked(state), state.view(0)["left"]) == ((0, "action"), 1)
    assert asked(play(at(piles={"G": ["G10/0"]}), "activate G10")) == (0, "action")
    stopped = play(at(hands=[["R01"], []], piles={"G": ["G10/0"]}), "activate G10", "stop")
    assert (sizes(stopped), asked(stopped)) == ([1, 0], (0, "action"))


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
    assert state.view(0)["control"]["R"] == 1


@pytest.fixture
def covered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    GAME.add_cards("covered", changed(G10={"effect": "playfree 1; trash"}))
    return {"cards": "covered"}


@pytest.mark.rule("SC-827")
def test_a_card_is_trashed_from_under_what_covered_it(covered: dict[str, str]) -> None:
    state = at(options=covered, hands=[["G01"], []], piles={"G": ["G02/1", "G10/0"]})
    play(state, "activate G10", "play G01")
    assert (piles(state)["G"], state.view(0)["discard"]) == (["G02/1", "G01/0"], ["G10"])


@pytest.mark.rule("SC-828")
def test_a_team_mages_share_is_half_rounded_down() -> None:
    state = play(at(3, seat=1, cycle=1, piles={"G": ["G02/1"]}), "activate G02", "choose 0")
    play(state, "card R01", "card R02", "card R03", "card R04")
    assert (sizes(state), asked(state)) == ([1, 2, 1], (1, "action"))


@pytest.mark.rule("SC-828")
def test_half_of_an_odd_number_is_rounded_down(longer: dict[str, str]) -> None:
    state = play(at(3, options=longer, piles={"G": ["G02/0"]}), "activate G02")
    order = []
    while state.view(None)["pending"]["asks"] == "card":
        order.append(state.view(None)["pending"]["seat"])
        state.apply(state.legal()[0])
    assert order == [0, 1, 1, 1, 2]
    nothing = at(3, options=longer, hands=[["R01"], ["R02"], ["R03"]], piles={"G": ["G05/0"]})
    assert asked(play(nothing, "activate G05")) == (1, "discard")  # half of one is nothing


@pytest.mark.rule("SC-830")
@pytest.mark.parametrize(
    ("card", "seat", "pending", "options"),
    [
        ("R07", 1, {"asks": "discard", "count": 1}, 2),
        ("R14", 2, {"asks": "discard", "count": 1}, 2),
        ("Y13", 1, {"asks": "upto", "count": 2}, 3),
        ("G10", 1, {"asks": "playfree", "count": 2}, 3),
        ("R09", 2, {"asks": "unless", "does": "unless", "effects": ["dmg 3"]}, 3),
        ("G02", 1, {"asks": "choose", "does": "choose", "effects": ["each draw 2", "each lose 2"]}, 2),
        ("B06", 1, {"asks": "pay", "does": "pay", "effects": ["saph 3"], "price": {"kind": "E", "n": 2}}, 2),
        ("G03", 1, {"asks": "target", "does": "flip", "effects": []}, 1),
        ("G06", 1, {"asks": "target", "does": "bury", "effects": []}, 2),
        ("G15", 1, {"asks": "recover"}, 1),
    ],
)
def test_a_question_goes_to_one_mage_and_everybody_hears_it(
    card: str, seat: int, pending: dict[str, object], options: int
) -> None:
    lying = {"R": ["R02/1", "R01/0"], "Y": [], "B": [], "G": []}
    lying[card[0]].append(f"{card}/1")
    hands = [[], ["Y05", "B10"], ["Y06", "B11"], []]
    state = at(4, seat=1, hands=hands, piles=lying, discard=["R15"])
    assert [state.view(s)["turn"] for s in (0, 1, None)] == [{"seat": 1, "asks": "action"}] * 3
    assert [len(state.view(s)["legal"]) for s in (0, 1, 2, None)] == [0, len(state.legal()), 0, 0]
    play(state, f"activate {card}")
    for other in (0, 1, 2, 3, None):
        view = state.view(other)
        assert view["turn"] == {"seat": seat, "asks": pending["asks"]}
        assert view["pending"] == pending | {"seat": seat}
        assert len(view["legal"]) == (options if other == seat else 0)
    assert [GAME.describe(a) for a in state.legal()] == state.view(seat)["legal"]


@pytest.mark.rule("SC-829")
@pytest.mark.parametrize("card", ["G03", "G04", "G05", "G06", "G11"])
def test_a_step_without_a_target_is_skipped(card: str) -> None:
    state = play(at(piles={"G": [f"{card}/0"], "R": ["R01/0"]}), f"activate {card}")
    assert (asked(state), state.view(0)["left"]) == ((0, "action"), 1)


@pytest.mark.rule("SC-830")
def test_choices_are_made_when_their_step_comes_by_the_mage_named() -> None:
    state = play(at(hands=[["B01"], []], piles={"G": ["G14/0"]}), "activate G14")
    assert asked(state) == (CHANCE, "card")
    play(state, "card R01", "card R02")
    assert (asked(state), offers(state)) == ((0, "discard"), {"discard B01", "discard R01", "discard R02"})
