"""Chapter "Next round and end of the game"."""

import random
from typing import Any

import pytest

from sortilege import CHANCE, OVER
from tests.games.abracada.moves import GAME, at, call, legal, lift, play, roll, stone
from tests.shelf.tables import tables, walk


@pytest.mark.rule("AQ-701")
def test_the_game_ends_at_eight_points_and_not_at_seven() -> None:
    for before, over in ((5, True), (4, False)):
        state = play(at(hands=["8", "66"], scores=[before, 0], turn={"seat": 0}), call(8))
        assert (state.turn() == OVER) is over
        assert state.scores() == [before + 3, 0]


@pytest.mark.rule("AQ-702")
def test_points_above_eight_are_kept() -> None:
    state = play(at(hands=["8", "66"], scores=[7, 0], turn={"seat": 0}), call(8))
    assert state.outcome() == {"winners": [0], "scores": [10, 0], "reason": "points"}


@pytest.mark.rule("AQ-703")
def test_whoever_alone_has_eight_wins() -> None:
    state = at(hands=["68", "66", "77"], scores=[6, 7, 2], life=[6, 1, 6], turn={"seat": 0})
    assert play(state, call(6)).outcome() == {"winners": [0], "scores": [9, 7, 3], "reason": "points"}


@pytest.mark.rule("AQ-704")
def test_of_several_at_eight_the_best_last_round_wins_whatever_the_totals() -> None:
    state = at(hands=["68", "66", "77"], scores=[5, 0, 7], life=[6, 1, 6], taken=["", "", "5"], turn={"seat": 0})
    assert play(state, call(6)).outcome() == {"winners": [0], "scores": [8, 0, 9], "reason": "last round"}


def tied_scores(lives: list[int]) -> Any:
    """Seat 0 kills seat 1 for three points; seat 2 earns one and two for its secrets."""
    state = at(hands=["68", "66", "77"], scores=[6, 0, 5], life=lives, taken=["", "", "58"], turn={"seat": 0})
    return play(state, call(6)).outcome()


@pytest.mark.rule("AQ-705")
def test_of_equal_last_rounds_the_most_life_wins() -> None:
    assert tied_scores([2, 1, 4]) == {"winners": [2], "scores": [9, 0, 8], "reason": "life"}
    assert tied_scores([4, 1, 2]) == {"winners": [0], "scores": [9, 0, 8], "reason": "life"}


@pytest.mark.rule("AQ-706")
def test_of_equal_lives_the_victory_is_shared() -> None:
    assert tied_scores([4, 1, 4]) == {"winners": [0, 2], "scores": [9, 0, 8], "reason": "shared"}


@pytest.mark.rule("AQ-707")
def test_ties_are_judged_only_among_those_at_eight() -> None:
    state = at(
        hands=["68", "66", "77", "88"],
        scores=[5, 0, 7, 4],
        life=[3, 1, 3, 6],
        taken=["", "", "5", "8"],
        turn={"seat": 0},
    )
    assert play(state, call(6)).outcome() == {"winners": [0], "scores": [8, 0, 9, 6], "reason": "last round"}


@pytest.mark.rule("AQ-705", "AQ-421")
def test_the_life_a_ghost_gives_counts_for_the_tie() -> None:
    state = at(hands=["28", "66", "77"], scores=[6, 0, 5], life=[3, 1, 5], taken=["", "", "58"], turn={"seat": 0})
    assert play(state, call(2)).outcome() == {"winners": [0, 2], "scores": [9, 0, 8], "reason": "shared"}


@pytest.mark.rule("AQ-708")
def test_a_new_round_gathers_every_stone_and_keeps_the_scores() -> None:
    state = at(hands=["8", "66788", "27785"], board=[1, 0, 0, 0, 1, 0, 0, 1], taken=["3", "", "4"], turn={"seat": 0})
    play(state, call(8))
    assert state.weights() == [1, 2, 3, 4, 5, 6, 7, 8]
    for spell in [8] * 8 + [7] * 7 + [6] * 6:
        play(state, stone(spell))
    position = state.position()
    assert position["round"] == 2
    assert position["taken"] == ["", "", ""]
    assert position["secrets"] == 4
    assert position["hands"] == ["88888", "88877", "77777"]
    assert position["board"] == [0, 0, 0, 0, 0, 6, 0, 0]
    assert position["scores"] == [4, 0, 0]


