"""The public names, the shelf, and what an option may be."""

import os
import subprocess
import sys

import pytest

import sortilege
from sortilege import OptionError, SortilegeError, UnknownGame
from sortilege.core.contract.options import OneOf, Option, SeatOrRandom, resolve_options
from sortilege.core.engine import cells, playout

OPTIONS = {"loud": Option(False, OneOf((False, True))), "first": Option("random", SeatOrRandom(("random", 0, 1)))}


def test_the_shelf_is_a_call_and_a_package() -> None:
    assert "abracada" in sortilege.games()
    assert sortilege.games() == tuple(sorted(sortilege.games()))
    assert sortilege.games.abracada.GAME is sortilege.game("abracada")  # type: ignore[attr-defined]


def test_the_constants_are_those_of_the_contract() -> None:
    assert (sortilege.CHANCE, sortilege.OVER) == (-1, -2)


@pytest.mark.parametrize("name", sortilege.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(sortilege, name) is not None


def test_every_refusal_is_of_one_family() -> None:
    for name in sortilege.__all__:
        thing = getattr(sortilege, name)
        if isinstance(thing, type) and issubclass(thing, Exception):
            assert issubclass(thing, SortilegeError)


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(UnknownGame) as refused:
        sortilege.game("tarot")
    assert all(name in str(refused.value) for name in ("tarot", *sortilege.games()))


def test_options_are_filled_in_and_of_the_right_type() -> None:
    assert resolve_options("x", OPTIONS, {}, 2) == {"loud": False, "first": "random"}
    assert resolve_options("x", OPTIONS, {"loud": True, "first": 1}, 2) == {"loud": True, "first": 1}
    for wrong in ({"loud": 1}, {"loud": 0}, {"loud": None}, {"first": 2}, {"first": True}, {"first": "Random"}):
        with pytest.raises(OptionError, match=rf"option {next(iter(wrong))} is "):
            resolve_options("x", OPTIONS, wrong, 2)
    with pytest.raises(OptionError, match=r"'quiet'; it has loud, first"):
        resolve_options("x", OPTIONS, {"quiet": True}, 2)


def test_a_vector_is_a_copy_of_its_own() -> None:
    vector = cells.cells_of([1, 2, 3])
    copy = cells.copy(vector)
    copy[0] = 9
    assert list(vector) == [1, 2, 3]
    assert list(cells.blank(4)) == [0, 0, 0, 0]


def test_many_playouts_leave_their_start_alone() -> None:
    start = sortilege.game("abracada").new(3)
    before = list(start.cells)
    nodes = playout.play_many(start, 20, 1)
    assert nodes == playout.play_many(start, 20, 1)
    assert nodes > 20 * 30
    assert list(start.cells) == before


def test_sources_can_be_preferred_to_compiled_files() -> None:
    """SORTILEGE_PURE=1 is how benchmarks and these tests get an interpreted engine."""
    program = "import sortilege; from sortilege.core.engine import state; print(sortilege.compiled(), state.__file__)"
    env = {**os.environ, "SORTILEGE_PURE": "1"}
    ran = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("False ")
    assert ran.stdout.strip().endswith(".py")
