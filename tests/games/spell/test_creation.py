"""Chapter "Arena creation"."""

import random

import pytest

from sortilege import CHANCE
from sortilege.core.engine.state import State
from sortilege.games.spell import GAME
from sortilege.games.spell.teaching.advice import command
from tests.games.spell.board import actions, can, cells, play, rule, walk

OPENING = {"0,-2", "0,2", "-1,-1", "-1,0", "-1,1", "1,-1", "1,0", "1,1"}


def laying(*moves: str, **options: object) -> State:
    """Return a game in which these tiles are laid; purple holds the gem, so black begins."""
    state = GAME.new(2, {"first": "p", **options})
    while state.turn() == CHANCE:
        state.apply(state.legal()[0])
    return play(state, *moves)


def places(state: State) -> set[str]:
    return cells(state, "lay")


def complete_arena(state: State, seed: int) -> State:
    """Lay tiles at random until the arena is complete."""
    rng = random.Random(seed)
    while state.view(None)["phase"] == "lay":
        state.apply(rng.choice(state.legal()))
    return state


@pytest.mark.rule("SP-040")
def test_the_player_without_the_gem_lays_first_and_then_they_take_turns() -> None:
    state = laying()
    for mover in (0, 1, 0, 1):
        assert state.turn() == mover
        state.apply(state.legal()[0])


@pytest.mark.rule("SP-041")
def test_a_player_lays_only_own_tiles_and_chooses_only_the_cell() -> None:
    state = laying("T-1,0")
    assert state.view(None)["building"]["tiles"]["-1,0"] == "k"
    play(state, "T1,0")
    assert state.view(None)["building"]["tiles"]["1,0"] == "p"


@pytest.mark.rule("SP-042")
def test_laid_tiles_show_their_inactive_face() -> None:
    tiles = laying("T-1,0").view(None)["building"]["tiles"]
    assert tiles == {"-1,0": "k", "0,-1": "K", "0,0": "N", "0,1": "P"}


@pytest.mark.rule("SP-043")
def test_laying_is_compulsory_and_nothing_else_happens_meanwhile() -> None:
    state = laying()
    assert {GAME.describe(a)["do"] for a in state.legal()} == {"lay"}
    assert rule(state, "E") == "SP-043"
    assert rule(state, "M10>11") == "SP-043"


@pytest.mark.rule("SP-044")
def test_twelve_tiles_are_laid_and_the_gem_holder_lays_the_last() -> None:
    state, movers = laying(), []
    while state.view(None)["phase"] == "lay":
        movers.append(state.turn())
        state.apply(state.legal()[-1])
    assert movers == [0, 1] * 6


@pytest.mark.rule("SP-045")
def test_a_tile_shares_a_side_with_another() -> None:
    state = laying()
    assert rule(state, "T1,2") == "SP-045"
    assert rule(state, "T0,0") == "SP-045"
    assert rule(state, "T3,0") == "SP-045"


@pytest.mark.rule("SP-046")
def test_the_box_around_the_tiles_never_grows_beyond_four_by_four() -> None:
    state = laying("T0,2")
    assert rule(state, "T0,-2") == "SP-046"
    assert not can(state, "T0,-2")
    assert places(state) == {f"{r},{c}" for r in (-1, 1) for c in (-1, 0, 1, 2)}


@pytest.mark.rule("SP-047")
def test_every_cell_that_touches_and_fits_is_legal() -> None:
    assert places(laying()) == OPENING


@pytest.mark.rule("SP-048")
def test_the_frame_floats_until_it_is_four_wide_and_four_high() -> None:
    state = laying("T-1,0", "T1,0")
    assert {"-2,0", "2,0"} <= places(state)
    play(state, "T2,0")
    assert not any(place.startswith("-2") for place in places(state))
    assert rule(state, "T-2,0") == "SP-046"


@pytest.mark.rule("SP-049")
def test_laying_never_gets_stuck_and_always_fills_four_by_four() -> None:
    for seed in range(60):
        state = laying(central_hole=seed % 2 == 0)
        rng = random.Random(seed)
        while state.view(None)["phase"] == "lay":
            assert state.legal()
            state.apply(rng.choice(state.legal()))
        assert [len(row) for row in state.view(None)["arena"]] == [4] * 4


@pytest.mark.rule("SP-050")
def test_the_finished_box_is_shifted_to_the_arena_and_its_empty_cell_is_the_hole() -> None:
    corners = ["T-1,0", "T0,-2", "T-1,-1", "T-1,1", "T-1,-2", "T1,0", "T1,-1", "T1,1", "T1,-2", "T2,0", "T2,-1", "T2,1"]
    state = laying(*corners)
    # rows -1..2, columns -2..1: black lays every other tile
    assert state.view(None)["arena"] == ["kkkp", "pKNP", "kkpp", ".kpp"]
    assert state.view(None)["log"][-1]["hole"] == "30"


@pytest.mark.rule("SP-051")
def test_the_hole_may_be_central_unless_the_table_forbids_it() -> None:
    ring = ["T0,2", "T-1,2", "T1,2", "T-1,1", "T1,-1", "T-1,0", "T-1,-1", "T2,-1", "T2,0", "T2,1"]
    assert can(laying(*ring, "T1,0"), "T2,2")
    state = laying(*ring, "T1,0", "T2,2")
    assert state.view(None)["arena"][2][2] == "."
    strict = laying(*ring, "T1,0", central_hole=False)
    assert places(strict) == {"1,1"}
    assert rule(strict, "T2,2") == "SP-051"
    assert play(strict, "T1,1").view(None)["arena"][3][3] == "."


@pytest.mark.rule("SP-052")
def test_the_neutral_tile_ends_in_column_one_or_two() -> None:
    columns = {
        row.index("N") for seed in range(40) for row in complete_arena(laying(), seed).view(None)["arena"] if "N" in row
    }
    assert columns == {1, 2}


@pytest.mark.rule("SP-053")
def test_the_mages_stay_on_their_tiles_of_the_line() -> None:
    for seed in range(8):
        view = complete_arena(laying(), seed).view(None)
        for side, tile in (("k", "K"), ("p", "P")):
            (cell,) = view["mages"][side]
            assert view["arena"][int(cell[0])][int(cell[1])] == tile


@pytest.mark.rule("SP-054")
def test_the_gem_holder_takes_the_first_turn() -> None:
    state = complete_arena(laying(), 3)
    assert (state.position()["turn"], state.position()["round"]) == ("p", 1)


def test_lay_keeps_its_coordinates_until_the_arena_is_complete() -> None:
    lays = [a["at"] for s in walk(laying(), 5) if s.view(None)["phase"] == "lay" for a in s.view(s.turn())["legal"]]
    assert set(lays) <= {f"{r},{c}" for r in range(-3, 4) for c in range(-2, 3)}
    assert actions("T-1,0") == [{"do": "lay", "at": "-1,0"}]


def test_a_hint_says_where_to_lay_as_the_board_does() -> None:
    """Places are named from the neutral tile, which everybody sees, not by rows and columns, which only the terminal
    prints."""
    state = laying()
    view = state.view(state.turn())
    for at, english, french in (
        ("-2,1", "2 up and 1 right from the neutral tile", "2 au-dessus et 1 à droite de la tuile neutre"),
        ("0,-2", "2 left from the neutral tile", "2 à gauche de la tuile neutre"),
    ):
        assert command(view, {"do": "lay", "at": at}, GAME.words["en"]) == f"Lay the tile {english}"
        assert command(view, {"do": "lay", "at": at}, GAME.words["fr"]) == f"Poser la tuile {french}"
