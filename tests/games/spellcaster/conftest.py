"""Fixtures for the tests of this game."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.games.spellcaster.board import GAME, card_file_with

InstallEffects: TypeAlias = Callable[..., dict[str, str]]


@pytest.fixture
def install_effects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> InstallEffects:
    """Return a function that installs the stand-in set with other effects, as in install_effects(G01="flip"), and
    returns the options to play with it."""
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))

    def install(**effects: str) -> dict[str, str]:
        GAME.add_cards("own", card_file_with(**{card: {"effect": effect} for card, effect in effects.items()}))
        return {"cards": "own"}

    return install
