"""The same rooms in every game's folders, so that whoever knows one game finds their way in all."""

from pathlib import Path

import pytest

import sortilege
from sortilege.core.game import Game
from sortilege.core.insight import Insight
from sortilege.core.options import OneOf
from tests.shelf.tables import accepted, pieces_of

ROOT = Path(__file__).parents[2]
ROOMS = ("RULES.md", "__init__.py", "box.py", "layout.py", "actions.py", "position.py", "view.py", "log.py")
ROOMS += ("screen.py", "words.toml")
WIDE_ROOMS = ("rules", "insight")  # a file, or a folder with one file a chapter


@pytest.mark.parametrize("room", ROOMS)
def test_every_game_has_this_room(game: Game, room: str) -> None:
    assert (game.folder / room).is_file()


@pytest.mark.parametrize("room", WIDE_ROOMS)
def test_every_game_has_this_room_as_a_file_or_a_folder(game: Game, room: str) -> None:
    assert (game.folder / f"{room}.py").is_file() != (game.folder / room / "__init__.py").is_file()


def test_a_game_is_named_like_its_folder(game: Game) -> None:
    assert game.name == game.folder.name
    assert sortilege.game(game.name) is game
    assert game.seats == tuple(sorted(set(game.seats)))
    assert game.turn_rule
    assert game.seats_rule


def test_every_game_has_its_tests_its_pieces_and_its_golden_match(game: Game) -> None:
    tests = ROOT / "tests" / "games" / game.name
    assert (tests / "golden.json").is_file()
    assert list(tests.glob("test_*.py"))
    room = pieces_of(game)
    assert room.BOX
    assert isinstance(room.WORLDS, list)


def test_every_game_has_a_board_in_the_browser(game: Game) -> None:
    assert (ROOT / "web" / "src" / "games" / game.name / "Board.svelte").is_file()


def test_every_game_has_insight_for_search(game: Game) -> None:
    assert isinstance(game.insight(), Insight)


def test_every_offered_value_of_an_option_is_accepted_at_some_table(game: Game) -> None:
    for name, option in game.options.items():
        if isinstance(option.allowed, OneOf):
            for value in option.allowed:
                assert any(accepted(game, seats, {name: value}) for seats in game.seats), (name, value)
