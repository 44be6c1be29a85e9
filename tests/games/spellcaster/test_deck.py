"""Drawing cards, and the empty deck (SC-401..410)."""

import random

import pytest

from sortilege import CHANCE, OVER
from sortilege.core.engine.state import State
from tests.games.spellcaster.board import GAME, at, play, sapphires, sizes
from tests.shelf.tables import any_action

TWENTY = [f"{colour}{n:02}" for colour in "RY" for n in range(1, 11)]


@pytest.mark.rule("SC-401")
def test_the_discard_pile_is_never_shuffled_back() -> None:
    state = at(step="start", deck=[], discard=TWENTY)
    assert state.turn() == OVER
    assert state.view(0)["discard"] == TWENTY


@pytest.mark.rule("SC-402", "SC-403")
def test_a_spell_that_asks_for_too_much_takes_what_is_left_and_ends_the_game_after_the_turn() -> None:
    state = at(deck=["R01"], piles={"G": ["G14/0"], "R": ["R02/0"]}, sapphires=[3, 2])
    play(state, "activate G14")
    assert state.view(1)["last"] is True
    play(state, "card R01", "discard R01")
    assert state.view(0)["left"] == 1  # the rest of the turn is played
    play(state, "activate R02")
    assert state.outcome() == {"winners": [0], "scores": [3, 2], "reason": "deck"}


@pytest.mark.rule("SC-404")
def test_the_very_last_card_sets_no_flag() -> None:
    state = at(deck=["R01"], piles={"Y": ["Y06/0"]}, left=1, sapphires=[3, 2])
    play(state, "activate Y06", "card R01")
    assert state.outcome() == {"winners": [0], "scores": [3, 2], "reason": "deck"}
    waiting = at(deck=["R01"], piles={"Y": ["Y06/0"], "B": ["B02/1"]}, left=1, sapphires=[3, 2])
    play(waiting, "activate Y06", "card R01")
    assert sapphires(waiting) == [3, 3]  # the next mage's first step was still played
    early = play(at(deck=["R01"], piles={"Y": ["Y06/0"]}), "activate Y06", "card R01")
    assert (early.view(0)["last"], early.view(0)["deck"], early.turn()) == (False, 0, 0)


@pytest.mark.rule("SC-405")
def test_a_rival_who_finds_too_few_cards_sets_no_flag() -> None:
    state = at(deck=[], hands=[["Y01"], []], piles={"R": ["R02/0"], "B": ["B02/1"]}, sapphires=[3, 3])
    play(state, "activate R02")
    assert state.view(0)["last"] is False
    play(state, "play Y01")
    assert state.outcome() == {"winners": [1], "scores": [3, 4], "reason": "deck"}  # the rival's first step was played


@pytest.mark.rule("SC-405", "SC-409")
@pytest.mark.parametrize(("deck", "last"), [(0, True), (1, True), (2, False), (3, False), (4, False)])
def test_when_each_draws_two_only_the_mage_on_turn_can_set_the_flag(deck: int, last: bool) -> None:
    state = play(at(deck=TWENTY[:deck], piles={"G": ["G02/0"]}), "activate G02", "choose 0")
    play(state, *(f"card {card}" for card in TWENTY[:deck]))
    assert state.view(1)["last"] is last
    assert sizes(state) == [min(deck, 2), max(deck - 2, 0)]


@pytest.mark.rule("SC-405")
@pytest.mark.parametrize("deck", range(2, 8))
def test_neither_partner_nor_rival_sets_the_flag(deck: int) -> None:
    """All four mages draw 2: the active one gets both, then the deck runs out for another."""
    cards = TWENTY[:deck]
    state = play(at(4, deck=cards, piles={"G": ["G02/0"]}), "activate G02", "choose 0", *(f"card {x}" for x in cards))
    assert state.view(2)["last"] is False
    assert sizes(state) == [min(2, max(deck - 2 * k, 0)) for k in range(4)]


