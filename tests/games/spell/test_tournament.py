"""Chapter "Tournament setup"."""

import random

import pytest

from sortilege import CHANCE
from sortilege.core.engine.state import State
from sortilege.games.spell import GAME
from tests.games.spell.board import REF, cells, load, rule
from tests.games.spell.test_creation import OPENING


def opening(**options: object) -> State:
    """Return a tournament game after the first row of tiles; purple holds the gem."""
    state = GAME.new(2, {"first": "p", "tournament": True, **options})
    while state.turn() == CHANCE:
        state.apply(state.legal()[0])
    return state


def complete_arena(seed: int = 1) -> State:
    """Return a tournament game with a complete arena, before the first mage is placed."""
    state, rng = opening(), random.Random(seed)
    while state.view(None)["phase"] == "lay":
        state.apply(rng.choice(state.legal()))
    return state


@pytest.mark.rule("SP-070")
def test_the_tournament_changes_nothing_but_the_set_up() -> None:
    plain, tournament = load(REF), load(REF | {"options": {"tournament": True}})
    assert plain.legal() == tournament.legal()
    amulets = {"amulets": {"k": "extralimitae", "p": "bilevitagramaton"}}
    both = load(REF | {"options": {"tournament": True, "mode": "asymmetric"}} | amulets)
    assert both.legal() == plain.legal()


@pytest.mark.rule("SP-071")
def test_the_second_player_lays_first() -> None:
    assert opening().turn() == 0


@pytest.mark.rule("SP-072")
def test_the_line_starts_asleep_and_without_mages() -> None:
    building = opening().view(None)["building"]
    assert building["tiles"] == {"0,-1": "k", "0,0": "N", "0,1": "p"}
    assert building["mages"] == {"k": [], "p": []}


@pytest.mark.rule("SP-073")
def test_every_second_tile_of_a_player_is_active() -> None:
    state, faces = opening(), []
    while state.view(None)["phase"] == "lay":
        state.apply(state.legal()[0])
        faces.append(state.view(None)["log"][-1]["tile"])
    assert "".join(faces) == "KPkpKPkpKPkp"


@pytest.mark.rule("SP-074")
def test_each_player_ends_with_three_active_tiles() -> None:
    for seed in range(5):
        tiles = "".join(complete_arena(seed).view(None)["arena"])
        assert [tiles.count(tile) for tile in "KkPp"] == [3, 4, 3, 4]


@pytest.mark.rule("SP-075")
def test_tiles_are_laid_by_the_same_rules() -> None:
    assert cells(opening(), "lay") == OPENING
    assert rule(opening(), "T1,2") == "SP-045"


@pytest.mark.rule("SP-076")
def test_the_player_without_the_gem_puts_the_mage_on_an_active_own_tile() -> None:
    state = complete_arena()
    rows = state.view(None)["arena"]
    assert state.turn() == 0
    assert cells(state, "stand") == {f"{r}{c}" for r in range(4) for c in range(4) if rows[r][c] == "K"}
    assert len(cells(state, "stand")) == 3
    asleep = next(f"{r}{c}" for r in range(4) for c in range(4) if rows[r][c] == "k")
    assert rule(state, f"P{asleep}") == "SP-076"


@pytest.mark.rule("SP-077")
def test_then_the_gem_holder_does_the_same() -> None:
    state = complete_arena()
    state.apply(state.legal()[0])
    black = state.view(None)["mages"]["k"]
    assert state.turn() == 1
    assert len(cells(state, "stand")) == 3
    state.apply(state.legal()[2])
    assert state.view(None)["mages"]["k"] == black


@pytest.mark.rule("SP-078")
def test_then_the_gem_holder_takes_the_first_turn() -> None:
    state = complete_arena()
    state.apply(state.legal()[1])
    state.apply(state.legal()[1])
    assert (state.turn(), state.position()["turn"], state.position()["round"]) == (1, "p", 1)
