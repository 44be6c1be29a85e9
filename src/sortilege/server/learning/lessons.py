"""Lessons over HTTP. The page sends all actions since the beginning of a lesson, and the server replays them and
returns the table of the lesson. Nothing is stored. The same actions always lead to the same table, so the most recently
used tables are cached."""

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

MAX_CACHED: Final = 64  # tables
MAX_ACTIONS: Final = 2_000  # of one lesson


class Lessons:
    """Lets people play lessons, and caches the tables of the most recently played lessons."""

    def __init__(self) -> None:
        self.cached: OrderedDict[str, LessonTable] = OrderedDict()  # by `cache_key`, most recently used last
        self.lock = Lock()

    def play(self, game_name: str, lesson_id: str, actions: list[Action]) -> LessonPage:
        """Return the page of a lesson after these actions. The last action is new; the table after the earlier ones may
        be in the cache. If the lesson does not accept the last action at this step, the page says why."""
        game = game_named(game_name)
        lesson = lesson_named(game, lesson_id)
        if lesson is None:
            raise Denied(NOT_FOUND, "no_lesson", given=quote(lesson_id))
        if len(actions) > MAX_ACTIONS:
            raise Denied(NOT_FOUND, "long_lesson")
        earlier = actions[:-1]
        table = self.take(game, lesson, earlier) or replay(game, lesson, earlier)
        try:
            reply = table.play(actions[-1]) if actions else Reply(True)
        except IllegalAction:
            self.put_back(game, lesson, earlier, table)
            raise
        page = lesson_page(table, reply, len(actions))
        self.put_back(game, lesson, actions if reply.played else earlier, table)
        return page

    def take(self, game: Game, lesson: Lesson, actions: list[Action]) -> LessonTable | None:
        """Remove the table of a lesson after these actions from the cache and return it; None if it is not cached. No
        other thread can use the table until `put_back` puts it into the cache again."""
        with self.lock:
            return self.cached.pop(cache_key(game, lesson, actions), None) if actions else None

    def put_back(self, game: Game, lesson: Lesson, actions: list[Action], table: LessonTable) -> None:
        """Put the table of a lesson after these actions into the cache, and drop the oldest table if it is full."""
        with self.lock:
            self.cached[cache_key(game, lesson, actions)] = table
            while len(self.cached) > MAX_CACHED:
                self.cached.popitem(last=False)


LessonsDep = NamedDependency[Lessons]


def cache_key(game: Game, lesson: Lesson, actions: list[Action]) -> str:
    """Return the key under which a lesson's table after these actions is cached."""
    return json.dumps([game.name, lesson.id, actions], sort_keys=True)


def replay(game: Game, lesson: Lesson, actions: list[Action]) -> LessonTable:
    """Return the table of a lesson after these actions. Actions that its steps reject change nothing."""
    table = LessonTable(game, lesson)
    for action in actions:
        table.play(action)
    return table


# ---------------------------------------------------------------- messages
def lesson_cards(game: Game) -> list[LessonCard]:
    """Return the lessons of a game as entries of a list."""
    return [LessonCard(lesson.id, lesson.title, lesson.goal) for lesson in lessons_of(game)]


def lesson_page(table: LessonTable, reply: Reply, action_count: int) -> LessonPage:
    """Return the page of a lesson after this number of actions. `reply` is the result of the last action."""
    lesson = table.lesson
    states = table.states if reply.played else [table.state]  # `table.states` followed the last action
    return LessonPage(
        snapshots=[lesson_snapshot(table, state, action_count) for state in states],
        title=lesson.title,
        goal=lesson.goal,
        step=table.step_index,
        of=len(lesson.steps),
        words=None if table.done else lesson.steps[table.step_index].words,
        played=reply.played,
        answer=reply.words,
        done=table.done,
        stuck=table.stuck,
        rules=list(lesson.rules),
    )


def lesson_snapshot(table: LessonTable, state: State, action_count: int) -> Snapshot:
    """Return a state of a lesson as the learner sees it. The learner can act only in the current state."""
    can_act = state == table.state and not table.done
    return practice_snapshot(table.game, state, table.lesson.seat, action_count, can_act, table.lesson.bot)
