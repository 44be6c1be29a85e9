"""Puzzles over HTTP: the page sends every press so far, the server plays them through the rules and answers with the
table. A worker process evaluates what presses cost; nothing is stored. The best line leaves the server only when the
puzzle is solved or given up."""

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
from sortilege.core.errors import quote
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.shapes import Action
from sortilege.core.state import State
from sortilege.core.words import Text
from sortilege.games import game
from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.learning.messages import PuzzleCard, PuzzleList, PuzzlePage, Solution
from sortilege.server.learning.practice import practice_snapshot
from sortilege.server.workers.pool import Pool, Priority

LONGEST: Final = 100  # presses of one attempt
KEPT: Final = 512  # verdicts at hand
LEVEL: Final = "archmage"  # the level on the plates of rivals, who never move


@dataclass(frozen=True)
class Riddle:
    """What is put to a person: a table, its words, and what the analysis found there."""

    key: str
    task: PuzzleTask
    kind: str
    name: Text
    text: Text
    level: int
    share: float
    second: float


class Puzzles:
    """The puzzles of all games, and what was judged of late."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.moments: OrderedDict[str, Riddle] = OrderedDict()
        self.known: OrderedDict[tuple[str, tuple[int, ...]], AttemptResult] = OrderedDict()

    def all_of(self, name: str) -> PuzzleList:
        """The puzzles of a game, the easiest first."""
        found = game(name)
        whole = puzzles_of(found)
        notice = whole.notice(found)
        cards = [PuzzleCard(one.id, one.kind, kind_name(found, one.kind), one.level) for one in whole.puzzles]
        return PuzzleList(cards, None if notice is None else notice.text())

    async def play(self, name: str, id: str, acts: list[Action], reveal: bool, owner: str) -> PuzzlePage:
        """The table of a puzzle after these presses."""
        found = game(name)
        puzzle = puzzles_of(found).named(id)
        if puzzle is None:
            raise Denied(NOT_FOUND, "no_puzzle", given=quote(id))
        return await self.attempt(riddle(found, puzzle), acts, reveal, owner)

    async def practise(
        self, table: str, match: Match, at: int, acts: list[Action], reveal: bool, owner: str
    ) -> PuzzlePage:
        """A moment of a finished game once more, given what its seat could know then."""
        key = f"{table}/{at}"
        if key not in self.moments:
            if not 0 <= at < len(match.ids):
                raise Denied(NOT_FOUND, "no_moment", given=at)
            state = await asyncio.to_thread(match.state_at, at)
            if state.turn() < 0:
                raise Denied(NOT_FOUND, "no_moment", given=at)
            self.moments[key] = own_riddle(key, await self.pool.run(Priority.PUZZLES, owner, practice_task, state, at))
            while len(self.moments) > KEPT:
                self.moments.popitem(last=False)
        return await self.attempt(self.moments[key], acts, reveal, owner)

    def forget(self, table: str) -> None:
        """Drop the cached verdicts on moments of a table."""
        for key in [key for key in self.moments if key.startswith(f"{table}/")]:
            del self.moments[key]
        for known in [known for known in self.known if known[0].startswith(f"{table}/")]:
            del self.known[known]

    async def attempt(self, put: Riddle, acts: Sequence[Action], reveal: bool, owner: str) -> PuzzlePage:
        """Any table put to a person, after these presses. `owner`: whose turns in the worker pool this takes."""
        if len(acts) > LONGEST:
            raise Denied(NOT_FOUND, "long_puzzle")
        states, pressed = replayed(put.task, acts)
        verdict = await self.judged(put, pressed, owner)
        stopped = len(verdict.losses) - 1 if verdict.missed else len(verdict.losses)
        state = states[stopped]
        ended = verdict.done or reveal
        answer = await self.solved(put, owner) if ended else None
        outcome = "solved" if verdict.done else "shown" if reveal else "missed" if verdict.missed else "open"
        found = put.task.start.game
        seat = put.task.start.turn()
        return PuzzlePage(
            snapshots=[practice_snapshot(found, state, seat, stopped, not ended, LEVEL)],
            kind=put.kind,
            name=put.name,
            level=put.level,
            task=put.text,
            verdict=outcome,  # type: ignore[arg-type]
            regret=verdict.regret,
            solution=answer,
        )

    async def judged(self, put: Riddle, pressed: tuple[int, ...], owner: str) -> AttemptResult:
        """What the presses are worth; thought about once."""
        key = (put.key, pressed)
        if key not in self.known:
            on_line = pressed == put.task.best[: len(pressed)]
            if on_line:
                self.known[key] = evaluate_attempt(put.task, pressed)
            else:
                self.known[key] = await self.pool.run(Priority.PUZZLES, owner, evaluate_attempt, put.task, pressed)
            while len(self.known) > KEPT:
                self.known.popitem(last=False)
        return self.known[key]

    async def solved(self, put: Riddle, owner: str) -> Solution:
        line, why = await self.pool.run(Priority.PUZZLES, owner, solution, put.task)
        return Solution(line, why, put.share, put.second)


PuzzlesDep = NamedDependency[Puzzles]


def riddle(found: Game, puzzle: Puzzle) -> Riddle:
    """A puzzle of a set as it is put to people. Half of what the best wins may be lost on the way to a solution."""
    start = puzzle.start(found)
    task = PuzzleTask(start, tuple(found.find(action) for action in puzzle.best), puzzle.seed, puzzle.gap / 2)
    name, text = kind_name(found, puzzle.kind), task_text(found, start, task.best)
    key = f"{found.name}/{puzzle.id}/{puzzle.seed}"
    return Riddle(key, task, puzzle.kind, name, text, puzzle.level, puzzle.share, puzzle.second)


def own_riddle(key: str, moment: PracticeTask) -> Riddle:
    """A moment as it is put to the one who was there; nobody measured how hard it is."""
    start = moment.task.start
    name = kind_name(start.game, moment.kind)
    text = task_text(start.game, start, moment.task.best, moment.kind)
    return Riddle(key, moment.task, moment.kind, name, text, 0, moment.share, moment.second)


def replayed(task: PuzzleTask, acts: Sequence[Action]) -> tuple[list[State], tuple[int, ...]]:
    """The states before and after each press, and their ids; IllegalAction where the rules do not allow one. What comes
    after the end of the task counts for nothing."""
    found = task.start.game
    states, pressed = [task.start], []
    for action in acts:
        id = found.find(action)
        if states[-1].turn() != task.start.turn():
            break
        state = states[-1].clone()
        if not state.allows(id):
            raise found.refusal(state, id)
        state.apply(id)
        states.append(state)
        pressed.append(id)
    return states, tuple(pressed)
