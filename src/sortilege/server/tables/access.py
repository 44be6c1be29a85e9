"""Access control: which seat of a table, or which role, a request or socket has proved."""

from __future__ import annotations

from typing import NamedTuple

from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from sortilege.server.errors import CONFLICT, FORBIDDEN, Denied
from sortilege.server.http.credentials import Connection, client_network, person_key, sent_seat_cookies, sent_token
from sortilege.server.people.access import is_signed_out, own_seats
from sortilege.server.people.access_tokens import equal_secrets, hash_of
from sortilege.server.tables.events import Key
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table


class Proof(NamedTuple):
    """Shows that the caller of a request has rights at a table."""

    key: Key  # the rights, such as to play a seat
    token: str  # the secret seat token that the caller sent; "" if the database links the seat to them instead


def proof_of(table: Table, connection: Connection) -> Proof | None:
    """Return what shows that the caller of a request has rights at this table, or None if they have none. It is the
    first of these: a seat token in the header or URL of the request, a seat token in a cookie, a seat that the database
    links to the caller. Raise Denied if the header or URL has a token that is not valid here."""
    token = sent_token(connection)
    if token:
        key = table.key_of(token)
        if key is None:
            raise Denied(FORBIDDEN, "wrong_token")
        return Proof(key, token)
    if not is_signed_out(connection):
        # A rematch has the same tokens as the first table, so the cookie of any table may be the right one.
        for cookie_token in sent_seat_cookies(connection).values():
            key = table.key_of(cookie_token)
            if key is not None:
                return Proof(key, cookie_token)
    for token_hash in own_seats(connection):
        key = table.state.keys.get(token_hash)
        if key is not None:
            return Proof(key, token="")
    return None


def viewer_of(table: Table, connection: Connection) -> Viewer:
    """Return the caller of a request as a viewer of this table: with the seat of their key, or as a spectator if they
    have a link of the table. Raise Denied if they have neither. The visit is recorded."""
    proof = proof_of(table, connection)
    if proof is not None:
        key = proof.key
        table.set_owner(client_network(connection), has_key=True)
        table.listener.on_contact(key.seat)
        return Viewer(key.seat, key.host, key.token, device_hash(connection))
    query, opened = connection.query_params, table.state.opened
    has_watch_link = equal_secrets(query.get("watch", ""), opened.watch)
    has_invite_link = equal_secrets(query.get("join", ""), opened.invite)
    if not has_watch_link and not has_invite_link:
        raise Denied(FORBIDDEN, "no_seat_of_yours")
    table.set_owner(client_network(connection), has_key=False)
    return Viewer(seat=None, host=False, key=None)


def device_hash(connection: Connection) -> str:
    """Return the hash of the secret key that identifies the caller's device. Return "" if the request has no such key,
    or has a seat token in its header or URL."""
    device_key = person_key(connection)
    if not device_key or sent_token(connection):
        return ""
    return hash_of(device_key)


class Visit(NamedTuple):
    """The table that the URL of a request names, and the caller of the request."""

    table: Table
    viewer: Viewer  # the caller, with their rights at this table


async def authorize(request: Connection, tables: TablesDep, table: FromPath[str]) -> Visit:
    """Return the table with this name, and the caller of the request as its viewer. Raise Denied if the table does not
    exist or the caller has no access. Routes with a body call this function; others get the result as their dependency
    `visit`."""
    loaded = await tables.load(table)
    return Visit(loaded, viewer_of(loaded, request))


VisitDep = NamedDependency[Visit]


async def finished_table(tables: TableRegistry, name: str) -> Table:
    """Return the table with this name, which everybody may read if its game is over. Raise Denied if it is not."""
    table = await tables.load(name)
    if not table.state.over():
        raise Denied(CONFLICT, "record_not_yet")
    return table


async def own_finished_table(connection: Connection, tables: TableRegistry, name: str) -> Table:
    """Return the table with this name. Raise Denied unless its game is over and the caller has access to the table."""
    table = await finished_table(tables, name)
    viewer_of(table, connection)
    return table


class LinkCodes(NamedTuple):
    """The codes in the query of a request to a link of a table. Routes depend on them only so that the OpenAPI schema
    lists these parameters, because `viewer_of` reads the codes from the connection."""

    watch: str  # the code of the spectator link, or ""
    join: str  # the code of the invite link, or ""


def links(watch: FromQuery[str] = "", join: FromQuery[str] = "") -> LinkCodes:
    """Return the codes in the query of a request. Litestar calls this function for the dependency `links`."""
    return LinkCodes(watch, join)


LinksDep = NamedDependency[LinkCodes]
