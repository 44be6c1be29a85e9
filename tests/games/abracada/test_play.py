"""How Abracada is played in training: from the true state, as if it were seen through the eyes of the seat to move."""

from __future__ import annotations

from typing import Any

import pytest

import sortilege
from sortilege.bots.net_files import net_for
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.rng import Rng
from sortilege.games.abracada.dealer import state_vector
from sortilege.games.abracada.insight.dealer import Dealer, add_remembered_casts, hide_own_stones, no_decisions
from tests.games.abracada.test_beliefs import TABLES, hands_on_table, match_at

GAME = sortilege.game("abracada")


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_true_table_is_seen_as_its_view_shows_it(seats: int, options: dict[str, object]) -> None:
    for state in match_at(seats, options, seed=1):
        assert hands_on_table(hide_own_stones(state).cells) == hands_on_table(state_vector(state.view(state.turn())))


def cast_twice(view: Any) -> bool:
    """Whether the seat has cast a spell twice in this round: a table remembers only the last time."""
    calls = [x for x in view["log"] if x["do"] == "call" and x["round"] == view["round"] and x["by"] == view["you"]]
    cast = [x["spell"] for x in calls if x["hit"]]
    return len(set(cast)) < len(cast)


def test_a_table_remembers_what_a_cast_says_of_the_stones_beside() -> None:
    compared = 0
    for state in match_at(2, {}, seed=2):
        turn, view = state.turn(), state.view(state.turn())
        if not cast_twice(view):
            dealer = Dealer(hide_own_stones(state), [turn], no_decisions)
            add_remembered_casts(dealer, turn)
            assert dealer.odds(turn) == pytest.approx(GAME.dealer(view).odds(turn))
            compared += len(dealer.cast_evidence) > 0
    assert compared > 3


def test_the_net_is_what_plays_and_it_does_not_peek() -> None:
    """Whatever the hidden stones are, the same is decided, and the same expected of it."""
    insight, rng = GAME.insight(), Rng(1)
    state = next(match_at(2, {}, seed=3))
    assert insight.quick_action(state) == -1
    insight.predictor = net_for(GAME, 2, GAME.resolve_options(2, {}))
    assert insight.evaluates_turn_ends()
    hands: set[tuple[int, ...]] = set()
    for state in match_at(2, {}, seed=3):
        action = insight.quick_action(state)
        expected = insight.expected_win_probability
        assert action in state.legal()
        assert 0 < expected < 1
        dealer = GAME.dealer(state.view(state.turn()))
        for _ in range(3):
            imagined = dealer.deal(rng)
            hands.add(tuple(cells_of(imagined.cells)))
            assert insight.quick_action(imagined) == action
            assert insight.expected_win_probability == pytest.approx(expected)
    assert len(hands) > 50


def cells_of(cells: Cells) -> list[int]:
    return [int(cell) for cell in cells]
