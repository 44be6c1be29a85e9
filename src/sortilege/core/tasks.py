"""Tasks: what a game says about puzzles made of its positions. Each game's `tasks` room answers; the words of a kind
are `puzzles` in words.toml."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sortilege.core.shapes import Object
from sortilege.core.state import State

BEST = "best"  # the kind of a puzzle of which nothing more is to be said


class Task(NamedTuple):
    """What a solver is asked: a kind, and the numbers its sentence names."""

    kind: str
    values: Object


def best_action(start: State, line: Sequence[int], end: State) -> Task:
    """Nothing but the best."""
    return Task(BEST, {})


def next_turn(start: State, state: State) -> bool:
    """A line is a whole turn."""
    return bool(start.game.turn_of(start) != start.game.turn_of(state))


class Tasks(NamedTuple):
    """The tables on which puzzles are looked for, what kind one is, and where its line ends."""

    tables: tuple[tuple[int, Object], ...] = ()  # sizes with their options; () for the smallest size as it comes
    # The kind of the puzzle that a state and its best line make. It is told beforehand, so it must not give that away.
    task: Callable[[State, Sequence[int], State], Task] = best_action
    # Whether the solver is done where the same seat might go on; chance, another seat and the end are always an end.
    is_done: Callable[[State, State], bool] = next_turn
    most: int = 30  # actions to choose from: with more the board is crowded
