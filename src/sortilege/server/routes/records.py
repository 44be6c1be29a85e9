"""Opening a record from a file."""

from __future__ import annotations

import logging
from typing import Final

from litestar import post

from sortilege.server.credentials import Call, person_key
from sortilege.server.guards import limited
from sortilege.server.messages.me import RecordTable
from sortilege.server.people import PeopleDep
from sortilege.server.records import RecordsDep
from sortilege.server.store import StoreError

LARGEST: Final = 4 * 1024 * 1024  # bytes that are read at all; how many are taken is a setting
log = logging.getLogger("sortilege.server")


@post("/api/records", guards=[limited("records")], tags=["tables"], status_code=200, request_max_body_size=LARGEST)
async def open_record(request: Call, people: PeopleDep, records: RecordsDep) -> RecordTable:
    """Open a finished game played elsewhere; the body is its record."""
    table = await records.open(await request.body())
    try:
        person = await people.who(person_key(request))
        if person is not None:
            await people.link(person, table.name, "")
    except StoreError as off:
        log.warning("an opened record could not be noted down as its person's: %s", off)
    query = table.watch_path().partition("?")[2]
    return RecordTable(table.name, table.state.opened.game, f"/replay/{table.name}?{query}")


ROUTES = [open_record]
