"""The lessons of a game, as its lessons.toml has them.

[[lesson]]
id = "first-call"
seat = 0                                  # the learner's
rules = ["AQ-201"]                        # what it teaches
title = { en = "…", fr = "…" }
goal = { en = "…", fr = "…" }
solution = [{ do = "call", spell = 8 }]   # from the position to the goal, chance and rivals included
bot = "apprentice"                        # who plays the rivals where no step says; this one when left out
[lesson.position]                         # a position as in docs/api.md, or
[lesson.new]                              # instead of it, a whole game: its seats and options
[[lesson.steps]]
en = "…"                                  # at most two sentences
fr = "…"
act = [{ do = "call", spell = 8 }]        # completed by one of these; keys left out may be anything
see = { at = "scores.0", least = 3 }      # or as soon as the learner's view shows this (`least`, `is`, `has`)
free = true                               # any legal action may be tried on the way; otherwise only `act`
wrong = [{ do = "end", en = "…", fr = "…" }]   # what to say of a press that is not it
answer = [{ do = "stone", spell = 3 }]    # what chance and the rivals do then
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
from sortilege.core.phrases import Phrasebook
from sortilege.core.shapes import Action, Object, Position
from sortilege.core.words import Text

FILE: Final = "lessons.toml"
phrase: Final = Phrasebook(Path(__file__).parent)


class LessonError(SortilegeError):
    """A lesson that cannot be given as it is written."""


@dataclass(frozen=True)
class Wrong:
    """What to say of one press that is not what a step asks."""

    pattern: Action
    words: Text


@dataclass(frozen=True)
class Step:
    """One thing to do."""

    words: Text
    act: tuple[Action, ...] = ()
    see: Object | None = None
    free: bool = False
    wrong: tuple[Wrong, ...] = ()
    answer: tuple[Action, ...] = ()

    def takes(self, action: Action) -> bool:
        """Whether this press completes the step by itself."""
        return any(fits(action, pattern) for pattern in self.act)

    def words_about(self, action: Action) -> Text | None:
        """The sentence kept for this wrong press."""
        return next((wrong.words for wrong in self.wrong if fits(action, wrong.pattern)), None)

    def is_reached(self, view: Object) -> bool:
        """Whether the learner's view completes the step."""
        return self.see is not None and shows(view, self.see)


@dataclass(frozen=True)
class Lesson:
    """A few steps on one position, or a whole game."""

    id: str
    seat: int
    rules: tuple[str, ...]
    title: Text
    goal: Text
    steps: tuple[Step, ...]
    solution: tuple[Action, ...]
    position: Position | None = None
    new: Object = field(default_factory=dict)  # a whole game: its seats and options
    bot: str = "apprentice"


def fits(action: Action, pattern: Action) -> bool:
    """Whether an action has all that a pattern says."""
    return all(action.get(key) == value for key, value in pattern.items())


def shows(view: Object, see: Object) -> bool:
    """Whether a view shows at a place what is to be seen there; a place that is not there shows nothing."""
    found: Any = view
    for key in see["at"].split("."):
        try:
            found = found[int(key)] if isinstance(found, list | tuple | str) else found[key]
        except (KeyError, IndexError, ValueError, TypeError):
            return False
    if "least" in see:
        return isinstance(found, int | float) and found >= see["least"]
    if "has" in see:
        return isinstance(found, list | dict | str) and see["has"] in found
    return bool(found == see["is"])


# ---------------------------------------------------------------- reading
@cache
def course(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game in order; none where it has no lessons.toml. LessonError says what is wrong."""
    path = game.folder / FILE
    if not path.is_file():
        return ()
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as off:
        raise LessonError(phrase("lesson_toml", game=game.name, english=str(off))) from None
    lessons = written.get("lesson")
    if not isinstance(lessons, list):
        raise LessonError(phrase("lesson_list", game=game.name))
    found = tuple(read(game, number, one) for number, one in enumerate(lessons))
    doubles = [one.id for one in found if [other.id for other in found].count(one.id) > 1]
    if doubles:
        raise LessonError(phrase("lesson_twice", game=game.name, id=quote(doubles[0])))
    return found


def lesson_named(game: Game, id: str) -> Lesson | None:
    """The lesson of this id."""
    return next((lesson for lesson in course(game) if lesson.id == id), None)


def read(game: Game, number: int, written: Any) -> Lesson:
    """A lesson as the file has it."""
    name = quote(written.get("id", number)) if isinstance(written, dict) else str(number)

    def off(what: str) -> LessonError:
        return LessonError(phrase("lesson_off", game=game.name, id=name, what=what))

    take = Reader(written, off)
    lesson = Lesson(
        id=take("id", str),
        seat=take("seat", int),
        rules=tuple(take("rules", list)),
        title=spoken(take("title", dict), "title", off),
        goal=spoken(take("goal", dict), "goal", off),
        steps=tuple(step(one, k, off) for k, one in enumerate(take("steps", list))),
        solution=tuple(take("solution", list)),
        position=take("position", dict, None),
        new=take("new", dict, {}),
        bot=take("bot", str, "apprentice"),
    )
    take.finish()
    if not lesson.steps:
        raise off("steps")
    if (lesson.position is None) == (not lesson.new):
        raise off("position")
    return lesson


def step(written: Any, k: int, off: Callable[[str], LessonError]) -> Step:
    take = Reader(written, lambda what: off(f"steps[{k}].{what}"))
    words = Text(take("en", str), take("fr", str))
    wrong = tuple(wrong_press(one, k, off) for one in take("wrong", list, []))
    see = take("see", dict, None)
    if see is not None and not ({"at"} < set(see) <= {"at", "least", "is", "has"} and isinstance(see["at"], str)):
        raise off(f"steps[{k}].see")
    act, answer = tuple(take("act", list, [])), tuple(take("answer", list, []))
    made = Step(words, act, see, take("free", bool, False), wrong, answer)
    take.finish()
    if not made.act and made.see is None:
        raise off(f"steps[{k}].act")
    return made


def wrong_press(written: Any, k: int, off: Callable[[str], LessonError]) -> Wrong:
    if not isinstance(written, dict):
        raise off(f"steps[{k}].wrong")
    pattern = {key: value for key, value in written.items() if key not in ("en", "fr")}
    return Wrong(pattern, spoken({key: written.get(key) for key in ("en", "fr")}, f"steps[{k}].wrong", off))


def spoken(written: Object, what: str, off: Callable[[str], LessonError]) -> Text:
    """A sentence in both languages."""
    if set(written) != {"en", "fr"} or not all(isinstance(text, str) and text for text in written.values()):
        raise off(what)
    return Text(**written)


class Reader:
    """Takes the keys of a table one by one, each of its type, and at the end none may be left."""

    def __init__(self, written: Any, off: Callable[[str], LessonError]) -> None:
        if not isinstance(written, dict):
            raise off("[[lesson]]")
        self.left = dict(written)
        self.off = off

    def __call__(self, key: str, kind: type, default: Any = ...) -> Any:
        value = self.left.pop(key, default)
        if value is ... or (value is not default and type(value) is not kind):
            raise self.off(key)
        return value

    def finish(self) -> None:
        if self.left:
            raise self.off(next(iter(self.left)))
