"""The puzzles of SPELL: find the best way to finish the current turn."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.contract.tasks import Task, Tasks
from sortilege.core.engine.state import State
from sortilege.games.spell.layout import ROUND, SIDE


def task(start: State, solution: Sequence[int], end: State) -> Task:
    """Return the task of a puzzle, whose solution is one turn from the state `start` to the state `end`. The player
    must score as many points as the solution or, if the solution scores none, prepare the next turns."""
    seat = start.turn()
    points = end.scores()[seat] - start.scores()[seat]
    return Task("claim", {"points": points}) if points > 0 else Task("prepare", {})


def is_done(start: State, state: State) -> bool:
    """Return whether a puzzle that began in the state `start` is over: another turn has begun. Choices for the scripted
    opponent after the turn do not belong to the puzzle."""
    before, after = start.cells, state.cells
    return bool(after[SIDE] != before[SIDE] or after[ROUND] != before[ROUND])


TASKS = Tasks(((2, {}), (2, {}), (1, {})), task, is_done, max_choices=26)
