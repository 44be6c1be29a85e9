"""A state behaves like a Python value: it can be copied, pickled, compared, hashed and printed."""

import copy
import pickle

import pytest

from sortilege import CHANCE
from sortilege.core.engine.playout import random_game
from sortilege.core.game import Game
from tests.shelf.tables import tables


def test_copies_are_independent(game: Game) -> None:
    for make in (copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))):
        state = game.new()
        actions = random_game(state, 5)
        for action in actions[: min(20, len(actions) // 2)]:
            state.apply(action)
        second = make(state)
        assert second == state
        assert hash(second) == hash(state)
        assert second.history == state.history
        seat = state.turn() if state.turn() >= 0 else None
        assert second.view(seat) == state.view(seat)
        second.apply(second.legal()[0])
        assert second != state
        assert len(second.history) == len(state.history) + 1


def test_a_state_is_equal_to_its_copy_and_to_nothing_else(game: Game) -> None:
    for seats, options in tables(game):
        state = game.new(seats, options)
        for action in random_game(state, 3):
            state.apply(action)
        assert state == state.clone()
        assert state != game.new(seats, options)
        assert state != "a state"


def test_a_state_shows_itself(game: Game) -> None:
    state = game.new(game.seats[0])
    while state.turn() == CHANCE:
        state.apply(state.legal()[0])
    assert game.name in repr(state)
    assert f"seat {state.turn()} to decide" in repr(state)
    assert "\n" in str(state)
    assert max(map(len, str(state).splitlines())) <= 80


def test_a_game_is_pickled_by_its_name(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) is game


def test_every_action_id_is_below_the_number_of_ids(game: Game) -> None:
    assert game.describe(game.actions - 1)
    with pytest.raises(Exception, match=str(game.actions)):
        game.describe(game.actions)
