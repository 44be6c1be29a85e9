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
from msgspec import Struct

from sortilege import OVER, Match
from sortilege.core.errors import RecordError
from sortilege.core.types import Untrusted
from sortilege.server import runtime
from sortilege.server.errors import BAD_REQUEST, NOT_FOUND, TOO_LARGE, UNPROCESSABLE, Denied
from sortilege.server.people import access_tokens, display_names
from sortilege.server.people.access_tokens import UNAMBIGUOUS
from sortilege.server.store import LineTaken, Statement, key_values
from sortilege.server.tables import events
from sortilege.server.tables.events import Occupant
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.table import Table

MAX_LINES: Final = 5_000  # of a log; the longest games we know have a few hundred
# A note in the store: its name is this prefix and the name of a table; its body is when the record was last opened.
NOTE: Final = "record/"
DAY: Final = 24 * 3600  # seconds
NAME_LENGTH, CODE_LENGTH = 16, 16  # characters of the table's name and of the spectators' code
SWEEP_EVERY: Final = 3600.0  # seconds
# The records in nobody's list that were not opened since the time $1. The times are seconds since 1970, compared as
# text, because they have ten digits until the year 2286. The name of the table follows the seven characters of NOTE.
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
        """Return the table that shows the record in a file. Create the table if nobody opened the record before. Raise
        Denied if the record is not valid or too large."""
        tables = self.tables
        if len(body) > tables.settings.longest_record:
            raise Denied(TOO_LARGE, "record_too_large", most=tables.settings.longest_record)
        async with self._one_at_a_time:
            record = await asyncio.to_thread(checked_record, body)
        name, watch_code = table_name_and_code(record)
        table = tables.make(name)
        is_new = not await tables.store.lengths([name])
        if is_new:
            await tables.quota.check()
        # The time of this request is stored before the table, because a table without it would never expire.
        await key_values.put(tables.store, NOTE + name, str(int(tables.now())))
        with suppress(LineTaken):  # somebody opened the record before
            await table.create(opened_event(record, watch_code), events.RecordOpened(record))
        return await tables.load(name)

    # ------------------------------------------------------------ expiry
    async def sweep_forever(self) -> None:
        """Delete expired records every SWEEP_EVERY seconds."""
        while True:
            await self.sweep()
            await asyncio.sleep(SWEEP_EVERY)

    async def sweep(self) -> None:
        """Delete the expired records. A record expires if it is in nobody's list of games and nobody has opened it for
        `unowned_record_days`. A note in the store says when it was last opened."""
        tables = self.tables
        oldest = int(tables.now() - tables.settings.unowned_record_days * DAY)
        for (note_name,) in await tables.store.look_up(Statement(UNOWNED, (str(oldest),))):
            name = str(note_name).removeprefix(NOTE)
            table = tables.by_name.get(name)
            if table is not None and not table.is_idle():
                continue
            try:
                await tables.remove(await tables.load(name))
            except Denied as error:
                if error.status != NOT_FOUND:
                    log.warning("the expired record %s could not be deleted: %s", name, error)
                    continue
            await key_values.delete(tables.store, str(note_name))


RecordsDep = NamedDependency[Records]


def checked_record(body: bytes) -> dict[str, Untrusted]:
    """Decode the record of a finished game and check it by replaying it. Replace names that are not allowed. Raise
    Denied if `body` is not such a record, or if one of its actions is against the rules."""
    try:
        record = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Denied(BAD_REQUEST, "record_not_json") from None
    if line_count(record) > MAX_LINES:
        raise Denied(UNPROCESSABLE, "record_too_long", most=MAX_LINES)
    try:
        match = Match.load(record)
    except RecordError as error:
        raise Denied(UNPROCESSABLE, "record_wrong", why=error) from None
    if match.state.turn() != OVER and match.ended is None:
        raise Denied(UNPROCESSABLE, "record_unfinished")
    return {**record, "seats": valid_names(match.names)}


class UndoneLines(Struct):
    """The log lines of a record that one undo removed."""

    lines: list[Untrusted]


class PlayedLines(Struct):
    """All log lines of a record: the lines of the final log, and the lines that were undone."""

    log: list[Untrusted]
    undone: list[UndoneLines] = []


def line_count(record: Untrusted) -> int:
    """Return the number of log lines of a record, including undone lines. Return 0 if the data is not a record: its
    size does not matter, because `Match.load` refuses it before replaying any line."""
    try:
        played = msgspec.convert(record, PlayedLines)
    except msgspec.ValidationError:
        return 0
    return len(played.log) + sum(len(undone.lines) for undone in played.undone)


def valid_names(names: list[str]) -> list[str]:
    """Return the names of a record's players, which may be anything, changed to be valid and different."""
    valid: list[str] = []
    for name in names:
        try:
            normalized = display_names.normalize_name(name)
        except Denied:
            normalized = display_names.UNNAMED
        valid.append(display_names.distinct_name(normalized, valid))
    return valid


def table_name_and_code(record: dict[str, Untrusted]) -> tuple[str, str]:
    """Return the name of a record's table, and the code of its link for spectators. Both are parts of a hash of the
    record, so the same file always leads to the same table."""
    number = int.from_bytes(hashlib.sha512(encoder.encode(record)).digest(), "big")
    text = ""  # the hash, written with the letters of UNAMBIGUOUS as digits
    for _ in range(NAME_LENGTH + CODE_LENGTH):
        number, digit = divmod(number, len(UNAMBIGUOUS))
        text += UNAMBIGUOUS[digit]
    return text[:NAME_LENGTH], text[NAME_LENGTH:]


def opened_event(record: dict[str, Untrusted], watch_code: str) -> events.Opened:
    """Return the first event of the table that shows a record. Nobody has a seat at that table. `watch_code` is the
    code of its link for spectators."""
    return events.Opened(
        at=int(runtime.now()),
        game=record["game"],
        options=record["options"],
        aids=False,
        seed="" if record["seed"] is None else str(record["seed"]),
        occupants=[Occupant("person", name) for name in record["seats"]],
        keys=[],
        invite=access_tokens.new_code(),
        watch=watch_code,
        start=record["start"],
        rules=record.get("rules", 1),  # old records do not name the version of the rules and the cards
        cards=record.get("cards") or "",
    )
