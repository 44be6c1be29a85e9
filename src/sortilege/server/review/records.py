"""Records opened from a file: a finished match played elsewhere becomes a table here that can only be looked at, so
that replay, review and the list of one's games work as for any other.

1. A record is believed when it has been replayed line by line to the end it tells of. Before that nothing is stored.
2. The name of its table and the code to look on are made from its content: the same record is the same table, however
   often it is opened, and can be found only by whoever has the record or was sent the link.
3. It is read on a thread of its own, one at a time; how long it may be is bounded.
4. A note of the store says when a record was opened last. Records that are in nobody's list of games are deleted
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
from sortilege.core.shapes import Untrusted
from sortilege.server import runtime
from sortilege.server.errors import MALFORMED, NOT_ALLOWED, NOWHERE, TOO_LARGE, Denied
from sortilege.server.people import access_tokens, display_names
from sortilege.server.people.access_tokens import PLAIN
from sortilege.server.store import LineTaken, Step, key_values
from sortilege.server.tables import events
from sortilege.server.tables.events import Chair
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.table import Table

MOST_LINES: Final = 5_000  # of a log; the longest games we know have a few hundred
NOTE: Final = "record/"  # and the name of its table; the body is when it was opened last, in seconds since 1970
A_DAY: Final = 24 * 3600
SWEEP_EVERY: Final = 3600.0  # seconds
# Times are compared as text: they have ten digits until the year 2286.
UNOWNED: Final = """
SELECT name FROM sortilege_note WHERE name LIKE 'record/%' AND body <= $1
AND NOT EXISTS (SELECT 1 FROM sortilege_seat WHERE tab = substr(name, 8))
"""
log = logging.getLogger("sortilege.server")
encoder = msgspec.json.Encoder(order="deterministic")


class Records:
    """Opens them, one after the other."""

    def __init__(self, tables: TableRegistry) -> None:
        self.tables = tables
        self._one_at_a_time = asyncio.Lock()

    async def open(self, body: bytes) -> Table:
        """The table of a record; the sentence says what is wrong with one that cannot be opened."""
        if len(body) > self.tables.settings.longest_record:
            raise Denied(TOO_LARGE, "record_too_large", most=self.tables.settings.longest_record)
        async with self._one_at_a_time:
            record = await asyncio.to_thread(checked, body)
        name, watch = address_of(record)
        tables = self.tables
        table = tables.make(name)
        if not await tables.store.lengths([name]):
            await tables.quota.check()
        await key_values.put(
            tables.store, NOTE + name, str(int(tables.now()))
        )  # first: what is stored without it stays
        with suppress(LineTaken):  # it was opened before
            await table.open(opened_by_record(record, watch), events.Brought(record))
        return await self.tables.table(name)

    # ------------------------------------------------------------ expiry
    async def sweep_forever(self) -> None:
        """Delete expired records every SWEEP_EVERY seconds."""
        while True:
            await self.sweep()
            await asyncio.sleep(SWEEP_EVERY)

    async def sweep(self) -> None:
        """Delete the records that belong to nobody and were opened too long ago."""
        tables = self.tables
        oldest = int(tables.now() - tables.settings.unowned_record_days * A_DAY)
        for (note,) in await tables.store.look_up(Step(UNOWNED, (str(oldest),))):
            name = str(note).removeprefix(NOTE)
            live = tables.by_name.get(name)
            if live is not None and not live.idle():
                continue
            try:
                await tables.remove(await tables.table(name))
            except Denied as error:
                if error.status != NOWHERE:
                    log.warning("the expired record %s could not be deleted: %s", name, error)
                    continue
            await key_values.delete(tables.store, str(note))


RecordsDep = NamedDependency[Records]


def checked(body: bytes) -> dict[str, Untrusted]:
    """The record in this file, replayed to its end, with names a table can show."""
    try:
        record = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Denied(MALFORMED, "record_not_json") from None
    if lines_of(record) > MOST_LINES:
        raise Denied(NOT_ALLOWED, "record_too_long", most=MOST_LINES)
    try:
        match = Match.load(record)
    except RecordError as off:
        raise Denied(NOT_ALLOWED, "record_wrong", why=off) from None
    if match.state.turn() != OVER and match.ended is None:
        raise Denied(NOT_ALLOWED, "record_unfinished")
    return record | {"seats": tidy_names(match.names)}  # type: ignore[no-any-return]  # it was loaded, so it is a record


def lines_of(record: Untrusted) -> int:
    """How long its log is, with all that was taken back; what is no log is found out later."""
    logs = [record.get("log")] if isinstance(record, dict) else []
    if logs and isinstance(record.get("undone"), list):
        logs += [one.get("lines") for one in record["undone"] if isinstance(one, dict)]
    return sum(len(log) for log in logs if isinstance(log, list))


def tidy_names(names: list[str]) -> list[str]:
    """As a table shows them: somebody else's file may call people anything."""
    tidied: list[str] = []
    for name in names:
        try:
            tidied.append(display_names.unlike(display_names.tidy_name(name), tidied))
        except Denied:
            tidied.append(display_names.unlike(display_names.UNNAMED, tidied))
    return tidied


def address_of(record: dict[str, Untrusted]) -> tuple[str, str]:
    """The name and the spectators' code of a record's table."""
    number = int.from_bytes(hashlib.sha512(encoder.encode(record)).digest(), "big")
    signs = []
    for _ in range(32):
        number, sign = divmod(number, len(PLAIN))
        signs.append(PLAIN[sign])
    return "".join(signs[:16]), "".join(signs[16:])


def opened_by_record(record: dict[str, Untrusted], watch: str) -> events.Opened:
    """The first line of its table: nobody has a seat there."""
    return events.Opened(
        at=int(runtime.now()),
        game=record["game"],
        options=record["options"],
        aids=False,
        seed="" if record["seed"] is None else str(record["seed"]),
        chairs=[Chair("person", name) for name in record["seats"]],
        keys=[],
        invite=access_tokens.new_code(),
        watch=watch,
        start=record["start"],
        rules=record.get("rules", 1),
        cards=record.get("cards") or "",
    )
