"""Puzzles: what there is, and the table of one."""

from __future__ import annotations

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody

from sortilege.server.access import finished_table, viewer_of
from sortilege.server.credentials import Call, address
from sortilege.server.guards import limited
from sortilege.server.messages.puzzles import PuzzleActs, PuzzleList, PuzzlePage
from sortilege.server.puzzles import PuzzlesDep
from sortilege.server.registry import TablesDep


@get("/api/puzzles/{game:str}", guards=[limited("reading")], tags=["puzzles"])
async def list_puzzles(request: Call, puzzles: PuzzlesDep, game: FromPath[str]) -> PuzzleList:
    """The puzzles of a game, the easiest first."""
    return await asyncio.to_thread(puzzles.all_of, game)


@post("/api/puzzles/{game:str}/{puzzle:str}", guards=[limited("attempts")], tags=["puzzles"], status_code=200)
async def play_puzzle(
    request: Call,
    puzzles: PuzzlesDep,
    game: FromPath[str],
    puzzle: FromPath[str],
    data: JSONBody[PuzzleActs],
) -> PuzzlePage:
    """The table of a puzzle after all the presses so far, and what they were worth."""
    return await puzzles.play(game, puzzle, data.acts, data.reveal, address(request))


@post("/api/slips/{table:str}/{at:int}", guards=[limited("attempts")], tags=["puzzles"], status_code=200)
async def practise_slip(
    request: Call,
    tables: TablesDep,
    puzzles: PuzzlesDep,
    table: FromPath[str],
    at: FromPath[int],
    data: JSONBody[PuzzleActs],
) -> PuzzlePage:
    """A decision of a finished game once more, before that line of its log, as its seat saw it."""
    found = await finished_table(tables, table)
    viewer_of(found, request)
    match = found.state.playing()
    return await puzzles.practise(found.name, match, at, data.acts, data.reveal, address(request))


ROUTES = [list_puzzles, play_puzzle, practise_slip]
