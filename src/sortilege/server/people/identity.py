"""People: what the server stores about somebody who has a key. There are no accounts.

1. Each device has its own key, 256 random bits in a cookie; only its hash is stored. All devices of a person give
   access to the same seats and data.
2. The links between people and seats are stored outside the logs of tables (store/schema.py): a link has the hash of
   the token of the seat. Links are deleted with the person.
3. A device is added with a device code, which is valid once and for a few minutes. It is stored as a hash, too.
4. Of a device, the server stores the names of browser and system and the days when it was first and last seen. A device
   that was signed out stays known as such, so that its seat cookies are not accepted any more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from litestar.di import NamedDependency
from msgspec import Struct

from sortilege.server import runtime
from sortilege.server.errors import BAD_REQUEST, FORBIDDEN, UNPROCESSABLE, Denied
from sortilege.server.people import sql
from sortilege.server.people.access_tokens import UNAMBIGUOUS, hash_of, new_token
from sortilege.server.people.browser_names import UNKNOWN, BrowserNames
from sortilege.server.people.display_names import normalize_name
from sortilege.server.store import Row, Statement, Store

SIGILS: Final = ("key", "bell", "crown", "quill", "cup", "sun", "moon", "eye", "spark", "tower")
A_DAY: Final = 24 * 3600  # seconds
FORGET_AFTER: Final = 400 * A_DAY  # seconds after which an unused device is deleted; its cookie expires then as well
CODE_LIFE: Final = 10 * 60  # seconds for which a device code is valid
DEVICE_ID: Final = 12  # hexadecimal digits
CODE_LENGTH: Final = 8  # about 40 bits, enough for ten minutes with a few attempts per minute
MARK_ITEM: Final = re.compile(r"[a-z]+(/[A-Za-z0-9_.:-]+){1,4}")  # such as lesson/abracada/blind
LONGEST_ITEM: Final = 80  # characters
MAX_VALUE: Final = 1_000_000_000
MAX_MARKS_AT_ONCE: Final = 500  # marks in one request
MAX_MARKS: Final = 5_000  # marks of one person


class Person(Struct, frozen=True):
    """A person whom the server knows, because at least one device has a key of theirs."""

    id: str
    name: str
    sigil: str  # the symbol of the person, one of SIGILS
    since: int  # when the first device got its key, in seconds since 1970


class SeatLink(Struct, frozen=True):
    """A link between a person and a seat."""

    table: str
    token: str  # the hash of the seat token
    at: int  # when the link was created, in seconds since 1970
    summary: str | None  # a summary of the finished game, as JSON; None until it has been stored


class Device(Struct, frozen=True):
    """A device of a person."""

    hash: str  # the hash of its key
    browser: str  # "" if unknown
    system: str  # "" if unknown
    since: int  # the day on which it was first seen, in seconds since 1970; 0 if unknown
    seen: int  # when it was last seen, in seconds since 1970

    def id(self) -> str:
        """Return an id that pages may show. It is a hash of the key's hash, which it does not reveal."""
        return hash_of(self.hash)[:DEVICE_ID]


class NewDeviceCode(Struct, frozen=True):
    """A code with which the person can add another device."""

    code: str
    until: int  # the end of its validity, in seconds since 1970


