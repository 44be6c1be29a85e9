"""Playouts: the faster implementation of this game makes the same choices as the common one, node by node."""

import pytest

from sortilege import OVER, Rng
from sortilege.core.engine.cells import blank
from sortilege.core.engine.state import State
from sortilege.games.spellcaster.rules.state import MAX_LEGAL
from tests.games.spellcaster.board import GAME, at


def both_ways(state: State, seed: int) -> tuple[list[int], list[int]]:
    """Play out from here with this game's method and with the common one."""
    ours, usual = state.bare_copy(), state.bare_copy()
    nodes = ours.play_out(Rng(seed), blank(MAX_LEGAL))
    assert nodes == State.play_out(usual, Rng(seed), blank(MAX_LEGAL))
    assert ours.turn() == usual.turn() == OVER
    return list(ours.cells), list(usual.cells)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("passing", [False, True])
@pytest.mark.parametrize("enchanting", [False, True])
def test_a_game_played_out_is_the_same_the_short_way_and_the_usual_way(
    seats: int, passing: bool, enchanting: bool
) -> None:
    for seed in range(4):
        options = {"allow_pass": passing, "activate_enchantments": enchanting}
        ours, usual = both_ways(GAME.new(seats, options), seed)
        assert ours == usual


@pytest.mark.parametrize("passing", [False, True])
def test_with_an_empty_deck_too(passing: bool) -> None:
    hands = [["R01", "Y01", "B01", "G07"], ["R02", "Y02", "B02", "G02"]]
    for seed in range(20):
        state = at(
            options={"allow_pass": passing}, deck=[], hands=hands, piles={"R": ["R05/0"], "Y": ["Y12/0"]}, left=4
        )
        ours, usual = both_ways(state, seed)
        assert ours == usual
