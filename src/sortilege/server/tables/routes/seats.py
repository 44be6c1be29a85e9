"""Making a table, sitting down, handing a seat to a bot and back."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

from litestar import Response, delete, post
from litestar.params import FromPath, FromQuery, JSONBody

from sortilege.server.errors import FORBIDDEN, Denied
from sortilege.server.http.credentials import SEAT_COOKIE, Call, address, person_key, seat_cookies, without_cookies
from sortilege.server.http.guards import limited
from sortilege.server.http.limits import LimitsDep
from sortilege.server.people import access_tokens, display_names
from sortilege.server.people.access_tokens import hash_of
from sortilege.server.people.identity import People, PeopleDep
from sortilege.server.store import StoreError
from sortilege.server.tables import opening
from sortilege.server.tables.access import VisitDep, proof_of
from sortilege.server.tables.messages import NewTable, Recover, SeatPass, Sit
from sortilege.server.tables.registry import TablesDep
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.seats.seed_shares import share_of

log = logging.getLogger("sortilege.server")


@post("/api/tables", guards=[limited("tables")], tags=["tables"])
async def new_table(
    request: Call, tables: TablesDep, people: PeopleDep, data: JSONBody[NewTable]
) -> Response[SeatPass]:
    """Make a table."""
    return await seat_response(request, people, await opening.create_new(tables, data))


@post("/api/tables/{table:str}/sit", guards=[limited("sitting")], tags=["tables"])
async def sit_down(
    request: Call, tables: TablesDep, people: PeopleDep, table: FromPath[str], data: JSONBody[Sit]
) -> Response[SeatPass]:
    """Take an open seat with an invite."""
    found = await tables.table(table)
    opening.check_invite(found, data.invite)
    person = viewers.new_secrets()
    await seating.sit(found, display_names.tidy_name(data.name), data.seat, person, share_of(data.luck))
    key = found.state.keys[hash_of(person.token)]
    return await seat_response(request, people, opening.seat_pass(found, key, person.token, person.recovery))


@post("/api/tables/{table:str}/recover", guards=[limited("reading")], tags=["tables"])
async def recover_seat(
    request: Call,
    tables: TablesDep,
    people: PeopleDep,
    limits: LimitsDep,
    table: FromPath[str],
    data: JSONBody[Recover],
) -> Response[SeatPass]:
    """Get a seat back with its recovery code."""
    found = await tables.table(table)
    limits.recovery.check(f"{address(request)} {found.name}")
    code = access_tokens.tidy_recovery(data.code)
    token = await seating.recover(found, code)
    return await seat_response(request, people, opening.seat_pass(found, found.state.keys[hash_of(token)], token, code))


@post("/api/tables/{table:str}/rematch", guards=[limited("tables")], tags=["tables"])
async def play_again(
    request: Call,
    tables: TablesDep,
    people: PeopleDep,
    table: FromPath[str],
    luck: FromQuery[str] = "",
) -> Response[SeatPass]:
    """The same people at a new table; whoever asks first makes it, the others follow."""
    found = await tables.table(table)
    proof = proof_of(found, request)
    if proof is None:
        raise Denied(FORBIDDEN, "rematch_not_yours")
    sits = await opening.rematch(tables, found, proof.key, proof.token, share_of(luck))
    await remembered(people.follow(table, sits.table))
    return await seat_response(request, people, sits)


@post("/api/tables/{table:str}/retry", guards=[limited("tables")], tags=["tables"])
async def try_again(
    request: Call,
    tables: TablesDep,
    people: PeopleDep,
    table: FromPath[str],
    luck: FromQuery[str] = "",
) -> Response[SeatPass]:
    """Alone with bots: the last turn once more at a copy of the table, with new luck."""
    found = await tables.table(table)
    proof = proof_of(found, request)
    sits = await opening.retry(
        tables, found, proof.key if proof else None, proof.token if proof else "", share_of(luck)
    )
    await remembered(people.follow(table, sits.table))
    return await seat_response(request, people, sits)


async def seat_response(request: Call, people: People, sits: SeatPass) -> Response[SeatPass]:
    """With the cookie of the seat; where the person is known, it is theirs on all their devices."""
    if sits.token and person_key(request):
        await remembered(link(people, person_key(request), sits))
    return Response(sits, cookies=seat_cookies(sits.table, sits.token, request))


async def link(people: People, key: str, sits: SeatPass) -> None:
    person = await people.who(key)
    if person is not None:
        await people.link(person, sits.table, hash_of(sits.token))


async def remembered(keeping: Awaitable[None]) -> None:
    """The seat is taken and its cookie opens it, whether or not it can be noted down whose it is: that is made up for
    when the person looks at their games."""
    try:
        await keeping
    except StoreError as off:
        log.warning("a seat could not be noted down as its person's: %s", off)


@delete("/api/tables/{table:str}/seats/{seat:int}", guards=[limited("sitting")], tags=["tables"], status_code=200)
async def leave_seat(
    request: Call, tables: TablesDep, people: PeopleDep, visit: VisitDep, seat: FromPath[int]
) -> Response[None]:
    """Leave a seat before the game begins; the host may free anybody's."""
    table, viewer = visit
    await seating.leave(tables, table, viewer, seat)
    if viewer.seat != seat:
        return Response(None)
    await remembered(unlink(people, person_key(request), table.name))
    return Response(None, cookies=without_cookies([SEAT_COOKIE + table.name], request))


async def unlink(people: People, key: str, table: str) -> None:
    person = await people.who(key)
    if person is not None:
        await people.unlink(person, table)


ROUTES = [
    new_table,
    sit_down,
    recover_seat,
    play_again,
    try_again,
    leave_seat,
]
