"""Removes the name and the chat text of a person from the stored events of a table."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from sortilege.server.tables import events
from sortilege.server.tables.events import Event

Item = TypeVar("Item")


def without_person(lines: list[bytes], seat: int, name: str) -> dict[int, bytes]:
    """Remove the name and texts of a person from the lines of a log: give the person in this seat another name, and
    empty their text messages. Return only the lines that changed, by line number (from 0)."""
    changed: dict[int, bytes] = {}
    for line_number, event in enumerate(map(events.decode, lines)):
        redacted = with_name(event, seat, name)
        if redacted != event:
            changed[line_number] = events.encode(redacted)
    return changed


def with_name(event: Event, seat: int, name: str) -> Event:
    """Return a copy of an event in which the person in this seat has another name and their text message is empty. If
    the event contains neither, return the event itself."""
    match event:
        case events.Opened(occupants=occupants) if occupants[seat].kind == "person":
            renamed = msgspec.structs.replace(occupants[seat], name=name)
            return msgspec.structs.replace(event, occupants=replace_item(occupants, seat, renamed))
        case events.Sat() | events.HandedToBot() | events.PersonRemoved() if event.seat == seat:
            return msgspec.structs.replace(event, name=name)
        case events.Began(names=names):
            return msgspec.structs.replace(event, names=replace_item(names, seat, name))
        case events.RecordOpened(record=record):
            return events.RecordOpened({**record, "seats": replace_item(record["seats"], seat, name)})
        case events.Spoke(text=text) if event.seat == seat and text:
            return msgspec.structs.replace(event, text="")
    return event


def replace_item(items: list[Item], index: int, item: Item) -> list[Item]:
    """Return a copy of a list in which the item at this index is replaced."""
    return [*items[:index], item, *items[index + 1 :]]
