"""What makes a lesson sound: it can be played to its goal by its own solution, its goal is not met by accident, the
rules it cites exist, and every sentence is short and in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from sortilege.core.errors import SortilegeError
from sortilege.core.game import Game
from sortilege.core.shapes import Action
from sortilege.core.words import LANGUAGES, Text
from sortilege.learn.course import Lesson, LessonError, phrase
from sortilege.learn.lesson import LessonTable

SENTENCES: Final = 2  # of a step, at most
Fault = Callable[[str], LessonError]
END: Final = re.compile(r"[.!?…](?=\s|$|”| »)")


def check_lesson(game: Game, lesson: Lesson) -> None:
    """LessonError names the lesson and what is wrong with it."""

    def off(what: str) -> LessonError:
        return LessonError(phrase("lesson_solution", game=game.name, id=lesson.id, what=what))

    check_words(lesson, off)
    ledger = (game.folder / "RULES.md").read_text(encoding="utf-8")
    for rule in lesson.rules:
        if not re.search(rf"\b{re.escape(rule)}\b", ledger):
            raise off(f"there is no rule {rule}")
    if not lesson.rules:
        raise off("it cites no rule")
    try:
        check_first_press(game, lesson, off)
        play(game, lesson, off)
    except LessonError:
        raise
    except SortilegeError as wrong:
        raise off(str(wrong)) from None


def check_words(lesson: Lesson, off: Fault) -> None:
    """Titles without a full stop, goals of one sentence, steps of two at most."""
    for step in lesson.steps:
        for said in (step.words, *(wrong.words for wrong in step.wrong)):
            for language in LANGUAGES:
                text = said[language]
                if not 1 <= len(END.findall(text)) <= SENTENCES:
                    raise off(f"“{text}” ({language}) has no end, or more than {SENTENCES} sentences")
    check_ends(lesson.goal, off)


def check_ends(goal: Text, off: Fault) -> None:
    for text in (goal.en, goal.fr):
        if len(END.findall(text)) != 1:
            raise off(f"the goal “{text}” is not one sentence")


def check_first_press(game: Game, lesson: Lesson, off: Fault) -> None:
    """Of the first presses, at most half complete the first step, and there are at least two to choose from."""
    table = LessonTable(game, lesson, iter(lesson.solution))
    legal = [game.describe(action) for action in table.state.legal()]
    first = lesson.steps[0]
    if len(legal) < 2:
        raise off("the first press leaves no choice")
    right = [action for action in legal if completes(game, lesson, action)]
    if first.act and not right:
        raise off("no legal press completes the first step")
    if 2 * len(right) > len(legal):
        raise off(f"{len(right)} of {len(legal)} first presses complete the first step: it is met by accident")


def completes(game: Game, lesson: Lesson, action: Action) -> bool:
    """Whether this first press completes the first step."""
    step = lesson.steps[0]
    if step.act:
        return step.takes(action)
    table = LessonTable(game, lesson)
    table.press(action)
    return table.at > 0


def play(game: Game, lesson: Lesson, off: Fault) -> None:
    """The solution from the position to the goal: what the learner does is pressed, the rest is what the others do."""
    solution: Iterator[Action] = iter(lesson.solution)
    table = LessonTable(game, lesson, solution)
    while not table.done:
        action = next(solution, None)
        if action is None:
            raise off(f"its solution ends at step {table.at + 1} of {len(lesson.steps)}")
        reply = table.press(action)
        if not reply.played:
            raise off(f"step {table.at + 1} does not take {action} of its own solution")
    if next(solution, None) is not None:
        raise off("its solution goes on after the goal")
