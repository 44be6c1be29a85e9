"""A view contains all that a seat may know and nothing more."""

import json
import random

import pytest

from sortilege import CHANCE, OVER, IllegalAction, OptionError, Rng
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from tests.shelf.tables import all_ids, any_action, everybody, pieces_of, quiet, spoil, tables, text, walk

COMMON = {"game", "seats", "options", "you", "turn", "legal", "log", "outcome", "scores"}


def test_every_view_has_the_common_keys_and_is_json(game: Game) -> None:
    for seats, options in tables(game):
        state = game.new(seats, options)
        for n, _ in enumerate(walk(state, random.Random(seats))):
            if n % 23 and state.turn() != OVER:
                continue
            for seat in everybody(state):
                view = state.view(seat)
                assert json.loads(json.dumps(view)) == view
                assert set(view) >= COMMON
                assert (view["game"], view["seats"], view["you"]) == (game.name, seats, seat)
                assert view["options"] == state.options
                assert view["scores"] == state.scores()
                assert view["outcome"] == state.outcome()


def test_only_the_seat_to_move_is_offered_actions_and_just_the_legal_ones(game: Game) -> None:
    for seats in game.seats:
        for state in walk(game.new(seats), random.Random(seats)):
            if state.turn() == CHANCE:
                continue
            for seat in everybody(state):
                view = state.view(seat)
                if state.turn() == OVER:
                    assert view["turn"] is None
                    assert view["legal"] == []
                else:
                    assert view["turn"]["seat"] == state.turn()
                    legal = [game.describe(a) for a in state.legal()]
                    assert view["legal"] == (legal if seat == state.turn() else [])


def test_building_a_view_changes_nothing_and_changing_it_does_not_change_the_state(game: Game) -> None:
    """All but the lines of its log: those are shared between views, since a long match has many."""
    for n, state in enumerate(walk(game.new(game.seats[-1]), random.Random(1))):
        if n % 11:
            continue
        cells = list(state.cells)
        for seat in everybody(state):
            first = text(state.view(seat))
            view = state.view(seat)
            view.pop("log").append("spoilt")
            spoil(view)
            assert text(state.view(seat)) == first
        assert list(state.cells) == cells


@pytest.mark.parametrize("seat", [-1, 9, True, "0", 0.0, []])
def test_there_is_no_view_from_a_seat_that_is_not_there(game: Game, seat: object) -> None:
    with pytest.raises(OptionError):
        game.new().view(seat)  # type: ignore[arg-type]


# ---- leaks, from positions: other stones where the seat sees backs


def errors(state: State, ids: list[int]) -> list[str]:
    """Return the refusal of every action that is not legal."""
    messages = []
    for a in ids:
        if not state.allows(a):
            with pytest.raises(IllegalAction) as refused:
                state.apply(a)
            messages.append(str(refused.value))
    return messages


def test_hidden_information_does_not_change_a_seats_view(game: Game) -> None:
    """Every disguise of a position gives the seat the same view; and if it is to move, the same errors."""
    disguises, ids = pieces_of(game).disguises, all_ids(game)
    for seats in game.seats:
        for n, state in enumerate(walk(game.new(seats), random.Random(seats))):
            position = quiet(state)
            if position is None or n % 3:
                continue
            for seat in range(seats):
                seen = text(game.load(position).view(seat))
                for disguise in disguises(position, seat):
                    disguised = game.load(disguise)
                    assert text(disguised.view(seat)) == seen
                    if state.turn() == seat and n % 9 == 0:
                        assert errors(disguised, ids) == errors(game.load(position), ids)


def test_a_spectator_knows_no_more_than_any_seat(game: Game) -> None:
    """What one seat cannot tell apart with its own stones aside, a spectator cannot tell apart either."""
    disguises = pieces_of(game).disguises
    for n, state in enumerate(walk(game.new(game.seats[-1]), random.Random(4))):
        position = quiet(state)
        if position is None or n % 5:
            continue
        for seat in range(state.seats):
            for disguise in disguises(position, seat):
                assert text(game.load(disguise).view(None)) == text(game.load(position).view(None))


# ---- leaks, from histories: a match and a twin of it imagined from one seat's view, played on side by side


def test_a_match_and_its_imagined_twin_look_the_same_for_as_long_as_they_can(game: Game) -> None:
    steps = 0
    for seats in game.seats:
        rng = random.Random(seats)
        moments = [s.clone() for s in walk(game.new(seats), rng) if quiet(s) is not None and s.turn() != OVER]
        for state in rng.sample(moments, min(6, len(moments))):
            steps += side_by_side(state, rng.randrange(seats), rng)
    assert steps > 5


def side_by_side(true: State, seat: int, rng: random.Random) -> int:
    """Play both states with the same actions until their hidden difference shows; return the number of decisions."""
    a, b = true.clone(), true.game.imagine(true.view(seat), Rng(rng.getrandbits(60)))
    for steps in range(12):
        assert text(b.view(seat)) == text(a.view(seat))
        if a.turn() == OVER:
            return steps
        if a.turn() == seat:
            assert b.legal() == a.legal()
        action = rng.choice(a.legal())
        if not b.allows(action):  # another seat does what it cannot do in the twin
            return steps
        a.apply(action)
        b.apply(action)
        while a.turn() == CHANCE:
            a.apply(any_action(a, rng))
        followed = follow(b, text(a.view(seat)), a.view(seat)["log"], seat, a.history)
        if followed is None:  # what happened in the open cannot happen in the twin
            return steps
        b = followed
    return 12


def follow(b: State, goal: str, log: list[dict], seat: int, hints: list[int]) -> State | None:
    """Return the twin after outcomes of chance that leave the seat with the same view, or None."""
    if b.turn() != CHANCE:
        return b if text(b.view(seat)) == goal else None
    likely = [a for a in b.legal() if a in hints[-12:]]
    for a in likely + [a for a in b.legal() if a not in likely]:
        tried = b.clone()
        tried.apply(a)
        seen = tried.view(seat)["log"]
        if seen == log[: len(seen)]:
            path = follow(tried, goal, log, seat, hints)
            if path is not None:
                return path
    return None
