"""What both research tools get: action ids, returns, and views as text that tell no secret."""

import json
import random

import pytest

import sortilege
from sortilege import OVER
from sortilege.core.engine.state import State
from sortilege.interop.common import information, observation, returns

GAME = sortilege.game("abracada")
POSITION = {"game": "abracada", "seats": 3, "hands": ["35487", "66788", "27785"], "turn": {"seat": 0}}


def finished_state(winners: list[int], seats: int) -> State:
    class Over:
        def __init__(self) -> None:
            self.seats = seats

        def outcome(self) -> dict[str, object]:
            return {"winners": winners}

    over: State = Over()  # type: ignore[assignment]
    return over


@pytest.mark.parametrize(
    ("winners", "seats", "worth"),
    [
        ([0], 2, [1, -1]),
        ([1], 3, [-0.5, 1, -0.5]),
        ([0, 1], 4, [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ([0, 1, 2], 3, [0, 0, 0]),
        ([], 2, [0, 0]),
        ([0], 1, [1]),
        ([], 1, [-1]),
    ],
)
def test_a_victory_is_worth_1_and_all_add_up_to_0(winners: list[int], seats: int, worth: list[float]) -> None:
    assert returns(finished_state(winners, seats)) == pytest.approx(worth)


def test_nothing_is_worth_anything_before_the_end() -> None:
    assert returns(GAME.new(3)) == [0, 0, 0]


def test_the_returns_of_whole_games_add_up_to_0() -> None:
    for name in sortilege.games():
        game = sortilege.game(name)
        state, rng = game.new(2), random.Random(1)
        while state.turn() != OVER:
            state.apply(rng.choice(state.legal()))
        assert sum(returns(state)) == pytest.approx(0)


def test_two_states_a_seat_cannot_distinguish_have_the_same_view() -> None:
    state, disguise = GAME.load(POSITION), GAME.load({**POSITION, "hands": ["12453", "66788", "27785"]})
    for look in (information, observation):
        assert look(state.view(0)) == look(disguise.view(0))
        assert look(state.view(1)) != look(disguise.view(1))


def test_information_recalls_the_log_and_an_observation_does_not() -> None:
    state = GAME.load(POSITION)
    state.apply(GAME.find({"do": "call", "spell": 3}))
    view = state.view(0)
    assert json.loads(information(view)) == view
    assert "log" not in json.loads(observation(view))
