"""Puzzles of Spellcaster: what is left of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.state import OVER, State
from sortilege.core.tasks import Task, Tasks


def task(start: State, line: Sequence[int], end: State) -> Task:
    """To win at once, if that can be done without luck; otherwise the best turn."""
    seat = start.turn()
    if end.turn() == OVER and seat in end.winners():
        return Task("win", {})
    return Task("turn", {})


TASKS = Tasks(((2, {}),), task)
