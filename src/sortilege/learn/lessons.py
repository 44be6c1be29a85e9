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
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct, ValidationError, convert, field

from sortilege.core.errors import SortilegeError, quote
from sortilege.core.files import invalid_key
from sortilege.core.game import Game
from sortilege.core.text.phrases import Phrasebook
from sortilege.core.text.words import LANGUAGES, Text
from sortilege.core.types import Action, Object, Position, Untrusted

FILE: Final = "lessons.toml"
phrase: Final = Phrasebook(Path(__file__).parent)


class LessonError(SortilegeError):
    """A lesson is invalid, or it cannot be played as its file says."""


ErrorOf = Callable[[str], LessonError]  # returns the error about a key of the file, or with a reason
NonEmpty = Annotated[str, Meta(min_length=1)]


class WrongAction(NamedTuple):
    """The message for actions that do not complete a step."""

    pattern: Action  # the message is for every action that has all these entries
    words: Text


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a lesson. The fields are the keys of the file, as in the docstring of this module."""

    en: NonEmpty
    fr: NonEmpty
    act: tuple[Action, ...] = ()  # patterns: an action that matches one of them completes the step
    see: Object | None = None  # or the step is complete when the learner's view has this value
    free: bool = False  # whether any legal action may be played on the way; otherwise only `act`
    wrong: tuple[Object, ...] = ()  # messages for wrong actions, each an action pattern and its sentences
    answer: tuple[Action, ...] = ()  # what chance and the rivals do after the step

    def __post_init__(self) -> None:
        if not self.act and self.see is None:
            raise ValueError("field `act`")
        if self.see is not None and not {"at"} < set(self.see) <= {"at", "least", "is", "has"}:
            raise ValueError("field `see`")
        if not all(has_text(entry) for entry in self.wrong):
            raise ValueError("field `wrong`")

    @property
    def words(self) -> Text:
        """What the learner is asked to do."""
        return Text(self.en, self.fr)

    @property
    def wrong_actions(self) -> list[WrongAction]:
        """The messages for wrong actions."""
        return [
            WrongAction({key: value for key, value in entry.items() if key not in LANGUAGES}, text_in(entry))
            for entry in self.wrong
        ]

    def accepts(self, action: Action) -> bool:
        """Return whether this action completes the step."""
        return any(matches(action, pattern) for pattern in self.act)

    def message_about(self, action: Action) -> Text | None:
        """Return the message for this wrong action, or None if the step has none."""
        return next((wrong.words for wrong in self.wrong_actions if matches(action, wrong.pattern)), None)

    def is_completed_by(self, view: Object) -> bool:
        """Return whether the learner's view has the value that completes the step."""
        return self.see is not None and meets(view, self.see)


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: a few steps from one position, or a whole game."""

    id: NonEmpty
    seat: int  # of the learner
    rules: tuple[str, ...]
    title: Text
    goal: Text
    steps: Annotated[tuple[LessonStep, ...], Meta(min_length=1)]
    solution: tuple[Action, ...]
    position: Position | None = None
    new: Object = field(default_factory=dict)  # the seats and options of a whole game
    bot: str = "apprentice"

    def __post_init__(self) -> None:
        if (self.position is None) == (not self.new):
            raise ValueError("field `position`")


def has_text(entry: Object) -> bool:
    """Return whether an entry has a sentence in every language."""
    return all(isinstance(entry.get(language), str) and entry[language] for language in LANGUAGES)


def text_in(entry: Object) -> Text:
    """Return the sentences of an entry."""
    return Text.build(lambda language: str(entry[language]))


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
    try:
        return convert(entry, Lesson)
    except ValidationError as error:
        name = quote(entry.get("id", number)) if isinstance(entry, dict) else str(number)
        key = invalid_key(error) or "[[lesson]]"
        raise LessonError(phrase("lesson_off", game=game.name, id=name, what=key)) from None
