"""Removes the name and the chat text of a person from the stored events of a table."""

from __future__ import annotations

import msgspec

from sortilege.server.tables import events
from sortilege.server.tables.events import Event


def without_person(lines: list[bytes], seat: int, name: str) -> dict[int, bytes]:
    """Return the lines that contain the person's name or text, rewritten with `name` instead, by line number."""
    changed: dict[int, bytes] = {}
    for n, event in enumerate(map(events.decode, lines)):
        renamed = with_name(event, seat, name)
        if renamed != event:
            changed[n] = events.encode(renamed)
    return changed


def with_name(event: Event, seat: int, name: str) -> Event:
    """Return the event with the name of this seat replaced and its text removed; the same event if it has neither."""
    match event:
        case events.Opened(occupants=occupants) if occupants[seat].kind == "person":
            renamed = msgspec.structs.replace(occupants[seat], name=name)
            return msgspec.structs.replace(event, occupants=[*occupants[:seat], renamed, *occupants[seat + 1 :]])
        case events.Sat(seat=at) | events.HandedToBot(seat=at) | events.PersonRemoved(seat=at) if at == seat:
            return msgspec.structs.replace(event, name=name)
        case events.Began(names=names):
            return msgspec.structs.replace(event, names=[*names[:seat], name, *names[seat + 1 :]])
        case events.RecordOpened(record=record):
            names = record["seats"]
            return events.RecordOpened({**record, "seats": [*names[:seat], name, *names[seat + 1 :]]})
        case events.Spoke(seat=at, text=text) if at == seat and text:
            return msgspec.structs.replace(event, text="")
    return event
