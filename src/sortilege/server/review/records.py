"""Opens records of matches that were played elsewhere. A record becomes a finished, read-only table, so that replay,
review and the list of a person's games work as for any other table.

1. A record is stored only after all its actions were replayed to the end of the game.
2. The name of its table and the spectators' code are hashes of its content. So the same record always leads to the same
   table, and only people who have the record or a link can find the table.
3. Records are checked in a thread, one at a time, and their length is limited.
4. A note in the store says when a record was last opened. Records that are in nobody's list of games are deleted
   `unowned_record_days` later.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from contextlib import suppress
from typing import Final

import msgspec
from litestar.di import NamedDependency

from sortilege import OVER, Match
from sortilege.core.errors import RecordError
from sortilege.core.types import Untrusted
from sortilege.server import runtime
from sortilege.server.errors import BAD_REQUEST, NOT_FOUND, TOO_LARGE, UNPROCESSABLE, Denied
from sortilege.server.people import access_tokens, display_names
from sortilege.server.people.access_tokens import PLAIN
from sortilege.server.store import LineTaken, Statement, key_values
from sortilege.server.tables import events
from sortilege.server.tables.events import Occupant
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.table import Table

MOST_LINES: Final = 5_000  # of a log; the longest games we know have a few hundred
NOTE: Final = "record/"  # of the stored notes; the name of the table follows. The body: last opened, seconds since 1970
DAY: Final = 24 * 3600
SWEEP_EVERY: Final = 3600.0  # seconds
# The records in nobody's list that were not opened since $1. Times are compared as text: ten digits until 2286.
UNOWNED: Final = """
SELECT name FROM sortilege_note WHERE name LIKE 'record/%' AND body <= $1
AND NOT EXISTS (SELECT 1 FROM sortilege_seat WHERE tab = substr(name, 8))
"""
log = logging.getLogger("sortilege.server")
encoder = msgspec.json.Encoder(order="deterministic")


class Records:
    """Opens and deletes records. Only one record is checked at a time."""

    def __init__(self, tables: TableRegistry) -> None:
        self.tables = tables
        self._one_at_a_time = asyncio.Lock()

    async def open(self, body: bytes) -> Table:
        """Return the table of a record; create it if there is none. Raise Denied with the reason if it cannot be
        opened."""
        if len(body) > self.tables.settings.longest_record:
            raise Denied(TOO_LARGE, "record_too_large", most=self.tables.settings.longest_record)
        async with self._one_at_a_time:
            record = await asyncio.to_thread(checked_record, body)
        name, watch = table_name_and_code(record)
        tables = self.tables
        table = tables.make(name)
        if not await tables.store.lengths([name]):
            await tables.quota.check()
        await key_values.put(
            tables.store, NOTE + name, str(int(tables.now()))
        )  # before the table is stored, because a table without this note would never expire
        with suppress(LineTaken):  # it was opened before
            await table.create(opened_event(record, watch), events.RecordOpened(record))
        return await self.tables.load(name)

    # ------------------------------------------------------------ expiry
    async def sweep_forever(self) -> None:
        """Delete expired records every SWEEP_EVERY seconds."""
        while True:
            await self.sweep()
            await asyncio.sleep(SWEEP_EVERY)

    async def sweep(self) -> None:
        """Delete the records that are in nobody's list and were last opened too long ago."""
        tables = self.tables
        oldest = int(tables.now() - tables.settings.unowned_record_days * DAY)
        for (note,) in await tables.store.look_up(Statement(UNOWNED, (str(oldest),))):
            name = str(note).removeprefix(NOTE)
            table = tables.by_name.get(name)
            if table is not None and not table.idle():
                continue
            try:
                await tables.remove(await tables.load(name))
            except Denied as error:
                if error.status != NOT_FOUND:
                    log.warning("the expired record %s could not be deleted: %s", name, error)
                    continue
            await key_values.delete(tables.store, str(note))


RecordsDep = NamedDependency[Records]


def checked_record(body: bytes) -> dict[str, Untrusted]:
    """Return the record in this file, replayed to its end and with valid names. Raise Denied if it is not valid."""
    try:
        record = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Denied(BAD_REQUEST, "record_not_json") from None
    if line_count(record) > MOST_LINES:
        raise Denied(UNPROCESSABLE, "record_too_long", most=MOST_LINES)
    try:
        match = Match.load(record)
    except RecordError as error:
        raise Denied(UNPROCESSABLE, "record_wrong", why=error) from None
    if match.state.turn() != OVER and match.ended is None:
        raise Denied(UNPROCESSABLE, "record_unfinished")
    return record | {"seats": tidy_names(match.names)}  # type: ignore[no-any-return]  # it was loaded, so it is a record


def line_count(record: Untrusted) -> int:
    """Return the number of log lines of a record, undone ones included. Anything that is not a log counts as empty, and
    is rejected when the record is loaded."""
    logs = [record.get("log")] if isinstance(record, dict) else []
    if logs and isinstance(record.get("undone"), list):
        logs += [undo.get("lines") for undo in record["undone"] if isinstance(undo, dict)]
    return sum(len(log) for log in logs if isinstance(log, list))


def tidy_names(names: list[str]) -> list[str]:
    """Return valid, distinct display names, because the names in a file may be anything."""
    tidied: list[str] = []
    for name in names:
        try:
            tidied.append(display_names.distinct_name(display_names.normalize_name(name), tidied))
        except Denied:
            tidied.append(display_names.distinct_name(display_names.UNNAMED, tidied))
    return tidied


def table_name_and_code(record: dict[str, Untrusted]) -> tuple[str, str]:
    """Derive the name and the spectators' code of a record's table from a hash of the record."""
    number = int.from_bytes(hashlib.sha512(encoder.encode(record)).digest(), "big")
    characters = []
    for _ in range(32):
        number, digit = divmod(number, len(PLAIN))
        characters.append(PLAIN[digit])
    return "".join(characters[:16]), "".join(characters[16:])


def opened_event(record: dict[str, Untrusted], watch: str) -> events.Opened:
    """Return the first event of a record's table, in which nobody has a seat."""
    return events.Opened(
        at=int(runtime.now()),
        game=record["game"],
        options=record["options"],
        aids=False,
        seed="" if record["seed"] is None else str(record["seed"]),
        occupants=[Occupant("person", name) for name in record["seats"]],
        keys=[],
        invite=access_tokens.new_code(),
        watch=watch,
        start=record["start"],
        rules=record.get("rules", 1),
        cards=record.get("cards") or "",
    )
