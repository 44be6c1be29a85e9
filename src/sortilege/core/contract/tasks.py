"""Tasks: how a game makes puzzles of its positions. The `puzzles` table of words.toml has the sentence of each kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sortilege.core.engine.state import State
from sortilege.core.types import Object

BEST = "best"  # the general kind: find the best action


class Task(NamedTuple):
    """What a puzzle asks for: a kind, and the numbers that its sentence mentions."""

    kind: str
    values: Object


def best_action(start: State, line: Sequence[int], end: State) -> Task:
    """Return the default task: find the best action."""
    return Task(BEST, {})


def next_turn(start: State, state: State) -> bool:
    """Return whether a new turn has begun: the default end of a solution."""
    return bool(start.game.turn_of(start) != start.game.turn_of(state))


class Tasks(NamedTuple):
    """The tables on which puzzles are searched, the kind of a puzzle, and where its solution ends."""

    tables: tuple[tuple[int, Object], ...] = ()  # table sizes with options; () for the smallest size with the defaults
    # The task, from the start, the best sequence of actions and the end. The solver sees it, so it must not reveal
    # the solution.
    task: Callable[[State, Sequence[int], State], Task] = best_action
    # Whether the solution ends although the same seat could go on. It always ends at chance, at another seat's decision
    # and at the end of the game.
    is_done: Callable[[State, State], bool] = next_turn
    most: int = 30  # legal actions; with more the board is too crowded
