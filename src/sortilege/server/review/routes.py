"""The HTTP routes of finished games: record, replay, review, and trying something else."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from sortilege.server.errors import BAD_REQUEST, NOT_FOUND, Denied
from sortilege.server.http.credentials import Call, address, person_key
from sortilege.server.http.guards import limited
from sortilege.server.people.identity import PeopleDep
from sortilege.server.review.messages import RecordTable, Replay, ReviewPage, TryFrom, WhatElse
from sortilege.server.review.records import RecordsDep
from sortilege.server.review.replay import ReplaysDep
from sortilege.server.review.reviews import ReviewsDep
from sortilege.server.review.try_from import opened_at
from sortilege.server.store import StoreError
from sortilege.server.tables import opening
from sortilege.server.tables.access import LinksDep, finished_table, own_finished_table
from sortilege.server.tables.messages import SeatPass
from sortilege.server.tables.open_view import OPEN
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.routes.seats import seat_response
from sortilege.server.tables.seats import viewers
from sortilege.server.tables.table import Table


@get("/api/tables/{table:str}/record", guards=[limited("replays")], tags=["tables"])
async def get_record(request: Call, tables: TablesDep, table: FromPath[str]) -> Response[dict[str, object]]:
    """The record, once the game is over."""
    found = await finished_table(tables, table)
    name = f"sortilege-{found.state.opened.game}-{found.name}.json"
    return Response(found.state.record(), headers={"content-disposition": f'attachment; filename="{name}"'})


@get("/api/tables/{table:str}/replay", guards=[limited("replays")], tags=["tables"])
async def get_replay(
    request: Call,
    tables: TablesDep,
    replays: ReplaysDep,
    links: LinksDep,
    table: FromPath[str],
    seat: FromQuery[int | None] = None,
    at: FromQuery[int] = 0,
    count: FromQuery[int] = 50,
) -> Replay:
    """Moments of a finished match through the eyes of a seat, of a spectator, or (seat -1) with everything open; for
    those who may be at the table."""
    found = await own_finished_table(request, tables, table)
    if at < 0 or count < 1:
        raise Denied(BAD_REQUEST, "replay_counts")
    if seat is not None and seat != OPEN:
        found.state.chair(seat)
    return await replays.moments(found.name, found.state.playing(), seat, at, count)


LARGEST: Final = 4 * 1024 * 1024  # bytes that are read at all; how many are taken is a setting
log = logging.getLogger("sortilege.server")


@post("/api/records", guards=[limited("records")], tags=["tables"], status_code=200, request_max_body_size=LARGEST)
async def open_record(request: Call, people: PeopleDep, records: RecordsDep) -> RecordTable:
    """Open a finished game played elsewhere; the body is its record."""
    table = await records.open(await request.body())
    try:
        person = await people.find(person_key(request))
        if person is not None:
            await people.link(person, table.name, "")
    except StoreError as off:
        log.warning("an opened record could not be noted down as its person's: %s", off)
    query = table.watch_path().partition("?")[2]
    return RecordTable(table.name, table.state.opened.game, f"/replay/{table.name}?{query}")


async def to_review(request: Call, tables: TableRegistry, name: str) -> Table:
    """A table that was played to its own end: only that can be weighed."""
    found = await own_finished_table(request, tables, name)
    ended = found.state.ended
    if ended is not None and ended.seat is not None:
        raise Denied(NOT_FOUND, "review_resigned", name=found.state.chairs[ended.seat].name)
    if ended is not None:
        raise Denied(NOT_FOUND, "review_agreed")
    return found


@get("/api/tables/{table:str}/review", guards=[limited("reading")], tags=["review"])
async def get_review(
    request: Call,
    tables: TablesDep,
    reviews: ReviewsDep,
    links: LinksDep,
    table: FromPath[str],
) -> ReviewPage:
    """The review of a finished table, as far as it is made; for those who may be at the table."""
    found = await to_review(request, tables, table)
    return await reviews.page(found.name, found.state.playing().save, address(request))


@get("/api/tables/{table:str}/review/{at:int}", guards=[limited("replays")], tags=["review"])
async def get_what_else(
    request: Call,
    tables: TablesDep,
    reviews: ReviewsDep,
    links: LinksDep,
    table: FromPath[str],
    at: FromPath[int],
) -> WhatElse:
    """What else could have been done at a line of the log, each action with its interval."""
    found = await to_review(request, tables, table)
    return await reviews.what_else(found.state.playing().save, at, address(request))


@post("/api/tables/{table:str}/try", guards=[limited("tables")], tags=["review"])
async def try_from(
    request: Call,
    tables: TablesDep,
    people: PeopleDep,
    links: LinksDep,
    table: FromPath[str],
    data: JSONBody[TryFrom],
) -> Response[SeatPass]:
    """A new table against bots that begins before a line of this finished one."""
    found = await own_finished_table(request, tables, table)
    person = viewers.new_secrets()
    opened = await asyncio.to_thread(opened_at, found.state, data, person)
    return await seat_response(request, people, await opening.create_for(tables, opened, person))


ROUTES = [
    get_record,
    get_replay,
    open_record,
    get_review,
    get_what_else,
    try_from,
]
