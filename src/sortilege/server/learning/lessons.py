"""Lessons over HTTP: the page sends all actions so far; the server replays them and returns the table of the lesson.
Nothing is stored. The same actions always lead to the same table, and the most recent tables are cached."""

from __future__ import annotations

import json
from collections import OrderedDict
from threading import Lock
from typing import Final

from litestar.di import NamedDependency

from sortilege.core.engine.state import State
from sortilege.core.errors import IllegalAction, quote
from sortilege.core.game import Game
from sortilege.core.types import Action
from sortilege.games import game as game_named
from sortilege.learn.lesson_table import LessonTable, Reply
from sortilege.learn.lessons import Lesson, lesson_named, lessons_of
from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.learning.messages import LessonCard, LessonPage
from sortilege.server.learning.practice import practice_snapshot
from sortilege.server.live.messages import Snapshot

MOST: Final = 64  # cached tables
LONGEST: Final = 2_000  # actions of one lesson


class Lessons:
    """Plays lessons, and caches the most recently used tables."""

    def __init__(self) -> None:
        self.cached: OrderedDict[str, LessonTable] = OrderedDict()
        self.lock = Lock()

    def play(self, name: str, id: str, acts: list[Action]) -> LessonPage:
        """Return the table after these actions. The last action may be rejected by the current step of the lesson; then
        the page says why."""
        game = game_named(name)
        lesson = lesson_named(game, id)
        if lesson is None:
            raise Denied(NOT_FOUND, "no_lesson", given=quote(id))
        if len(acts) > LONGEST:
            raise Denied(NOT_FOUND, "long_lesson")
        table = self.take(name, id, acts[:-1]) or replay(game, lesson, acts[:-1])
        reply = Reply(True)
        try:
            if acts:
                reply = table.play(acts[-1])
        except IllegalAction:
            self.put_back(name, id, acts[:-1], table)
            raise
        page = lesson_page(table, reply, len(acts))
        self.put_back(name, id, acts if reply.played else acts[:-1], table)
        return page

    def take(self, name: str, id: str, acts: list[Action]) -> LessonTable | None:
        """Remove a table from the cache and return it, or None. Requests in other threads cannot use it until it is put
        back."""
        with self.lock:
            return self.cached.pop(cache_key(name, id, acts), None) if acts else None

    def put_back(self, name: str, id: str, acts: list[Action], table: LessonTable) -> None:
        """Put a table into the cache, and drop the oldest ones if there are too many."""
        with self.lock:
            self.cached[cache_key(name, id, acts)] = table
            while len(self.cached) > MOST:
                self.cached.popitem(last=False)


LessonsDep = NamedDependency[Lessons]


def cache_key(name: str, id: str, acts: list[Action]) -> str:
    """Return the key of a lesson's table after these actions."""
    return json.dumps([name, id, acts], sort_keys=True)


def replay(game: Game, lesson: Lesson, acts: list[Action]) -> LessonTable:
    """Play a lesson from its beginning. Actions that its steps reject change nothing, as when they were sent first."""
    table = LessonTable(game, lesson)
    for action in acts:
        table.play(action)
    return table


# ---------------------------------------------------------------- messages
def lesson_cards(game: Game) -> list[LessonCard]:
    """Return the list entries of the lessons of a game."""
    return [LessonCard(lesson.id, lesson.title, lesson.goal) for lesson in lessons_of(game)]


def lesson_page(table: LessonTable, reply: Reply, n: int) -> LessonPage:
    """Return the page of a lesson after `n` actions. `reply`: the result of the last one."""
    lesson = table.lesson
    states = table.states if reply.played else [table.state]
    return LessonPage(
        snapshots=[lesson_snapshot(table, state, n) for state in states],
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
    """Return a state of a lesson as the learner sees it."""
    is_open = state == table.state and not table.done
    return practice_snapshot(table.game, state, table.lesson.seat, n, is_open, table.lesson.bot)
