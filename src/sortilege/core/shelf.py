"""Where a game is found by its name. The shelf itself (the package `games`) says how, so that core knows no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sortilege.core.game import Game

_find: list[Callable[[str], Game]] = []


def set_shelf(find: Callable[[str], Game]) -> None:
    """From now on games are found so."""
    _find[:] = [find]


def game_named(name: str) -> Game:
    """The game of this name; UnknownGame names those there are."""
    return _find[0](name)
