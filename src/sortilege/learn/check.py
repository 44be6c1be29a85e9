"""Checks a lesson: its solution leads to its goal, its first step is not solved by most actions, the rules it cites
exist, and every text is short and in both languages."""

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

MAX_SENTENCES: Final = 2  # in the text of a step
SENTENCE_END: Final = re.compile(r"[.!?…](?=\s|$|”| »)")


def check_lesson(game: Game, lesson: Lesson) -> None:
    """Check a lesson: its texts, the rules that it cites, its first step and its solution. Raise LessonError at the
    first fault."""

    def error(reason: str) -> LessonError:
        return LessonError(phrase("lesson_solution", game=game.name, id=lesson.id, what=reason))

    check_texts(lesson, error)
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


def check_texts(lesson: Lesson, error: ErrorOf) -> None:
    """Check the number of sentences in each language: one or two in the text of a step or in the message about a wrong
    action, and one in the goal. Raise `error` with the text otherwise."""
    texts = [text for step in lesson.steps for text in (step.words, *(wrong.words for wrong in step.wrong_actions))]
    for language in LANGUAGES:
        for text in texts:
            if not 1 <= count_sentences(text[language]) <= MAX_SENTENCES:
                raise error(f"“{text[language]}” ({language}) has no end, or more than {MAX_SENTENCES} sentences")
        if count_sentences(lesson.goal[language]) != 1:
            raise error(f"the goal “{lesson.goal[language]}” is not one sentence")


def count_sentences(text: str) -> int:
    """Return the number of sentences that end with a full stop, exclamation mark, question mark or ellipsis."""
    return len(SENTENCE_END.findall(text))


def check_first_step(game: Game, lesson: Lesson, error: ErrorOf) -> None:
    """Check that the first step is not completed by accident. At least two actions must be legal, and at most half of
    them may complete the step."""
    table = LessonTable(game, lesson, iter(lesson.solution))
    legal = [game.describe(action) for action in table.state.legal()]
    if len(legal) < 2:
        raise error("the learner has only one legal action in the first step")
    correct = [action for action in legal if completes_first_step(game, lesson, action)]
    if lesson.steps[0].act and not correct:
        raise error("no legal press completes the first step")
    if 2 * len(correct) > len(legal):
        raise error(f"{len(correct)} of {len(legal)} first presses complete the first step: it is met by accident")


def completes_first_step(game: Game, lesson: Lesson, action: Action) -> bool:
    """Return whether the learner completes the first step of a lesson by this action, if it is the first one."""
    step = lesson.steps[0]
    if step.act:
        return step.accepts(action)
    table = LessonTable(game, lesson)
    table.play(action)
    return table.step_index > 0


def play_solution(game: Game, lesson: Lesson, error: ErrorOf) -> None:
    """Check that the solution of a lesson leads to its goal. The solution lists the actions of all players and the
    outcomes of chance, so the learner's actions and those of `LessonTable` come from the same iterator."""
    solution: Iterator[Action] = iter(lesson.solution)
    table = LessonTable(game, lesson, solution)
    while not table.done:
        action = next(solution, None)
        if action is None:
            raise error(f"its solution ends at step {table.step_index + 1} of {len(lesson.steps)}")
        reply = table.play(action)
        if not reply.played:
            raise error(f"step {table.step_index + 1} does not take {action} of its own solution")
    if next(solution, None) is not None:
        raise error("its solution goes on after the goal")
