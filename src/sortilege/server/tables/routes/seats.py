"""Routes that create a table or change who sits there."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

from litestar import Response, delete, post
from litestar.params import FromPath, FromQuery, JSONBody

from sortilege.server.errors import FORBIDDEN, Denied
from sortilege.server.http.controller import ApiController
from sortilege.server.http.credentials import (
    SEAT_COOKIE,
    Call,
    client_network,
    deleting_cookies,
    person_key,
    seat_cookies,
)
from sortilege.server.http.guards import limited
from sortilege.server.http.limits import LimitsDep
from sortilege.server.people import access_tokens
from sortilege.server.people.access_tokens import hash_of
from sortilege.server.people.display_names import normalize_name
from sortilege.server.people.identity import People, PeopleDep
from sortilege.server.store import StoreError
from sortilege.server.tables import opening
from sortilege.server.tables.access import VisitDep, proof_of
from sortilege.server.tables.messages import NewTable, Recover, SeatPass, TakeSeat
from sortilege.server.tables.registry import TablesDep
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.seats.seed_shares import check_or_draw_share
from sortilege.server.tables.table import Table

log = logging.getLogger("sortilege.server")


class SeatsController(ApiController):
    """Create a table or its rematch, and take, recover or leave a seat."""

    path = "/api/tables"
    tags = ("tables",)

    @post(guards=[limited("tables")])
    async def new_table(
        self, request: Call, tables: TablesDep, people: PeopleDep, data: JSONBody[NewTable]
    ) -> Response[SeatPass]:
        """Create a table."""
        return await seat_response(request, people, await opening.create_new(tables, data))

    @post("/{table:str}/sit", guards=[limited("joining")])
    async def sit_down(
        self, request: Call, tables: TablesDep, people: PeopleDep, table: FromPath[str], data: JSONBody[TakeSeat]
    ) -> Response[SeatPass]:
        """Take an open seat with an invite."""
        target = await tables.load(table)
        opening.check_invite(target, data.invite)
        person, name, share = viewers.new_secrets(), normalize_name(data.name), check_or_draw_share(data.luck)
        await seating.sit(target, name, data.seat, person, share)
        key = target.state.keys[hash_of(person.token)]
        return await seat_response(request, people, opening.seat_pass(target, key, person.token, person.recovery))

    @post("/{table:str}/recover", guards=[limited("reading")])
    async def recover_seat(
        self,
        request: Call,
        tables: TablesDep,
        people: PeopleDep,
        limits: LimitsDep,
        table: FromPath[str],
        data: JSONBody[Recover],
    ) -> Response[SeatPass]:
        """Get a seat back with its recovery code."""
        target = await tables.load(table)
        limits.recovery.check(f"{client_network(request)} {target.name}")
        code = access_tokens.normalize_recovery(data.code)
        token = await seating.recover(target, code)
        key = target.state.keys[hash_of(token)]
        return await seat_response(request, people, opening.seat_pass(target, key, token, code))

    @post("/{table:str}/rematch", guards=[limited("tables")])
    async def play_again(
        self, request: Call, tables: TablesDep, people: PeopleDep, table: FromPath[str], luck: FromQuery[str] = ""
    ) -> Response[SeatPass]:
        """Play again with the same people. The first caller creates the new table, which the others join."""
        old_table = await tables.load(table)
        proof = proof_of(old_table, request)
        if proof is None:
            raise Denied(FORBIDDEN, "rematch_not_yours")
        seat = await opening.rematch(tables, old_table, proof.key, proof.token, check_or_draw_share(luck))
        return await move_to(request, people, old_table, seat)

    @post("/{table:str}/retry", guards=[limited("tables")])
    async def try_again(
        self, request: Call, tables: TablesDep, people: PeopleDep, table: FromPath[str], luck: FromQuery[str] = ""
    ) -> Response[SeatPass]:
        """Play your last turn again at a copy of the table, with new luck. Only for one person who plays with bots."""
        old_table = await tables.load(table)
        key, token = proof_of(old_table, request) or (None, "")
        seat = await opening.retry(tables, old_table, key, token, check_or_draw_share(luck))
        return await move_to(request, people, old_table, seat)

    @delete("/{table:str}/seats/{seat:int}", guards=[limited("joining")], status_code=200)
    async def leave_seat(
        self, request: Call, tables: TablesDep, people: PeopleDep, visit: VisitDep, seat: FromPath[int]
    ) -> Response[None]:
        """Leave a seat before the game begins. The host may also free the seat of another person."""
        table, viewer = visit
        await seating.leave(tables, table, viewer, seat)
        if viewer.seat != seat:
            return Response(None)
        await ignore_store_error(unlink(people, person_key(request), table.name))
        return Response(None, cookies=deleting_cookies([SEAT_COOKIE + table.name], request))


async def move_to(request: Call, people: People, old_table: Table, seat: SeatPass) -> Response[SeatPass]:
    """Link everybody at the old table to their seats at the table that continues it (a rematch or a copy). Return the
    response with the caller's seat there."""
    await ignore_store_error(people.copy_links(old_table.name, seat.table))
    return await seat_response(request, people, seat)


async def seat_response(request: Call, people: People, seat: SeatPass) -> Response[SeatPass]:
    """Return a seat, with a cookie that stores its token. If the server knows the caller as a person, link the seat to
    the person, so that all their devices can open it."""
    if seat.token and person_key(request):
        await ignore_store_error(link(people, person_key(request), seat))
    return Response(seat, cookies=seat_cookies(seat.table, seat.token, request))


async def link(people: People, device_key: str, seat: SeatPass) -> None:
    """Link a seat to the person with this device key, if there is one."""
    person = await people.find(device_key)
    if person is not None:
        await people.link(person, seat.table, hash_of(seat.token))


async def unlink(people: People, device_key: str, table: str) -> None:
    """Remove the link between a table and the person with this device key, if there is one."""
    person = await people.find(device_key)
    if person is not None:
        await people.unlink(person, table)


async def ignore_store_error(change: Awaitable[None]) -> None:
    """Await `change`, which changes the links between a person and their seats. If the store fails, only log the error,
    because the seat and its cookie work without the link. It is created when the person next opens their list of
    games."""
    try:
        await change
    except StoreError as error:
        log.warning("a seat could not be linked to its person: %s", error)
