"""Evaluates the attempts to solve a puzzle.

For each action of an attempt, the loss is measured: by how much the win probability is lower than after the best
action, in the same simulated games. A loss that is too small to measure counts as zero. So the same actions in another
order also solve the puzzle, and so does any other sequence that wins as often.
"""

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

WORLDS: Final = 200  # sampled states from which an action is compared with the best action
OUTLOOK_WORLDS: Final = 60  # sampled states for the possible outcomes of the best action


@dataclass(frozen=True)
class PuzzleTask:
    """A position to solve, with its solution."""

    start: State
    best: tuple[int, ...]  # the solution
    seed: int  # of the analysis
    allowed: float  # the win probability that an attempt may lose in total


@dataclass(frozen=True)
class AttemptResult:
    """The result of an attempt to solve a puzzle."""

    losses: tuple[float, ...]  # for each action: how much win probability it lost
    missed: bool  # the last action lost too much and was not played
    done: bool  # the task is complete

    @property
    def regret(self) -> float:
        """How much win probability all actions together lost."""
        return sum(self.losses)


def evaluate_attempt(task: PuzzleTask, actions: Sequence[int]) -> AttemptResult:
    """Evaluate an attempt of legal actions, until their total loss is too high or the task is done. As long as the
    attempt follows the solution, each action is compared with the next action of the solution, afterwards with the best
    action."""
    game, state = task.start.game, task.start.clone()
    losses: list[float] = []
    for index, action in enumerate(actions):
        has_followed_solution = tuple(actions[:index]) == task.best[:index]
        expected = task.best[index] if has_followed_solution and index < len(task.best) else None
        losses.append(0.0 if action == expected else loss(game, state, action, expected, task.seed))
        is_loss_too_high = sum(losses) > task.allowed
        if is_loss_too_high:
            return AttemptResult(tuple(losses), missed=True, done=False)
        state.apply(action)
        if is_end(game, task.start, state):
            return AttemptResult(tuple(losses), missed=False, done=True)
    return AttemptResult(tuple(losses), missed=False, done=False)


def loss(game: Game, state: State, action: int, expected: int | None, seed: int) -> float:
    """Return how much win probability an action loses against the expected action, or 0 if they are too close to call.
    If `expected` is None, the action is compared with the best action."""
    if len(state.legal()) == 1:
        return 0.0
    if expected is None:
        ranking = rank_actions(game, state, seed, [action], WORLDS)
    else:
        view = state.view(state.turn())
        ranking = ranked(candidates(game, view, seed, actions=[expected, action], worlds=WORLDS))
    played = next(candidate for candidate in ranking if candidate.action == action)
    gap = difference(ranking[0].values, played.values)
    return gap.mean if gap.low > 0 else 0.0


@dataclass(frozen=True)
class PracticeTask:
    """A decision of a finished game as a task, for instance a player's own mistake."""

    task: PuzzleTask
    kind: str  # what the task asks for, such as BEST: find the best action
    share: float  # the win probability after the best action
    second: float  # the win probability after the second-best action


def practice_task(state: State, seed: int) -> PracticeTask:
    """Turn a decision of a game into a task: find its solution, and set how much win probability an attempt may lose.
    This limit is half of the lead of the best action over the second-best action. Any decision can become a task, even
    if no action is clearly best."""
    game = state.game
    ranking = rank_actions(game, state, seed)
    sequence, end = best_sequence(game, state, ranking[0].action, seed, WORLDS)
    share = ranking[0].mean
    second = ranking[1].mean if len(ranking) > 1 else share
    kind = game.tasks.task(state, sequence, end).kind if is_quiet(state) else BEST
    allowed = (share - second) / 2
    return PracticeTask(PuzzleTask(state, tuple(sequence), seed, allowed), kind, share, second)


# ---------------------------------------------------------------- the solution
def solution_texts(task: PuzzleTask) -> tuple[list[Text], Text]:
    """Return the actions of the solution as sentences, and the reason for the first action. {0}, {1}, … in the
    sentences stand for the names of the seats."""
    game, state = task.start.game, task.start.clone()
    first = task.best[0]
    view = state.view(state.turn())
    results = rank_actions(game, state, task.seed, keep=[first], worlds=WORLDS)
    outcomes = outlook(game, view, first, task.seed, OUTLOOK_WORLDS)
    reason = explain(game, results, outcomes, first, view)
    sentences = []
    for action in task.best:
        sentences.append(name_of(game, action, state.view(state.turn())))
        state.apply(action)
    return sentences, reason.text()
