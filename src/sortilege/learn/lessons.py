"""The lessons of a game, read from its lessons.toml. Example of a file:

[[lesson]]
id = "first-call"
seat = 0                                  # the learner's
rules = ["AQ-201"]                        # what it teaches
title = { en = "…", fr = "…" }
goal = { en = "…", fr = "…" }
solution = [{ do = "call", spell = 8 }]   # from the start to the goal, chance outcomes and rivals' actions included
bot = "apprentice"                        # the level that plays the rivals where `answer` says nothing (the default)
[lesson.position]                         # a position as in docs/api.md; or instead
[lesson.new]                              # a whole game: its seats and options
[[lesson.steps]]
en = "…"                                  # at most two sentences
fr = "…"
act = [{ do = "call", spell = 8 }]        # one of these completes the step; missing keys match any value
see = { at = "scores.0", least = 3 }      # or this value in the learner's view does (`least`, `is` or `has`)
free = true                               # any legal action may be played on the way; otherwise only `act`
wrong = [{ do = "end", en = "…", fr = "…" }]   # the message for a wrong action
answer = [{ do = "stone", spell = 3 }]    # what chance and the rivals do after the step
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from sortilege.core.errors import SortilegeError, quote
from sortilege.core.game import Game
from sortilege.core.text.phrases import Phrasebook
from sortilege.core.text.words import LANGUAGES, Text
from sortilege.core.types import Action, Object, Position, Untrusted

FILE: Final = "lessons.toml"
phrase: Final = Phrasebook(Path(__file__).parent)


class LessonError(SortilegeError):
    """A lesson is invalid, or it cannot be played as its file says."""


ErrorOf = Callable[[str], LessonError]  # returns the error about a key of the file, or with a reason


@dataclass(frozen=True)
class WrongAction:
    """The message for actions that do not complete a step."""

    pattern: Action  # the message is for every action that has all these entries
    words: Text


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson. The fields are the keys of the file, as in the docstring of this module."""

    words: Text
    act: tuple[Action, ...] = ()  # patterns: an action that matches one of them completes the step
    see: Object | None = None  # or the step is complete when the learner's view has this value
    free: bool = False  # whether any legal action may be played on the way; otherwise only `act`
    wrong: tuple[WrongAction, ...] = ()  # messages for wrong actions
    answer: tuple[Action, ...] = ()  # what chance and the rivals do after the step

    def accepts(self, action: Action) -> bool:
        """Return whether this action completes the step."""
        return any(matches(action, pattern) for pattern in self.act)

    def message_about(self, action: Action) -> Text | None:
        """Return the message for this wrong action, or None if the step has none."""
        return next((wrong.words for wrong in self.wrong if matches(action, wrong.pattern)), None)

    def is_completed_by(self, view: Object) -> bool:
        """Return whether the learner's view has the value that completes the step."""
        return self.see is not None and meets(view, self.see)


@dataclass(frozen=True)
class Lesson:
    """A lesson: a few steps from one position, or a whole game."""

    id: str
    seat: int  # of the learner
    rules: tuple[str, ...]
    title: Text
    goal: Text
    steps: tuple[LessonStep, ...]
    solution: tuple[Action, ...]
    position: Position | None = None
    new: Object = field(default_factory=dict)  # the seats and options of a whole game
    bot: str = "apprentice"


def matches(action: Action, pattern: Action) -> bool:
    """Return whether an action has all entries of a pattern."""
    return all(action.get(key) == value for key, value in pattern.items())


def meets(view: Object, condition: Object) -> bool:
    """Return whether a view meets a condition such as {"at": "scores.0", "least": 3}: the value at this path of the
    view is at least `least`, contains `has` or equals `is`. A path that does not exist does not meet the condition."""
    value: Any = view
    for key in condition["at"].split("."):
        try:
            value = value[int(key)] if isinstance(value, list | tuple | str) else value[key]
        except (KeyError, IndexError, ValueError, TypeError):
            return False
    if "least" in condition:
        return isinstance(value, int | float) and value >= condition["least"]
    if "has" in condition:
        return isinstance(value, list | dict | str) and condition["has"] in value
    return bool(value == condition["is"])


