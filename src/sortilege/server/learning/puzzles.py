"""Puzzles over HTTP. The page sends all actions since the beginning of a puzzle, and the server replays them and
returns the table of the puzzle. A worker process evaluates how much win probability the actions lose. Nothing is
stored. The solution is sent only when the puzzle is solved or the person asks for it."""

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

MAX_ACTIONS: Final = 100  # of one attempt
MAX_CACHED: Final = 512  # decisions of finished games, and results of attempts
LEVEL: Final = "archmage"  # the level shown for the other seats, which never act


@dataclass(frozen=True)
class Exercise:
    """A task for a person to solve: a puzzle of the game's collection, or a decision of a finished game."""

    key: str  # under which results are cached
    task: PuzzleTask
    kind: str
    name: Text  # of the kind
    text: Text  # what to find, as a sentence
    level: int  # difficulty from 1 to 5; 0 if it was not measured
    share: float  # the win probability after the best action
    second: float  # the win probability after the second-best action


class Puzzles:
    """Plays puzzles and decisions of finished games. The latest results are cached."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.decisions: OrderedDict[str, Exercise] = OrderedDict()  # of finished games, by key
        # by key of the exercise and ids of the actions
        self.results: OrderedDict[tuple[str, tuple[int, ...]], AttemptResult] = OrderedDict()

    def all_of(self, name: str) -> PuzzleList:
        """Return the puzzles of the game with this name, easiest first."""
        game = game_named(name)
        puzzle_set = puzzles_of(game)
        notice = puzzle_set.notice(game)
        cards = [
            PuzzleCard(puzzle.id, puzzle.kind, kind_name(game, puzzle.kind), puzzle.level)
            for puzzle in puzzle_set.puzzles
        ]
        return PuzzleList(cards, None if notice is None else notice.text())

    async def play(self, game_name: str, puzzle_id: str, actions: list[Action], reveal: bool, owner: str) -> PuzzlePage:
        """Return the page of a puzzle after these actions (see `attempt`)."""
        game = game_named(game_name)
        puzzle = puzzles_of(game).find(puzzle_id)
        if puzzle is None:
            raise Denied(NOT_FOUND, "no_puzzle", given=quote(puzzle_id))
        return await self.attempt(puzzle_exercise(game, puzzle), actions, reveal, owner)

    async def practise(
        self, table: str, match: Match, at: int, actions: list[Action], reveal: bool, owner: str
    ) -> PuzzlePage:
        """Return the page of an exercise after these actions (see `attempt`). The exercise is the decision at line `at`
        of a finished game, evaluated from what its seat could know."""
        key = f"{table}/{at}"
        if key not in self.decisions:
            exercise = practice_exercise(key, await self.practice_task(match, at, owner))
            self.decisions[key] = exercise
            while len(self.decisions) > MAX_CACHED:
                self.decisions.popitem(last=False)
        return await self.attempt(self.decisions[key], actions, reveal, owner)

    async def practice_task(self, match: Match, at: int, owner: str) -> PracticeTask:
        """Return the task to find the best action at line `at` of a match's log. Raise Denied if there is no such line,
        or if it is not a decision of a seat (but a chance outcome). `owner`: the client for whom the worker pool
        computes."""
        if not 0 <= at < len(match.ids):
            raise Denied(NOT_FOUND, "no_moment", given=at)
        state = await asyncio.to_thread(match.state_at, at)
        if state.turn() < 0:
            raise Denied(NOT_FOUND, "no_moment", given=at)
        return await self.pool.run(Priority.PUZZLES, owner, practice_task, state, at)

    def forget(self, table: str) -> None:
        """Delete everything that is cached about the decisions of a table."""
        prefix = f"{table}/"
        for key in [key for key in self.decisions if key.startswith(prefix)]:
            del self.decisions[key]
        for key, action_ids in [result for result in self.results if result[0].startswith(prefix)]:
            del self.results[key, action_ids]

    async def attempt(self, exercise: Exercise, actions: Sequence[Action], reveal: bool, owner: str) -> PuzzlePage:
        """Return the page of an exercise: its table after these actions, and whether they solve it. If the last action
        loses too much win probability, the table is the one before it. `reveal`: show the solution. `owner`: the client
        for whom the worker pool computes."""
        if len(actions) > MAX_ACTIONS:
            raise Denied(NOT_FOUND, "long_puzzle")
        start = exercise.task.start
        states, action_ids = replay(exercise.task, actions)
        result = await self.evaluate(exercise, action_ids, owner)
        played = len(result.losses) - result.missed  # an action that costs too much is not played
        ended = result.done or reveal
        if result.done:
            verdict = "solved"
        elif reveal:
            verdict = "shown"
        else:
            verdict = "missed" if result.missed else "open"
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

    async def evaluate(self, exercise: Exercise, action_ids: tuple[int, ...], owner: str) -> AttemptResult:
        """Return how much win probability these actions lose compared with the solution. The result is cached.
        `action_ids` are the actions as numbers. `owner`: the client for whom the worker pool computes."""
        key = (exercise.key, action_ids)
        if key not in self.results:
            task = exercise.task
            if action_ids == task.best[: len(action_ids)]:  # quick: nothing has to be compared
                self.results[key] = evaluate_attempt(task, action_ids)
            else:
                self.results[key] = await self.pool.run(Priority.PUZZLES, owner, evaluate_attempt, task, action_ids)
            while len(self.results) > MAX_CACHED:
                self.results.popitem(last=False)
        return self.results[key]

    async def solution(self, exercise: Exercise, owner: str) -> Solution:
        """Return the best actions of an exercise, and the reason why they are best."""
        line, why = await self.pool.run(Priority.PUZZLES, owner, solution, exercise.task)
        return Solution(line, why, exercise.share, exercise.second)


PuzzlesDep = NamedDependency[Puzzles]


def puzzle_exercise(game: Game, puzzle: Puzzle) -> Exercise:
    """Return the exercise for a puzzle. It counts as solved even if the actions lose a little win probability: up to
    half of the difference between the best and the second-best action."""
    start = puzzle.start(game)
    task = PuzzleTask(start, tuple(game.find(action) for action in puzzle.best), puzzle.seed, puzzle.gap / 2)
    name, text = kind_name(game, puzzle.kind), task_text(game, start, task.best)
    key = f"{game.name}/{puzzle.id}/{puzzle.seed}"
    return Exercise(key, task, puzzle.kind, name, text, puzzle.level, puzzle.share, puzzle.second)


def practice_exercise(key: str, practice: PracticeTask) -> Exercise:
    """Return the exercise for a decision of a finished game."""
    task, start = practice.task, practice.task.start
    return Exercise(
        key=key,
        task=task,
        kind=practice.kind,
        name=kind_name(start.game, practice.kind),
        text=task_text(start.game, start, task.best, practice.kind),
        level=0,
        share=practice.share,
        second=practice.second,
    )


def replay(task: PuzzleTask, actions: Sequence[Action]) -> tuple[list[State], tuple[int, ...]]:
    """Play these actions from the start of the task. Return the states (the start, then the state after each action)
    and the actions as numbers. Actions after the end of the turn are ignored. Raise IllegalAction if one is illegal."""
    game = task.start.game
    states, action_ids = [task.start], []
    for action in actions:
        action_id = game.find(action)
        if states[-1].turn() != task.start.turn():
            break
        state = states[-1].clone()
        if not state.allows(action_id):
            raise game.refusal(state, action_id)
        state.apply(action_id)
        states.append(state)
        action_ids.append(action_id)
    return states, tuple(action_ids)
