"""Lessons, which are played on the real board with the real rules, and the rule book of each game. The lessons and the
rule book are files in the game's folder."""

from __future__ import annotations

from sortilege.learn.lesson_table import LessonTable
from sortilege.learn.lessons import Lesson, LessonError, LessonStep, lesson_named, lessons_of

__all__ = ["Lesson", "LessonError", "LessonStep", "LessonTable", "lesson_named", "lessons_of"]
