"""Delete my data: what becomes of a person's tables. What is remembered of the person goes with people.py; here their
name goes out of the logs.

1. A table that nobody else sat at (alone, with bots, with chairs still open, a record they opened) is deleted.
2. A table that others played at stays theirs: the person's name is taken out of every line and replaced by that of some
   mage, what they wrote to the others is blanked, and nothing opens the seat any more. What was played there, and which
   of the set phrases were said, stays: the others' game is made of it.
"""

from __future__ import annotations

import msgspec

from sortilege.server import events, seats
from sortilege.server.events import Event
from sortilege.server.people import People, Person, SeatLink
from sortilege.server.problems import NOWHERE, Denied
from sortilege.server.table import Table
from sortilege.server.table_state import TableState
from sortilege.server.tables import Tables


async def delete_person(tables: Tables, people: People, person: Person) -> None:
    """Everything. Should the store fail on the way, the person is still there and can ask again."""
    for link in await people.links(person):
        try:
            await leave_table(tables, people, link)
        except Denied as off:
            if off.status != NOWHERE:
                raise
    await people.delete(person)


async def leave_table(tables: Tables, people: People, link: SeatLink) -> None:
    """Delete the table, or take one person's name out of it."""
    table = await tables.table(link.table)
    state = table.state
    key = state.keys.get(link.token)
    if is_record(state):
        if await people.count_at(link.table) == 1:
            await tables.remove(table)
    elif key is not None and others(state, key.seat) == 0:
        await tables.remove(table)
    elif key is not None and key.seat is not None:
        await forget_seat(table, key.seat)
        await people.look_again(table.name)


def is_record(state: TableState) -> bool:
    """Whether the match was brought in as a file: then nobody has a seat."""
    return not state.opened.keys


def others(state: TableState, seat: int | None) -> int:
    """How many other people sit there."""
    return sum(chair.kind == "person" and at != seat for at, chair in enumerate(state.chairs))


async def forget_seat(table: Table, seat: int) -> None:
    """The person of this seat is known here no longer: their name and words go out of the lines, then everybody sees
    the other name."""
    async with table.turn() as state:
        name = seats.unlike(seats.UNNAMED, [other for at, other in enumerate(state.names()) if at != seat])
        await table.store.rewrite(table.name, without_person(await table.store.read(table.name), seat, name))
        await table.change(lambda: [events.Forgotten(seat, name)])


def without_person(lines: list[bytes], seat: int, name: str) -> dict[int, bytes]:
    """The lines in which the person of this seat is named or speaks, by number, with another name and no words."""
    changed: dict[int, bytes] = {}
    for n, event in enumerate(map(events.decode, lines)):
        renamed = with_name(event, seat, name)
        if renamed != event:
            changed[n] = events.encode(renamed)
    return changed


def with_name(event: Event, seat: int, name: str) -> Event:
    """The same event had the person in this seat been called so, and written nothing."""
    match event:
        case events.Opened(chairs=chairs) if chairs[seat].kind == "person":
            renamed = msgspec.structs.replace(chairs[seat], name=name)
            return msgspec.structs.replace(event, chairs=[*chairs[:seat], renamed, *chairs[seat + 1 :]])
        case events.Sat(seat=at) | events.Handed(seat=at) if at == seat:
            return msgspec.structs.replace(event, name=name)
        case events.Began(names=names):
            return msgspec.structs.replace(event, names=[*names[:seat], name, *names[seat + 1 :]])
        case events.Spoke(seat=at, text=text) if at == seat and text:
            return msgspec.structs.replace(event, text="")
    return event
