"""Every test here that asks for `game` runs once for each game on the shelf; a new folder is picked up by itself."""

import pytest

import sortilege


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [sortilege.game(name) for name in sortilege.games()], ids=lambda game: game.name)
