"""Puzzles over HTTP: the page sends all actions so far; the server replays them and returns the table of the puzzle.

A worker process evaluates how much the actions cost. Nothing is stored. The solution is sent only when the puzzle is
solved or the person asks for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from litestar.di import NamedDependency

from sortilege.analysis.puzzles.puzzle_file import Puzzle, puzzles_of
from sortilege.analysis.puzzles.task import (
    AttemptResult,
    PracticeTask,
    PuzzleTask,
    evaluate_attempt,
    practice_task,
    solution,
)
from sortilege.analysis.puzzles.task_text import kind_name, task_text
from sortilege.core.engine.state import State
from sortilege.core.errors import quote
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.text.words import Text
from sortilege.core.types import Action
from sortilege.games import game as game_named
from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.learning.messages import PuzzleCard, PuzzleList, PuzzlePage, Solution
from sortilege.server.learning.practice import practice_snapshot
from sortilege.server.workers.pool import Pool, Priority

LONGEST: Final = 100  # actions of one attempt
CACHED: Final = 512  # exercises made from finished games, and results of attempts
LEVEL: Final = "archmage"  # the level shown for the other seats, which never act


@dataclass(frozen=True)
class Exercise:
    """A puzzle or a decision of a finished game, with its texts and the win probabilities of the best and the
    second-best action."""

    key: str
    task: PuzzleTask
    kind: str
    name: Text
    text: Text
    level: int
    share: float
    second: float


class Puzzles:
    """Plays the puzzles of all games and the decisions of finished games, and caches the latest results."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.decisions: OrderedDict[str, Exercise] = OrderedDict()  # of finished games, by table and number
        self.results: OrderedDict[tuple[str, tuple[int, ...]], AttemptResult] = OrderedDict()

    def all_of(self, name: str) -> PuzzleList:
        """Return the list of the puzzles of a game, easiest first."""
        game = game_named(name)
        puzzle_set = puzzles_of(game)
        notice = puzzle_set.notice(game)
        cards = [PuzzleCard(one.id, one.kind, kind_name(game, one.kind), one.level) for one in puzzle_set.puzzles]
        return PuzzleList(cards, None if notice is None else notice.text())

    async def play(self, name: str, id: str, acts: list[Action], reveal: bool, owner: str) -> PuzzlePage:
        """Return the table of a puzzle after these actions."""
        game = game_named(name)
        puzzle = puzzles_of(game).find(id)
        if puzzle is None:
            raise Denied(NOT_FOUND, "no_puzzle", given=quote(id))
        return await self.attempt(puzzle_exercise(game, puzzle), acts, reveal, owner)

    async def practise(
        self, table: str, match: Match, at: int, acts: list[Action], reveal: bool, owner: str
    ) -> PuzzlePage:
        """Return a decision of a finished game as an exercise, after these actions. It is evaluated from what its seat
        could know."""
        key = f"{table}/{at}"
        if key not in self.decisions:
            if not 0 <= at < len(match.ids):
                raise Denied(NOT_FOUND, "no_moment", given=at)
            state = await asyncio.to_thread(match.state_at, at)
            if state.turn() < 0:
                raise Denied(NOT_FOUND, "no_moment", given=at)
            self.decisions[key] = practice_exercise(
                key, await self.pool.run(Priority.PUZZLES, owner, practice_task, state, at)
            )
            while len(self.decisions) > CACHED:
                self.decisions.popitem(last=False)
        return await self.attempt(self.decisions[key], acts, reveal, owner)

    def forget(self, table: str) -> None:
        """Drop everything that is cached about the decisions of a table."""
        for key in [key for key in self.decisions if key.startswith(f"{table}/")]:
            del self.decisions[key]
        for attempt in [attempt for attempt in self.results if attempt[0].startswith(f"{table}/")]:
            del self.results[attempt]

    async def attempt(self, exercise: Exercise, acts: Sequence[Action], reveal: bool, owner: str) -> PuzzlePage:
        """Return the table of an exercise after these actions. `owner`: the owner of the tasks in the worker pool."""
        if len(acts) > LONGEST:
            raise Denied(NOT_FOUND, "long_puzzle")
        start = exercise.task.start
        states, actions = replay(exercise.task, acts)
        result = await self.evaluate(exercise, actions, owner)
        played = len(result.losses) - 1 if result.missed else len(result.losses)
        ended = result.done or reveal
        verdict = "solved" if result.done else "shown" if reveal else "missed" if result.missed else "open"
        return PuzzlePage(
            snapshots=[practice_snapshot(start.game, states[played], start.turn(), played, not ended, LEVEL)],
            kind=exercise.kind,
            name=exercise.name,
            level=exercise.level,
            task=exercise.text,
            verdict=verdict,  # type: ignore[arg-type]
            regret=result.regret,
            solution=await self.solution(exercise, owner) if ended else None,
        )

    async def evaluate(self, exercise: Exercise, actions: tuple[int, ...], owner: str) -> AttemptResult:
        """Return how much these actions lose compared with the best line; computed once and cached."""
        key = (exercise.key, actions)
        if key not in self.results:
            task = exercise.task
            if actions == task.best[: len(actions)]:  # quick: nothing has to be compared
                self.results[key] = evaluate_attempt(task, actions)
            else:
                self.results[key] = await self.pool.run(Priority.PUZZLES, owner, evaluate_attempt, task, actions)
            while len(self.results) > CACHED:
                self.results.popitem(last=False)
        return self.results[key]

    async def solution(self, exercise: Exercise, owner: str) -> Solution:
        """Return the best line of an exercise and the reason why it is best."""
        line, why = await self.pool.run(Priority.PUZZLES, owner, solution, exercise.task)
        return Solution(line, why, exercise.share, exercise.second)


PuzzlesDep = NamedDependency[Puzzles]


def puzzle_exercise(game: Game, puzzle: Puzzle) -> Exercise:
    """Return the exercise for a puzzle. An attempt may lose half of the gap between the best and the second-best
    action."""
    start = puzzle.start(game)
    task = PuzzleTask(start, tuple(game.find(action) for action in puzzle.best), puzzle.seed, puzzle.gap / 2)
    name, text = kind_name(game, puzzle.kind), task_text(game, start, task.best)
    key = f"{game.name}/{puzzle.id}/{puzzle.seed}"
    return Exercise(key, task, puzzle.kind, name, text, puzzle.level, puzzle.share, puzzle.second)


def practice_exercise(key: str, practice: PracticeTask) -> Exercise:
    """Return the exercise for a decision of a finished game. Its level is 0, because its difficulty was not
    measured."""
    start = practice.task.start
    name = kind_name(start.game, practice.kind)
    text = task_text(start.game, start, practice.task.best, practice.kind)
    return Exercise(key, practice.task, practice.kind, name, text, 0, practice.share, practice.second)


def replay(task: PuzzleTask, acts: Sequence[Action]) -> tuple[list[State], tuple[int, ...]]:
    """Return the states before and after each action, and the ids of the actions. Raise IllegalAction if an action is
    illegal. Actions after the turn of the task's seat are ignored."""
    game = task.start.game
    states, ids = [task.start], []
    for action in acts:
        id = game.find(action)
        if states[-1].turn() != task.start.turn():
            break
        state = states[-1].clone()
        if not state.allows(id):
            raise game.refusal(state, id)
        state.apply(id)
        states.append(state)
        ids.append(id)
    return states, tuple(ids)
