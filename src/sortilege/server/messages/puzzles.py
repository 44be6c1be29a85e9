"""Puzzles: what there is, and the table of one of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.core.shapes import Object
from sortilege.server.messages.table import Snapshot
from sortilege.server.messages.words import Text


class PuzzleCard(Struct):
    """A puzzle of a game, as its page lists it."""

    id: str
    kind: str
    name: Text  # of the kind
    level: int  # 1 to 5, by which bots find it


class PuzzleList(Struct):
    """GET /api/puzzles/{game}: the easiest first."""

    puzzles: list[PuzzleCard]
    notice: Text | None  # why some are set aside


class PuzzleActs(Struct, forbid_unknown_fields=True):
    """POST /api/puzzles/{game}/{puzzle}: every press so far. Nothing is stored: send them all."""

    acts: list[Object]
    reveal: bool = False  # show the solution


class Solution(Struct):
    """The best line of a puzzle; sent only when it is solved or given up."""

    line: list[Text]
    why: Text
    share: float
    second: float


class PuzzlePage(Struct):
    """The table of a puzzle after those presses, as its seat may see it."""

    snapshots: list[Snapshot]
    kind: str
    name: Text
    level: int  # 0: a moment of one's own game, which nobody measured
    task: Text
    verdict: Literal["open", "missed", "solved", "shown"]  # missed: the last press costs too much and was not played
    regret: float  # the share of victory lost by all presses
    solution: Solution | None
