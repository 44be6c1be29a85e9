"""Finds the person whose device sent a request, and their seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from litestar.handlers import BaseRouteHandler

from sortilege.server.errors import FORBIDDEN, Denied
from sortilege.server.http.credentials import Connection, cookies, person_key
from sortilege.server.people.identity import People, Person
from sortilege.server.store import StoreError

OWN_SEATS: Final = "own_seats"  # in the state of a connection: hashes of the tokens of this person's seats
SIGNED_OUT: Final = "signed_out"  # in the state of a connection: its device was signed out, so its cookies are void


def seat_lookup(people: People) -> Callable[[Connection, BaseRouteHandler], Awaitable[None]]:
    """Return a guard that looks up the person's seats at the table in the URL. It stores them in the state of the
    connection, from which `own_seats` and `is_signed_out` read them."""

    async def look_up(connection: Connection, _: BaseRouteHandler) -> None:
        table, key = connection.path_params.get("table"), person_key(connection)
        if isinstance(table, str) and key and connection.scope["path"].startswith("/api/"):
            try:
                connection.state[OWN_SEATS] = hashes = await people.seats_at(key, table)
                if not hashes and cookies(connection):
                    connection.state[SIGNED_OUT] = await people.is_signed_out(key)
            except StoreError as error:
                connection.state[OWN_SEATS] = error

    return look_up


def own_seats(connection: Connection) -> list[str]:
    """Return the hashes of the tokens of this person's seats at the table. Raise the StoreError of the look-up if it
    failed: not earlier, because callers that find a seat cookie do not need these seats."""
    hashes: list[str] | StoreError = connection.state.get(OWN_SEATS, [])
    if isinstance(hashes, StoreError):
        raise hashes
    return hashes


def is_signed_out(connection: Connection) -> bool:
    """Whether the device was signed out, so that its seat cookies are void."""
    return bool(connection.state.get(SIGNED_OUT))


async def known_person(connection: Connection, people: People) -> Person:
    """Return the person whose device makes the request; raise Denied if it belongs to nobody."""
    person = await people.find(person_key(connection))
    if person is None:
        raise Denied(FORBIDDEN, "nobody_known")
    return person
