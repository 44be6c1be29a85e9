"""The shelf: every folder here that has a `rules` room is a game. Nothing else needs to know their names."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sortilege.core.errors import UnknownGame, quote
from sortilege.core.game import Game
from sortilege.core.phrases import shared
from sortilege.core.shelf import set_shelf


@cache
def names() -> tuple[str, ...]:
    """The games on the shelf, in alphabetical order."""
    here = Path(__file__).parent
    return tuple(sorted(room.name for room in here.iterdir() if (room / "RULES.md").exists()))


def game(name: str) -> Game:
    """The game of this name; UnknownGame names those there are."""
    if name not in names():
        raise UnknownGame(shared("unknown_game", given=quote(name), names=names()))
    return _opened(name)


@cache
def _opened(name: str) -> Game:
    found: Game = import_module(f"sortilege.games.{name}").GAME
    return found


class _Shelf(ModuleType):
    """Lets `sortilege.games()` be called though `sortilege.games` is also this package."""

    def __call__(self) -> tuple[str, ...]:
        return names()


set_shelf(game)
sys.modules[__name__].__class__ = _Shelf
