"""Sortilege: four wizard games for people, bots and programs. docs/api.md says what they promise."""

from __future__ import annotations

import os as _os
from typing import TYPE_CHECKING

if _os.environ.get("SORTILEGE_PURE"):  # run the .py files even where compiled ones lie beside them
    from sortilege import _pure

    _pure.install()

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

    def games() -> tuple[str, ...]:
        """The names of the games on the shelf."""

else:
    from sortilege import games

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
    "compiled",
    "game",
    "games",
]
