"""Puzzles of Spellcaster: play the rest of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.contract.tasks import Task, Tasks
from sortilege.core.engine.state import OVER, State


def task(start: State, line: Sequence[int], end: State) -> Task:
    """Return the task of a puzzle from the states before and after its solution `line`: "win" if the solution wins the
    game, otherwise "turn", to find the best turn."""
    seat = start.turn()
    if end.turn() == OVER and seat in end.winners():
        return Task("win", {})
    return Task("turn", {})


TASKS = Tasks(((2, {}),), task)  # from duels with the default options