class People:
    """Stores and finds people, their devices, their seats and their marks (progress in lessons and puzzles)."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def now(self) -> int:
        """Return the present time in seconds since 1970."""
        return int(runtime.now())

    def today(self) -> int:
        """Return the start of the present day (UTC) in seconds since 1970."""
        return self.now() // A_DAY * A_DAY

    async def _select(self, query: str, *values: object) -> list[Row]:
        return await self.store.look_up(Statement(query, values))

    async def _execute(self, statement: str, *values: object) -> list[Row]:
        return (await self.store.change([Statement(statement, values)]))[0]

    # ------------------------------------------------------------ people
    async def find(self, key: str, names: BrowserNames | None = None) -> Person | None:
        """Return the person whose device has this key, or None. Record that the device was seen today. `names` are the
        names of its browser and system, which are stored if they have changed."""
        if not key:
            return None
        hashed = hash_of(key)
        rows = await self._select(sql.SELECT_PERSON, hashed)
        if not rows:
            return None
        *person_values, seen, browser, system = rows[0]
        changes = []
        if seen < self.today():
            changes.append(Statement(sql.UPDATE_SEEN, (hashed, self.now())))
        if names and any(names) and names != (browser, system):
            changes.append(Statement(sql.UPSERT_DEVICE_INFO, (hashed, *names)))
        if changes:
            await self.store.change(changes)
        return Person(*person_values)

    async def make(self, name: str, sigil: str, names: BrowserNames = UNKNOWN) -> tuple[str, Person]:
        """Create a person with one device. Return the key of the device, and the person."""
        key = new_token()
        person = Person(runtime.token_hex(12), optional_name(name), sigil_or_random(sigil), self.now())
        insert = Statement(sql.INSERT_PERSON, (person.id, person.name, person.sigil, person.since))
        await self.store.change([insert, *self._new_device(key, person.id, names)])
        return key, person

    def _new_device(self, key: str, person_id: str, names: BrowserNames) -> list[Statement]:
        """Return the SQL statements that store a new device of a person. `key` is the key of the device."""
        hashed = hash_of(key)
        return [
            Statement(sql.INSERT_DEVICE, (hashed, person_id, self.now())),
            Statement(sql.INSERT_DEVICE_INFO, (hashed, *names, self.today())),
        ]

    async def rename(self, person: Person, name: str | None, sigil: str | None) -> Person:
        """Change the name and the sigil (symbol) of a person, and return the changed person. None: no change."""
        new_name = person.name if name is None else optional_name(name)
        new_sigil = person.sigil if sigil is None else sigil_or_random(sigil)
        await self._execute(sql.UPDATE_PERSON, person.id, new_name, new_sigil)
        return Person(person.id, new_name, new_sigil, person.since)

    async def count_devices(self, person: Person) -> int:
        """Return the number of devices of a person."""
        return int((await self._select(sql.COUNT_DEVICES, person.id))[0][0])

    # ------------------------------------------------------------ seats of people
    async def seats_at(self, key: str, table: str) -> list[str]:
        """Return the hashed tokens of a person's seats at a table, newest first. `key` is the key of their device."""
        return [token for (token,) in await self._select(sql.SELECT_SEATS, hash_of(key), table)]

    async def link(self, person: Person, table: str, token: str) -> None:
        """Link a person to the seat with this hashed token. The token is "" if the person has no seat there but only
        opened a record (an imported game)."""
        await self._execute(sql.INSERT_LINK, person.id, table, token, self.now())

    async def copy_links(self, old_table: str, new_table: str) -> None:
        """Link the people at a table to a new table, such as that of a rematch. Their seat tokens stay valid there."""
        await self._execute(sql.COPY_LINKS, old_table, new_table, self.now())

    async def links(self, person: Person) -> list[SeatLink]:
        """Return the links of a person to their seats, newest first, without seats that they have hidden."""
        return [SeatLink(*row) for row in await self._select(sql.SELECT_LINKS, person.id)]

    async def all_links(self, person: Person) -> list[SeatLink]:
        """Return the links of a person to all their seats, oldest first, including hidden seats."""
        hidden = [SeatLink(*row) for row in await self._select(sql.SELECT_LINKS, sql.HIDDEN + person.id)]
        return sorted([*hidden, *await self.links(person)], key=lambda link: link.at)

    async def holders(self, table: str, token: str) -> list[Person]:
        """Return the people who are linked to a seat at this table: the seat with this hashed token."""
        return [Person(*row) for row in await self._select(sql.SELECT_HOLDERS, table, token)]

    async def store_summary(self, person: Person, table: str, summary: str) -> None:
        """Store the summary of a finished game (JSON) in the person's link to its table, as a cache."""
        await self._execute(sql.UPDATE_ENDED, person.id, table, summary)

    async def hide(self, person: Person, table: str) -> None:
        """Hide a table from the person's list of games. Their devices then no longer give access to the seat.

        A hidden copy of the link is kept, under the person's id with the prefix HIDDEN. If the person deletes their
        data later, the server can still find the table and remove their name from it."""
        hidden = Statement(sql.INSERT_HIDDEN_LINK, (sql.HIDDEN + person.id, table, person.id))
        await self.store.change([hidden, Statement(sql.DELETE_LINK, (person.id, table))])

    async def unlink(self, person: Person, table: str) -> None:
        """Delete the links between a person and a table."""
        await self._execute(sql.DELETE_LINK, person.id, table)

    async def unlink_all(self, table: str) -> None:
        """Delete all links to a table, because it was deleted."""
        await self._execute(sql.DELETE_ALL_LINKS, table)

    async def count_links(self, table: str) -> int:
        """Return the number of links to a table, including those of spectators."""
        return int((await self._select(sql.COUNT_LINKS, table))[0][0])

    async def delete_summaries(self, table: str) -> None:
        """Delete the stored summaries of a finished game, because they may contain a name that was removed."""
        await self._execute(sql.CLEAR_ENDED, table)

    # ------------------------------------------------------------ marks
    async def marks(self, person: Person) -> dict[str, int]:
        """Return the marks of a person: a value for each item they have achieved, such as a finished lesson."""
        return dict(await self._select(sql.SELECT_MARKS, person.id))

    async def add_marks(self, person: Person, marks: Mapping[str, int]) -> dict[str, int]:
        """Add marks to the stored marks of a person and return all of them. If an item has a stored value and a new
        one, the greater value is kept. Raise Denied if the new marks are invalid or too many."""
        check_marks(marks)
        known = await self.marks(person)
        if len(known.keys() | marks.keys()) > MAX_MARKS:
            raise Denied(UNPROCESSABLE, "marks_full", most=MAX_MARKS)
        changed = {item: value for item, value in marks.items() if item not in known or value > known[item]}
        if changed:
            rows = [(person.id, item, value) for item, value in changed.items()]
            await self.store.change([Statement(sql.UPSERT_MARK, row) for row in rows])
        return known | changed

    # ------------------------------------------------------------ devices
    async def new_device_code(self, person: Person) -> NewDeviceCode:
        """Return a new code that adds another device, such as "k3mp-x7qz". It replaces the person's previous code."""
        code = runtime.token_of(UNAMBIGUOUS, CODE_LENGTH)
        until = self.now() + CODE_LIFE
        await self.store.change(
            [
                Statement(sql.DELETE_CODES, (person.id,)),
                Statement(sql.DELETE_OLD_CODES, (self.now(),)),
                Statement(sql.INSERT_CODE, (hash_of(code), person.id, until)),
            ]
        )
        half = CODE_LENGTH // 2
        return NewDeviceCode(f"{code[:half]}-{code[half:]}", until)

    async def owner_of(self, code: str) -> Person:
        """Return the person who created a device code, without using it. Raise Denied if it is not valid."""
        rows = await self._select(sql.SELECT_CODE_OWNER, hash_of(normalize_code(code)), self.now())
        if not rows:
            raise Denied(FORBIDDEN, "wrong_move_code")
        return Person(*rows[0])

    async def add_device(
        self, code: str, previous: Person | None, merge: bool, names: BrowserNames = UNKNOWN
    ) -> tuple[str, Person]:
        """Add the calling device to the person who created a device code. Return the new key of the device, and that
        person. Raise Denied if the code is not valid.

        `previous` is the person to whom the device belonged until now, if any. If `merge`, all data of `previous` is
        moved to the person who created the code."""
        rows = await self._execute(sql.DELETE_CODE, hash_of(normalize_code(code)), self.now())
        if not rows:
            raise Denied(FORBIDDEN, "wrong_move_code")
        key, owner_id = new_token(), rows[0][0]
        changes = self._new_device(key, owner_id, names)
        if merge and previous is not None and previous.id != owner_id:
            changes += sql.merge_statements(previous.id, owner_id)
        await self.store.change(changes)
        owner = await self.find(key)
        if owner is None:  # deleted at the same moment
            raise Denied(FORBIDDEN, "wrong_move_code")
        return key, owner

    async def remove_device(self, key: str) -> None:
        """Delete the device with this key. If its person has no other device, delete the person."""
        device = (hash_of(key),)
        owner_rows, _ = await self.store.change(
            [Statement(sql.DELETE_DEVICE, device), Statement(sql.DELETE_DEVICE_INFO, device)]
        )
        for (person_id,) in owner_rows:
            await self._delete_unreachable(person_id)

    async def list_devices(self, person: Person) -> list[Device]:
        """Return the devices of a person, most recently seen first."""
        return [Device(*row) for row in await self._select(sql.SELECT_DEVICES, person.id)]

    async def sign_out(self, person: Person, devices: list[Device]) -> None:
        """Invalidate the keys of these devices and all device codes. A person without other devices is deleted."""
        changes = [Statement(sql.DELETE_CODES, (person.id,))]
        for device in devices:
            changes += [
                Statement(sql.INSERT_SIGNED_OUT, (device.hash, self.now(), person.id)),
                Statement(sql.DELETE_DEVICE_INFO, (device.hash,)),
                Statement(sql.DELETE_DEVICE, (device.hash,)),
            ]
        await self.store.change(changes)
        await self._delete_unreachable(person.id)

    async def is_signed_out(self, key: str) -> bool:
        """Whether this is the key of a device that was signed out."""
        return bool(key and await self._select(sql.SELECT_SIGNED_OUT, hash_of(key)))

    async def _delete_unreachable(self, person_id: str) -> None:
        """Delete a person who has no device left, because nobody could ever reach their data."""
        [(device_count,)] = await self._select(sql.COUNT_DEVICES, person_id)
        if device_count == 0:
            await self.store.change(sql.deletion_statements(person_id))

    async def delete(self, person: Person) -> None:
        """Delete everything stored about a person, except in the logs of tables (see me/deletion.py)."""
        await self.store.change(sql.deletion_statements(person.id))

    async def sweep(self) -> int:
        """Delete devices unused for FORGET_AFTER seconds, and people without a device. Return how many people."""
        oldest = self.now() - FORGET_AFTER
        await self.store.change(
            [
                Statement(sql.DELETE_OLD_DEVICES, (oldest,)),
                Statement(sql.DELETE_UNUSED_DEVICE_INFO),
                Statement(sql.DELETE_OLD_SIGNED_OUT, (oldest,)),
                Statement(sql.DELETE_OLD_CODES, (self.now(),)),
            ]
        )
        unreachable = [person_id for (person_id,) in await self._select(sql.SELECT_PEOPLE_WITHOUT_DEVICE)]
        for person_id in unreachable:
            await self.store.change(sql.deletion_statements(person_id))
        return len(unreachable)


