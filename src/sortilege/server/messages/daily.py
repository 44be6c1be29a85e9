"""The day: its puzzle, its game, and par."""

from __future__ import annotations

from msgspec import Struct

from sortilege.server.messages.words import Text


class DailyPuzzle(Struct):
    """Which puzzle it is today."""

    game: str
    id: str
    name: Text  # of its kind
    level: int


class DailyPar(Struct):
    """How the archmage of this server played today's game."""

    score: int
    won: bool


class Daily(Struct):
    """GET /api/daily: the day by universal time. `par` is null while the archmage is still playing."""

    date: str
    puzzle: DailyPuzzle | None
    game: str
    par: DailyPar | None


class DailyTable(Struct, forbid_unknown_fields=True):
    """POST /api/daily/table: play today's game. Its luck comes from the date, so it is no secret."""

    name: str = ""
