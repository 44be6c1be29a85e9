"""Puzzles: what there is, and the table of one."""

from __future__ import annotations

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody

from sortilege.server.auth import Call, address, viewer_of
from sortilege.server.messages.puzzles import PuzzleActs, PuzzleList, PuzzlePage
from sortilege.server.routes.given import AllTables, TheLimits, ThePuzzles
from sortilege.server.routes.tables import finished


@get("/api/puzzles/{game:str}", tags=["puzzles"])
async def list_puzzles(request: Call, limits: TheLimits, puzzles: ThePuzzles, game: FromPath[str]) -> PuzzleList:
    """The puzzles of a game, the easiest first."""
    limits.looking.check(address(request))
    return await asyncio.to_thread(puzzles.all_of, game)


@post("/api/puzzles/{game:str}/{puzzle:str}", tags=["puzzles"], status_code=200)
async def play_puzzle(
    request: Call,
    limits: TheLimits,
    puzzles: ThePuzzles,
    game: FromPath[str],
    puzzle: FromPath[str],
    data: JSONBody[PuzzleActs],
) -> PuzzlePage:
    """The table of a puzzle after all the presses so far, and what they were worth."""
    limits.attempts.check(address(request))
    return await puzzles.play(game, puzzle, data.acts, data.reveal, address(request))


@post("/api/slips/{table:str}/{at:int}", tags=["puzzles"], status_code=200)
async def practise_slip(
    request: Call,
    tables: AllTables,
    limits: TheLimits,
    puzzles: ThePuzzles,
    table: FromPath[str],
    at: FromPath[int],
    data: JSONBody[PuzzleActs],
) -> PuzzlePage:
    """A decision of a finished game once more, before that line of its log, as its seat saw it."""
    limits.attempts.check(address(request))
    found = await finished(tables, table)
    viewer_of(found, request)
    match = found.state.playing()
    return await puzzles.practise(found.name, match, at, data.acts, data.reveal, address(request))


ROUTES = [list_puzzles, play_puzzle, practise_slip]
