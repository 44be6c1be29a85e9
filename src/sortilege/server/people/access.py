"""Finds the person whose device sent a request, and their seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler

from sortilege.server.errors import FORBIDDEN, Denied
from sortilege.server.http.credentials import Connection, person_key, sent_seat_cookies
from sortilege.server.people.identity import People, PeopleDep, Person
from sortilege.server.store import StoreError

# Keys of the state of a connection:
OWN_SEATS: Final = "own_seats"  # the hashed tokens of the caller's seats, or the StoreError of the look-up
SIGNED_OUT: Final = "signed_out"  # whether the device was signed out, so that its cookies are not valid


def seat_lookup(people: People) -> Callable[[Connection, BaseRouteHandler], Awaitable[None]]:
    """Return a guard that looks up the caller's seats at the table in the URL. The guard stores the seats in the state
    of the connection, where `own_seats` and `is_signed_out` read the result."""

    async def look_up(connection: Connection, _: BaseRouteHandler) -> None:
        table, key = connection.path_params.get("table"), person_key(connection)
        is_api_request = connection.scope["path"].startswith("/api/")
        if not isinstance(table, str) or not key or not is_api_request:
            return
        try:
            hashes = await people.seats_at(key, table)
            connection.state[OWN_SEATS] = hashes
            if not hashes and sent_seat_cookies(connection):
                connection.state[SIGNED_OUT] = await people.is_signed_out(key)
        except StoreError as error:
            connection.state[OWN_SEATS] = error

    return look_up


def own_seats(connection: Connection) -> list[str]:
    """Return the hashed tokens of the caller's seats at the table in the URL. The guard of `seat_lookup` has already
    read them from the store.

    If the store failed there, its StoreError is raised only here. A request with a valid seat cookie never calls this
    function, so it works without the store."""
    seats: list[str] | StoreError = connection.state.get(OWN_SEATS, [])
    if isinstance(seats, StoreError):
        raise seats
    return seats


def is_signed_out(connection: Connection) -> bool:
    """Whether the calling device was signed out, so that its seat cookies are no longer valid."""
    return bool(connection.state.get(SIGNED_OUT))


async def known_person(request: Connection, people: PeopleDep) -> Person:
    """Return the person whose device sent the request. Raise Denied if the server does not know the device. Routes
    without a body get the person as their dependency `person`. Routes with a body call this function themselves, so
    that Litestar checks the body first."""
    person = await people.find(person_key(request))
    if person is None:
        raise Denied(FORBIDDEN, "nobody_known")
    return person


PersonDep = NamedDependency[Person]
