"""Lessons over HTTP: the page sends every press so far, the server plays them through the rules and answers with the
table. Nothing is stored: the same presses always lead to the same table, and the last few tables are kept at hand."""

from __future__ import annotations

import json
from collections import OrderedDict
from threading import Lock
from typing import Final

from litestar.di import NamedDependency

from sortilege.core.errors import IllegalAction, quote
from sortilege.core.game import Game
from sortilege.core.shapes import Action
from sortilege.core.state import State
from sortilege.games import game
from sortilege.learn.lesson_table import LessonTable, Reply
from sortilege.learn.lessons import Lesson, lesson_named, lessons_of
from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.learning.messages import LessonCard, LessonPage
from sortilege.server.learning.practice import practice_snapshot
from sortilege.server.live.messages import Snapshot

MOST: Final = 64  # tables kept at hand
LONGEST: Final = 2_000  # presses of one lesson


class Lessons:
    """The lessons being played just now."""

    def __init__(self) -> None:
        self.at_hand: OrderedDict[str, LessonTable] = OrderedDict()
        self.lock = Lock()

    def play(self, name: str, id: str, acts: list[Action]) -> LessonPage:
        """The table after these presses; the last one may have been answered instead of played."""
        found = game(name)
        lesson = lesson_named(found, id)
        if lesson is None:
            raise Denied(NOT_FOUND, "no_lesson", given=quote(id))
        if len(acts) > LONGEST:
            raise Denied(NOT_FOUND, "long_lesson")
        table = self.taken(name, id, acts[:-1]) or replayed(found, lesson, acts[:-1])
        reply = Reply(True)
        try:
            if acts:
                reply = table.play(acts[-1])
        except IllegalAction:
            self.keep(name, id, acts[:-1], table)
            raise
        page = lesson_page(table, reply, len(acts))
        self.keep(name, id, acts if reply.played else acts[:-1], table)
        return page

    def taken(self, name: str, id: str, acts: list[Action]) -> LessonTable | None:
        """A table at hand, which nobody else gets until it is put back."""
        with self.lock:
            return self.at_hand.pop(key(name, id, acts), None) if acts else None

    def keep(self, name: str, id: str, acts: list[Action], table: LessonTable) -> None:
        with self.lock:
            self.at_hand[key(name, id, acts)] = table
            while len(self.at_hand) > MOST:
                self.at_hand.popitem(last=False)


LessonsDep = NamedDependency[Lessons]


def key(name: str, id: str, acts: list[Action]) -> str:
    return json.dumps([name, id, acts], sort_keys=True)


def replayed(found: Game, lesson: Lesson, acts: list[Action]) -> LessonTable:
    """A lesson from its beginning; a press that was not played then changes nothing now."""
    table = LessonTable(found, lesson)
    for action in acts:
        table.play(action)
    return table


# ---------------------------------------------------------------- what the page is sent
def cards(found: Game) -> list[LessonCard]:
    """The lessons of a game as the shelf lists them."""
    return [LessonCard(lesson.id, lesson.title, lesson.goal) for lesson in lessons_of(found)]


def lesson_page(table: LessonTable, reply: Reply, n: int) -> LessonPage:
    lesson = table.lesson
    shown = table.states if reply.played else [table.state]
    return LessonPage(
        snapshots=[lesson_snapshot(table, state, n) for state in shown],
        title=lesson.title,
        goal=lesson.goal,
        step=table.at,
        of=len(lesson.steps),
        words=None if table.done else lesson.steps[table.at].words,
        played=reply.played,
        answer=reply.words,
        done=table.done,
        stuck=table.stuck,
        rules=list(lesson.rules),
    )


def lesson_snapshot(table: LessonTable, state: State, n: int) -> Snapshot:
    """The table of a lesson as its learner sees it."""
    is_open = state == table.state and not table.done
    return practice_snapshot(table.game, state, table.lesson.seat, n, is_open, table.lesson.bot)
