"""Chapter "State": stones, lives, and who sees what."""

import json
import random

import pytest

from sortilege import OVER, PositionError
from tests.games.abracada.moves import END, GAME, at, call, life, play, previous_round, roll, secret, stone
from tests.games.abracada.pieces import BOX, pieces
from tests.shelf.tables import everybody, tables, walk


@pytest.mark.rule("AQ-001")
def test_spell_n_exists_n_times_and_there_are_36_stones() -> None:
    assert [BOX[n] for n in range(1, 9)] == [1, 2, 3, 4, 5, 6, 7, 8]
    first = GAME.new(5, {"first": 0})
    assert first.weights() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert sum(first.weights()) == 36


@pytest.mark.rule("AQ-001", "AQ-002")
def test_a_second_dragon_is_not_in_the_box() -> None:
    with pytest.raises(PositionError, match=r"AQ-001"):
        at(hands=["15", "16"], turn={"seat": 0})


@pytest.mark.rule("AQ-002")
def test_every_stone_is_always_in_exactly_one_place() -> None:
    for seats in GAME.seats:
        for state in walk(GAME.new(seats), random.Random(seats)):
            view = state.view(0)
            unseen = view["pile"] + view["secrets"]
            lying = sum(view["board"]) + sum(map(len, view["hands"])) + sum(map(len, view["taken"]))
            assert lying + unseen == 36
            assert pieces(state) == BOX


@pytest.mark.rule("AQ-003", "AQ-004")
def test_a_seat_sees_every_row_but_its_own() -> None:
    state = at(hands=["35487", "66788", "27785"], turn={"seat": 0})
    assert state.view(0)["hands"] == ["?????", "66788", "27785"]
    assert state.view(1)["hands"] == ["35487", "?????", "27785"]
    assert state.view(2)["hands"] == ["35487", "66788", "?????"]


@pytest.mark.rule("AQ-005")
def test_secrets_in_the_middle_and_the_pile_are_only_counted() -> None:
    state = at(hands=["35487", "66788", "27785"], board=[0, 0, 0, 0, 1, 1, 2, 2], turn={"seat": 0})
    for seat in everybody(state):
        view = state.view(seat)
        assert (view["secrets"], view["pile"]) == (4, 11)


@pytest.mark.rule("AQ-006")
def test_a_taken_secret_shows_its_face_to_its_holder_alone() -> None:
    state = at(hands=["35487", "66788", "27785"], taken=["", "7", ""], turn={"seat": 0})
    assert state.view(1)["taken"] == ["", "7", ""]
    for seat in (0, 2, None):
        assert state.view(seat)["taken"] == ["", "?", ""]


@pytest.mark.rule("AQ-006")
def test_the_log_of_a_find_shows_its_face_to_the_finder_alone() -> None:
    state = play(at(hands=["4588", "66"], turn={"seat": 0}), call(4), secret(3))
    assert state.view(0)["log"][-1]["spell"] == 3
    assert state.view(1)["log"][-1]["spell"] is None
    assert state.view(None)["log"][-1]["spell"] is None


@pytest.mark.rule("AQ-007")
def test_everybody_sees_the_same_lives() -> None:
    for state in walk(GAME.new(4), random.Random(7)):
        assert len({json.dumps(state.view(seat)["life"]) for seat in everybody(state)}) == 1


@pytest.mark.rule("AQ-008")
def test_a_loss_beyond_the_last_life_is_ignored() -> None:
    state = play(at(hands=["58", "66"], life=[2, 6], scores=[0, 7], turn={"seat": 0}), call(1), roll(3))
    assert life(state) == [0, 6]


@pytest.mark.rule("AQ-008", "AQ-009", "AQ-010")
def test_lives_and_rows_stay_within_their_bounds() -> None:
    for seats, options in tables(GAME):
        for state in walk(GAME.new(seats, options), random.Random(100 + seats)):
            view = state.view(None)
            assert all(0 <= lives <= 6 for lives in view["life"])
            assert all(len(hand) <= 5 for hand in view["hands"])
            if state.turn() >= 0:
                assert view["life"][state.turn()] > 0
                living = [s for s in range(seats) if view["life"][s] > 0]
                assert all(view["hands"][s] for s in living)
                assert options.get("variant") == "last" or len(living) == seats


