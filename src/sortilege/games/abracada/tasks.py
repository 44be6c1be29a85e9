"""Puzzles: each puzzle is one decision, a call or the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.contract.tasks import Task, Tasks
from sortilege.core.engine.state import State
from sortilege.games.abracada.layout import LAST


def task(start: State, line: Sequence[int], end: State) -> Task:
    """Return the kind of puzzle: which stone do I hold (before the first call of a turn), or whether to go on."""
    return Task("again" if start.cells[LAST] else "hold", {})


TASKS = Tasks(((2, {}), (3, {})), task, is_done=lambda start, state: True)
