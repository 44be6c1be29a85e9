"""A puzzle being solved. An attempt is judged by what each action costs: the share of victory that it loses against the
best action, measured in the same worlds. A loss that cannot be told from zero counts as zero, so the same steps in
another order are as good, and so is another sequence that wins as much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sortilege.analysis.evaluate import candidates, ranked
from sortilege.analysis.explain import explain, name_of
from sortilege.analysis.intervals import difference
from sortilege.analysis.outlook import outlook
from sortilege.analysis.puzzles.comparison import best_sequence, is_end, rank_actions
from sortilege.core.contract.tasks import BEST
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.core.match import is_quiet
from sortilege.core.text.words import Text

WORLDS: Final = 200  # for an action other than the expected one
OUTLOOK_WORLDS: Final = 60  # for the possible outcomes of the best action


@dataclass(frozen=True)
class PuzzleTask:
    """A position to solve: its best actions, and the loss that is allowed in total."""

    start: State
    best: tuple[int, ...]
    seed: int
    allowed: float


@dataclass(frozen=True)
class AttemptResult:
    """The result of an attempt: the loss of each action. If `missed`, the last action cost too much and is not
    played."""

    losses: tuple[float, ...]
    missed: bool
    done: bool

    @property
    def regret(self) -> float:
        """The total loss."""
        return sum(self.losses)


def evaluate_attempt(task: PuzzleTask, acts: Sequence[int]) -> AttemptResult:
    """Evaluate the actions one by one, until one costs too much or the task is done. The caller has checked that they
    are legal."""
    game, state = task.start.game, task.start.clone()
    losses: list[float] = []
    for number, action in enumerate(acts):
        expected = task.best[number] if tuple(acts[:number]) == task.best[:number] and number < len(task.best) else None
        losses.append(0.0 if action == expected else loss(game, state, action, expected, task.seed))
        if sum(losses) > task.allowed:
            return AttemptResult(tuple(losses), True, False)
        state.apply(action)
        if is_end(game, task.start, state):
            return AttemptResult(tuple(losses), False, True)
    return AttemptResult(tuple(losses), False, False)


def loss(game: Game, state: State, action: int, expected: int | None, seed: int) -> float:
    """Return what an action loses against the expected one, or against the best if none is expected; 0 if they are too
    close to call."""
    if len(state.legal()) == 1:
        return 0.0
    if expected is None:
        ordered = rank_actions(game, state, seed, [action], WORLDS)
    else:
        view = state.view(state.turn())
        ordered = ranked(candidates(game, view, seed, actions=[expected, action], worlds=WORLDS))
    mine = next(candidate for candidate in ordered if candidate.action == action)
    gap = difference(ordered[0].values, mine.values)
    return gap.mean if gap.low > 0 else 0.0


@dataclass(frozen=True)
class PracticeTask:
    """A decision of a finished game as a task, for instance a player's own mistake."""

    task: PuzzleTask
    kind: str
    share: float
    second: float


def practice_task(state: State, seed: int) -> PracticeTask:
    """Make a task of any decision by searching for its best sequence. Half of the gap between the best and the
    second-best action may be lost."""
    game = state.game
    ordered = rank_actions(game, state, seed)
    sequence, end = best_sequence(game, state, ordered[0].action, seed, WORLDS)
    share, second = ordered[0].mean, ordered[min(1, len(ordered) - 1)].mean
    kind = game.tasks.task(state, sequence, end).kind if is_quiet(state) else BEST
    return PracticeTask(PuzzleTask(state, tuple(sequence), seed, (share - second) / 2), kind, share, second)


# ---------------------------------------------------------------- the solution
def solution(task: PuzzleTask) -> tuple[list[Text], Text]:
    """Return the commands of the best sequence, and why its first action is the best; `{0}`, `{1}`, … stand for the
    players by seat."""
    game, state = task.start.game, task.start.clone()
    view = state.view(state.turn())
    results = rank_actions(game, state, task.seed, task.best[:1], WORLDS)
    ahead = outlook(game, view, task.best[0], task.seed, OUTLOOK_WORLDS)
    why = explain(game, results, ahead, task.best[0], view)
    names = []
    for action in task.best:
        names.append(name_of(game, action, state.view(state.turn())))
        state.apply(action)
    return names, why.text()
