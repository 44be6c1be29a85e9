"""Puzzles of SpellBook: one part of a Day, with all its picks."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.state import State
from sortilege.core.tasks import Task, Tasks
from sortilege.games.spellbook.layout import EVENING, MIDDAY, MORNING, MORNINGS, PHASE

PARTS = {MORNING: "morning", MIDDAY: "midday", EVENING: "evening"}


def task(start: State, line: Sequence[int], end: State) -> Task:
    """By the part of the Day."""
    return Task(PARTS[start.cells[PHASE]], {})


def is_done(start: State, state: State) -> bool:
    """Where the next whole action is chosen."""
    before, now = start.cells, state.cells
    return bool(now[PHASE] != before[PHASE] or now[MORNINGS] != before[MORNINGS])


LINEUPS = ("set1", "set2", "set3")
TASKS = Tasks(tuple((seats, {"lineup": lineup}) for lineup in LINEUPS for seats in (2, 1)), task, is_done)
