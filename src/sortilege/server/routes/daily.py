"""The day: what is played today, and a table to play it at."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody

from sortilege.server.auth import Call, address
from sortilege.server.messages.daily import Daily, DailyTable
from sortilege.server.messages.seats import SeatPass
from sortilege.server.routes.given import AllTables, TheDays, TheLimits, ThePeople
from sortilege.server.routes.seats import answered


@get("/api/daily", tags=["daily"])
async def get_daily(request: Call, limits: TheLimits, days: TheDays) -> Daily:
    """Today's puzzle and game, the same for everybody, and par."""
    limits.looking.check(address(request))
    return days.now()


@post("/api/daily/table", tags=["daily"])
async def new_daily_table(
    request: Call, tables: AllTables, people: ThePeople, limits: TheLimits, days: TheDays, data: JSONBody[DailyTable]
) -> Response[SeatPass]:
    """A table for today's game."""
    limits.tables.check(address(request))
    return await answered(request, people, await tables.new_with(*days.table(data)))


ROUTES = [get_daily, new_daily_table]
