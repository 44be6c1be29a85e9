"""Puzzles of Spellcaster: play the rest of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.contract.tasks import Task, Tasks
from sortilege.core.engine.state import OVER, State


def task(start: State, solution: Sequence[int], end: State) -> Task:
    """Return what a puzzle asks for: "win" if its solution wins the game, otherwise "turn" (find the best turn).
    `start` and `end` are the states before and after the actions of the solution."""
    seat = start.turn()
    if end.turn() == OVER and seat in end.winners():
        return Task("win", {})
    return Task("turn", {})


TASKS = Tasks(((2, {}),), task)  # from duels with the default options
