"""Chapter "End of turn and refill"."""

import pytest

from sortilege import CHANCE
from tests.games.abracada.moves import END, at, call, legal, play, roll, stone

FEW_LEFT = [1, 2, 3, 0, 4, 4, 7, 5]  # with hands 588 and 66: four 4s and an 8 are unseen, one stone beside the secrets


@pytest.mark.rule("AQ-501", "AQ-508")
@pytest.mark.parametrize(
    ("options", "actions"),
    [({}, [call(6), END]), ({}, [call(5)]), ({"low_call": "penalty"}, [call(6), call(3)])],
    ids=["choice", "failure", "penalty"],
)
def test_a_turn_ends_in_three_ways_and_the_left_neighbour_follows(options: dict, actions: list) -> None:
    state = play(
        at(hands=["68", "76", "77"], options=options, turn={"seat": 2}), call(7), {"do": "lift", "slot": 0}, END
    )
    while state.turn() == CHANCE:
        play(state, stone(8) if stone(8) in legal(state) else stone(5))
    assert state.turn() == 0
    play(state, *actions)
    while state.turn() == CHANCE:
        play(state, stone(2) if stone(2) in legal(state) else stone(4))
    assert state.turn() == 1


@pytest.mark.rule("AQ-502")
def test_the_row_is_refilled_to_five() -> None:
    state = at(hands=["588", "66"], board=[1, 2, 3, 4, 4, 4, 0, 0], turn={"seat": 0})
    assert state.view(0)["pile"] == 9
    play(state, call(5), END, stone(7), stone(8), stone(7))
    assert state.position()["hands"][0] == "88787"
    assert state.view(0)["pile"] == 6
    assert state.turn() == 1


@pytest.mark.rule("AQ-502")
def test_the_owner_does_not_see_what_is_drawn() -> None:
    state = play(at(hands=["588", "66"], turn={"seat": 0}), call(5), END, stone(7))
    assert state.view(0)["hands"][0] == "???"
    assert state.view(0)["log"][-1]["spell"] is None


@pytest.mark.rule("AQ-503")
def test_a_short_pile_is_drawn_to_its_end() -> None:
    state = at(hands=["588", "66"], board=FEW_LEFT, secrets=4, turn={"seat": 0})
    assert state.view(0)["pile"] == 1
    play(state, call(5), END)
    assert legal(state) == [stone(4), stone(8)]
    play(state, stone(4))
    assert state.position()["hands"][0] == "884"
    assert state.turn() == 1


@pytest.mark.rule("AQ-504")
def test_with_an_empty_pile_play_goes_on_with_what_stands() -> None:
    state = at(hands=["588", "66"], board=[1, 2, 3, 4, 4, 4, 7, 6], secrets=0, turn={"seat": 0})
    play(state, call(5), END)
    assert state.turn() == 1
    assert state.position()["hands"] == ["88", "66"]


@pytest.mark.rule("AQ-505")
def test_used_stones_are_never_drawn() -> None:
    state = play(at(hands=["588", "66"], board=[1, 2, 3, 4, 4, 4, 0, 0], turn={"seat": 0}), call(5), END)
    assert legal(state) == [stone(7), stone(8)]
    assert state.weights() == [7, 6]


@pytest.mark.rule("AQ-506")
def test_nothing_is_drawn_between_two_calls_of_a_turn() -> None:
    state = play(at(hands=["35688", "66"], turn={"seat": 0}), call(3), roll(1))
    assert state.position()["hands"][0] == "5688"
    play(state, call(5))
    assert state.position()["hands"][0] == "688"


@pytest.mark.rule("AQ-507")
def test_nothing_is_drawn_after_the_round_has_ended() -> None:
    state = at(hands=["7", "66", "88"], turn={"seat": 0})
    pile = state.view(0)["pile"]
    play(state, call(7))
    view = state.view(0)
    assert view["hands"][0] == ""
    assert view["pile"] == pile
    # what comes next is the new round's first stone: all 36 are in the bag again
    assert state.weights() == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.rule("AQ-508")
def test_the_turn_goes_round_to_the_left() -> None:
    state = at(hands=["55555", "66666", "77777"], turn={"seat": 0})
    order = []
    for _ in range(6):
        order.append(state.turn())
        play(state, call(8))
    assert order == [0, 1, 2, 0, 1, 2]


@pytest.mark.rule("AQ-509")
def test_new_stones_are_at_once_seen_by_all_others() -> None:
    state = play(at(hands=["56788", "66"], turn={"seat": 0}), call(5), END, stone(3))
    assert state.view(1)["hands"][0] == "67883"
    assert state.view(0)["hands"][0] == "?????"
