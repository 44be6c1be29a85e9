"""Random games end, keep their pieces, and return what the contract of a game requires."""

import random
from collections import Counter

import pytest

from sortilege import CHANCE, OVER, IllegalAction, Rng
from sortilege.core.engine.cells import blank
from sortilege.core.engine.playout import random_game
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from tests.shelf.tables import all_ids, any_action, everybody, pieces_of, tables, text, walk


def test_every_random_game_ends_with_an_outcome(game: Game) -> None:
    for seats, options in tables(game):
        *_, state = walk(game.new(seats, options), random.Random(seats))
        outcome = state.outcome()
        assert outcome is not None
        assert set(outcome) == {"winners", "scores", "reason"}
        assert set(outcome["winners"]) <= set(range(seats))
        assert outcome["scores"] == state.scores()
        assert state.legal() == []


def test_sides_share_out_the_seats_and_win_together(game: Game) -> None:
    for seats, options in tables(game):
        sides = game.sides(seats)
        assert sorted(seat for side in sides for seat in side) == list(range(seats))
        *_, state = walk(game.new(seats, options), random.Random(seats))
        outcome = state.outcome()
        assert outcome is not None
        for side in sides:
            assert {seat in outcome["winners"] for seat in side} in ({True}, {False})
            assert len({outcome["scores"][seat] for seat in side}) == 1


def test_no_piece_is_ever_made_or_lost(game: Game) -> None:
    module = pieces_of(game)
    for seats, options in tables(game):
        for state in walk(game.new(seats, options), random.Random(seats)):
            assert +module.pieces(state) == module.BOX


def test_legal_actions_ascend_and_outcomes_have_positive_weights(game: Game) -> None:
    for seats, options in tables(game):
        for state in walk(game.new(seats, options), random.Random(seats)):
            legal = state.legal()
            assert legal == sorted(set(legal))
            assert bool(legal) == (state.turn() != OVER)
            assert state.allows(legal[0]) if legal else state.outcome() is not None
            if state.turn() == CHANCE:
                weights = state.weights()
                assert len(weights) == len(legal)
                assert all(type(weight) is int and weight > 0 for weight in weights)
            else:
                with pytest.raises(ValueError, match="CHANCE"):
                    state.weights()


def test_there_is_no_outcome_before_the_end_and_one_score_a_seat(game: Game) -> None:
    for state in walk(game.new(game.seats[-1]), random.Random(1)):
        assert (state.outcome() is None) == (state.turn() != OVER)
        assert len(state.scores()) == state.seats
        assert -2 <= state.turn() < state.seats


def test_an_illegal_action_is_refused_with_a_rule_and_changes_nothing(game: Game) -> None:
    ids = all_ids(game)
    rng = random.Random(2)
    for state in walk(game.new(game.seats[0]), rng):
        illegal = [a for a in ids if not state.allows(a)]
        before = everything(state)
        for a in rng.sample(illegal, min(3, len(illegal))):
            with pytest.raises(IllegalAction) as refused:
                state.apply(a)
            assert refused.value.rule
            assert "\n" not in str(refused.value)
        assert everything(state) == before


@pytest.mark.parametrize("thing", [-1, 10**9, 1 << 80, True, None, 1.0, "1", [], {"do": "call"}])
def test_an_invalid_action_id_is_refused(game: Game, thing: object) -> None:
    state = game.new()
    before = everything(state)
    with pytest.raises(IllegalAction):
        state.apply(thing)
    assert everything(state) == before


def test_a_clone_lives_its_own_life(game: Game) -> None:
    rng = random.Random(3)
    state = game.new(game.seats[-1])
    for _ in range(60):
        if state.turn() == OVER:
            break
        clone, before = state.clone(), everything(state)
        clone.apply(any_action(clone, rng))
        assert everything(state) == before
        assert everything(clone) != before
        state = clone


def test_unchecked_application_reaches_the_same_states(game: Game) -> None:
    """`do` on a twin is what playouts and search use."""
    rng = random.Random(4)
    state = game.new(game.seats[-1])
    twin = state.bare_copy()
    for _ in walk(state, rng):
        if state.history:
            twin.do(state.history[-1])
        assert list(twin.cells) == list(state.cells)


def test_a_game_that_knows_a_shorter_way_to_draw_draws_the_same(game: Game) -> None:
    scratch = blank(512)
    for n, state in enumerate(walk(game.new(game.seats[-1]), random.Random(5))):
        if state.turn() == CHANCE:
            assert state.draw(Rng(n), scratch) == State.draw(state, Rng(n), scratch)


def test_playouts_draw_each_outcome_as_often_as_its_weight_says(game: Game) -> None:
    scratch, rng, draws = blank(512), Rng(1), 4000
    nodes = (s for s in walk(game.new(game.seats[-1]), random.Random(5)) if len(s.history) > 4 and s.turn() == CHANCE)
    state = next(nodes, None)
    if state is None:
        pytest.skip("there is no chance in it")
    drawn = Counter(state.draw(rng, scratch) for _ in range(draws))
    for a, weight in zip(state.legal(), state.weights(), strict=True):
        share = weight / sum(state.weights())
        assert abs(drawn[a] - draws * share) <= 5 * (draws * share * (1 - share)) ** 0.5


def test_a_random_game_is_the_same_game_for_the_same_seed(game: Game) -> None:
    start = game.new(game.seats[-1])
    actions = random_game(start, 7)
    assert actions == random_game(start, 7)
    assert actions != random_game(start, 8)
    state = game.new(game.seats[-1])
    for a in actions:
        state.apply(a)
    assert state.turn() == OVER


def everything(state: State) -> str:
    """Return all observable properties of a state as one text."""
    views = [state.view(seat) for seat in everybody(state)]
    return text([list(state.cells), state.history, state.turn(), state.legal(), state.scores(), state.outcome(), views])
