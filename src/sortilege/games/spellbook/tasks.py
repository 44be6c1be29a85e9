"""Puzzles of SpellBook: one part of a Day, with all its picks."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.state import State
from sortilege.core.tasks import Task, Tasks
from sortilege.games.spellbook import layout as L

PARTS = {L.MORNING: "morning", L.MIDDAY: "midday", L.EVENING: "evening"}


def task(start: State, line: Sequence[int], end: State) -> Task:
    """By the part of the Day."""
    return Task(PARTS[start.cells[L.PHASE]], {})


def is_done(start: State, state: State) -> bool:
    """Where the next whole action is chosen."""
    before, now = start.cells, state.cells
    return bool(now[L.PHASE] != before[L.PHASE] or now[L.MORNINGS] != before[L.MORNINGS])


LINEUPS = ("set1", "set2", "set3")
TASKS = Tasks(tuple((seats, {"lineup": lineup}) for lineup in LINEUPS for seats in (2, 1)), task, is_done)
