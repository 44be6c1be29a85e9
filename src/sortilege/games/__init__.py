"""The games. Every folder here that contains a RULES.md is one; no other code lists their names."""

from __future__ import annotations

import logging
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sortilege.core.errors import UnknownGame, quote
from sortilege.core.game import Game, register_finder
from sortilege.core.text.phrases import shared

HERE = Path(__file__).parent


@cache
def folders() -> tuple[str, ...]:
    """Return the names of all game folders in alphabetical order, incomplete games included."""
    return tuple(sorted(folder.name for folder in HERE.iterdir() if (folder / "RULES.md").exists()))


@cache
def names() -> tuple[str, ...]:
    """Return the names of the playable games. An incomplete game is left out, and a warning is logged."""
    playable = []
    for name in folders():
        problem = problem_with(name)
        if problem:
            logging.getLogger("sortilege").warning("the game %s cannot be played: %s", name, problem)
        else:
            playable.append(name)
    return tuple(playable)


@cache
def problem_with(name: str) -> str:
    """Return why the game in the folder of this name cannot be played; "" if it can."""
    try:
        candidate = import_module(f"sortilege.games.{name}").GAME
    except Exception as error:  # an unfinished module may raise anything
        return f"its folder cannot be imported ({type(error).__name__}: {' '.join(str(error).split())})"
    if not isinstance(candidate, Game) or candidate.name != name:
        return f"GAME in its __init__.py is no Game of the name {name}"
    return "" if (HERE / name / "words.toml").is_file() else "it has no words.toml"


def game(name: str) -> Game:
    """Return the game of this name. Raise UnknownGame, whose message lists all names, if there is none."""
    if name not in folders() or problem_with(name):
        raise UnknownGame(shared("unknown_game", given=quote(name), names=names()))
    result: Game = import_module(f"sortilege.games.{name}").GAME
    return result


class _CallableModule(ModuleType):
    """The class of this module. It makes the module callable: `sortilege.games()` returns the names of the games."""

    def __call__(self) -> tuple[str, ...]:
        return names()


register_finder(game)
sys.modules[__name__].__class__ = _CallableModule
