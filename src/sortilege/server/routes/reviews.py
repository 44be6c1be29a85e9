"""Looking back: the review of a finished table, what else could have been done, trying it."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from sortilege.server import opening, seats
from sortilege.server.access import LinksDep, own_finished_table
from sortilege.server.copies import opened_at
from sortilege.server.credentials import Call, address
from sortilege.server.guards import limited
from sortilege.server.messages.reviews import ReviewPage, TryFrom, WhatElse
from sortilege.server.messages.seats import SeatPass
from sortilege.server.people import PeopleDep
from sortilege.server.problems import NOWHERE, Denied
from sortilege.server.registry import TableRegistry, TablesDep
from sortilege.server.reviews import ReviewsDep
from sortilege.server.routes.seats import seat_response
from sortilege.server.table import Table


async def to_review(request: Call, tables: TableRegistry, name: str) -> Table:
    """A table that was played to its own end: only that can be weighed."""
    found = await own_finished_table(request, tables, name)
    ended = found.state.ended
    if ended is not None and ended.seat is not None:
        raise Denied(NOWHERE, "review_resigned", name=found.state.chairs[ended.seat].name)
    if ended is not None:
        raise Denied(NOWHERE, "review_agreed")
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
    person = seats.new_secrets()
    opened = await asyncio.to_thread(opened_at, found.state, data, person)
    return await seat_response(request, people, await opening.create_for(tables, opened, person))


ROUTES = [get_review, get_what_else, try_from]
