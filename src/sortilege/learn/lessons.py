"""The lessons of a game, read from its lessons.toml. Example of a file:

[[lesson]]
id = "first-call"
seat = 0                                  # the learner's
rules = ["AQ-201"]                        # what it teaches
title = { en = "…", fr = "…" }
goal = { en = "…", fr = "…" }
solution = [{ do = "call", spell = 8 }]   # from the position to the goal, chance and rivals included
bot = "apprentice"                        # plays the rivals where `answer` says nothing; this is the default
[lesson.position]                         # a position as in docs/api.md; or instead
[lesson.new]                              # a whole game: its seats and options
[[lesson.steps]]
en = "…"                                  # at most two sentences
fr = "…"
act = [{ do = "call", spell = 8 }]        # one of these completes the step; missing keys match any value
see = { at = "scores.0", least = 3 }      # or this entry of the learner's view does (`least`, `is`, `has`)
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
from sortilege.core.text.words import Text
from sortilege.core.types import Action, Object, Position, Untrusted

FILE: Final = "lessons.toml"
phrase: Final = Phrasebook(Path(__file__).parent)


class LessonError(SortilegeError):
    """A lesson is invalid, or it cannot be played as its file says."""


ErrorOf = Callable[[str], LessonError]  # returns the error about a key or place of the file


@dataclass(frozen=True)
class WrongAction:
    """The message for actions that do not complete a step."""

    pattern: Action
    words: Text


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson; the keys are those of the file."""

    words: Text
    act: tuple[Action, ...] = ()
    see: Object | None = None
    free: bool = False
    wrong: tuple[WrongAction, ...] = ()
    answer: tuple[Action, ...] = ()

    def takes(self, action: Action) -> bool:
        """Return whether this action completes the step by itself."""
        return any(fits(action, pattern) for pattern in self.act)

    def words_about(self, action: Action) -> Text | None:
        """Return the message for this wrong action, if the step has one."""
        return next((wrong.words for wrong in self.wrong if fits(action, wrong.pattern)), None)

    def is_reached(self, view: Object) -> bool:
        """Return whether the learner's view completes the step."""
        return self.see is not None and shows(view, self.see)


@dataclass(frozen=True)
class Lesson:
    """A lesson: a few steps from one position, or a whole game."""

    id: str
    seat: int
    rules: tuple[str, ...]
    title: Text
    goal: Text
    steps: tuple[LessonStep, ...]
    solution: tuple[Action, ...]
    position: Position | None = None
    new: Object = field(default_factory=dict)  # the seats and options of a whole game
    bot: str = "apprentice"


def fits(action: Action, pattern: Action) -> bool:
    """Return whether an action has all entries of a pattern."""
    return all(action.get(key) == value for key, value in pattern.items())


def shows(view: Object, see: Object) -> bool:
    """Return whether a view has the value that `see` asks for. A path that does not exist has no value."""
    value: Any = view
    for key in see["at"].split("."):
        try:
            value = value[int(key)] if isinstance(value, list | tuple | str) else value[key]
        except (KeyError, IndexError, ValueError, TypeError):
            return False
    if "least" in see:
        return isinstance(value, int | float) and value >= see["least"]
    if "has" in see:
        return isinstance(value, list | dict | str) and see["has"] in value
    return bool(value == see["is"])


# ---------------------------------------------------------------- reading
@cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """Return the lessons of a game in order; none if it has no lessons.toml. Raise LessonError if the file is
    invalid."""
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
    doubles = [id for id in ids if ids.count(id) > 1]
    if doubles:
        raise LessonError(phrase("lesson_twice", game=game.name, id=quote(doubles[0])))
    return lessons


def lesson_named(game: Game, id: str) -> Lesson | None:
    """Return the lesson with this id, or None."""
    return next((lesson for lesson in lessons_of(game) if lesson.id == id), None)


def parse_lesson(game: Game, number: int, entry: Untrusted) -> Lesson:
    """Return the lesson of one `[[lesson]]` table. Raise LessonError with the key that is missing, unknown or of the
    wrong type."""
    name = quote(entry.get("id", number)) if isinstance(entry, dict) else str(number)

    def error(what: str) -> LessonError:
        return LessonError(phrase("lesson_off", game=game.name, id=name, what=what))

    take = KeyReader(entry, error)
    lesson = Lesson(
        id=take("id", str),
        seat=take("seat", int),
        rules=tuple(take("rules", list)),
        title=parse_text(take("title", dict), "title", error),
        goal=parse_text(take("goal", dict), "goal", error),
        steps=tuple(parse_step(step, k, error) for k, step in enumerate(take("steps", list))),
        solution=tuple(take("solution", list)),
        position=take("position", dict, None),
        new=take("new", dict, {}),
        bot=take("bot", str, "apprentice"),
    )
    take.finish()
    if not lesson.steps:
        raise error("steps")
    if (lesson.position is None) == (not lesson.new):
        raise error("position")
    return lesson


def parse_step(entry: Untrusted, k: int, error: ErrorOf) -> LessonStep:
    """Return step number k of a lesson."""
    take = KeyReader(entry, lambda what: error(f"steps[{k}].{what}"))
    words = Text(take("en", str), take("fr", str))
    wrong = tuple(parse_wrong(table, k, error) for table in take("wrong", list, []))
    see = take("see", dict, None)
    if see is not None and not ({"at"} < set(see) <= {"at", "least", "is", "has"} and isinstance(see["at"], str)):
        raise error(f"steps[{k}].see")
    act, answer = tuple(take("act", list, [])), tuple(take("answer", list, []))
    step = LessonStep(words, act, see, take("free", bool, False), wrong, answer)
    take.finish()
    if not step.act and step.see is None:
        raise error(f"steps[{k}].act")
    return step


def parse_wrong(entry: Untrusted, k: int, error: ErrorOf) -> WrongAction:
    """Return one `wrong` table of step number k: an action pattern and its message."""
    if not isinstance(entry, dict):
        raise error(f"steps[{k}].wrong")
    pattern = {key: value for key, value in entry.items() if key not in ("en", "fr")}
    return WrongAction(pattern, parse_text({key: entry.get(key) for key in ("en", "fr")}, f"steps[{k}].wrong", error))


def parse_text(entry: Object, what: str, error: ErrorOf) -> Text:
    """Return a text that must be present in both languages."""
    if set(entry) != {"en", "fr"} or not all(isinstance(text, str) and text for text in entry.values()):
        raise error(what)
    return Text(**entry)


class KeyReader:
    """Reads the keys of a TOML table and checks their types. `finish` checks that no key is left."""

    def __init__(self, table: Untrusted, error: ErrorOf) -> None:
        if not isinstance(table, dict):
            raise error("[[lesson]]")
        self.left = dict(table)
        self.error = error

    def __call__(self, key: str, kind: type, default: Any = ...) -> Any:
        """Return the value of a key and remove it. Without a default the key is required."""
        value = self.left.pop(key, default)
        if value is ... or (value is not default and type(value) is not kind):
            raise self.error(key)
        return value

    def finish(self) -> None:
        """Raise the error about the first key that was not read."""
        if self.left:
            raise self.error(next(iter(self.left)))
