"""Looking up a game by its name. The package `games` registers the function, so that core need not import it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sortilege.core.game import Game

_find: list[Callable[[str], Game]] = []


def set_shelf(find: Callable[[str], Game]) -> None:
    """Register the function that returns a game by its name."""
    _find[:] = [find]


def game_named(name: str) -> Game:
    """Return the game of this name. Raise UnknownGame, which lists the existing names, if there is none."""
    return _find[0](name)
