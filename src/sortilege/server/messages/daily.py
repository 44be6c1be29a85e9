"""The day: its puzzle, its game, and par."""

from __future__ import annotations

from msgspec import Struct

from sortilege.analysis.puzzles.daily import DailyPar
from sortilege.server.messages.words import Text

__all__ = ["DailyPuzzle", "DailyPar", "Daily", "DailyTable"]  # noqa: RUF022


class DailyPuzzle(Struct):
    """Which puzzle it is today."""

    game: str
    id: str
    name: Text  # of its kind
    level: int


class Daily(Struct):
    """GET /api/daily: the day by universal time. `par` is null while the archmage is still playing."""

    date: str
    puzzle: DailyPuzzle | None
    game: str
    par: DailyPar | None


class DailyTable(Struct, forbid_unknown_fields=True):
    """POST /api/daily/table: play today's game. Its luck comes from the date, so it is no secret."""

    name: str = ""
