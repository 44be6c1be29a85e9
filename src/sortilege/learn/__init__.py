"""Learning a game by playing it: lessons are data in each game's folder, on the real board with the real rules."""

from __future__ import annotations

from sortilege.learn.course import Lesson, LessonError, Step, course, lesson_named
from sortilege.learn.lesson import LessonTable

__all__ = ["Lesson", "LessonError", "LessonTable", "Step", "course", "lesson_named"]
