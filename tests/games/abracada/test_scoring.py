"""Chapter "Scoring": who earns what, by how the round ended."""

import pytest

from tests.games.abracada.moves import at, call, play, points, previous_round, roll


@pytest.mark.rule("AQ-605", "AQ-608")
def test_a_kill_brings_three_the_dead_nothing_and_the_others_one() -> None:
    state = at(hands=["68", "66", "77", "88"], life=[2, 1, 5, 5], turn={"seat": 0})
    assert points(play(state, call(6))) == [3, 0, 1, 1]


@pytest.mark.rule("AQ-606")
def test_every_dead_player_earns_nothing_secrets_or_not() -> None:
    state = at(hands=["58", "66", "77", "88"], life=[2, 1, 5, 1], taken=["", "56", "", ""], turn={"seat": 0})
    assert points(play(state, call(5))) == [3, 0, 1, 0]


@pytest.mark.rule("AQ-607")
def test_a_fall_by_ones_own_fault_brings_the_others_one() -> None:
    state = at(hands=["68", "66", "77"], life=[1, 6, 6], turn={"seat": 0})
    assert points(play(state, call(5))) == [0, 1, 1]


@pytest.mark.rule("AQ-607")
@pytest.mark.parametrize(("spell", "last", "chance"), [(1, 0, [roll(3)]), (2, 6, [])], ids=["dragon", "penalty"])
def test_a_failed_dragon_and_a_penalty_are_ones_own_fault_too(spell: int, last: int, chance: list) -> None:
    options = {"low_call": "penalty"}
    state = at(hands=["68", "66", "77"], options=options, life=[1, 6, 6], turn={"seat": 0, "last": last})
    assert points(play(state, call(spell), *chance)) == [0, 1, 1]


@pytest.mark.rule("AQ-609")
def test_an_emptied_row_brings_three_and_all_others_nothing() -> None:
    state = at(hands=["8", "66", "77", "55"], turn={"seat": 0})
    assert points(play(state, call(8))) == [3, 0, 0, 0]


@pytest.mark.rule("AQ-610")
def test_a_last_stone_that_also_kills_counts_as_an_emptied_row() -> None:
    state = play(at(hands=["7", "66", "88"], life=[6, 6, 1], turn={"seat": 0}), call(7))
    assert points(state) == [3, 0, 0]
    assert previous_round(state)["cause"] == "emptied"


@pytest.mark.rule("AQ-611")
def test_a_survivor_adds_a_point_for_each_secret() -> None:
    state = at(hands=["68", "66", "77"], life=[6, 1, 6], taken=["", "", "58"], turn={"seat": 0})
    assert points(play(state, call(6))) == [3, 0, 3]


@pytest.mark.rule("AQ-612")
def test_the_winner_adds_a_point_for_each_secret() -> None:
    state = at(hands=["68", "66", "77"], life=[6, 1, 6], taken=["358", "", ""], turn={"seat": 0})
    assert points(play(state, call(6))) == [6, 0, 1]


@pytest.mark.rule("AQ-613")
def test_whoever_empties_a_row_adds_them_too() -> None:
    state = at(hands=["8", "66", "77"], taken=["3", "", ""], turn={"seat": 0})
    assert points(play(state, call(8))) == [4, 0, 0]


@pytest.mark.rule("AQ-614")
def test_beside_an_emptied_row_secrets_bring_nothing() -> None:
    state = at(hands=["8", "66", "77"], taken=["", "3578", ""], turn={"seat": 0})
    assert points(play(state, call(8))) == [3, 0, 0]


@pytest.mark.rule("AQ-615")
def test_after_a_fall_by_ones_own_fault_the_survivors_add_their_secrets() -> None:
    state = at(hands=["68", "66", "77"], life=[1, 6, 6], taken=["358", "4", ""], turn={"seat": 0})
    assert points(play(state, call(5))) == [0, 2, 1]


@pytest.mark.rule("AQ-616")
def test_the_face_of_a_secret_does_not_matter() -> None:
    for held in ("18", "88", "23"):
        state = at(hands=["67", "66", "77"], life=[6, 1, 6], taken=["", "", held], turn={"seat": 0})
        assert points(play(state, call(6)))[2] == 3


@pytest.mark.rule("AQ-617")
def test_secrets_nobody_took_bring_nothing() -> None:
    state = at(hands=["68", "66", "77"], life=[6, 1, 6], secrets=4, turn={"seat": 0})
    assert points(play(state, call(6))) == [3, 0, 1]


@pytest.mark.rule("AQ-618")
def test_two_players_share_three_and_nothing_or_nothing_and_one() -> None:
    kill = at(hands=["68", "66"], life=[6, 1], taken=["5", "7"], turn={"seat": 0})
    assert points(play(kill, call(6))) == [4, 0]
    fall = at(hands=["68", "66"], life=[1, 6], taken=["5", "7"], turn={"seat": 0})
    assert points(play(fall, call(5))) == [0, 2]
