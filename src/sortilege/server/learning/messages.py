"""The messages of lessons, puzzles, the daily game and the rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.analysis.puzzles.daily import DailyPar
from sortilege.core.types import Object
from sortilege.learn.rulebook import LedgerRule, RuleBlock, RuleChapter, Rules
from sortilege.server.live.messages import Snapshot
from sortilege.server.text import Text

__all__ = [  # noqa: RUF022 (in the order of the generated web types)
    "DailyPuzzle", "DailyPar", "Daily", "DailyTable", "LessonActs", "LessonCard", "LessonPage", "PuzzleCard",
    "PuzzleList", "PuzzleActs", "Solution", "PuzzlePage", "RuleBlock", "RuleChapter", "LedgerRule", "Rules",
]  # fmt: skip


class DailyPuzzle(Struct):
    """The puzzle of the day."""

    game: str
    id: str
    name: Text  # the name of its kind
    level: int


class Daily(Struct):
    """The response to GET /api/daily: today's puzzle and game."""

    date: str  # in UTC, such as 2026-10-03
    puzzle: DailyPuzzle | None  # null if no puzzle is installed
    game: str  # the name of the game that everybody plays today
    par: DailyPar | None  # the score of the archmage bot in this game; null until the bot has played it


class DailyTable(Struct, forbid_unknown_fields=True):
    """The body of POST /api/daily/table: create a table for today's game, whose seed follows from the date."""

    name: str = ""


class LessonActs(Struct, forbid_unknown_fields=True):
    """The body of POST /api/lessons/{game}/{lesson}: all actions of the learner since the beginning of the lesson."""

    acts: list[Object]


class LessonPage(Struct):
    """The table of a lesson after the actions of the learner, and the next step."""

    snapshots: list[Snapshot]  # the table after the last action, and after each reply of the bots; the last is current
    title: Text
    goal: Text
    step: int  # the number of completed steps
    of: int  # the number of steps
    words: Text | None  # the instruction of the next step; null if all are completed
    played: bool  # false: the last action does not match the step, so it was not played
    answer: Text | None  # a comment on the last action: what it would have done, and why that is not the goal
    done: bool  # the goal is reached
    stuck: bool  # the game ended before the goal was reached: restart the lesson
    rules: list[str]  # the ids of the rules that the lesson teaches


class PuzzleCard(Struct):
    """A puzzle in the list of a game's puzzles."""

    id: str
    kind: str
    name: Text  # the name of its kind
    level: int  # difficulty from 1 (easy) to 5 (hard), by the weakest bot level that solves it


class PuzzleList(Struct):
    """The response to GET /api/puzzles/{game}: the puzzles of a game, easiest first."""

    puzzles: list[PuzzleCard]
    notice: Text | None  # why some puzzles are left out, if any


class PuzzleActs(Struct, forbid_unknown_fields=True):
    """The body of POST /api/puzzles/{game}/{puzzle}: all actions since the beginning of the puzzle."""

    acts: list[Object]
    reveal: bool = False  # show the solution


class Solution(Struct):
    """The solution of a puzzle. It is sent only when the puzzle is solved or the person asks for it."""

    line: list[Text]  # the best actions, one sentence each
    why: Text  # an explanation of the best actions
    share: float  # the win probability after the best action
    second: float  # the win probability after the second-best action


class PuzzlePage(Struct):
    """The table of a puzzle after the actions of the person, as their seat may see it."""

    snapshots: list[Snapshot]  # one entry, the current table
    kind: str
    name: Text  # the kind of puzzle as people read it
    level: int  # difficulty from 1 to 5; 0 for a decision of a finished game, which was not measured
    task: Text  # what to find, as a sentence
    verdict: Literal["open", "missed", "solved", "shown"]  # missed: the last action loses too much and was not played
    regret: float  # the win probability that all actions together lost, compared with the solution
    solution: Solution | None


class LessonCard(Struct):
    """A lesson in the list of a game's lessons."""

    id: str
    title: Text
    goal: Text
