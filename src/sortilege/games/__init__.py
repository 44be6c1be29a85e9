"""The shelf: every folder here with a ledger (RULES.md) is a game. Nothing else needs to know their names."""

from __future__ import annotations

import logging
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sortilege.core.errors import UnknownGame, quote
from sortilege.core.game import Game
from sortilege.core.phrases import shared
from sortilege.core.shelf import set_shelf

HERE = Path(__file__).parent


@cache
def folders() -> tuple[str, ...]:
    """Every folder with a ledger, in alphabetical order: the games, and those somebody has only begun to write."""
    return tuple(sorted(folder.name for folder in HERE.iterdir() if (folder / "RULES.md").exists()))


@cache
def names() -> tuple[str, ...]:
    """The games on the shelf. A half-made folder is left out with one sentence, so that the others can be played."""
    for name in folders():
        if why_not(name):
            logging.getLogger("sortilege").warning("%s is not on the shelf: %s", name, why_not(name))
    return tuple(name for name in folders() if not why_not(name))


@cache
def why_not(name: str) -> str:
    """What keeps a folder from being a game; "" for nothing."""
    try:
        found = import_module(f"sortilege.games.{name}").GAME
    except Exception as off:  # whatever a half-written file may raise
        return f"its folder cannot be imported ({type(off).__name__}: {' '.join(str(off).split())})"
    if not isinstance(found, Game) or found.name != name:
        return f"GAME in its __init__.py is no Game of the name {name}"
    return "" if (HERE / name / "words.toml").is_file() else "it has no words.toml"


def game(name: str) -> Game:
    """The game of this name; UnknownGame names those there are."""
    if name not in folders() or why_not(name):
        raise UnknownGame(shared("unknown_game", given=quote(name), names=names()))
    found: Game = import_module(f"sortilege.games.{name}").GAME
    return found


class _Shelf(ModuleType):
    """Lets `sortilege.games()` be called though `sortilege.games` is also this package."""

    def __call__(self) -> tuple[str, ...]:
        return names()


set_shelf(game)
sys.modules[__name__].__class__ = _Shelf