# ---------------------------------------------------------------- reading
@cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """Return the lessons of a game in order; () without lessons.toml. Raise LessonError if the file is invalid."""
    path = game.folder / FILE
    if not path.is_file():
        return ()
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise LessonError(phrase("lesson_toml", game=game.name, english=str(error))) from None
    entries = content.get("lesson")
    if not isinstance(entries, list):
        raise LessonError(phrase("lesson_list", game=game.name))
    lessons = tuple(parse_lesson(game, number, entry) for number, entry in enumerate(entries))
    ids = [lesson.id for lesson in lessons]
    for lesson_id in ids:
        if ids.count(lesson_id) > 1:
            raise LessonError(phrase("lesson_twice", game=game.name, id=quote(lesson_id)))
    return lessons


def lesson_named(game: Game, id: str) -> Lesson | None:
    """Return the lesson with this id, or None."""
    return next((lesson for lesson in lessons_of(game) if lesson.id == id), None)


def parse_lesson(game: Game, number: int, entry: Untrusted) -> Lesson:
    """Return the lesson that a `[[lesson]]` table of the file describes. Raise LessonError if a key is missing, unknown
    or of the wrong type; the error names the key."""
    name = quote(entry.get("id", number)) if isinstance(entry, dict) else str(number)

    def error(key: str) -> LessonError:
        return LessonError(phrase("lesson_off", game=game.name, id=name, what=key))

    read = KeyReader(entry, error)
    lesson = Lesson(
        id=read("id", str),
        seat=read("seat", int),
        rules=tuple(read("rules", list)),
        title=parse_text(read("title", dict), "title", error),
        goal=parse_text(read("goal", dict), "goal", error),
        steps=tuple(parse_step(step, index, error) for index, step in enumerate(read("steps", list))),
        solution=tuple(read("solution", list)),
        position=read("position", dict, None),
        new=read("new", dict, {}),
        bot=read("bot", str, "apprentice"),
    )
    read.finish()
    if not lesson.steps:
        raise error("steps")
    if (lesson.position is None) == (not lesson.new):
        raise error("position")
    return lesson


def parse_step(entry: Untrusted, index: int, error: ErrorOf) -> LessonStep:
    """Return the step with this index of a lesson."""
    read = KeyReader(entry, lambda key: error(f"steps[{index}].{key}"))
    words = Text(read("en", str), read("fr", str))
    wrong = tuple(parse_wrong(table, index, error) for table in read("wrong", list, []))
    see = read("see", dict, None)
    if see is not None and not ({"at"} < set(see) <= {"at", "least", "is", "has"} and isinstance(see["at"], str)):
        raise error(f"steps[{index}].see")
    act, answer = tuple(read("act", list, [])), tuple(read("answer", list, []))
    step = LessonStep(words, act, see, read("free", bool, False), wrong, answer)
    read.finish()
    if not step.act and step.see is None:
        raise error(f"steps[{index}].act")
    return step


def parse_wrong(entry: Untrusted, index: int, error: ErrorOf) -> WrongAction:
    """Return one `wrong` table of the step with this index: an action pattern and its message."""
    if not isinstance(entry, dict):
        raise error(f"steps[{index}].wrong")
    pattern = {key: value for key, value in entry.items() if key not in LANGUAGES}
    message: Object = {language: entry.get(language) for language in LANGUAGES}
    return WrongAction(pattern, parse_text(message, f"steps[{index}].wrong", error))


def parse_text(entry: Object, key: str, error: ErrorOf) -> Text:
    """Return a text of the file. Raise the error about `key` if the text is not present in both languages."""
    if set(entry) != set(LANGUAGES) or not all(isinstance(text, str) and text for text in entry.values()):
        raise error(key)
    return Text(**entry)


class KeyReader:
    """Reads the keys of a TOML table and checks their types. `finish` checks that every key was read."""

    def __init__(self, table: Untrusted, error: ErrorOf) -> None:
        if not isinstance(table, dict):
            raise error("[[lesson]]")
        self.unread = dict(table)
        self.error = error

    def __call__(self, key: str, kind: type, default: Any = ...) -> Any:
        """Return the value of a key. Raise the error about the key if the value does not have the type `kind`, or if
        the key is missing and there is no `default`."""
        value = self.unread.pop(key, default)
        if value is ... or (value is not default and type(value) is not kind):
            raise self.error(key)
        return value

    def finish(self) -> None:
        """Raise the error about the first key that was not read."""
        if self.unread:
            raise self.error(next(iter(self.unread)))
