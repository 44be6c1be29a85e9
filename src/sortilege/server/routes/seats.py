"""Making a table, sitting down, handing a seat to a bot and back."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from litestar import Response, delete, post
from litestar.params import FromPath, FromQuery, JSONBody

from sortilege.server import seating, seats
from sortilege.server.auth import COOKIE, Call, address, cookies_for, person_key, proof_of, viewer_of, without_cookies
from sortilege.server.luck import share_of
from sortilege.server.messages.seats import HandOver, NewTable, Recover, SeatPass, Sit, StandInLevel
from sortilege.server.messages.table import Snapshot
from sortilege.server.people import People
from sortilege.server.problems import NOT_YOURS, Denied
from sortilege.server.routes.given import AllTables, TheLimits, ThePeople
from sortilege.server.routes.tables import snapshot_for
from sortilege.server.seats import Viewer, hash_of
from sortilege.server.store import StoreError
from sortilege.server.table import Table
from sortilege.server.tables import Tables, check_invite, seat_pass

log = logging.getLogger("sortilege.server")


@post("/api/tables", tags=["tables"])
async def new_table(
    request: Call, tables: AllTables, people: ThePeople, limits: TheLimits, data: JSONBody[NewTable]
) -> Response[SeatPass]:
    """Make a table."""
    limits.tables.check(address(request))
    return await answered(request, people, await tables.new(data))


@post("/api/tables/{table:str}/sit", tags=["tables"])
async def sit_down(
    request: Call, tables: AllTables, people: ThePeople, limits: TheLimits, table: FromPath[str], data: JSONBody[Sit]
) -> Response[SeatPass]:
    """Take an open seat with an invite."""
    limits.sitting.check(address(request))
    found = await tables.table(table)
    check_invite(found, data.invite)
    person = seats.new_secrets()
    await seating.sit(found, seats.tidy_name(data.name), data.seat, person, share_of(data.luck))
    key = found.state.keys[hash_of(person.token)]
    return await answered(request, people, seat_pass(found, key, person.token, person.recovery))


@post("/api/tables/{table:str}/recover", tags=["tables"])
async def recover_seat(
    request: Call,
    tables: AllTables,
    people: ThePeople,
    limits: TheLimits,
    table: FromPath[str],
    data: JSONBody[Recover],
) -> Response[SeatPass]:
    """Get a seat back with its recovery code."""
    limits.looking.check(address(request))
    found = await tables.table(table)
    limits.recovery.check(f"{address(request)} {found.name}")
    code = seats.tidy_recovery(data.code)
    token = await seating.recover(found, code)
    return await answered(request, people, seat_pass(found, found.state.keys[hash_of(token)], token, code))


@post("/api/tables/{table:str}/rematch", tags=["tables"])
async def play_again(
    request: Call,
    tables: AllTables,
    people: ThePeople,
    limits: TheLimits,
    table: FromPath[str],
    luck: FromQuery[str] = "",
) -> Response[SeatPass]:
    """The same people at a new table; whoever asks first makes it, the others follow."""
    limits.tables.check(address(request))
    found = await tables.table(table)
    proof = proof_of(found, request)
    if proof is None:
        raise Denied(NOT_YOURS, "rematch_not_yours")
    sits = await tables.rematch(found, proof.key, proof.token, share_of(luck))
    await remembered(people.follow(table, sits.table))
    return await answered(request, people, sits)


@post("/api/tables/{table:str}/retry", tags=["tables"])
async def try_again(
    request: Call,
    tables: AllTables,
    people: ThePeople,
    limits: TheLimits,
    table: FromPath[str],
    luck: FromQuery[str] = "",
) -> Response[SeatPass]:
    """Alone with bots: the last turn once more at a copy of the table, with new luck."""
    limits.tables.check(address(request))
    found = await tables.table(table)
    proof = proof_of(found, request)
    sits = await tables.retry(found, proof.key if proof else None, proof.token if proof else "", share_of(luck))
    await remembered(people.follow(table, sits.table))
    return await answered(request, people, sits)


async def answered(request: Call, people: People, sits: SeatPass) -> Response[SeatPass]:
    """With the cookie of the seat; where the person is known, it is theirs on all their devices."""
    if sits.token and person_key(request):
        await remembered(link(people, person_key(request), sits))
    return Response(sits, cookies=cookies_for(sits, request))


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


@delete("/api/tables/{table:str}/seats/{seat:int}", tags=["tables"], status_code=200)
async def leave_seat(
    request: Call, tables: AllTables, people: ThePeople, limits: TheLimits, table: FromPath[str], seat: FromPath[int]
) -> Response[None]:
    """Leave a seat before the game begins; the host may free anybody's."""
    limits.sitting.check(address(request))
    found = await tables.table(table)
    viewer = viewer_of(found, request)
    await seating.leave(tables, found, viewer, seat)
    if viewer.seat != seat:
        return Response(None)
    await remembered(unlink(people, person_key(request), table))
    return Response(None, cookies=without_cookies([COOKIE + table], request))


async def unlink(people: People, key: str, table: str) -> None:
    person = await people.who(key)
    if person is not None:
        await people.unlink(person, table)


# ---------------------------------------------------------------- bots in seats
@post("/api/tables/{table:str}/seats/{seat:int}/bot", tags=["tables"], status_code=200)
async def seat_to_bot(
    request: Call,
    tables: AllTables,
    limits: TheLimits,
    table: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[HandOver],
) -> Snapshot:
    """Let a bot play a seat."""
    limits.sitting.check(address(request))
    return await changed(request, tables, table, lambda found, by: seating.hand_over(found, by, seat, data.level))


@delete("/api/tables/{table:str}/seats/{seat:int}/bot", tags=["tables"], status_code=200)
async def seat_from_bot(
    request: Call, tables: AllTables, limits: TheLimits, table: FromPath[str], seat: FromPath[int]
) -> Snapshot:
    """Give a seat back to its person."""
    limits.sitting.check(address(request))
    return await changed(request, tables, table, lambda found, by: seating.take_back(found, by, seat))


@post("/api/tables/{table:str}/seats/{seat:int}/stand-in", tags=["tables"], status_code=200)
async def stand_in_level(
    request: Call,
    tables: AllTables,
    limits: TheLimits,
    table: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[StandInLevel],
) -> Snapshot:
    """Choose the level of the bot that plays for me while I am absent."""
    limits.sitting.check(address(request))
    return await changed(request, tables, table, lambda found, by: seating.choose_stand_in(found, by, seat, data.level))


async def changed(
    request: Call, tables: Tables, name: str, change: Callable[[Table, Viewer], Awaitable[None]]
) -> Snapshot:
    """The table as the caller sees it after they changed it."""
    found = await tables.table(name)
    viewer = viewer_of(found, request)
    await change(found, viewer)
    return await snapshot_for(found, viewer)


ROUTES = [
    new_table,
    sit_down,
    recover_seat,
    play_again,
    try_again,
    leave_seat,
    seat_to_bot,
    seat_from_bot,
    stand_in_level,
]
