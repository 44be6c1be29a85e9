"""Tasks: what the puzzles of a game ask for. The `puzzles` table of words.toml has a sentence for each kind of task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sortilege.core.engine.state import State
from sortilege.core.types import Object

BEST = "best"  # the general kind: find the best action


class Task(NamedTuple):
    """What a puzzle asks the player to do."""

    kind: str  # selects the sentence from the `puzzles` table of words.toml
    values: Object  # by name: the numbers that the sentence mentions


def best_action(start: State, line: Sequence[int], end: State) -> Task:
    """Return the default task of a puzzle, which is to find the best action."""
    return Task(BEST, {})


def is_new_turn(start: State, state: State) -> bool:
    """Return whether a new turn has begun since `start`. By default the solution of a puzzle ends there."""
    return bool(start.game.turn_of(start) != start.game.turn_of(state))


class Tasks(NamedTuple):
    """How puzzles of a game are made from simulated games: the tables, the task and the end of the solution."""

    # Numbers of seats with options; () for the smallest number with the default options.
    tables: tuple[tuple[int, Object], ...] = ()
    # Returns the task, from the start of the puzzle, the best sequence of actions and the state after it. The
    # solver sees the task, so it must not reveal the solution.
    task: Callable[[State, Sequence[int], State], Task] = best_action
    # Returns whether the solution ends although the same seat could go on, from the start and the present state. A
    # solution always ends at a chance event, at another seat's decision and at the end of the game.
    is_done: Callable[[State, State], bool] = is_new_turn
    max_choices: int = 30  # positions with more legal actions make no puzzle
