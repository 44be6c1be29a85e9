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
    """The puzzle of the day, as it is listed before somebody opens it."""

    game: str  # the name of the game, such as "spellbook"
    id: str  # the id of the puzzle
    name: Text  # the name of its kind of puzzle
    level: int  # its difficulty from 1 (easy) to 5 (hard)


class Daily(Struct):
    """The response to GET /api/daily: the puzzle of the day, and the game of the day, in which all play the same
    seed."""

    date: str  # the current day (UTC), such as 2026-10-03
    puzzle: DailyPuzzle | None  # the puzzle of the day; null if there are no puzzles
    game: str  # the name of the game of the day, such as "spellbook"
    par: DailyPar | None  # the result of the archmage bot in this game; null until it has played


class DailyTable(Struct, forbid_unknown_fields=True):
    """The body of POST /api/daily/table: create a table for today's game, whose seed follows from the date."""

    name: str = ""  # the player's name


class LessonActs(Struct, forbid_unknown_fields=True):
    """The body of POST /api/lessons/{game}/{lesson}: play a step of a lesson."""

    acts: list[Object]  # all actions of the learner since the beginning of the lesson, the new one last


class LessonPage(Struct):
    """A lesson after the actions of the learner: the table, and what to do next."""

    snapshots: list[Snapshot]  # the states of the table after the last action, in order; the last one is current
    title: Text  # the title of the lesson
    goal: Text  # what the learner should reach
    step: int  # the number of completed steps
    of: int  # the number of all steps
    words: Text | None  # the instruction of the next step; null if all steps are completed
    played: bool  # whether the last action was played; false if it does not match the step
    answer: Text | None  # if the last action was not played: what it would have done, and why it is not the goal
    done: bool  # whether the goal is reached
    stuck: bool  # whether the game ended before the goal was reached, so that the learner must restart
    rules: list[str]  # the ids of the rules that the lesson teaches


class PuzzleCard(Struct):
    """A puzzle in the list of a game's puzzles."""

    id: str
    kind: str  # the key of its kind of puzzle
    name: Text  # the name of its kind of puzzle
    level: int  # its difficulty from 1 (easy) to 5 (hard), by the weakest bot level that solves it


class PuzzleList(Struct):
    """The response to GET /api/puzzles/{game}: the puzzles of a game, easiest first."""

    puzzles: list[PuzzleCard]
    notice: Text | None  # why some puzzles are left out; null if none are


class PuzzleActs(Struct, forbid_unknown_fields=True):
    """The body of POST /api/puzzles/{game}/{puzzle}: play an action of a puzzle, or ask for its solution."""

    acts: list[Object]  # all actions since the beginning of the puzzle, the new one last
    reveal: bool = False  # whether to show the solution


class Solution(Struct):
    """The solution of a puzzle. The server sends it only when the person has solved the puzzle or asked for it."""

    line: list[Text]  # the best actions in order, one sentence each
    why: Text  # the reason for the best action
    share: float  # the win probability after the best action
    second: float  # the win probability after the second-best action


class PuzzlePage(Struct):
    """A puzzle after the actions of the person: the table as their seat may see it, and whether the puzzle is solved. A
    mistake from a review is practised like a puzzle."""

    snapshots: list[Snapshot]  # the states of the table after the last action, in order; the last one is current
    kind: str  # the key of its kind of puzzle
    name: Text  # the name of its kind of puzzle
    level: int  # its difficulty from 1 (easy) to 5 (hard); 0 for a mistake from a review, which was not measured
    task: Text  # what to find, as a sentence
    verdict: Literal["open", "missed", "solved", "shown"]  # missed: the last action was a mistake and was not played
    regret: float  # the win probability (0 to 1) that all actions together lost, compared with the solution
    solution: Solution | None  # null until the puzzle is solved or the solution shown


class LessonCard(Struct):
    """A lesson in the list of a game's lessons."""

    id: str
    title: Text
    goal: Text  # what the learner should reach
