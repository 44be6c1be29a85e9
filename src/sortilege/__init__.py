"""Sortilege: four wizard games for people, bots and programs. docs/api.md says what they promise."""

from __future__ import annotations

import os as _os
from typing import TYPE_CHECKING

if _os.environ.get("SORTILEGE_PURE"):  # run the .py files even where compiled ones lie beside them
    from sortilege import _pure

    _pure.install()
elif _os.environ.get("SORTILEGE_ENGINE"):  # compiled, but in a folder of its own
    from sortilege import _engine

    _engine.install()

from sortilege.core.errors import (
    CannotUndo,
    IllegalAction,
    NotQuiet,
    OptionError,
    PositionError,
    RecordError,
    SortilegeError,
    UnknownGame,
)
from sortilege.core.match import Match
from sortilege.core.playout import compiled
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER
from sortilege.games import game

if TYPE_CHECKING:
    from sortilege.analysis import analyse

    def games() -> tuple[str, ...]:
        """The names of the games on the shelf."""

else:
    from sortilege import games

    def __getattr__(name):
        """`analyse` is loaded when somebody asks for it: it needs the bots, and a start should be quick."""
        if name == "analyse":
            from sortilege.analysis import analyse

            return analyse
        raise AttributeError(f"module 'sortilege' has no attribute {name!r}")


__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "CannotUndo",
    "IllegalAction",
    "Match",
    "NotQuiet",
    "OptionError",
    "PositionError",
    "RecordError",
    "Rng",
    "SortilegeError",
    "UnknownGame",
    "analyse",
    "compiled",
    "game",
    "games",
]
