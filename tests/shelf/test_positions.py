"""Positions survive JSON at every quiet point, `then` restores the points between, and invalid positions are
refused."""

import json
import random
from typing import Any

import pytest

from sortilege import CHANCE, OVER, NotQuiet, PositionError
from sortilege.core.engine.state import State
from sortilege.core.game import Game, Position
from tests.shelf.tables import any_action, quiet, spoil, tables, walk


def at_equal_nodes(a: State, b: State) -> bool:
    """Return whether two states are at equal nodes."""
    if a.turn() == CHANCE and b.turn() == CHANCE and a.weights() != b.weights():
        return False
    return (a.turn(), a.legal(), a.scores(), a.outcome()) == (b.turn(), b.legal(), b.scores(), b.outcome())


def test_every_quiet_point_survives_json(game: Game) -> None:
    for seats, options in tables(game):
        for state in walk(game.new(seats, options), random.Random(seats)):
            position = quiet(state)
            if position is not None:
                loaded = game.load(json.loads(json.dumps(position)))
                assert loaded.position() == position
                assert at_equal_nodes(loaded, state)


def test_a_position_with_later_actions_reaches_the_points_between(game: Game) -> None:
    for seats, options in tables(game):
        state = game.new(seats, options)
        position, since = None, 0
        for _ in walk(state, random.Random(seats)):
            position_now = quiet(state)
            if position_now is not None:
                position, since = position_now, len(state.history)
            elif position is not None:
                then = [game.describe(a) for a in state.history[since:]]
                loaded = game.load(json.loads(json.dumps(position | {"then": then})))
                assert at_equal_nodes(loaded, state)
                with pytest.raises(NotQuiet):
                    loaded.position()


def test_a_loaded_position_plays_on_like_the_game_it_came_from(game: Game) -> None:
    rng = random.Random(9)
    for seats in game.seats:
        state, nodes = game.new(seats), rng.randrange(20, 120)
        while state.turn() != OVER and (len(state.history) < nodes or quiet(state) is None):
            state.apply(any_action(state, rng))
        loaded, seen = game.load(state.position()), len(state.history)
        for _ in walk(state, rng):
            for a in state.history[seen + len(loaded.history) :]:
                loaded.apply(a)
            assert at_equal_nodes(loaded, state)


def first_quiet(game: Game) -> Position:
    """Return a position early in a game."""
    for state in walk(game.new(), random.Random(6)):
        position = quiet(state)
        if position is not None:
            return position
    raise AssertionError("no quiet point")


def test_an_unknown_field_is_refused_by_name(game: Game) -> None:
    with pytest.raises(PositionError, match="moonlight"):
        game.load(first_quiet(game) | {"moonlight": 1})


@pytest.mark.parametrize("wrong", [{"no": "such"}, 0.5, "§", [[]], True])
def test_a_field_of_the_wrong_kind_is_refused(game: Game, wrong: Any) -> None:
    position = first_quiet(game)
    for key in position:
        with pytest.raises(PositionError) as refused:
            game.load(position | {key: wrong})
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("thing", [None, [], "abracada", 7, {}, {"game": "chess"}, {"game": ["abracada"]}])
def test_an_invalid_position_is_refused(game: Game, thing: Any) -> None:
    with pytest.raises(PositionError):
        game.load(thing)


def test_an_illegal_action_in_then_is_named_by_its_place(game: Game) -> None:
    position = first_quiet(game)
    state = game.load(position)
    legal = game.describe(state.legal()[0])
    with pytest.raises(PositionError, match=r"^then\[0\]"):
        game.load(position | {"then": [{"do": "sing"}]})
    with pytest.raises(PositionError, match=r"^then\[1\]"):
        game.load(position | {"then": [legal, {"do": "sing"}]})
    for wrong in ("end", {"do": "end"}, None):
        with pytest.raises(PositionError, match=r"^then"):
            game.load(position | {"then": wrong})


def test_loading_does_not_change_the_position_object(game: Game) -> None:
    position = first_quiet(game)
    before = json.dumps(position)
    state = game.load(position)
    for _ in walk(state, random.Random(1)):
        pass
    assert json.dumps(position) == before


def test_a_returned_position_may_be_changed_without_effect_on_the_state(game: Game) -> None:
    state = game.load(first_quiet(game))
    before = json.dumps(state.position())
    spoil(state.position())
    assert json.dumps(state.position()) == before
