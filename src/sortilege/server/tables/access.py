"""Access control: which seat of a table, or which role, a request or socket has proved."""

from __future__ import annotations

from typing import NamedTuple

from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from sortilege.server.errors import CONFLICT, FORBIDDEN, Denied
from sortilege.server.http.credentials import Connection, address, person_key, sent_seat_cookies, sent_token
from sortilege.server.people.access import is_signed_out, own_seats
from sortilege.server.people.access_tokens import equal_secrets, hash_of
from sortilege.server.tables.events import Key
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table


class Proof(NamedTuple):
    """Shows that the caller of a request has a seat: the `key` with their rights, and the secret `token` that they sent
    for it. `token` is "" if they sent none, but the seat is linked to them in the database. Then the server knows only
    the hash of the token."""

    key: Key
    token: str


def proof_of(table: Table, connection: Connection) -> Proof | None:
    """Return the caller's rights to a seat of this table, or None if they have no seat.

    The server looks for a seat token in the header or URL of the request, then in the cookies, then for seats that are
    linked to the person in the database. Raise Denied if the header or URL has a token that is not valid here."""
    token = sent_token(connection)
    if token:
        key = table.key_of(token)
        if key is None:
            raise Denied(FORBIDDEN, "wrong_token")
        return Proof(key, token)
    # A rematch has the same tokens as its first table, so the cookie of any table may be the right one.
    cookie_tokens = {} if is_signed_out(connection) else sent_seat_cookies(connection)
    for token in cookie_tokens.values():
        if (key := table.key_of(token)) is not None:
            return Proof(key, token)
    for token_hash in own_seats(connection):
        if (key := table.state.keys.get(token_hash)) is not None:
            return Proof(key, "")
    return None


def viewer_of(table: Table, connection: Connection) -> Viewer:
    """Return the caller's role at this table: the seat of their key, or a spectator if they have a link of the table.
    Raise Denied if they have neither."""
    proof = proof_of(table, connection)
    if proof is not None:
        table.set_owner(address(connection), has_key=True)
        table.listener.on_contact(proof.key.seat)
        return Viewer(proof.key.seat, proof.key.host, proof.key.token, device_hash(connection))
    query, opened = connection.query_params, table.state.opened
    has_watch_link = equal_secrets(query.get("watch", ""), opened.watch)
    if has_watch_link or equal_secrets(query.get("join", ""), opened.invite):
        table.set_owner(address(connection), has_key=False)
        return Viewer(None, host=False, key=None)
    raise Denied(FORBIDDEN, "no_seat_of_yours")


def device_hash(connection: Connection) -> str:
    """Return the hash of the key that identifies the caller's device. Return "" if its cookie is missing, or if the
    request has a seat token in its header or URL and thus does not depend on the device."""
    device_key = person_key(connection)
    return hash_of(device_key) if device_key and not sent_token(connection) else ""


class Visit(NamedTuple):
    """The table in the URL of a request, and the caller's role there."""

    table: Table
    viewer: Viewer


async def authorize(request: Connection, tables: TablesDep, table: FromPath[str]) -> Visit:
    """Return the table with this name and the caller's role there. Raise Denied if the table does not exist or the
    caller has no access. Routes without a body get the result as their dependency `visit`. Routes with a body call this
    function themselves, so that Litestar checks the body first."""
    loaded = await tables.load(table)
    return Visit(loaded, viewer_of(loaded, request))


VisitDep = NamedDependency[Visit]


async def finished_table(tables: TableRegistry, name: str) -> Table:
    """Return the table with this name. Raise Denied unless its game is over. Everybody who knows the name of a table
    may read the record of its finished game."""
    table = await tables.load(name)
    if not table.state.over():
        raise Denied(CONFLICT, "record_not_yet")
    return table


async def own_finished_table(connection: Connection, tables: TableRegistry, name: str) -> Table:
    """Return the table with this name. Raise Denied unless its game is over and the caller has access to the table."""
    table = await finished_table(tables, name)
    viewer_of(table, connection)
    return table


class Links(NamedTuple):
    """The codes of the spectator and invite links in the query of a request. `viewer_of` reads the codes from the
    connection. Routes declare this dependency only so that the OpenAPI schema lists the codes."""

    watch: str
    join: str


def links(watch: FromQuery[str] = "", join: FromQuery[str] = "") -> Links:
    """Return the codes in the query. Litestar calls this to provide the dependency `links`."""
    return Links(watch, join)


LinksDep = NamedDependency[Links]
