"""Every game has the same modules, so that a reader who knows one game finds their way in all."""

from pathlib import Path

import pytest

import sortilege
import sortilege.games as shelf
from sortilege.core.contract.insight import Insight
from sortilege.core.contract.options import OneOf
from sortilege.core.game import Game
from tests.shelf.tables import accepted, pieces_of

ROOT = Path(__file__).parents[2]
# docs/games.md says what is in each; a folder stands for a long file of the same name.
REQUIRED = {"RULES.md", "__init__", "box", "layout", "actions", "rules", "position", "words.toml"}
OPTIONAL = {"refusals", "notation", "view", "dealer", "board", "log", "sentences", "screen", "teaching", "insight"}
OPTIONAL |= {"features", "net.json", "ledger.fr.md", "rules.en.md", "rules.fr.md", "lessons.toml"}
OPTIONAL |= {"puzzles.json", "cards.toml", "deck", "effects"}


def modules_of(game: Game) -> list[str]:
    """Return the names of the modules and data files of a game."""
    paths = [path for path in game.folder.iterdir() if path.name != "__pycache__" and path.suffix != ".so"]
    return sorted(path.name.removesuffix(".py") for path in paths)


def test_every_game_has_the_required_modules(game: Game) -> None:
    assert sorted(REQUIRED - set(modules_of(game))) == []


def test_no_game_has_an_unknown_or_duplicate_module(game: Game) -> None:
    assert sorted(set(modules_of(game)) - REQUIRED - OPTIONAL) == []
    assert len(set(modules_of(game))) == len(modules_of(game))


@pytest.mark.parametrize("name", shelf.folders())
def test_every_folder_with_a_ledger_is_a_game_on_the_shelf(name: str) -> None:
    assert shelf.problem_with(name) == ""


@pytest.mark.parametrize("place", ["tests/games", "web/src/games"])
def test_every_folder_of_tests_and_of_boards_belongs_to_a_game(place: str) -> None:
    folders = {path.name for path in (ROOT / place).iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert sorted(folders - set(shelf.folders())) == []


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
    assert isinstance(pieces_of(game).WORLDS, list)


def test_every_game_has_a_board_in_the_browser(game: Game) -> None:
    assert (ROOT / "web" / "src" / "games" / game.name / "Board.svelte").is_file()


def test_every_game_has_insight_for_search(game: Game) -> None:
    assert isinstance(game.insight(), Insight)


def test_every_offered_value_of_an_option_is_accepted_at_some_table(game: Game) -> None:
    for name, option in game.options.items():
        if isinstance(option.allowed, OneOf):
            for value in option.allowed:
                assert any(accepted(game, seats, {name: value}) for seats in game.seats), (name, value)
