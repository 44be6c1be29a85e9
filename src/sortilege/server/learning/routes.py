"""The HTTP routes of lessons, puzzles, the daily game and the rules."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from sortilege.games import game as game_named
from sortilege.learn.rulebook import Rules, rules_of
from sortilege.server.http.controller import ApiController
from sortilege.server.http.credentials import Call, client_network
from sortilege.server.http.guards import limited
from sortilege.server.learning.daily import DailyGamesDep
from sortilege.server.learning.lessons import LessonsDep
from sortilege.server.learning.messages import (
    Daily,
    DailyTable,
    LessonActs,
    LessonPage,
    PuzzleActs,
    PuzzleList,
    PuzzlePage,
)
from sortilege.server.learning.puzzles import PuzzlesDep
from sortilege.server.people.identity import PeopleDep
from sortilege.server.tables import opening
from sortilege.server.tables.access import finished_table, viewer_of
from sortilege.server.tables.messages import SeatPass
from sortilege.server.tables.registry import TablesDep
from sortilege.server.tables.routes.seats import seat_response


class LessonsController(ApiController):
    """Lessons and rules."""

    path = "/api"
    tags = ("lessons",)
    guards = (limited("reading"),)

    @post("/lessons/{game:str}/{lesson:str}", status_code=200)
    async def play_lesson(
        self, request: Call, lessons: LessonsDep, game: FromPath[str], lesson: FromPath[str], data: JSONBody[LessonActs]
    ) -> LessonPage:
        """Return the table of a lesson after all actions since its beginning. The server stores nothing."""
        return await asyncio.to_thread(lessons.play, game, lesson, data.acts)

    @get("/rules/{game:str}")
    async def get_rules(self, request: Call, game: FromPath[str]) -> Rules:
        """Return the rules of a game, as a text for players and as a list of numbered rules, in every language."""
        return await asyncio.to_thread(rules_of, game_named(game))


class PuzzlesController(ApiController):
    """Puzzles, and the mistakes of finished games as puzzles."""

    path = "/api"
    tags = ("puzzles",)

    @get("/puzzles/{game:str}", guards=[limited("reading")])
    async def list_puzzles(self, request: Call, puzzles: PuzzlesDep, game: FromPath[str]) -> PuzzleList:
        """Return the puzzles of a game, easiest first."""
        return await asyncio.to_thread(puzzles.puzzle_list, game)

    @post("/puzzles/{game:str}/{puzzle:str}", guards=[limited("attempts")], status_code=200)
    async def play_puzzle(
        self, request: Call, puzzles: PuzzlesDep, game: FromPath[str], puzzle: FromPath[str], data: JSONBody[PuzzleActs]
    ) -> PuzzlePage:
        """Return the table of a puzzle after all actions since its beginning, and how much win probability was lost."""
        return await puzzles.play(game, puzzle, data.acts, data.reveal, client_network(request))

    @post("/slips/{table:str}/{at:int}", guards=[limited("attempts")], status_code=200)
    async def practise_slip(
        self,
        request: Call,
        tables: TablesDep,
        puzzles: PuzzlesDep,
        table: FromPath[str],
        at: FromPath[int],
        data: JSONBody[PuzzleActs],
    ) -> PuzzlePage:
        """Return a decision of a finished game as a puzzle, as its seat saw it. `at` is the line of the log."""
        finished = await finished_table(tables, table)
        viewer_of(finished, request)
        match = finished.state.started_match()
        return await puzzles.practise(finished.name, match, at, data.acts, data.reveal, client_network(request))


class DailyController(ApiController):
    """The daily puzzle and game."""

    path = "/api/daily"
    tags = ("daily",)

    @get(guards=[limited("reading")])
    async def get_daily(self, request: Call, daily_games: DailyGamesDep) -> Daily:
        """Return today's puzzle and game, which are the same for everybody, and the score to beat in the game."""
        return daily_games.today()

    @post("/table", guards=[limited("tables")])
    async def new_daily_table(
        self,
        request: Call,
        tables: TablesDep,
        people: PeopleDep,
        daily_games: DailyGamesDep,
        data: JSONBody[DailyTable],
    ) -> Response[SeatPass]:
        """Create a table for today's game."""
        return await seat_response(request, people, await opening.create_for(tables, *daily_games.opened_event(data)))


ROUTES = [LessonsController, PuzzlesController, DailyController]
