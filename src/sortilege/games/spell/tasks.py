"""Puzzles of SPELL: a turn from here to its end."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.state import State
from sortilege.core.tasks import Task, Tasks
from sortilege.games.spell.layout import ROUND, SIDE


def task(start: State, line: Sequence[int], end: State) -> Task:
    """Cards are to be claimed, if the best turn claims any; otherwise the turn prepares what comes."""
    seat = start.turn()
    points = end.scores()[seat] - start.scores()[seat]
    return Task("claim", {"points": points}) if points > 0 else Task("prepare", {})


def is_done(start: State, state: State) -> bool:
    """With the turn of one's own side: what a script then leaves open is no part of it."""
    before, now = start.cells, state.cells
    return bool((now[SIDE], now[ROUND]) != (before[SIDE], before[ROUND]))


TASKS = Tasks(((2, {}), (2, {}), (1, {})), task, is_done, most=26)
