"""Undo takes back a seat’s own steps until something was drawn, revealed or done by others, and its result reveals no
secret."""

import random

import pytest

from sortilege import CHANCE, OVER, CannotUndo, Match
from sortilege.core.game import Game
from sortilege.core.log import full_log
from tests.shelf.tables import any_action, everybody, pieces_of, quiet, text, walk


def everything(match: Match) -> str:
    return text([match.save(), list(match.state.cells), [match.state.view(s) for s in everybody(match.state)]])


def test_a_step_is_taken_back_exactly_while_nothing_was_learned_since(game: Game) -> None:
    """Drawn, shown, done by another seat: each forbids; nothing else does, not even the end of the game."""
    for seats in game.seats:
        match, rng = Match(game, seats, seed=seats), random.Random(seats)
        while match.state.turn() != OVER:
            tried = rng.random() < 0.06  # the whole match is compared, which takes long
            before, mover, n = everything(match) if tried else "", match.state.turn(), len(match.ids)
            match.play(any_action(match.state, rng))
            drew = len(match.ids) > n + 1
            showed = game.reveals(full_log(match.state)[n])
            free = not drew and not showed
            assert (match.why_no_undo(mover) is None) == free
            if tried and free:
                after = everything(match)
                action = match.ids[-1]
                match.undo(mover)
                assert everything(match) == before
                match.play(action)
                assert everything(match) == after
            elif tried:
                refused = everything(match)
                with pytest.raises(CannotUndo, match="cannot be taken back"):
                    match.undo(mover)
                assert everything(match) == refused


def test_nobody_takes_back_the_step_of_another(game: Game) -> None:
    seats = game.seats[-1]
    match, rng = Match(game, seats, seed=1), random.Random(1)
    for _ in range(25):
        if match.state.turn() == OVER:
            break
        mover = match.state.turn()
        match.play(any_action(match.state, rng))
        for seat in range(seats):
            if seat != mover:
                assert match.why_no_undo(seat) is not None


def test_nothing_is_taken_back_before_anything_is_played(game: Game) -> None:
    match = Match(game, seed=1)
    for seat in everybody(match.state):
        assert match.why_no_undo(seat) == "nothing"
    with pytest.raises(CannotUndo, match="nothing has been played yet"):
        match.undo()


def test_steps_go_back_one_by_one_to_the_last_thing_learned(game: Game) -> None:
    """As many as were free in a row, and not one more."""
    match, rng = Match(game, game.seats[-1], seed=2), random.Random(2)
    for _ in range(200):
        if match.state.turn() == OVER:
            break
        match.play(any_action(match.state, rng))
    while match.why_no_undo() is None:
        match.undo()
    assert match._actors[-1] == CHANCE or game.reveals(full_log(match.state)[-1])


def test_at_a_quiet_point_the_seat_to_act_is_the_one_whose_turn_it_is(game: Game) -> None:
    for seats in game.seats:
        for state in walk(game.new(seats), random.Random(seats)):
            owner = game.turn_of(state)[0]
            assert 0 <= owner < seats
            if state.turn() != OVER and quiet(state) is not None:
                assert state.turn() == owner


def test_the_last_turn_of_a_seat_begins_with_its_own_first_decision(game: Game) -> None:
    """Not with what it answered in the turn of another, and never before its turn came."""
    for seats in game.seats:
        match, rng = Match(game, seats, seed=seats), random.Random(seats)
        begun: dict[int, int] = {}
        before: tuple[int, ...] | None = None
        while match.state.turn() != OVER:
            turn, mover, at = game.turn_of(match.state), match.state.turn(), len(match.ids)
            if mover == turn[0] and (turn != before or mover not in begun):
                begun[mover], before = at, turn
            match.play(any_action(match.state, rng))
            assert {seat: match.last_turn_start(seat) for seat in range(seats)} == {
                s: begun.get(s) for s in range(seats)
            }


def test_a_whole_turn_is_taken_back_exactly_while_nothing_was_learned_since(game: Game) -> None:
    """Whatever others did since comes along; what was drawn or shown forbids, by whomever."""
    tried = free = 0  # turns taken back; turns that began with a step from which nobody learned anything
    for seats in game.seats:
        match, rng = Match(game, seats, seed=seats), random.Random(seats)
        while match.state.turn() != OVER and len(match.ids) < 300:
            n, mover = len(match.ids), match.state.turn()
            match.play(any_action(match.state, rng))
            free += match.last_turn_start(mover) == n == len(match.ids) - 1 and not game.reveals(
                full_log(match.state)[n]
            )
            seat = rng.randrange(seats)
            at = match.last_turn_start(seat)
            if at is None or rng.random() < 0.8:
                continue
            since = range(at, len(match.ids))
            learned = any(match._actors[i] == CHANCE or game.reveals(full_log(match.state)[i]) for i in since)
            steps = match.decisions_since(at)
            assert (match.why_no_undo(seat, steps) is None) == (not learned)
            if not learned:
                later, ids = everything(match), match.ids[at:]
                before = text(match.state_at(at).view(seat))
                match.undo(seat, steps)
                assert len(match.ids) == at and text(match.state.view(seat)) == before
                for action in ids:
                    match.play(action)
                assert everything(match) == later
                tried += 1
    assert tried or not free


def test_no_more_is_taken_back_than_was_played(game: Game) -> None:
    match = Match(game, seed=1)
    match.play(match.state.legal()[0])
    with pytest.raises(CannotUndo, match="nothing has been played yet"):
        match.undo(steps=2)


def test_the_quiet_point_before_a_line_is_the_nearest(game: Game) -> None:
    match, rng = Match(game, game.seats[-1], seed=3), random.Random(3)
    while match.state.turn() != OVER and len(match.ids) < 120:
        match.play(any_action(match.state, rng))
    quiet_points = [at for at in range(len(match.ids)) if quiet(match.state_at(at)) is not None]
    for at in range(0, len(match.ids), 7):
        assert match.last_quiet_index(at) == max((k for k in quiet_points if k <= at), default=None)


def test_whether_a_step_can_be_taken_back_tells_nothing_hidden(game: Game) -> None:
    """Where two matches look the same to a seat, before and after a step, undo answers the same words."""
    disguises, compared = pieces_of(game).disguises, 0
    rng = random.Random(3)
    for n, state in enumerate(walk(game.new(game.seats[0]), rng)):
        position = quiet(state)
        if position is None or state.turn() == OVER or n % 5:
            continue
        for seat in range(state.seats):
            for disguise in disguises(position, seat):
                action = rng.choice(state.legal())
                if game.load(disguise).allows(action):
                    compared += compare(game, position, disguise, action, seat)
    assert compared > 0 or not any(True for _ in disguises(position_of(game), 0))


def compare(game: Game, position: dict, disguise: dict, action: int, seat: int) -> int:
    matches = [Match(game, start=start, seed=9) for start in (position, disguise)]
    for match in matches:
        match.play(action)
    if text(matches[0].state.view(seat)) != text(matches[1].state.view(seat)):
        return 0
    assert matches[0].why_no_undo(seat) == matches[1].why_no_undo(seat)
    return 1


def position_of(game: Game) -> dict:
    return next(p for p in map(quiet, walk(game.new(game.seats[0]), random.Random(3))) if p is not None)
