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
    solution_texts,
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

    key: str  # the name under which results are cached
    task: PuzzleTask
    kind: str
    kind_name: Text  # the kind as players read it
    instruction: Text  # a sentence that says what to find
    level: int  # difficulty from 1 to 5; 0 if it was not measured
    best_share: float  # the win probability after the best action
    second_share: float  # the win probability after the second-best action


class Puzzles:
    """Lets people solve puzzles and decisions of finished games. The latest results are cached."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.decisions: OrderedDict[str, Exercise] = OrderedDict()  # decisions of finished games, by key
        # the results of attempts, by key of the exercise and numbers of the actions
        self.results: OrderedDict[tuple[str, tuple[int, ...]], AttemptResult] = OrderedDict()

    def puzzle_list(self, name: str) -> PuzzleList:
        """Return the puzzles of the game with this name, easiest first."""
        game = game_named(name)
        puzzle_set = puzzles_of(game)
        notice = puzzle_set.notice(game)
        cards = [
            PuzzleCard(puzzle.id, puzzle.kind, kind_name(game, puzzle.kind), puzzle.level)
            for puzzle in puzzle_set.puzzles
        ]
        return PuzzleList(cards, None if notice is None else notice.text())

    async def play(
        self, game_name: str, puzzle_id: str, actions: list[Action], reveal: bool, client: str
    ) -> PuzzlePage:
        """Return the page of a puzzle after these actions. `reveal`: show the solution. `client`: sender's address."""
        game = game_named(game_name)
        puzzle = puzzles_of(game).find(puzzle_id)
        if puzzle is None:
            raise Denied(NOT_FOUND, "no_puzzle", given=quote(puzzle_id))
        return await self.attempt(puzzle_exercise(game, puzzle), actions, reveal, client)

    async def practise(
        self, table: str, match: Match, line_index: int, actions: list[Action], reveal: bool, client: str
    ) -> PuzzlePage:
        """Return the page of a puzzle after these actions. The puzzle is the decision in a log line of a finished game.
        `reveal`: show the solution. `client`: the address of the sender."""
        key = f"{table}/{line_index}"
        if key not in self.decisions:
            exercise = practice_exercise(key, await self.find_practice_task(match, line_index, client))
            self.decisions[key] = exercise
            while len(self.decisions) > MAX_CACHED:
                self.decisions.popitem(last=False)
        return await self.attempt(self.decisions[key], actions, reveal, client)

    async def find_practice_task(self, match: Match, line_index: int, client: str) -> PracticeTask:
        """Return a task in which the person searches for the best action. It begins before the log line `line_index` of
        a match. Raise Denied if that line is not a seat's decision. `client`: the address of the sender."""
        line_exists = 0 <= line_index < len(match.ids)
        state = await asyncio.to_thread(match.state_at, line_index) if line_exists else None
        is_decision = state is not None and state.turn() >= 0
        if not is_decision:
            raise Denied(NOT_FOUND, "no_moment", given=line_index)
        seed = line_index
        return await self.pool.run(Priority.PUZZLES, client, practice_task, state, seed)

    def forget(self, table: str) -> None:
        """Delete everything that is cached about the decisions of a table."""
        prefix = f"{table}/"
        for decision_key in [key for key in self.decisions if key.startswith(prefix)]:
            del self.decisions[decision_key]
        for result_key in [key for key in self.results if key[0].startswith(prefix)]:
            del self.results[result_key]

    async def attempt(self, exercise: Exercise, actions: Sequence[Action], reveal: bool, client: str) -> PuzzlePage:
        """Return the page of an exercise after these actions, and whether they solve it. A last action that loses too
        much win probability is not played. `reveal`: show the solution. `client`: the address of the sender."""
        if len(actions) > MAX_ACTIONS:
            raise Denied(NOT_FOUND, "long_puzzle")
        start = exercise.task.start
        states, action_ids = replay(exercise.task, actions)
        result = await self.evaluate(exercise, action_ids, client)
        played_count = len(result.losses) - result.missed  # an action that loses too much is not played
        state = states[played_count]
        ended = result.done or reveal
        if result.done:
            verdict = "solved"
        elif reveal:
            verdict = "shown"
        else:
            verdict = "missed" if result.missed else "open"
        return PuzzlePage(
            snapshots=[practice_snapshot(start.game, state, start.turn(), played_count, not ended, LEVEL)],
            kind=exercise.kind,
            name=exercise.kind_name,
            level=exercise.level,
            task=exercise.instruction,
            verdict=verdict,  # type: ignore[arg-type]
            regret=result.regret,
            solution=await self.solution(exercise, client) if ended else None,
        )

    async def evaluate(self, exercise: Exercise, action_ids: tuple[int, ...], client: str) -> AttemptResult:
        """Return how much win probability the actions with these numbers lose compared with the solution. The result is
        cached. `client`: the address of the sender, with whom other clients take turns."""
        key = (exercise.key, action_ids)
        if key not in self.results:
            task = exercise.task
            is_solution = action_ids == task.best[: len(action_ids)]
            if is_solution:  # needs no worker process, because nothing has to be compared
                self.results[key] = evaluate_attempt(task, action_ids)
            else:
                self.results[key] = await self.pool.run(Priority.PUZZLES, client, evaluate_attempt, task, action_ids)
            while len(self.results) > MAX_CACHED:
                self.results.popitem(last=False)
        return self.results[key]

    async def solution(self, exercise: Exercise, client: str) -> Solution:
        """Return the best actions of an exercise, with an explanation. `client`: the address of the sender."""
        sentences, explanation = await self.pool.run(Priority.PUZZLES, client, solution_texts, exercise.task)
        return Solution(sentences, explanation, exercise.best_share, exercise.second_share)


PuzzlesDep = NamedDependency[Puzzles]


def puzzle_exercise(game: Game, puzzle: Puzzle) -> Exercise:
    """Return the exercise for a puzzle. It counts as solved if the actions lose at most half of the win probability by
    which the best action is better than the second-best."""
    start = puzzle.start(game)
    best_actions = tuple(game.find(action) for action in puzzle.best)
    allowed_loss = puzzle.gap / 2
    return Exercise(
        key=f"{game.name}/{puzzle.id}/{puzzle.seed}",
        task=PuzzleTask(start, best_actions, puzzle.seed, allowed_loss),
        kind=puzzle.kind,
        kind_name=kind_name(game, puzzle.kind),
        instruction=task_text(game, start, best_actions),
        level=puzzle.level,
        best_share=puzzle.share,
        second_share=puzzle.second,
    )


def practice_exercise(key: str, practice: PracticeTask) -> Exercise:
    """Return the exercise for a decision of a finished game."""
    task, start = practice.task, practice.task.start
    return Exercise(
        key=key,
        task=task,
        kind=practice.kind,
        kind_name=kind_name(start.game, practice.kind),
        instruction=task_text(start.game, start, task.best, practice.kind),
        level=0,
        best_share=practice.share,
        second_share=practice.second,
    )


def replay(task: PuzzleTask, actions: Sequence[Action]) -> tuple[list[State], tuple[int, ...]]:
    """Play these actions from the start of the task. Return the start and the state after each action, and the numbers
    of the actions. Actions after the end of the turn are ignored. Raise IllegalAction if an action is illegal."""
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
