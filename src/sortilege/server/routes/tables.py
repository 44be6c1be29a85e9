"""Looking at a table: as it is, as a record, moment by moment."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from sortilege.server.audience import audience_of
from sortilege.server.auth import Call, address, viewer_of
from sortilege.server.messages.replay import Replay
from sortilege.server.messages.table import Snapshot
from sortilege.server.open_view import OPEN
from sortilege.server.problems import MALFORMED, TOO_LATE, Denied
from sortilege.server.routes.given import AllTables, TheLimits, TheLinks, TheReplays
from sortilege.server.seats import Viewer
from sortilege.server.snapshot import whole_snapshot
from sortilege.server.table import Table
from sortilege.server.tables import Tables


@get("/api/tables/{table:str}", tags=["tables"])
async def get_table(
    request: Call,
    tables: AllTables,
    limits: TheLimits,
    links: TheLinks,
    table: FromPath[str],
) -> Snapshot:
    """The table as the caller may see it."""
    limits.looking.check(address(request))
    found = await tables.table(table)
    return await snapshot_for(found, viewer_of(found, request))


async def snapshot_for(table: Table, viewer: Viewer) -> Snapshot:
    async with table.locked():
        return whole_snapshot(audience_of(table), viewer)


@get("/api/tables/{table:str}/record", tags=["tables"])
async def get_record(
    request: Call, tables: AllTables, limits: TheLimits, table: FromPath[str]
) -> Response[dict[str, object]]:
    """The record, once the game is over."""
    limits.replays.check(address(request))
    found = await finished(tables, table)
    name = f"sortilege-{found.state.opened.game}-{found.name}.json"
    return Response(found.state.record(), headers={"content-disposition": f'attachment; filename="{name}"'})


@get("/api/tables/{table:str}/replay", tags=["tables"])
async def get_replay(
    request: Call,
    tables: AllTables,
    limits: TheLimits,
    replays: TheReplays,
    links: TheLinks,
    table: FromPath[str],
    seat: FromQuery[int | None] = None,
    at: FromQuery[int] = 0,
    count: FromQuery[int] = 50,
) -> Replay:
    """Moments of a finished match through the eyes of a seat, of a spectator, or (seat -1) with everything open; for
    those who may be at the table."""
    limits.replays.check(address(request))
    found = await looked_back(request, tables, table)
    if at < 0 or count < 1:
        raise Denied(MALFORMED, "replay_counts")
    if seat is not None and seat != OPEN:
        found.state.chair(seat)
    return await replays.moments(found.name, found.state.playing(), seat, at, count)


async def looked_back(request: Call, tables: Tables, name: str) -> Table:
    """A finished table, for those who may be at it."""
    found = await finished(tables, name)
    viewer_of(found, request)
    return found


async def finished(tables: Tables, name: str) -> Table:
    """A table whose game is over; then everything may be known to whoever has its address."""
    found = await tables.table(name)
    if not found.state.over():
        raise Denied(TOO_LATE, "record_not_yet")
    return found


ROUTES = [get_table, get_record, get_replay]