@pytest.mark.rule("AQ-011")
def test_stones_keep_their_order_and_new_ones_come_to_the_right() -> None:
    state = play(at(hands=["35487", "66788"], turn={"seat": 0}), call(4), secret(2), END, stone(6))
    assert state.position()["hands"][0] == "35876"


@pytest.mark.rule("AQ-011", "AQ-012")
def test_the_owner_can_follow_each_stone_without_its_face() -> None:
    state = at(hands=["35487", "66788"], turn={"seat": 0})
    before = state.view(0)["stones"][0]
    play(state, call(4), secret(2), END, stone(6))
    after = state.view(0)["stones"][0]
    assert after[:4] == before[:2] + before[3:]
    assert after[4] not in before


@pytest.mark.rule("AQ-012")
def test_the_name_of_a_stone_says_nothing_of_its_face() -> None:
    names = [at(hands=[hand, "66"], turn={"seat": 1}).view(1)["stones"] for hand in ("88888", "12345", "77777")]
    assert names[0] == names[1] == names[2]


@pytest.mark.rule("AQ-012")
def test_the_name_of_a_stone_never_comes_back() -> None:
    """Neither in the same round for another stone nor in a later one."""
    *_, state = walk(GAME.new(3), random.Random(12))
    names = [line["id"] for line in state.view(None)["log"] if line["do"] == "stone" and line["to"] is not None]
    assert len(names) > 30
    assert len(set(names)) == len(names)


@pytest.mark.rule("AQ-013")
def test_the_stones_of_a_scored_round_lie_open_to_all() -> None:
    state = at(hands=["8", "66788", "27785"], taken=["", "5", "3"], turn={"seat": 0})
    play(state, call(8))
    for seat in everybody(state):
        view = state.view(seat)
        assert previous_round(state, seat)["hands"] == ["", "66788", "27785"]
        assert previous_round(state, seat)["taken"] == ["", "5", "3"]
        assert view["pile"] + view["secrets"] == 36 - sum(view["board"]) - sum(map(len, view["hands"])) - 2


@pytest.mark.rule("AQ-013")
def test_the_previous_round_stays_in_view_while_the_next_is_played() -> None:
    state = play(at(hands=["8", "66788"], turn={"seat": 0}), call(8))
    for spell in (8, 8, 8, 8, 8):
        play(state, stone(spell))
    view = state.view(0)
    assert view["round"] == 2
    assert view["hands"][0] == "?????"
    assert previous_round(state, 0)["hands"] == ["", "66788"]


@pytest.mark.rule("AQ-013")
def test_own_stones_of_a_finished_round_can_be_read_in_the_log() -> None:
    state = GAME.new(2, {"first": 0})
    rng = random.Random(3)
    while state.view(0)["round"] == 1:
        state.apply(rng.choice(state.legal()))
    dealt = [line for line in state.view(0)["log"] if line["do"] == "stone" and line["round"] == 1]
    assert all(line["spell"] is not None for line in dealt)


@pytest.mark.rule("AQ-014")
def test_all_pawns_start_below_the_first_step() -> None:
    assert GAME.new(5).scores() == [0, 0, 0, 0, 0]


@pytest.mark.rule("AQ-015")
def test_a_round_brings_at_most_seven_points_and_a_game_takes_two_rounds() -> None:
    for seats in GAME.seats:
        for variant, most in (("standard", 7), ("last", 6)):
            before = [0] * seats
            for state in walk(GAME.new(seats, {"variant": variant}), random.Random(seats)):
                earned = [now - then for now, then in zip(state.scores(), before, strict=True)]
                assert max(earned) <= most
                before = state.scores()
            assert state.turn() == OVER
            assert state.position()["round"] >= 2
