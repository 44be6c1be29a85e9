"""Looking at a table: as it is, as a record, moment by moment."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from sortilege.server.access import LinksDep, finished_table, own_finished_table
from sortilege.server.credentials import Call
from sortilege.server.guards import limited
from sortilege.server.messages.replay import Replay
from sortilege.server.open_view import OPEN
from sortilege.server.problems import MALFORMED, Denied
from sortilege.server.registry import TablesDep
from sortilege.server.replay import ReplaysDep


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
        raise Denied(MALFORMED, "replay_counts")
    if seat is not None and seat != OPEN:
        found.state.chair(seat)
    return await replays.moments(found.name, found.state.playing(), seat, at, count)


ROUTES = [get_record, get_replay]
