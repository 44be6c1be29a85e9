"""The puzzles of this game: each asks for one decision, a call or the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.contract.tasks import Task, Tasks
from sortilege.core.engine.state import State
from sortilege.games.abracada.layout import LAST_SPELL


def task(start: State, line: Sequence[int], end: State) -> Task:
    """Return the task of a puzzle that begins at `start`. At the first call of a turn the task is "hold", which asks
    for the spell of a stone in one's hand. Later it is "again", which asks whether to call again or to stop."""
    has_called = start.cells[LAST_SPELL] != 0
    return Task("again" if has_called else "hold", {})


TASKS = Tasks(((2, {}), (3, {})), task, is_done=lambda start, state: True)
