"""Review of a finished game: how much of each result was luck, how much came from each seat's decisions, and an
evaluation of every decision. docs/review.md explains the method."""

from __future__ import annotations

from sortilege.analysis.review.results import Judgement, Moment, Result, SeatBreakdown
from sortilege.analysis.review.review import Review, review
from sortilege.analysis.review.timeline import Timeline, timeline_of

__all__ = ["Judgement", "Moment", "Result", "Review", "SeatBreakdown", "Timeline", "review", "timeline_of"]
