"""The HTTP routes of finished games: records, replays, reviews, and new tables that begin at a past decision."""

from __future__ import annotations

import asyncio
import logging
from typing import Final
from urllib.parse import urlsplit

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from sortilege.server.errors import BAD_REQUEST, NOT_FOUND, Denied
from sortilege.server.http.controller import ApiController
from sortilege.server.http.credentials import Call, client_network, person_key
from sortilege.server.http.guards import limited
from sortilege.server.people.identity import PeopleDep
from sortilege.server.review.messages import DecisionAlternatives, RecordTable, Replay, ReviewPage, TryTable
from sortilege.server.review.records import RecordsDep
from sortilege.server.review.replay import ReplaysDep
from sortilege.server.review.reviews import ReviewsDep
from sortilege.server.review.try_from import opened_before_line
from sortilege.server.store import StoreError
from sortilege.server.tables import opening
from sortilege.server.tables.access import LinksDep, finished_table, own_finished_table
from sortilege.server.tables.messages import SeatPass
from sortilege.server.tables.open_view import ALL_REVEALED
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.routes.seats import seat_response
from sortilege.server.tables.seats import viewers
from sortilege.server.tables.table import Table

MAX_RECORD_BYTES: Final = 4 * 1024 * 1024  # of a request body; the setting longest_record may be lower
log = logging.getLogger("sortilege.server")


async def reviewable_table(request: Call, tables: TableRegistry, name: str) -> Table:
    """Return a finished table to which the caller has access. Raise Denied if its players ended the game early, because
    then the rules give no result that a review could explain."""
    finished = await own_finished_table(request, tables, name)
    ended = finished.state.ended
    if ended is not None and ended.seat is not None:
        raise Denied(NOT_FOUND, "review_resigned", name=finished.state.occupants[ended.seat].name)
    if ended is not None:
        raise Denied(NOT_FOUND, "review_agreed")
    return finished


class RecordsController(ApiController):
    """Records and replays of finished games."""

    path = "/api"
    tags = ("tables",)

    @get("/tables/{table:str}/record", guards=[limited("replays")])
    async def get_record(self, request: Call, tables: TablesDep, table: FromPath[str]) -> Response[dict[str, object]]:
        """Return the record of a finished game as a file."""
        finished = await finished_table(tables, table)
        name = f"sortilege-{finished.state.opened.game}-{finished.name}.json"
        return Response(finished.state.record(), headers={"content-disposition": f'attachment; filename="{name}"'})

    @get("/tables/{table:str}/replay", guards=[limited("replays")])
    async def get_replay(
        self,
        request: Call,
        tables: TablesDep,
        replays: ReplaysDep,
        links: LinksDep,
        table: FromPath[str],
        seat: FromQuery[int | None] = None,
        at: FromQuery[int] = 0,
        count: FromQuery[int] = 50,
    ) -> Replay:
        """Return moments of a finished match. With `seat`, the moments show what that seat saw; without it, what a
        spectator saw; with seat -1, everything. Only people at the table and its spectators may read them."""
        finished = await own_finished_table(request, tables, table)
        if at < 0 or count < 1:
            raise Denied(BAD_REQUEST, "replay_counts")
        if seat is not None and seat != ALL_REVEALED:
            finished.state.occupant(seat)
        return await replays.moments(finished.name, finished.state.started_match(), seat, at, count)

    @post("/records", guards=[limited("records")], status_code=200, request_max_body_size=MAX_RECORD_BYTES)
    async def open_record(self, request: Call, people: PeopleDep, records: RecordsDep) -> RecordTable:
        """Open the record of a finished game as a read-only table. The body is the record."""
        table = await records.open(await request.body())
        try:
            person = await people.find(person_key(request))
            if person is not None:
                await people.link(person, table.name, token="")  # nobody has a seat
        except StoreError as error:
            log.warning("an opened record could not be linked to the person who opened it: %s", error)
        query = urlsplit(table.watch_path()).query
        return RecordTable(table.name, table.state.opened.game, f"/replay/{table.name}?{query}")


class ReviewController(ApiController):
    """The review of a finished game, and new tables that begin at one of its decisions."""

    path = "/api/tables/{table:str}"
    tags = ("review",)

    @get("/review", guards=[limited("reading")])
    async def get_review(
        self, request: Call, tables: TablesDep, reviews: ReviewsDep, links: LinksDep, table: FromPath[str]
    ) -> ReviewPage:
        """Return the part of a review that is finished. The first call starts the review; call again until
        `done` is true. Only for people at the table and its spectators."""
        finished = await reviewable_table(request, tables, table)
        return await reviews.page(finished.name, finished.state.started_match().save, client_network(request))

    @get("/review/{at:int}", guards=[limited("replays")])
    async def get_what_else(
        self,
        request: Call,
        tables: TablesDep,
        reviews: ReviewsDep,
        links: LinksDep,
        table: FromPath[str],
        at: FromPath[int],
    ) -> DecisionAlternatives:
        """Return the win probability of each legal action at the decision in this log line, with its interval."""
        finished = await reviewable_table(request, tables, table)
        return await reviews.alternatives(finished.state.started_match().save, at, client_network(request))

    @post("/try", guards=[limited("tables")])
    async def try_from(
        self,
        request: Call,
        tables: TablesDep,
        people: PeopleDep,
        links: LinksDep,
        table: FromPath[str],
        data: JSONBody[TryTable],
    ) -> Response[SeatPass]:
        """Create a table against bots that begins before a line of a finished table's log."""
        finished = await own_finished_table(request, tables, table)
        person = viewers.new_secrets()
        opened = await asyncio.to_thread(opened_before_line, finished.state, data, person)
        return await seat_response(request, people, await opening.create_for(tables, opened, person))


ROUTES = [RecordsController, ReviewController]
