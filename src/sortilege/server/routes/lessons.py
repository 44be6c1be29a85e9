"""Learning: the table of a lesson."""

from __future__ import annotations

import asyncio

from litestar import post
from litestar.params import FromPath, JSONBody

from sortilege.server.credentials import Call
from sortilege.server.guards import limited
from sortilege.server.lessons import LessonsDep
from sortilege.server.messages.lessons import LessonActs, LessonPage


@post("/api/lessons/{game:str}/{lesson:str}", guards=[limited("reading")], tags=["lessons"], status_code=200)
async def play_lesson(
    request: Call,
    lessons: LessonsDep,
    game: FromPath[str],
    lesson: FromPath[str],
    data: JSONBody[LessonActs],
) -> LessonPage:
    """The table of a lesson after all the presses so far."""
    return await asyncio.to_thread(lessons.play, game, lesson, data.acts)


ROUTES = [play_lesson]
