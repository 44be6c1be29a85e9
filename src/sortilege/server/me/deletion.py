"""Deletes the data of a person at their tables. The data stored about the person is deleted in people/identity.py.

1. A table is deleted if no other person had a seat there. A record (an imported game) is deleted if only this person
   opened it.
2. A table at which others played is kept. In every line of its log the person's name is replaced by "Mage" and their
   text is emptied, and no token or code gives access to the seat any more. Moves and predefined phrases stay, because
   they are part of the others' game. A record that others opened too stays in the same way, without the person's names.
3. Data computed from the log with the old name is deleted too: the stored review, the pages and snapshots in
   memory, and the result that other people's lists of games show.
4. A seat that was recovered with its code has a new token, but it is still theirs. The recovery code of a seat never
   changes, not even in a rematch, so the person is recognised by the hash of that code.
5. A recovered seat may be linked to another stored person. If that person has a different name, the seat was handed
   over: the old name and text are removed, and that person keeps access. If that person has no name or the same name,
   they are assumed to be the same human in another browser, and the seat is closed. Their own data stays until they
   delete it.
"""

from __future__ import annotations

import logging

import msgspec
from msgspec import Struct

from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.live.audience import audience_of
from sortilege.server.people import display_names
from sortilege.server.people.identity import People, Person
from sortilege.server.review.records import NOTE
from sortilege.server.review.reviews import Reviews
from sortilege.server.store import StoreError, key_values
from sortilege.server.tables import events
from sortilege.server.tables.events import Key
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.seats.redaction import without_person
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table

logger = logging.getLogger("sortilege.server")


class Traces(Struct):
    """The secrets and names by which the seats of a person are found when their data is deleted. Each seat has a token,
    which changes when the seat is recovered, and a recovery code, which never changes. Both are stored hashed."""

    tokens: dict[str, set[str]]  # by name of the table: the hashed tokens of the person there; oldest table first
    names: set[str]  # the names that the person used at tables
    recovery_codes: set[str] = msgspec.field(default_factory=set)  # hashed, of the person's seats at all tables

    def keys(self, table: Table) -> list[Key]:
        """Return the keys (stored access rights) of a table that have a token or a recovery code of the person."""
        tokens = self.tokens[table.name]
        return [key for key in table.state.keys.values() if key.token in tokens or key.recovery in self.recovery_codes]

    def collect(self, table: Table) -> None:
        """Add the recovery codes and the names of the person's seats at this table. They also identify the person's
        seats at other tables, such as the table of a rematch."""
        codes = {table.state.recovery_of(token) for token in self.tokens[table.name]}
        self.recovery_codes |= {code for code in codes if code is not None}
        self.names |= {table.state.occupants[key.seat].name for key in self.keys(table) if key.seat is not None}


async def delete_person(tables: TableRegistry, reviews: Reviews, people: People, person: Person) -> None:
    """Delete all data of a person: first their data at tables, then the person. If the store fails in between, the
    server still knows the person, who can repeat the request."""
    tokens_by_table: dict[str, set[str]] = {}
    for link in await people.all_links(person):
        tokens_by_table.setdefault(link.table, set()).add(link.token)
    traces = Traces(tokens_by_table, names={person.name} if person.name else set())
    for name in tokens_by_table:  # all tables first, because a later table may reveal a name used in a record
        table = await table_or_none(tables, name)
        if table is not None:
            traces.collect(table)
    for name in tokens_by_table:
        table = await table_or_none(tables, name)
        if table is None or await remove_from_table(tables, reviews, people, table, traces):
            await people.unlink_all(name)
    await people.delete(person)
    try:
        await tables.store.purge()
    except StoreError as error:
        logger.warning("%s", error)


async def table_or_none(tables: TableRegistry, name: str) -> Table | None:
    """Return the table with this name, or None if it was deleted."""
    try:
        return await tables.load(name)
    except Denied as error:
        if error.status != NOT_FOUND:
            raise
        return None


async def remove_from_table(
    tables: TableRegistry, reviews: Reviews, people: People, table: Table, traces: Traces
) -> bool:
    """Remove a person from a table. If nobody else played there, delete the table and return True. Otherwise replace
    the person's name in its log and return False. Somebody to whom the person gave a seat keeps access to it."""
    if is_record(table.state):
        return await remove_from_record(tables, reviews, people, table, traces)
    keys = traces.keys(table)
    own_seats = {key.seat for key in keys}
    other_people = [
        seat
        for seat, occupant in enumerate(table.state.occupants)
        if occupant.kind == "person" and seat not in own_seats
    ]
    handed_over = {key.token for key in keys if await was_handed_over(people, table, key, traces)}
    if keys and not handed_over and not other_people:
        await tables.remove(table)
        return True
    for key in keys:
        if key.seat is not None:
            await remove_name(reviews, table, key.seat, key.token in handed_over)
    await people.delete_summaries(table.name)
    return False


async def remove_from_record(
    tables: TableRegistry, reviews: Reviews, people: People, table: Table, traces: Traces
) -> bool:
    """Remove a person's names from a record (an imported game). If nobody else opened the record, delete its table and
    return True. Otherwise replace all names in it that the person used at any table, and return False."""
    if await people.count_links(table.name) == 1:
        await tables.remove(table)
        await key_values.delete(tables.store, NOTE + table.name)
        return True
    for seat in [seat for seat, name in enumerate(table.state.names()) if name in traces.names]:
        await remove_name(reviews, table, seat)
    await people.delete_summaries(table.name)
    return False


async def was_handed_over(people: People, table: Table, key: Key, traces: Traces) -> bool:
    """Whether the person gave this seat to somebody else, by giving them its recovery code. Then the seat has a new
    token, and a person with a name that this person never used has the token."""
    if key.token in traces.tokens[table.name]:
        return False
    holders = await people.holders(table.name, key.token)
    return any(holder.name and holder.name not in traces.names for holder in holders)


def is_record(state: TableState) -> bool:
    """Whether the match was imported from a file, so that nobody has a key of the table."""
    return not state.opened.keys


async def remove_name(reviews: Reviews, table: Table, seat: int, handed_over: bool = False) -> None:
    """Replace the name of the person in this seat by a neutral name, in the whole log and for all viewers. Delete the
    text that they wrote. `handed_over`: another person has recovered the seat and keeps access to it."""
    async with table.locked() as state:
        other_names = [name for other_seat, name in enumerate(state.names()) if other_seat != seat]
        neutral_name = display_names.distinct_name(display_names.UNNAMED, other_names)
        log = await table.store.read(table.name)
        await table.store.rewrite(table.name, without_person(log, seat, neutral_name))
        await table.commit(lambda _: [events.PersonRemoved(seat, neutral_name, handed_over)])
        await audience_of(table).presence.forget(seat)
    await reviews.delete(table.name)