def deal(state: Any) -> Any:
    while state.turn() == CHANCE:
        play(state, legal(state)[-1])
    return state


@pytest.mark.rule("AQ-709", "AQ-823")
def test_the_left_neighbour_of_the_active_seat_starts_even_if_just_killed() -> None:
    state = at(hands=["55", "68", "77", "88"], life=[6, 6, 1, 6], turn={"seat": 1})
    assert deal(play(state, call(6))).turn() == 2


@pytest.mark.rule("AQ-709")
def test_the_left_neighbour_starts_after_a_fall_and_after_an_emptied_row_too() -> None:
    fallen = at(hands=["55", "68", "77"], life=[6, 6, 1], turn={"seat": 2})
    assert deal(play(fallen, call(3))).turn() == 0
    emptied = at(hands=["55", "8", "77"], turn={"seat": 1})
    assert deal(play(emptied, call(8))).turn() == 2


@pytest.mark.rule("AQ-710")
def test_the_next_round_goes_clockwise_as_well() -> None:
    state = deal(play(at(hands=["55", "68", "77", "88"], life=[6, 6, 1, 6], turn={"seat": 1}), call(6)))
    order = []
    for _ in range(5):
        order.append(state.turn())
        deal(play(state, call(2)))
    assert order == [2, 3, 0, 1, 2]


@pytest.mark.rule("AQ-711")
def test_the_spell_is_finished_before_the_cause_is_fixed_and_scored() -> None:
    state = at(hands=["15", "66", "77"], scores=[7, 0, 0], life=[6, 1, 1], turn={"seat": 0})
    log = play(state, call(1), roll(3)).view(None)["log"]
    assert [line["do"] for line in log] == ["call", "roll"]
    assert "ended" not in log[0]
    assert log[1]["life"] == {"1": -1, "2": -1}
    assert log[1]["ended"]["cause"] == "kill"
    assert log[1]["ended"]["scores"] == [10, 0, 0]
    assert log[1]["ended"]["next"] is None
    assert state.outcome() is not None


@pytest.mark.rule("AQ-711")
def test_scores_stand_before_the_first_stone_of_the_next_round() -> None:
    state = play(at(hands=["8", "66"], turn={"seat": 0}), call(8))
    assert state.turn() == CHANCE
    assert state.scores() == [3, 0]
    assert legal(state)[0]["do"] == "stone"


@pytest.mark.rule("AQ-712")
def test_no_round_takes_more_calls_than_stones_and_lives_allow() -> None:
    """36 + 6n + 19 with the die of the box."""
    for seats, options in tables(GAME):
        if "die" in options:
            continue
        calls, round_ = 0, 0
        for state in walk(GAME.new(seats, options), random.Random(712 + seats)):
            view_round = state.view(None)["round"]
            if view_round != round_:
                calls, round_ = 0, view_round
            if state.history and GAME.describe(state.history[-1])["do"] == "call":
                calls += 1
            assert calls <= 36 + 6 * seats + 19


@pytest.mark.rule("AQ-712")
def test_even_a_round_full_of_healing_ends() -> None:
    state = at(hands=["88888", "88833"], turn={"seat": 0})
    calls = 0
    while state.view(None)["round"] == 1:
        if state.turn() == CHANCE:
            play(state, legal(state)[0])
        else:
            held = state.view(1 - state.turn())["hands"][state.turn()]
            spell = next((n for n in (3, 8) if str(n) in held and call(n) in legal(state)), 2)
            play(state, call(spell))
            calls += 1
    assert calls <= 36 + 12 + 19


def test_the_helper_moves_are_those_of_the_contract() -> None:
    state = at(hands=["88", "66"], turn={"seat": 0}, then=[call(8), lift(1)])
    assert state.position()["hands"][0] == "8"
