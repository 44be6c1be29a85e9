"""Puzzles of SpellBook: find the best action of one phase, with all its picks."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.contract.tasks import Task, Tasks
from sortilege.core.engine.state import State
from sortilege.games.spellbook import layout as L

KINDS = {L.MORNING: "morning", L.MIDDAY: "midday", L.EVENING: "evening"}


def task(start: State, line: Sequence[int], end: State) -> Task:
    """Return the task of a puzzle: find the best action of a phase, which is the phase in the state `start`."""
    return Task(KINDS[start.cells[L.PHASE]], {})


def is_done(start: State, state: State) -> bool:
    """Return whether the action of a puzzle is complete: the next phase or Morning action has begun."""
    before, now = start.cells, state.cells
    return bool(now[L.PHASE] != before[L.PHASE] or now[L.MORNINGS] != before[L.MORNINGS])


LINEUPS = ("set1", "set2", "set3")
TASKS = Tasks(tuple((seats, {"lineup": lineup}) for lineup in LINEUPS for seats in (2, 1)), task, is_done)
