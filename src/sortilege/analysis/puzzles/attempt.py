"""An attempt at a puzzle, judged press by press. What counts is not one answer but what a press costs: the share of
victory it loses against the best there, in the same worlds. What is too close to call costs nothing, so another order
of the same steps is as good, and so is another line that wins as much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sortilege.analysis.evaluate import candidates
from sortilege.analysis.explain import explain, name_of
from sortilege.analysis.intervals import difference
from sortilege.analysis.outlook import outlook
from sortilege.analysis.puzzles.weigh import best_line, is_end, ranked, weigh
from sortilege.core.game import Game
from sortilege.core.match import is_quiet
from sortilege.core.state import State
from sortilege.core.tasks import BEST
from sortilege.core.words import Text

WORLDS: Final = 200  # for a press that is not the one expected
GLIMPSE: Final = 60  # worlds to see what the best action can bring


@dataclass(frozen=True)
class Task:
    """A table to decide at, the best line there, and how much may be lost on the way to a solution."""

    start: State
    best: tuple[int, ...]
    seed: int
    allowed: float


@dataclass(frozen=True)
class Verdict:
    """What became of the presses: the loss of each (the last may be too much: then it is not played)."""

    losses: tuple[float, ...]
    missed: bool
    done: bool

    @property
    def regret(self) -> float:
        """The share lost altogether."""
        return sum(self.losses)


def judge(task: Task, acts: Sequence[int]) -> Verdict:
    """Press by press, until one costs too much or there is no more to do. What is illegal the caller has refused."""
    game, state = task.start.game, task.start.clone()
    losses: list[float] = []
    for number, action in enumerate(acts):
        expected = task.best[number] if tuple(acts[:number]) == task.best[:number] and number < len(task.best) else None
        losses.append(0.0 if action == expected else loss(game, state, action, expected, task.seed))
        if sum(losses) > task.allowed:
            return Verdict(tuple(losses), True, False)
        state.apply(action)
        if is_end(game, task.start, state):
            return Verdict(tuple(losses), False, True)
    return Verdict(tuple(losses), False, False)


def loss(game: Game, state: State, action: int, expected: int | None, seed: int) -> float:
    """What a press costs against the one expected, or against the best where none is; 0 for too close to call."""
    if len(state.legal()) == 1:
        return 0.0
    if expected is None:
        found = weigh(game, state, seed, [action], WORLDS)
    else:
        view = state.view(state.turn())
        found = ranked(candidates(game, view, seed, actions=[expected, action], worlds=WORLDS))
    mine = next(one for one in found if one.action == action)
    gap = difference(found[0].values, mine.values)
    return gap.mean if gap.low > 0 else 0.0


@dataclass(frozen=True)
class Moment:
    """A moment of a game as a task: one's own slip, say."""

    task: Task
    kind: str
    share: float
    second: float


def moment_at(state: State, seed: int) -> Moment:
    """The task of a moment that no set has: the best line is looked for. Half of its lead may be lost on the way."""
    game = state.game
    found = weigh(game, state, seed)
    line, end = best_line(game, state, found[0].action, seed, WORLDS)
    share, second = found[0].mean, found[min(1, len(found) - 1)].mean
    kind = game.tasks.task(state, line, end).kind if is_quiet(state) else BEST
    return Moment(Task(state, tuple(line), seed, (share - second) / 2), kind, share, second)


# ---------------------------------------------------------------- the solution
def solution(task: Task) -> tuple[list[Text], Text]:
    """Return the commands of the best line, and why its first action is the best; `{0}`, `{1}`, … stand for the players
    by seat."""
    game, state = task.start.game, task.start.clone()
    view = state.view(state.turn())
    found = weigh(game, state, task.seed, task.best[:1], WORLDS)
    why = explain(game, found, outlook(game, view, task.best[0], task.seed, GLIMPSE), task.best[0], view)
    names = []
    for action in task.best:
        names.append(name_of(game, action, state.view(state.turn())))
        state.apply(action)
    return names, why.text()
