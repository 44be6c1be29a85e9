"""Checks of a lesson: its solution leads to its goal, its goal is not reached by accident, the rules it cites exist,
and every text is short and in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from sortilege.core.errors import SortilegeError
from sortilege.core.game import Game
from sortilege.core.text.words import LANGUAGES
from sortilege.core.types import Action
from sortilege.learn.lesson_table import LessonTable
from sortilege.learn.lessons import ErrorOf, Lesson, LessonError, phrase

SENTENCES: Final = 2  # of a step, at most
END: Final = re.compile(r"[.!?…](?=\s|$|”| »)")


def check_lesson(game: Game, lesson: Lesson) -> None:
    """Raise LessonError with the lesson and the reason if it is not sound."""

    def error(what: str) -> LessonError:
        return LessonError(phrase("lesson_solution", game=game.name, id=lesson.id, what=what))

    check_words(lesson, error)
    ledger = (game.folder / "RULES.md").read_text(encoding="utf-8")
    for rule in lesson.rules:
        if not re.search(rf"\b{re.escape(rule)}\b", ledger):
            raise error(f"there is no rule {rule}")
    if not lesson.rules:
        raise error("it cites no rule")
    try:
        check_first_step(game, lesson, error)
        play_solution(game, lesson, error)
    except LessonError:
        raise
    except SortilegeError as cause:
        raise error(str(cause)) from None


def check_words(lesson: Lesson, error: ErrorOf) -> None:
    """Check the number of sentences: one or two per step or message, one for the goal."""
    for step in lesson.steps:
        for words in (step.words, *(wrong.words for wrong in step.wrong)):
            for language in LANGUAGES:
                text = words[language]
                if not 1 <= len(END.findall(text)) <= SENTENCES:
                    raise error(f"“{text}” ({language}) has no end, or more than {SENTENCES} sentences")
    for language in LANGUAGES:
        if len(END.findall(lesson.goal[language])) != 1:
            raise error(f"the goal “{lesson.goal[language]}” is not one sentence")


def check_first_step(game: Game, lesson: Lesson, error: ErrorOf) -> None:
    """Check that there are at least two legal first actions, and that at most half of them complete the first step."""
    table = LessonTable(game, lesson, iter(lesson.solution))
    legal = [game.describe(action) for action in table.state.legal()]
    if len(legal) < 2:
        raise error("the first press leaves no choice")
    right = [action for action in legal if completes(game, lesson, action)]
    if lesson.steps[0].act and not right:
        raise error("no legal press completes the first step")
    if 2 * len(right) > len(legal):
        raise error(f"{len(right)} of {len(legal)} first presses complete the first step: it is met by accident")


def completes(game: Game, lesson: Lesson, action: Action) -> bool:
    """Return whether this first action completes the first step."""
    step = lesson.steps[0]
    if step.act:
        return step.takes(action)
    table = LessonTable(game, lesson)
    table.play(action)
    return table.at > 0


def play_solution(game: Game, lesson: Lesson, error: ErrorOf) -> None:
    """Play the solution from the position to the goal. The table takes the actions of chance and the rivals from the
    same iterator."""
    solution: Iterator[Action] = iter(lesson.solution)
    table = LessonTable(game, lesson, solution)
    while not table.done:
        action = next(solution, None)
        if action is None:
            raise error(f"its solution ends at step {table.at + 1} of {len(lesson.steps)}")
        reply = table.play(action)
        if not reply.played:
            raise error(f"step {table.at + 1} does not take {action} of its own solution")
    if next(solution, None) is not None:
        raise error("its solution goes on after the goal")
