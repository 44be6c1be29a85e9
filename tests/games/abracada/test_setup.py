"""Chapter "Setup": the table before the first call, in every round."""

import pytest

from sortilege import CHANCE, Match, OptionError
from tests.games.abracada.moves import END, GAME, at, call, legal, play, stone


def new_match(seats: int) -> Match:
    return Match(GAME, seats, {"first": 0}, seed=seats)


@pytest.mark.rule("AQ-101")
@pytest.mark.parametrize("seats", [0, 1, 6, -2, 2.0, "3", True, []])
def test_only_two_to_five_can_play(seats: object) -> None:
    with pytest.raises(OptionError, match=r"2, 3, 4 or 5.*\(AQ-101\)"):
        GAME.new(seats)  # type: ignore[arg-type]


@pytest.mark.rule("AQ-102", "AQ-103")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_starts_with_six_lives_and_nobody_else_is_there(seats: int) -> None:
    position = new_match(seats).state.position()
    assert position["life"] == [6] * seats
    assert len(position["hands"]) == len(position["taken"]) == len(position["scores"]) == seats


@pytest.mark.rule("AQ-103", "AQ-708")
def test_the_second_round_starts_with_six_lives_again() -> None:
    state = play(at(hands=["8", "66"], life=[2, 3], turn={"seat": 0}), call(8), stone(5))
    assert state.view(None)["life"] == [6, 6]


@pytest.mark.rule("AQ-104")
def test_the_same_seed_deals_the_same_and_another_seed_does_not() -> None:
    assert Match(GAME, 4, seed="one").log == Match(GAME, 4, seed="one").log
    assert Match(GAME, 4, seed="one").log != Match(GAME, 4, seed="two").log


@pytest.mark.rule("AQ-105")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_five_stones_stand_before_everybody(seats: int) -> None:
    assert [len(hand) for hand in new_match(seats).state.position()["hands"]] == [5] * seats


@pytest.mark.rule("AQ-106", "AQ-107", "AQ-108", "AQ-110", "AQ-111")
@pytest.mark.parametrize(("seats", "on_board", "pile"), [(2, 12, 10), (3, 6, 11), (4, 0, 12), (5, 0, 7)])
def test_stones_are_laid_face_up_set_aside_and_left_to_draw(seats: int, on_board: int, pile: int) -> None:
    view = new_match(seats).state.view(0)
    assert (sum(view["board"]), view["secrets"], view["pile"]) == (on_board, 4, pile)


@pytest.mark.rule("AQ-109")
def test_a_shown_stone_lies_on_its_row_and_is_never_drawn_again() -> None:
    state = GAME.new(2, {"first": 0})
    play(state, *[stone(8)] * 5, *[stone(7)] * 5)
    before = state.view(0)["board"]
    assert before == [0] * 8
    play(state, *[stone(8)] * 3, *[stone(7)] * 2, *[stone(6)] * 6, stone(1))
    assert state.view(1)["board"] == [1, 0, 0, 0, 0, 6, 2, 3]
    # everything but 2 to 5 is on the table now: a refill can bring only those
    assert play(state, call(8), {"do": "lift", "slot": 0}, END).turn() == CHANCE
    assert legal(state) == [stone(2), stone(3), stone(4), stone(5)]


@pytest.mark.rule("AQ-112")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_hands_are_dealt_seat_by_seat_then_stones_are_shown(seats: int) -> None:
    lines = new_match(seats).state.view(None)["log"]
    face_up = {2: 12, 3: 6, 4: 0, 5: 0}[seats]
    assert [line["to"] for line in lines] == [s for s in range(seats) for _ in range(5)] + [None] * face_up


@pytest.mark.rule("AQ-112")
def test_a_later_round_is_dealt_in_the_same_order() -> None:
    match = Match(GAME, start=at(hands=["8", "667", "5"], turn={"seat": 0}).position(), seed=1)
    match.play(call(8))
    lines = [line for line in match.state.view(None)["log"] if line["round"] == 2]
    assert [line["to"] for line in lines] == [0] * 5 + [1] * 5 + [2] * 5 + [None] * 6


@pytest.mark.rule("AQ-113")
def test_the_first_player_is_drawn_by_lot_or_named() -> None:
    drawn = GAME.new(3)
    assert drawn.turn() == CHANCE
    assert legal(drawn) == [{"do": "first", "seat": seat} for seat in range(3)]
    assert drawn.weights() == [1, 1, 1]
    named = Match(GAME, 3, {"first": 2}, seed=0)
    assert named.log[0]["do"] == "stone"
    assert named.state.turn() == 2


@pytest.mark.rule("AQ-113")
def test_whoever_is_drawn_starts() -> None:
    for seat in range(4):
        state = play(GAME.new(4), {"do": "first", "seat": seat}, *[stone(8)] * 8, *[stone(7)] * 7, *[stone(6)] * 5)
        assert state.turn() == seat


@pytest.mark.rule("AQ-114")
def test_the_die_and_the_aids_hold_no_state() -> None:
    """A position has no place for them: the die's faces are an option, its rolls are in the log."""
    keys = set(at(hands=["58", "66"], turn={"seat": 0}).position())
    assert keys == {"game", "seats", "options", "round", "scores", "life", "hands", "board", "secrets", "taken", "turn"}