@pytest.mark.rule("SC-406")
def test_after_the_last_turn_the_next_mage_gets_no_first_step() -> None:
    state = at(deck=[], hands=[["Y01"], []], piles={"Y": ["Y06/0"], "B": ["B02/1"]}, sapphires=[3, 3])
    play(state, "activate Y06")
    assert state.view(0)["last"] is True
    play(state, "play Y01")
    assert sapphires(state) == [3, 3]
    assert state.outcome() == {"winners": [0], "scores": [3, 3], "reason": "deck"}  # 11 energy against 10


@pytest.mark.rule("SC-407")
def test_another_win_in_the_rest_of_that_turn_stands() -> None:
    state = at(deck=[], piles={"B": ["B01/0"]}, last=True, sapphires=[13, 14], left=1)
    assert play(state, "activate B01").outcome() == {"winners": [0], "scores": [15, 14], "reason": "sapphires"}
    struck = at(deck=[], piles={"R": ["R01/0"]}, last=True, energy=[3, 2], sapphires=[2, 9], left=1)
    assert play(struck, "activate R01").outcome() == {"winners": [0], "scores": [2, 9], "reason": "energy"}


@pytest.mark.rule("SC-408")
def test_a_shortage_in_the_first_step_ends_the_game_in_the_second() -> None:
    state = at(step="start", deck=[], piles={"G": ["G09/0"]}, sapphires=[2, 4])
    assert state.outcome() == {"winners": [1], "scores": [2, 4], "reason": "deck"}
    assert state.view(0)["last"] is True


@pytest.mark.rule("SC-409")
def test_the_active_mage_draws_first_and_each_in_full() -> None:
    state = at(deck=["R01", "R02", "R03"], piles={"G": ["G02/0"]})
    play(state, "activate G02", "choose 0", "card R01", "card R02")
    assert (sizes(state), state.view(0)["last"]) == ([2, 0], False)
    assert sizes(play(state, "card R03")) == [2, 1]


@pytest.mark.rule("SC-409", "SC-712")
def test_with_three_mages_the_order_is_by_who_comes_next() -> None:
    orders = {0: [0, 1, 1, 2], 1: [1, 1, 2, 0], 2: [2, 1, 1, 0], 3: [1, 1, 0, 2]}
    for cycle, seat in enumerate((0, 1, 2, 1)):
        state = at(3, seat=seat, cycle=cycle, piles={"G": [f"G02/{seat % 2}"]})
        play(state, "activate G02", "choose 0")
        order = []
        for card in ("R01", "R02", "R03", "R04"):
            order.append(state.view(None)["pending"]["seat"])
            play(state, f"card {card}")
        assert order == orders[cycle]


@pytest.mark.rule("SC-410")
@pytest.mark.parametrize(("seats", "deck"), [(2, 54), (3, 48), (4, 48)])
def test_a_game_has_at_most_one_turn_more_than_the_deck_has_cards(seats: int, deck: int) -> None:
    for seed in range(4):
        state, rng, left = GAME.new(seats), random.Random(seed), 60
        while state.turn() != OVER:
            state.apply(any_action(state, rng))
            assert state.view(None)["deck"] <= left
            left = state.view(None)["deck"]
        assert 1 < turns_in(state) <= deck + 1


@pytest.mark.rule("SC-410", "SC-520")
@pytest.mark.parametrize(("seats", "deck"), [(2, 54), (3, 48), (4, 48)])
def test_if_nobody_ever_draws_or_wins_the_game_has_just_that_many_turns(seats: int, deck: int) -> None:
    options = {"first": 0, "allow_pass": True}
    state, rng = GAME.new(seats, options), random.Random(1)
    while state.turn() != OVER:
        if state.turn() == CHANCE:
            state.apply(any_action(state, rng))
        else:
            play(state, "pass")
    assert (turns_in(state), state.outcome()["reason"]) == (deck + 1, "deck")


def turns_in(state: State) -> int:
    """Return the number of turns in the log."""
    return sum("turn" in event for line in state.view(None)["log"] for event in line["events"])
