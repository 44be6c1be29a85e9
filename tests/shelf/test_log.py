"""A viewer’s log, extended step by step, equals the log computed from scratch."""

import random

import pytest

from sortilege import OVER, Match
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.core.log import full_log, log_of
from tests.shelf.tables import any_action, everybody, tables, text


def log_from_scratch(state: State, seat: int | None) -> str:
    """Return the log computed from scratch, without any cache."""
    seen = (state.game.visible_line(line, seat, state) for line in full_log(state))
    return text([line for line in seen if line is not None])


def check(state: State) -> None:
    for seat in everybody(state):
        assert text(log_of(state, seat)) == log_from_scratch(state, seat)


def random_state(game: Game, seed: int, actions: int) -> State:
    """Return a state after that many actions of a random game, or at its end."""
    state, rng = game.new(game.seats[-1]), random.Random(seed)
    while actions > 0 and state.turn() != OVER:
        state.apply(any_action(state, rng))
        actions -= 1
    return state


def test_a_log_built_line_by_line_equals_the_log_built_at_once(game: Game) -> None:
    """Every viewer looks in at moments of their own, so that each has been told another part of it."""
    for number, (seats, options) in enumerate(tables(game)):
        match, rng = Match(game, seats, options, seed=number), random.Random(number)
        while match.state.turn() != OVER:
            match.play(any_action(match.state, rng))
            for seat in everybody(match.state):
                if rng.random() < 0.1:
                    assert text(log_of(match.state, seat)) == log_from_scratch(match.state, seat)
        check(match.state)


def test_a_log_is_right_after_every_single_action(game: Game) -> None:
    """Also between the draws, where a line may wait for the outcome that completes it."""
    state, rng = game.new(game.seats[-1]), random.Random(5)
    for _ in range(150):
        if state.turn() == OVER:
            break
        state.apply(any_action(state, rng))
        check(state)


def test_a_log_is_right_after_a_step_taken_back(game: Game) -> None:
    match, rng, undone = Match(game, game.seats[-1], seed=3), random.Random(3), 0
    while match.state.turn() != OVER and undone < 5:
        match.play(any_action(match.state, rng))
        if match.why_no_undo() is None:
            before = [text(log_of(match.state, seat)) for seat in everybody(match.state)]
            last_id, undone = match.ids[-1], undone + 1
            match.undo()
            check(match.state)
            match.play(last_id)
            assert [text(log_of(match.state, seat)) for seat in everybody(match.state)] == before
    if not undone:
        pytest.skip("no step of it can be taken back")


def test_a_copy_is_independent(game: Game) -> None:
    """What is told of the one is not told of the other."""
    state, rng = random_state(game, 7, 40), random.Random(7)
    check(state)
    copy = state.clone()
    assert [log_of(copy, seat) for seat in everybody(copy)] == [log_of(state, seat) for seat in everybody(state)]
    for changed in (state, copy):
        for _ in range(10):
            if changed.turn() != OVER:
                changed.apply(any_action(changed, rng))
        check(changed)


def test_the_list_is_the_callers_own(game: Game) -> None:
    state = random_state(game, 9, 40)
    first = log_of(state, 0)
    whole = text(first)
    assert first
    first.clear()
    assert text(log_of(state, 0)) == whole
