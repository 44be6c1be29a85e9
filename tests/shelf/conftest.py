"""Run every test that takes `game` once for each game. Games are found by listing folders, so a new one needs no change
here."""

import pytest

import sortilege


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [sortilege.game(name) for name in sortilege.games()], ids=lambda game: game.name)
