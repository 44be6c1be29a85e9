"""Chapter "Order of calls and penalties"."""

import pytest

from sortilege import CHANCE, IllegalAction
from tests.games.abracada.moves import END, at, call, legal, life, play, previous_round, roll, stone

PENALTY = {"low_call": "penalty"}


@pytest.mark.rule("AQ-301")
def test_calls_go_upward_within_a_turn() -> None:
    state = play(at(hands=["3588", "66"], turn={"seat": 0}), call(3), roll(1))
    assert legal(state) == [END, *[call(n) for n in range(3, 9)]]


@pytest.mark.rule("AQ-302")
def test_the_bound_is_forgotten_when_the_turn_ends() -> None:
    state = at(hands=["5788", "66"], turn={"seat": 0})
    play(state, call(8), {"do": "lift", "slot": 2}, END, stone(7), stone(7), call(6), {"do": "lift", "slot": 0}, END)
    while state.turn() == CHANCE:
        play(state, legal(state)[0])
    assert state.turn() == 0
    assert call(1) in legal(state)


@pytest.mark.rule("AQ-303")
def test_a_penalised_low_call_costs_one_life_and_the_turn() -> None:
    state = at(hands=["45888", "66", "55"], options=PENALTY, turn={"seat": 0, "last": 5})
    assert call(4) in legal(state)
    play(state, call(4))
    assert life(state) == [5, 6, 6]
    assert state.turn() == 1


@pytest.mark.rule("AQ-304")
def test_a_low_call_is_refused_by_default_and_nothing_changes() -> None:
    state = at(hands=["4588", "66"], turn={"seat": 0, "last": 5})
    before = state.position()
    with pytest.raises(IllegalAction) as refused:
        play(state, call(4))
    assert refused.value.rule == "AQ-301"
    assert "5 or higher" in str(refused.value)
    assert state.position() == before
    assert state.turn() == 0


@pytest.mark.rule("AQ-305")
def test_neither_failure_nor_penalty_moves_a_stone() -> None:
    failed = play(at(hands=["45888", "66"], turn={"seat": 0}), call(7))
    assert failed.position()["hands"][0] == "45888"
    assert failed.position()["board"] == [0] * 8
    low = play(at(hands=["45888", "66"], options=PENALTY, turn={"seat": 0, "last": 5}), call(4))
    assert low.position()["hands"][0] == "45888"
    assert low.position()["board"] == [0] * 8


@pytest.mark.rule("AQ-305")
def test_a_low_call_does_not_say_whether_the_stone_was_there() -> None:
    views = [
        play(at(hands=[hand, "66"], options=PENALTY, turn={"seat": 0, "last": 5}), call(4)).view(0)
        for hand in ("45888", "35888")
    ]
    assert views[0] == views[1]
    assert views[0]["log"][-1]["hit"] is None


@pytest.mark.rule("AQ-306")
@pytest.mark.parametrize("spell", [2, 3, 4, 5, 6, 7, 8])
def test_a_failed_call_costs_one_life(spell: int) -> None:
    hand = "".join(str(n) for n in (5, 6, 7, 8) if n != spell)
    state = play(at(hands=[hand, "66"], turn={"seat": 0}), call(spell))
    assert life(state) == [5, 6]


@pytest.mark.rule("AQ-307", "AQ-412")
def test_a_failed_dragon_costs_the_die_instead() -> None:
    state = play(at(hands=["58", "66"], turn={"seat": 0}), call(1))
    assert state.turn() == CHANCE
    assert life(play(state, roll(3))) == [3, 6]


@pytest.mark.rule("AQ-308")
def test_a_low_call_of_the_dragon_costs_one_life_without_the_die() -> None:
    for hand in ("15888", "55888"):
        state = play(at(hands=[hand, "66"], options=PENALTY, turn={"seat": 0, "last": 2}), call(1))
        assert life(state) == [5, 6]
        assert state.turn() == 1
        assert not any(line["do"] == "roll" for line in state.view(None)["log"])


@pytest.mark.rule("AQ-309")
def test_the_row_is_refilled_after_a_failure_too() -> None:
    state = play(at(hands=["56788", "66"], turn={"seat": 0}), call(5), call(6), call(7), call(7))
    assert state.turn() == CHANCE
    play(state, stone(2), stone(3), stone(4))
    assert state.position()["hands"][0] == "88234"
    assert state.turn() == 1


@pytest.mark.rule("AQ-309")
def test_the_row_is_refilled_after_a_penalty_too() -> None:
    state = play(at(hands=["5788", "66"], options=PENALTY, turn={"seat": 0, "last": 6}), call(2), stone(3))
    assert state.position()["hands"][0] == "57883"


@pytest.mark.rule("AQ-310")
@pytest.mark.parametrize(
    ("options", "last", "spell", "rolls"),
    [({}, 0, 4, []), (PENALTY, 8, 4, []), ({}, 0, 1, [roll(2)])],
    ids=["failure", "penalty", "dragon"],
)
def test_a_loss_by_failure_or_penalty_is_ones_own_doing(options: dict, last: int, spell: int, rolls: list) -> None:
    state = at(hands=["5788", "66", "55"], options=options, life=[1, 6, 6], turn={"seat": 0, "last": last})
    assert previous_round(play(state, call(spell), *rolls))["cause"] == "self"


@pytest.mark.rule("AQ-311")
def test_after_a_potion_only_a_potion_may_follow() -> None:
    state = play(at(hands=["5786", "66"], turn={"seat": 0}), call(8))
    assert legal(state) == [END, call(8)]
