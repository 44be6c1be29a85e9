"""The day: what is played today, and a table to play it at."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody

from sortilege.server import opening
from sortilege.server.credentials import Call
from sortilege.server.daily import DaysDep
from sortilege.server.guards import limited
from sortilege.server.messages.daily import Daily, DailyTable
from sortilege.server.messages.seats import SeatPass
from sortilege.server.people import PeopleDep
from sortilege.server.registry import TablesDep
from sortilege.server.routes.seats import seat_response


@get("/api/daily", guards=[limited("reading")], tags=["daily"])
async def get_daily(request: Call, days: DaysDep) -> Daily:
    """Today's puzzle and game, the same for everybody, and par."""
    return days.now()


@post("/api/daily/table", guards=[limited("tables")], tags=["daily"])
async def new_daily_table(
    request: Call, tables: TablesDep, people: PeopleDep, days: DaysDep, data: JSONBody[DailyTable]
) -> Response[SeatPass]:
    """A table for today's game."""
    return await seat_response(request, people, await opening.create_for(tables, *days.table(data)))


ROUTES = [get_daily, new_daily_table]