PeopleDep = NamedDependency[People]


# ---------------------------------------------------------------- validation
def optional_name(name: str) -> str:
    """Return a name in its normalized form, or "" if it is blank. Raise Denied if it is not valid."""
    return normalize_name(name) if name.strip() else ""


def sigil_or_random(sigil: str) -> str:
    """Return this sigil (the symbol of a person), or a random one for "". Raise Denied if it is not one of SIGILS."""
    if not sigil:
        return runtime.generator().choice(SIGILS)
    if sigil not in SIGILS:
        raise Denied(BAD_REQUEST, "no_sigil", sigils=", ".join(SIGILS))
    return sigil


def check_marks(marks: Mapping[str, int]) -> None:
    """Raise Denied if marks that a client sent are too many or have invalid items or values."""
    if len(marks) > MAX_MARKS_AT_ONCE:
        raise Denied(BAD_REQUEST, "many_marks", most=MAX_MARKS_AT_ONCE)
    for item, value in marks.items():
        if len(item) > LONGEST_ITEM or not MARK_ITEM.fullmatch(item):
            raise Denied(BAD_REQUEST, "no_mark", given=item[:LONGEST_ITEM])
        if not 0 <= value <= MAX_VALUE:
            raise Denied(BAD_REQUEST, "mark_value", most=MAX_VALUE)


def normalize_code(code: str) -> str:
    """Return a device code in its original form: small letters, without the spaces and hyphens that people type."""
    return "".join(code.lower().replace("-", " ").split())
