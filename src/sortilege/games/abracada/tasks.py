"""The puzzles of this game: each asks for one decision, a call or the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.contract.tasks import Task, Tasks
from sortilege.core.engine.state import State
from sortilege.games.abracada.layout import LAST_SPELL


def task(start: State, line: Sequence[int], end: State) -> Task:
    """Return "hold" (which stone do I have?) before the first call of a turn, then "again" (call again or stop?)."""
    return Task("again" if start.cells[LAST_SPELL] else "hold", {})


TASKS = Tasks(((2, {}), (3, {})), task, is_done=lambda start, state: True)
