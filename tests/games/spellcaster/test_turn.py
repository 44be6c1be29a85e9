"""The turn: enchantments, draw, actions (SC-201..234)."""

import random

import pytest

from sortilege import CHANCE, OVER, IllegalAction, Match
from tests.games.spellcaster.board import (
    GAME,
    action,
    at,
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
from tests.shelf.tables import any_action


def order_of_turns(seats: int, turns: int, **options: object) -> list[int]:
    """Return the order of turns in a game where all mages only draw."""
    state, rng, order = GAME.new(seats, options), random.Random(1), []
    while len(order) < turns:
        if state.turn() == CHANCE:
            state.apply(any_action(state, rng))
        else:
            if state.view(None)["left"] == 2:
                order.append(state.turn())
            play(state, "draw")
    return order


@pytest.mark.rule("SC-201")
def test_enchantments_come_before_the_draw_and_the_draw_before_actions() -> None:
    state = at(hands=[["Y01"], []], piles={"B": ["B02/1"]}, left=1)
    play(state, "play Y01", "card R01", "draw", "card R02")
    lines = state.view(None)["log"]
    assert lines[0]["events"][-2:] == [
        {"begins": "enchantment", "card": "B02", "seat": 1},
        {"card": "B02", "sapphires": {"1": 1}},
    ]
    assert [(line["do"], line.get("why")) for line in lines[1:]] == [
        ("card", "turn"),
        ("draw", None),
        ("card", "action"),
    ]


@pytest.mark.rule("SC-202")
def test_in_a_duel_turns_alternate() -> None:
    assert order_of_turns(2, 5, first=1) == [1, 0, 1, 0, 1]


@pytest.mark.rule("SC-203", "SC-602")
def test_with_three_mages_the_solo_has_every_second_turn() -> None:
    assert order_of_turns(3, 8) == [0, 1, 2, 1, 0, 1, 2, 1]


@pytest.mark.rule("SC-204", "SC-113")
def test_with_four_mages_turns_go_round_the_table() -> None:
    assert order_of_turns(4, 6, first=3) == [3, 0, 1, 2, 3, 0]


@pytest.mark.rule("SC-205")
def test_the_first_turn_is_a_whole_turn() -> None:
    match = Match(GAME, 2, {"first": 0}, seed=1)
    assert len(hand(match.state, 0)) == 4
    assert match.state.view(0)["left"] == 2


@pytest.mark.rule("SC-206")
def test_after_the_actions_the_next_mage_begins() -> None:
    state = play(at(hands=[["R01"], []], left=1), "play R01")
    assert (state.view(None)["active"], state.view(None)["step"]) == (1, "start")
    assert state.view(None)["pending"] == {"asks": "card", "seat": 1, "count": 1, "why": "turn"}


@pytest.mark.rule("SC-206", "SC-013")
def test_nothing_is_cleaned_up_when_a_turn_ends() -> None:
    pile_cards = {"R": ["R02/1"], "Y": ["Y01/0"], "B": [], "G": []}
    state = at(hands=[["R01", "B01"], ["G01"]], piles=pile_cards, discard=["R15"], ward=[2, 1], left=1)
    play(state, "draw", "card G02")
    view = state.view(0)
    assert (view["hands"], view["piles"], view["discard"]) == ([["R01", "B01", "G02"], 1], pile_cards, ["R15"])
    assert (energy(state), sapphires(state), view["ward"]) == ([10, 10], [2, 2], [2, 0])


@pytest.mark.rule("SC-207")
def test_nobody_acts_outside_their_turn_but_to_answer_a_card() -> None:
    start = {"game": "spellcaster", "seats": 2, "options": {}, "hands": [["R01"], ["R02"]], "turn": {"seat": 0}}
    match = Match(GAME, start=start | {"piles": {"G": ["G01/0"]}}, seed=1)
    with pytest.raises(IllegalAction, match=r"seat 0's turn.*SC-207"):
        match.play(action("play R02"), seat=1)
    match.play(action("activate G01"), seat=0)
    match.play(action("discard R02"), seat=1)


@pytest.mark.rule("SC-210")
def test_an_enchantment_facing_the_active_side_works_without_an_action() -> None:
    state = at(step="start", piles={"R": ["R04/0"]})
    assert energy(state) == [10, 9]
    assert play(state, "card Y01").view(0)["left"] == 2


@pytest.mark.rule("SC-211", "SC-212")
@pytest.mark.parametrize("pile", [["R04/0", "R01/0"], ["R04/1"]])
def test_covered_enchantments_and_those_of_the_other_side_do_nothing(pile: list[str]) -> None:
    assert energy(at(step="start", piles={"R": pile})) == [10, 10]


@pytest.mark.rule("SC-213")
def test_only_what_is_worded_as_an_option_may_be_declined() -> None:
    state = at(step="start", piles={"R": ["R10/0"]})
    assert offers(state) == {"pay", "decline"}
    played = play(at(hands=[[], []], piles={"R": ["R10/1"], "Y": ["Y01/0"]}, left=1), "activate Y01")
    assert {"begins": "enchantment", "card": "R10", "seat": 1} in played.view(None)["log"][0]["events"]
    assert offers(at(step="start", piles={"R": ["R04/0"]})) >= {"card R01"}  # R04 has worked already


@pytest.mark.rule("SC-214")
def test_of_several_enchantments_the_active_mage_picks_the_order() -> None:
    state = at(step="start", piles={"R": ["R04/0"], "B": ["B02/0"], "Y": ["Y03/1"]})
    assert pending_question(state) == (0, "trigger")
    assert offers(state) == {"trigger R04", "trigger B02"}
    play(state, "trigger B02")
    assert (sapphires(state), energy(state)) == ([3, 2], [10, 9])  # the last one works by itself
    assert state.turn() == CHANCE


@pytest.mark.rule("SC-214")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_three_enchantments_are_two_questions_to_whoever_has_the_turn(seat: int) -> None:
    side = seat % 2
    piles_ = {"R": [f"R04/{side}"], "B": [f"B02/{side}"], "Y": [f"Y03/{side}"], "G": [f"G09/{1 - side}"]}
    state = at(4, seat=seat, step="start", piles=piles_)
    assert (pending_question(state), offers(state)) == (
        (seat, "trigger"),
        {"trigger R04", "trigger B02", "trigger Y03"},
    )
    assert offers(play(state, "trigger Y03")) == {"trigger R04", "trigger B02"}
    assert pending_question(state) == (seat, "trigger")
    play(state, "trigger R04")
    assert (energy(state)[side], energy(state)[1 - side], sapphires(state)[side]) == (11, 9, 3)
    assert pending_question(state) == (CHANCE, "card")


@pytest.fixture
def set_that_unweaves(install_effects: InstallEffects) -> dict[str, str]:
    """A set whose green enchantment G09 unweaves another."""
    return install_effects(G09="unweave")


@pytest.mark.rule("SC-215")
def test_a_waiting_enchantment_that_left_the_top_no_longer_works(set_that_unweaves: dict[str, str]) -> None:
    state = at(options=set_that_unweaves, step="start", piles={"R": ["R10/0", "R04/0"], "G": ["G09/0"], "B": ["B12/1"]})
    assert offers(play(state, "trigger G09")) == {"target R", "target B"}
    play(state, "target R")
    assert piles(state)["R"] == ["R10/0"]  # uncovered in this step, so not in its set
    assert (energy(state), sapphires(state), state.turn()) == ([10, 10], [2, 2], CHANCE)


@pytest.mark.rule("SC-215")
@pytest.mark.parametrize("seat", [0, 1])
def test_an_enchantment_unwoven_before_its_trigger_is_not_offered(set_that_unweaves: dict[str, str], seat: int) -> None:
    piles_ = {card[0]: [f"{card}/{seat}"] for card in ("R04", "Y03", "B02", "G09")}
    state = play(at(options=set_that_unweaves, seat=seat, step="start", piles=piles_), "trigger G09", "target Y")
    assert offers(state) == {"trigger R04", "trigger B02"}
    play(state, "trigger B02")
    assert (energy(state)[1 - seat], energy(state)[seat], state.turn()) == (9, 10, CHANCE)


@pytest.mark.rule("SC-216")
def test_an_enchantment_played_now_works_from_the_next_turn_of_its_side() -> None:
    state = at(hands=[["B02"], []], left=1)
    play(state, "play B02", "card R01")
    assert sapphires(state) == [2, 2]
    play(state, "draw", "card R02", "draw", "card R03")
    assert sapphires(state) == [3, 2]


@pytest.mark.rule("SC-217")
def test_an_enchantment_works_for_every_mage_of_its_side() -> None:
    for seat, expected in ((0, [10, 9]), (1, [10, 10]), (2, [10, 9]), (3, [10, 10])):
        assert energy(at(4, seat=seat, step="start", piles={"R": ["R04/0"]})) == expected
    for cycle, seat, expected in ((0, 0, [10, 9]), (1, 1, [10, 10]), (2, 2, [10, 9]), (3, 1, [10, 10])):
        assert energy(at(3, seat=seat, cycle=cycle, step="start", piles={"R": ["R04/0"]})) == expected


@pytest.mark.rule("SC-218")
def test_the_solos_enchantments_work_twice_a_cycle() -> None:
    worked = [energy(at(3, seat=s, cycle=c, step="start", piles={"R": ["R04/1"]})) for c, s in enumerate((0, 1, 2, 1))]
    assert worked == [[10, 10], [9, 10], [10, 10], [9, 10]]


@pytest.mark.rule("SC-219")
def test_an_enchantment_that_ends_the_game_ends_it_before_the_draw() -> None:
    state = at(step="start", energy=[5, 1], piles={"R": ["R04/0"], "B": ["B02/1"]}, hands=[[], []])
    assert state.outcome() == {"winners": [0], "scores": [2, 2], "reason": "energy"}
    assert state.view(0)["deck"] == 58
    several = at(step="start", energy=[5, 1], piles={"R": ["R04/0"], "B": ["B02/0"]})
    play(several, "trigger R04")
    assert several.outcome() == {"winners": [0], "scores": [2, 2], "reason": "energy"}  # the other no longer works


@pytest.mark.rule("SC-220", "SC-221")
def test_each_turn_begins_with_one_compulsory_card() -> None:
    state = at(step="start", hands=[["R01"], []])
    assert all(offer.startswith("card ") for offer in offers(state))
    play(state, "card B01")
    assert (sizes(state), state.view(0)["deck"]) == ([2, 0], 58)
    assert state.turn() == 0


@pytest.mark.rule("SC-222")
def test_without_a_card_to_draw_the_game_ends_at_once() -> None:
    state = at(step="start", deck=[], hands=[["R01"], []], sapphires=[6, 5])
    assert state.outcome() == {"winners": [0], "scores": [6, 5], "reason": "deck"}


@pytest.mark.rule("SC-223")
def test_enchantments_work_before_the_deck_is_looked_at() -> None:
    state = at(step="start", deck=[], sapphires=[5, 5], piles={"B": ["B02/0"]})
    assert state.outcome() == {"winners": [0], "scores": [6, 5], "reason": "deck"}


@pytest.mark.rule("SC-230")
def test_two_actions_of_three_kinds() -> None:
    state = at(hands=[["Y01"], []], piles={"R": ["R01/0"]})
    assert offers(state) == {"draw", "play Y01", "activate R01"}
    assert play(state, "activate R01").view(0)["left"] == 1
    assert play(state, "play Y01").view(0)["active"] == 1


@pytest.mark.rule("SC-231")
@pytest.mark.parametrize(
    "actions", ["draw, card G01, draw, card G02", "play Y01, play B01", "activate R01, activate G06, decline"]
)
def test_the_same_kind_may_be_taken_twice(actions: str) -> None:
    state = at(hands=[["Y01", "B01"], []], piles={"R": ["R02/0", "R01/0"], "G": ["G06/0"]})
    assert play(state, *actions.split(", ")).view(0)["active"] == 1


@pytest.mark.rule("SC-232")
def test_the_second_action_may_use_what_the_first_brought() -> None:
    state = play(at(), "draw", "card R01", "play R01")
    assert piles(state)["R"] == ["R01/0"]


@pytest.mark.rule("SC-233")
def test_with_no_action_possible_the_turn_ends_by_itself() -> None:
    state = at(deck=[], hands=[["R01"], []], piles={"Y": ["Y03/0"]}, sapphires=[3, 2])
    play(state, "play R01", "activate R01")
    assert state.turn() == OVER  # the rival cannot draw
    state = at(deck=[], hands=[[], ["Y01"]], piles={"R": ["R01/0"]}, used=["R01"], sapphires=[3, 2])
    assert state.outcome() == {"winners": [0], "scores": [3, 2], "reason": "deck"}


@pytest.mark.rule("SC-233")
def test_what_the_rival_holds_is_no_action_of_ones_own() -> None:
    state = at(deck=[], hands=[[], ["Y01", "Y02"]], piles={"R": ["R14/0"]}, sapphires=[3, 2])
    play(state, "activate R14", "discard Y01")
    assert state.outcome() == {"winners": [0], "scores": [3, 2], "reason": "deck"}  # the rival's turn, and no card


@pytest.mark.rule("SC-233")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_card_in_ones_own_hand_is_an_action_and_nobody_elses_is(seat: int) -> None:
    cards = ["R01", "Y01", "B01", "G01"]
    holding = [[card] if s == seat else [] for s, card in enumerate(cards)]
    assert offers(at(4, seat=seat, deck=[], hands=holding)) == {f"play {cards[seat]}"}
    empty = [[] if s == seat else [card] for s, card in enumerate(cards)]
    assert at(4, seat=seat, deck=[], hands=empty).turn() == OVER  # the turn ends, and the next mage cannot draw


@pytest.mark.rule("SC-233", "SC-241")
def test_the_last_card_of_the_deck_can_still_be_drawn() -> None:
    state = at(deck=["R01"], hands=[[], ["Y01"]])
    assert offers(state) == {"draw"}
    assert hand(play(state, "draw", "card R01"), 0) == ["R01"]


@pytest.mark.rule("SC-233")
def test_an_action_is_given_up_only_where_the_table_allows_it() -> None:
    with pytest.raises(IllegalAction, match="SC-233"):
        play(at(hands=[["R01"], []]), "pass")
    state = at(options={"allow_pass": True}, hands=[["R01"], []])
    assert offers(state) == {"draw", "pass", "play R01"}
    assert play(state, "pass").view(0)["left"] == 1
    assert play(state, "pass").view(0)["active"] == 1
    spent = at(options={"allow_pass": True}, deck=[], hands=[[], []])
    assert spent.turn() == OVER  # to pass is never all that is left


@pytest.mark.rule("SC-234")
def test_extra_actions_are_added_and_lapse_with_the_turn() -> None:
    state = play(at(hands=[["R01", "Y01"], []], piles={"G": ["G08/0"]}, left=1), "activate G08")
    assert state.view(0)["left"] == 2
    play(state, "play R01", "play Y01", "card B01")
    assert (state.view(0)["active"], state.view(0)["left"]) == (1, 2)
