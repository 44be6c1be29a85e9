"""Review: what luck gave, what each seat's own decisions gave, and every decision judged. docs/review.md says how."""

from __future__ import annotations

from sortilege.analysis.review.course import Course, course_of
from sortilege.analysis.review.effort import worlds_within
from sortilege.analysis.review.review import Review, review
from sortilege.analysis.review.shapes import Judgement, Moment, Result, SeatBook

__all__ = ["Course", "Judgement", "Moment", "Result", "Review", "SeatBook", "course_of", "review", "worlds_within"]
