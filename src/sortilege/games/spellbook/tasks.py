"""Puzzles of SpellBook: find the best action of one phase, with all its picks."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.contract.tasks import Task, Tasks
from sortilege.core.engine.state import State
from sortilege.games.spellbook import layout as L

KINDS = {L.MORNING: "morning", L.MIDDAY: "midday", L.EVENING: "evening"}


def task(start: State, line: Sequence[int], end: State) -> Task:
    """Return what the puzzle asks for: its kind is the phase of the Day."""
    return Task(KINDS[start.cells[L.PHASE]], {})


def is_done(start: State, state: State) -> bool:
    """Whether the action of the puzzle is complete: the next phase has begun, or one Morning action less is left."""
    before, now = start.cells, state.cells
    return bool(now[L.PHASE] != before[L.PHASE] or now[L.MORNINGS] != before[L.MORNINGS])


LINEUPS = ("set1", "set2", "set3")
TASKS = Tasks(tuple((seats, {"lineup": lineup}) for lineup in LINEUPS for seats in (2, 1)), task, is_done)
