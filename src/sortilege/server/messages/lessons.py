"""Learning: the table of a lesson."""

from __future__ import annotations

from msgspec import Struct

from sortilege.core.shapes import Object
from sortilege.server.messages.table import Snapshot
from sortilege.server.messages.words import Text


class LessonActs(Struct, forbid_unknown_fields=True):
    """POST /api/lessons/{game}/{lesson}: every press of the learner so far. Nothing is stored: send them all."""

    acts: list[Object]


class LessonPage(Struct):
    """The table of a lesson after those presses, and what is to be done now."""

    snapshots: list[Snapshot]  # what the last press led to, one after the other; the last one is the table as it is
    title: Text
    goal: Text
    step: int  # how many steps are done
    of: int
    words: Text | None  # of the step to do now; null when all are done
    played: bool  # false: the last press is not what the step asks, and counts for nothing
    answer: Text | None  # what it would have done, and why that is not the goal
    done: bool
    stuck: bool  # the game ended before the goal: begin again
    rules: list[str]
