"""Sortilege: four wizard games for people, bots and programs. docs/api.md documents the public API."""

from __future__ import annotations

import os as _os
from typing import TYPE_CHECKING

if _os.environ.get("SORTILEGE_PURE"):  # use the .py files even if compiled modules exist
    from sortilege import _pure

    _pure.install()
elif _os.environ.get("SORTILEGE_ENGINE"):  # use the compiled modules in this folder
    from sortilege import _engine

    _engine.install()

from sortilege.core.engine.playout import compiled
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER
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
from sortilege.games import game

if TYPE_CHECKING:
    from sortilege.analysis import analyse

    def games() -> tuple[str, ...]:
        """Return the names of the games."""

else:
    from sortilege import games

    def __getattr__(name):
        """Import `analyse` on first use: it needs the bots, which would slow down the start."""
        if name == "analyse":
            from sortilege.analysis import analyse

            return analyse
        raise AttributeError(f"module 'sortilege' has no attribute {name!r}")


__version__ = "0.2.0"

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
