"""Learning: the table of a lesson."""

from __future__ import annotations

import asyncio

from litestar import post
from litestar.params import FromPath, JSONBody

from sortilege.server.auth import Call, address
from sortilege.server.messages.lessons import LessonActs, LessonPage
from sortilege.server.routes.given import TheLessons, TheLimits


@post("/api/lessons/{game:str}/{lesson:str}", tags=["lessons"], status_code=200)
async def play_lesson(
    request: Call,
    limits: TheLimits,
    lessons: TheLessons,
    game: FromPath[str],
    lesson: FromPath[str],
    data: JSONBody[LessonActs],
) -> LessonPage:
    """The table of a lesson after all the presses so far."""
    limits.looking.check(address(request))
    return await asyncio.to_thread(lessons.play, game, lesson, data.acts)


ROUTES = [play_lesson]
