"""Chance in every game: outcomes are drawn by weight, and `Game.hides_information` says whether anything is hidden."""

import json
from collections import Counter
from random import Random

import pytest

import sortilege
from sortilege import CHANCE, Rng


@pytest.mark.parametrize("name", sortilege.games())
def test_a_state_draws_applies_and_answers_one_outcome(name: str) -> None:
    """Whether the dice are ours or Python's; what it answers was legal, and stays in the past."""
    for rng in (Rng(5), Random(5)):
        state = sortilege.game(name).new(2)
        while state.turn() == CHANCE:
            before, past = state.clone(), len(state.history)
            action = state.chance(rng)
            assert action in before.legal()
            assert state.history[past:] == [action]
            before.apply(action)
            assert before == state
        with pytest.raises(ValueError, match="CHANCE"):
            state.chance(rng)


def test_outcomes_are_drawn_by_their_weights() -> None:
    """The first stone of abracada is a k in k of 36."""
    state = sortilege.game("abracada").new(2, {"first": 0})
    weights = dict(zip(state.legal(), state.weights(), strict=True))
    rng, draws = Rng(1), 3600
    drawn = Counter(state.clone().chance(rng) for _ in range(draws))
    for action, weight in weights.items():
        expected = draws * weight / sum(weights.values())
        assert abs(drawn[action] - expected) <= 5 * expected**0.5


@pytest.mark.parametrize("name", sortilege.games())
def test_a_game_says_truthfully_whether_it_hides_anything(name: str) -> None:
    """`Game.hides_information`: in some random play one seat's view shows what another's does not, or never."""
    game = sortilege.game(name)
    seats = min(n for n in game.seats if n > 1)
    differ = False
    for seed in range(3):
        match, lots = sortilege.Match(game, seats=seats, seed=seed), Random(seed)
        for _ in range(40):
            if match.state.turn() == sortilege.OVER:
                break
            match.play(lots.choice(match.state.legal()), int(match.state.turn()))
            first, second = ({**match.state.view(seat), "you": None, "legal": []} for seat in (0, 1))
            differ = differ or first != second
    assert differ is game.hides_information


@pytest.mark.parametrize("name", sortilege.games())
def test_what_is_made_once_for_everybody_is_what_each_would_get(name: str) -> None:
    """`Game.own_entries` and `Game.own_board`: a spectator's view with a seat's own is that seat's, key by key in the
    same order, and so is its board."""
    game = sortilege.game(name)
    for seed, seats in enumerate(game.seats):
        match, lots = sortilege.Match(game, seats=seats, seed=seed), Random(seed)
        for _ in range(60):
            if match.state.turn() == sortilege.OVER:
                break
            match.play(lots.choice(match.state.legal()), int(match.state.turn()))
            spectators = match.state.view(None)
            for seat in range(seats):
                view = match.state.view(seat)
                assert json.dumps(game.seat_view(match.state, seat, spectators)) == json.dumps(view)
                board = game.seat_board(view, lambda spectators=spectators: game.board(spectators))
                assert json.dumps(board) == json.dumps(game.board(view))
