"""Looking back: the review of a finished table, what else could have been done, trying it."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from sortilege.server import seats
from sortilege.server.auth import Call, address
from sortilege.server.copies import opened_at
from sortilege.server.messages.reviews import ReviewPage, TryFrom, WhatElse
from sortilege.server.messages.seats import SeatPass
from sortilege.server.problems import NOWHERE, Denied
from sortilege.server.routes.given import AllTables, TheLimits, TheLinks, ThePeople, TheReviews
from sortilege.server.routes.seats import answered
from sortilege.server.routes.tables import looked_back
from sortilege.server.table import Table
from sortilege.server.tables import Tables


async def to_review(request: Call, tables: Tables, name: str) -> Table:
    """A table that was played to its own end: only that can be weighed."""
    found = await looked_back(request, tables, name)
    ended = found.state.ended
    if ended is not None and ended.seat is not None:
        raise Denied(NOWHERE, "review_resigned", name=found.state.chairs[ended.seat].name)
    if ended is not None:
        raise Denied(NOWHERE, "review_agreed")
    return found


@get("/api/tables/{table:str}/review", tags=["review"])
async def get_review(
    request: Call,
    tables: AllTables,
    limits: TheLimits,
    reviews: TheReviews,
    links: TheLinks,
    table: FromPath[str],
) -> ReviewPage:
    """The review of a finished table, as far as it is made; for those who may be at the table."""
    limits.looking.check(address(request))
    found = await to_review(request, tables, table)
    return await reviews.page(found.name, found.state.playing().save, address(request))


@get("/api/tables/{table:str}/review/{at:int}", tags=["review"])
async def get_what_else(
    request: Call,
    tables: AllTables,
    limits: TheLimits,
    reviews: TheReviews,
    links: TheLinks,
    table: FromPath[str],
    at: FromPath[int],
) -> WhatElse:
    """What else could have been done at a line of the log, each action with its interval."""
    limits.replays.check(address(request))
    found = await to_review(request, tables, table)
    return await reviews.what_else(found.state.playing().save, at, address(request))


@post("/api/tables/{table:str}/try", tags=["review"])
async def try_from(
    request: Call,
    tables: AllTables,
    people: ThePeople,
    limits: TheLimits,
    links: TheLinks,
    table: FromPath[str],
    data: JSONBody[TryFrom],
) -> Response[SeatPass]:
    """A new table against bots that begins before a line of this finished one."""
    limits.tables.check(address(request))
    found = await looked_back(request, tables, table)
    person = seats.new_secrets()
    opened = await asyncio.to_thread(opened_at, found.state, data, person)
    return await answered(request, people, await tables.start_from(opened, person))


ROUTES = [get_review, get_what_else, try_from]
