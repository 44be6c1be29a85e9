"""The messages of lessons, puzzles, the daily game and the rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.analysis.puzzles.daily import DailyPar
from sortilege.core.shapes import Object
from sortilege.learn.rulebook import LedgerRule, RuleBlock, RuleChapter, Rules
from sortilege.server.live.messages import Snapshot
from sortilege.server.text import Text

__all__ = [  # noqa: RUF022
    "DailyPuzzle",
    "DailyPar",
    "Daily",
    "DailyTable",
    "LessonActs",
    "LessonCard",
    "LessonPage",
    "PuzzleCard",
    "PuzzleList",
    "PuzzleActs",
    "Solution",
    "PuzzlePage",
    "RuleBlock",
    "RuleChapter",
    "LedgerRule",
    "Rules",
]


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


class LessonActs(Struct, forbid_unknown_fields=True):
    """POST /api/lessons/{game}/{lesson}: every press of the learner so far. Nothing is stored: send them all."""

    acts: list[Object]


class LessonPage(Struct):
    """The table of a lesson after those presses, and what is to be done now."""

    snapshots: list[Snapshot]  # what the last press led to, one after the other; the last one is the table as it is
    title: Text
    goal: Text
    step: int  # how many steps are done
    of: int
    words: Text | None  # of the step to do now; null when all are done
    played: bool  # false: the last press is not what the step asks, and counts for nothing
    answer: Text | None  # what it would have done, and why that is not the goal
    done: bool
    stuck: bool  # the game ended before the goal: begin again
    rules: list[str]


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


class LessonCard(Struct):
    """A lesson of a game, as the shelf lists it."""

    id: str
    title: Text
    goal: Text
