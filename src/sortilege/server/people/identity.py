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
from sortilege.server.people.access_tokens import PLAIN, hash_of, new_token
from sortilege.server.people.browser_names import UNKNOWN, BrowserNames
from sortilege.server.people.display_names import normalize_name
from sortilege.server.store import Statement, Store

SIGILS: Final = ("key", "bell", "crown", "quill", "cup", "sun", "moon", "eye", "spark", "tower")
A_DAY: Final = 24 * 3600
FORGET_AFTER: Final = 400 * A_DAY  # seconds after which an unused device is deleted; its cookie expires then as well
CODE_LIFE: Final = 10 * 60  # seconds for which a device code is valid
DEVICE_ID: Final = 12  # hexadecimal digits
HIDDEN: Final = "hidden/"  # prefix of a person's id for their seats that are hidden from the list of games
CODE_LENGTH: Final = 8  # about 40 bits, enough for ten minutes with a few attempts per minute
ITEM: Final = re.compile(r"[a-z]+(/[A-Za-z0-9_.:-]+){1,4}")
LONGEST_ITEM: Final = 80
LARGEST_VALUE: Final = 1_000_000_000
MOST_AT_ONCE: Final = 500
MOST_MARKS: Final = 5_000


class Person(Struct, frozen=True):
    """A person who has a key on at least one device. `since` is the time of the first one, in seconds since 1970."""

    id: str
    name: str
    sigil: str
    since: int


class SeatLink(Struct, frozen=True):
    """A link between a person and a seat."""

    table: str
    token: str  # the hash of the seat token
    at: int  # when the link was created, in seconds since 1970
    ended: str | None  # a summary of how the game ended, as JSON; None until it has been stored


class Device(Struct, frozen=True):
    """A device of a person."""

    hash: str  # the hash of its key
    browser: str  # "" if unknown
    system: str  # "" if unknown
    since: int  # the day on which it was first seen, in seconds since 1970; 0 if unknown
    seen: int  # when it was last seen, in seconds since 1970

    def id(self) -> str:
        """Return the identifier of the device in the list that its person sees. Neither the key nor its hash can be
        computed from it."""
        return hash_of(self.hash)[:DEVICE_ID]


class NewDeviceCode(Struct, frozen=True):
    """A code with which the person can add another device."""

    code: str
    until: int  # the end of its validity, in seconds since 1970


class People:
    """Stores and finds people, their devices, seats and marks."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def now(self) -> int:
        """Return the present time in seconds since 1970."""
        return int(runtime.now())

    # ------------------------------------------------------------ people
    def today(self) -> int:
        """Return the start of the present day (UTC) in seconds since 1970."""
        return self.now() // A_DAY * A_DAY

    async def find(self, key: str, names: BrowserNames | None = None) -> Person | None:
        """Return the person whose device has this key, or None. Record that the device was seen today, with the present
        names of its browser and system."""
        if not key:
            return None
        hashed = hash_of(key)
        rows = await self.store.look_up(Statement(WHO, (hashed,)))
        if not rows:
            return None
        *person, seen, browser, system = rows[0]
        steps = [Statement(SEEN, (hashed, self.now()))] if seen < self.today() else []
        if names and any(names) and names != (browser, system):
            steps.append(Statement(DESCRIBE, (hashed, *names)))
        if steps:
            await self.store.change(steps)
        return Person(*person)

    async def make(self, name: str, sigil: str, names: BrowserNames = UNKNOWN) -> tuple[str, Person]:
        """Create a person; return the key of their device and the person."""
        key = new_token()
        person = Person(runtime.token_hex(12), optional_name(name), sigil_or_random(sigil), self.now())
        insert = Statement(NEW, (person.id, person.name, person.sigil, person.since))
        await self.store.change([insert, *self._new_device(key, person.id, names)])
        return key, person

    def _new_device(self, key: str, person: str, names: BrowserNames) -> list[Statement]:
        """Return the statements that store a new device."""
        hashed = hash_of(key)
        return [
            Statement(NEW_DEVICE, (hashed, person, self.now())),
            Statement(NEW_INFO, (hashed, *names, self.today())),
        ]

    async def rename(self, person: Person, name: str | None, sigil: str | None) -> Person:
        """Change the name or the sigil of a person, unless it is None, and return the changed person."""
        name = person.name if name is None else optional_name(name)
        sigil = person.sigil if sigil is None else sigil_or_random(sigil)
        await self.store.change([Statement(RENAME, (person.id, name, sigil))])
        return Person(person.id, name, sigil, person.since)

    async def count_devices(self, person: Person) -> int:
        """Return the number of devices of a person."""
        return int((await self.store.look_up(Statement(DEVICES, (person.id,))))[0][0])

    # ------------------------------------------------------------ seats of people
    async def seats_at(self, key: str, table: str) -> list[str]:
        """Return the hashes of the tokens of the person's seats at a table, newest first. `key` is that of their
        device."""
        return [token for (token,) in await self.store.look_up(Statement(SEATS_AT, (hash_of(key), table)))]

    async def link(self, person: Person, table: str, token: str) -> None:
        """Link a person to the seat with this hash of a token."""
        await self.store.change([Statement(LINK, (person.id, table, token, self.now()))])

    async def follow(self, old: str, new: str) -> None:
        """Link everybody who is linked to a seat of the old table to the same seat of the new table."""
        await self.store.change([Statement(FOLLOW, (old, new, self.now()))])

    async def links(self, person: Person) -> list[SeatLink]:
        """Return all seats of a person, newest first, without those hidden from the list of games."""
        return [SeatLink(*row) for row in await self.store.look_up(Statement(LINKS, (person.id,)))]

    async def all_links(self, person: Person) -> list[SeatLink]:
        """Return all seats of a person, oldest first, including those hidden from the list of games."""
        hidden = [SeatLink(*row) for row in await self.store.look_up(Statement(LINKS, (HIDDEN + person.id,)))]
        return sorted([*hidden, *await self.links(person)], key=lambda link: link.at)

    async def holders(self, table: str, token: str) -> list[Person]:
        """Return the people who are linked to the seat with this hash of a token."""
        return [Person(*row) for row in await self.store.look_up(Statement(HOLDERS, (table, token)))]

    async def store_ending(self, person: Person, table: str, ended: str) -> None:
        """Store a summary of how a table ended, so that it need not be computed again."""
        await self.store.change([Statement(ENDED, (person.id, table, ended))])

    async def hide(self, person: Person, table: str) -> None:
        """Hide a table from the person's list of games. Their devices no longer give access to the seat. The link is
        kept under another id, so that their name can still be deleted there."""
        hidden = Statement(HIDE, (HIDDEN + person.id, table, person.id))
        await self.store.change([hidden, Statement(UNLINK, (person.id, table))])

    async def unlink(self, person: Person, table: str) -> None:
        """Delete the links between a person and a table."""
        await self.store.change([Statement(UNLINK, (person.id, table))])

    async def unlink_all(self, table: str) -> None:
        """Delete all links to a table, because it was deleted."""
        await self.store.change([Statement(UNLINK_ALL, (table,))])

    async def count_links(self, table: str) -> int:
        """Return the number of links to a table, including those of spectators."""
        return int((await self.store.look_up(Statement(COUNT_AT, (table,))))[0][0])

    async def forget_endings(self, table: str) -> None:
        """Delete the stored summaries of how a table ended, because they may contain a name that was removed."""
        await self.store.change([Statement(LOOK_AGAIN, (table,))])

    # ------------------------------------------------------------ marks
    async def marks(self, person: Person) -> dict[str, int]:
        """Return the marks of a person: values of what they have achieved, by item."""
        return dict(await self.store.look_up(Statement(MARKS, (person.id,))))

    async def add_marks(self, person: Person, marks: Mapping[str, int]) -> dict[str, int]:
        """Merge these marks with the stored ones and return the result. Of two values the greater one is kept. Raise
        Denied if the marks are invalid or too many."""
        check_marks(marks)
        known = await self.marks(person)
        if len(known.keys() | marks.keys()) > MOST_MARKS:
            raise Denied(UNPROCESSABLE, "marks_full", most=MOST_MARKS)
        greater = {item: value for item, value in marks.items() if value > known.get(item, -1)}
        if greater:
            await self.store.change([Statement(MARK, (person.id, item, value)) for item, value in greater.items()])
        return known | greater

    # ------------------------------------------------------------ devices
    async def new_device_code(self, person: Person) -> NewDeviceCode:
        """Return a new code with which the person can add another device. It replaces the previous one."""
        code = runtime.token_of(PLAIN, CODE_LENGTH)
        until = self.now() + CODE_LIFE
        delete = [Statement(NO_CODES, (person.id,)), Statement(OLD_CODES, (self.now(),))]
        await self.store.change([*delete, Statement(NEW_CODE, (hash_of(code), person.id, until))])
        return NewDeviceCode(f"{code[:4]}-{code[4:]}", until)

    async def owner_of(self, code: str) -> Person:
        """Return the person who created a device code, without using it up. Raise Denied if the code is not valid."""
        rows = await self.store.look_up(Statement(CODE_OWNER, (hash_of(normalize_code(code)), self.now())))
        if not rows:
            raise Denied(FORBIDDEN, "wrong_move_code")
        return Person(*rows[0])

    async def add_device(
        self, code: str, before: Person | None, merge: bool, names: BrowserNames = UNKNOWN
    ) -> tuple[str, Person]:
        """Use a device code; return the new key of the device and the person to whom it belongs now. `before` is the
        person to whom the device belonged; if `merge`, all their data goes to the new person. Raise Denied if the code
        is not valid."""
        rows = (await self.store.change([Statement(USE_CODE, (hash_of(normalize_code(code)), self.now()))]))[0]
        if not rows:
            raise Denied(FORBIDDEN, "wrong_move_code")
        key, person = new_token(), rows[0][0]
        steps = self._new_device(key, person, names)
        if before is not None and before.id != person and merge:
            steps += merge_steps(before.id, person)
        await self.store.change(steps)
        owner = await self.find(key)
        if owner is None:  # deleted at the same moment
            raise Denied(FORBIDDEN, "wrong_move_code")
        return key, owner

    async def remove_device(self, key: str) -> None:
        """Delete the device with this key. If its person has no other device, delete the person."""
        rows = (await self.store.change([Statement(statement, (hash_of(key),)) for statement in (NO_DEVICE, NO_INFO)]))[
            0
        ]
        for (person,) in rows:
            await self._delete_unreachable(person)

    async def list_devices(self, person: Person) -> list[Device]:
        """Return the devices of a person, most recently seen first."""
        return [Device(*row) for row in await self.store.look_up(Statement(LIST_DEVICES, (person.id,)))]

    async def sign_out(self, person: Person, devices: list[Device]) -> None:
        """Invalidate the keys of these devices and the device codes of the person. If the person has no other device,
        delete the person."""
        steps = [Statement(NO_CODES, (person.id,))]
        for device in devices:
            steps += [
                Statement(SIGN_OUT, (device.hash, self.now(), person.id)),
                Statement(NO_INFO, (device.hash,)),
                Statement(NO_DEVICE, (device.hash,)),
            ]
        await self.store.change(steps)
        await self._delete_unreachable(person.id)

    async def is_signed_out(self, key: str) -> bool:
        """Whether this is the key of a device that was signed out."""
        return bool(key and await self.store.look_up(Statement(SIGNED_OUT, (hash_of(key),))))

    async def _delete_unreachable(self, person: str) -> None:
        """Delete a person who has no device."""
        if not (await self.store.look_up(Statement(DEVICES, (person,))))[0][0]:
            await self.store.change(deletion_steps(person))

    async def delete(self, person: Person) -> None:
        """Delete everything stored about a person, except in the logs of tables (see me/deletion.py)."""
        await self.store.change(deletion_steps(person.id))

    async def sweep(self) -> int:
        """Delete devices that were not seen for `FORGET_AFTER`, and people who have no device left. Return the number
        of deleted people."""
        limit = (self.now() - FORGET_AFTER,)
        old = [
            Statement(OLD_DEVICES, limit),
            Statement(OLD_INFO),
            Statement(OLD_SIGNED_OUT, limit),
            Statement(OLD_CODES, (self.now(),)),
        ]
        await self.store.change(old)
        unreachable = [person for (person,) in await self.store.look_up(Statement(UNREACHABLE))]
        for person in unreachable:
            await self.store.change(deletion_steps(person))
        return len(unreachable)


PeopleDep = NamedDependency[People]


# ---------------------------------------------------------------- validation
def optional_name(name: str) -> str:
    """Return the normalized name, or "" if there is none. Raise Denied if it is not valid."""
    return normalize_name(name) if name.strip() else ""


def sigil_or_random(sigil: str) -> str:
    """Return the sigil, or a random one if it is "". Raise Denied if there is no such sigil."""
    if not sigil:
        return runtime.generator().choice(SIGILS)
    if sigil not in SIGILS:
        raise Denied(BAD_REQUEST, "no_sigil", sigils=", ".join(SIGILS))
    return sigil


def check_marks(marks: Mapping[str, int]) -> None:
    """Raise Denied if marks that a client sent are too many or have invalid items or values."""
    if len(marks) > MOST_AT_ONCE:
        raise Denied(BAD_REQUEST, "many_marks", most=MOST_AT_ONCE)
    for item, value in marks.items():
        if len(item) > LONGEST_ITEM or not ITEM.fullmatch(item):
            raise Denied(BAD_REQUEST, "no_mark", given=item[:LONGEST_ITEM])
        if not 0 <= value <= LARGEST_VALUE:
            raise Denied(BAD_REQUEST, "mark_value", most=LARGEST_VALUE)


def normalize_code(code: str) -> str:
    """Return a typed device code in small letters without spaces and hyphens."""
    return "".join(code.lower().replace("-", " ").split())


# ---------------------------------------------------------------- SQL statements
WHO: Final = """
SELECT p.id, p.name, p.sigil, p.since, d.seen, i.browser, i.system
FROM sortilege_device d JOIN sortilege_person p ON p.id = d.person LEFT JOIN sortilege_device_info i ON i.hash = d.hash
WHERE d.hash = $1
"""
SEEN: Final = "UPDATE sortilege_device SET seen = $2 WHERE hash = $1"
NEW: Final = "INSERT INTO sortilege_person (id, name, sigil, since) VALUES ($1, $2, $3, $4)"
NEW_DEVICE: Final = "INSERT INTO sortilege_device (hash, person, seen) VALUES ($1, $2, $3)"
RENAME: Final = "UPDATE sortilege_person SET name = $2, sigil = $3 WHERE id = $1"
DEVICES: Final = "SELECT count(*) FROM sortilege_device WHERE person = $1"
NO_DEVICE: Final = "DELETE FROM sortilege_device WHERE hash = $1 RETURNING person"
LIST_DEVICES: Final = """
SELECT d.hash, COALESCE(i.browser, ''), COALESCE(i.system, ''), COALESCE(i.since, 0), d.seen
FROM sortilege_device d LEFT JOIN sortilege_device_info i ON i.hash = d.hash
WHERE d.person = $1 ORDER BY d.seen DESC, d.hash
"""
NEW_INFO: Final = "INSERT INTO sortilege_device_info (hash, browser, system, since) VALUES ($1, $2, $3, $4)"
DESCRIBE: Final = """
INSERT INTO sortilege_device_info (hash, browser, system, since)
SELECT hash, CAST($2 AS TEXT), CAST($3 AS TEXT), 0 FROM sortilege_device WHERE hash = $1
ON CONFLICT (hash) DO UPDATE SET browser = excluded.browser, system = excluded.system
"""
NO_INFO: Final = "DELETE FROM sortilege_device_info WHERE hash = $1"
NO_INFOS: Final = """
DELETE FROM sortilege_device_info WHERE hash IN (SELECT hash FROM sortilege_device WHERE person = $1)
"""
OLD_INFO: Final = """
DELETE FROM sortilege_device_info
WHERE NOT EXISTS (SELECT 1 FROM sortilege_device WHERE hash = sortilege_device_info.hash)
"""
SIGN_OUT: Final = """
INSERT INTO sortilege_signed_out (hash, at)
SELECT hash, CAST($2 AS BIGINT) FROM sortilege_device WHERE hash = $1 AND person = $3 ON CONFLICT DO NOTHING
"""
SIGNED_OUT: Final = "SELECT 1 FROM sortilege_signed_out WHERE hash = $1"
OLD_SIGNED_OUT: Final = "DELETE FROM sortilege_signed_out WHERE at < $1"
OLD_DEVICES: Final = "DELETE FROM sortilege_device WHERE seen < $1"
UNREACHABLE: Final = """
SELECT id FROM sortilege_person WHERE NOT EXISTS (SELECT 1 FROM sortilege_device WHERE person = sortilege_person.id)
"""
SEATS_AT: Final = """
SELECT s.token FROM sortilege_seat s JOIN sortilege_device d ON d.person = s.person
WHERE d.hash = $1 AND s.tab = $2 ORDER BY s.at DESC
"""
LINK: Final = """
INSERT INTO sortilege_seat (person, tab, token, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
"""
FOLLOW: Final = """
INSERT INTO sortilege_seat (person, tab, token, at)
SELECT person, CAST($2 AS TEXT), token, CAST($3 AS BIGINT) FROM sortilege_seat
WHERE tab = $1 ON CONFLICT DO NOTHING
"""
LINKS: Final = "SELECT tab, token, at, ended FROM sortilege_seat WHERE person = $1 ORDER BY at DESC, tab"
ENDED: Final = "UPDATE sortilege_seat SET ended = $3 WHERE person = $1 AND tab = $2"
HOLDERS: Final = """
SELECT p.id, p.name, p.sigil, p.since FROM sortilege_seat s JOIN sortilege_person p ON p.id = s.person
WHERE s.tab = $1 AND s.token = $2
"""
# The link to a record that somebody opened has no token and no seat, so it is not kept.
HIDE: Final = """
INSERT INTO sortilege_seat (person, tab, token, at)
SELECT CAST($1 AS TEXT), tab, token, at FROM sortilege_seat WHERE tab = $2 AND person = $3 AND token <> ''
ON CONFLICT DO NOTHING
"""
UNLINK_ALL: Final = "DELETE FROM sortilege_seat WHERE tab = $1"
UNLINK: Final = "DELETE FROM sortilege_seat WHERE person = $1 AND tab = $2"
COUNT_AT: Final = "SELECT count(*) FROM sortilege_seat WHERE tab = $1"
LOOK_AGAIN: Final = "UPDATE sortilege_seat SET ended = NULL WHERE tab = $1"
MARKS: Final = "SELECT item, value FROM sortilege_mark WHERE person = $1"
MARK: Final = """
INSERT INTO sortilege_mark (person, item, value) VALUES ($1, $2, $3)
ON CONFLICT (person, item) DO UPDATE SET value = excluded.value WHERE excluded.value > sortilege_mark.value
"""
NEW_CODE: Final = "INSERT INTO sortilege_move (code, person, until) VALUES ($1, $2, $3)"
NO_CODES: Final = "DELETE FROM sortilege_move WHERE person = $1"
OLD_CODES: Final = "DELETE FROM sortilege_move WHERE until < $1"
CODE_OWNER: Final = """
SELECT p.id, p.name, p.sigil, p.since FROM sortilege_move m JOIN sortilege_person p ON p.id = m.person
WHERE m.code = $1 AND m.until >= $2
"""
USE_CODE: Final = "DELETE FROM sortilege_move WHERE code = $1 AND until >= $2 RETURNING person"


def deletion_steps(person: str) -> list[Statement]:
    """Return the statements that delete everything stored about a person."""
    tables = ("sortilege_seat", "sortilege_mark", "sortilege_move", "sortilege_way", "sortilege_device")
    visible = [Statement(f"DELETE FROM {table} WHERE person = $1", (person,)) for table in tables]
    hidden = Statement("DELETE FROM sortilege_seat WHERE person = $1", (HIDDEN + person,))
    return [
        Statement(NO_INFOS, (person,)),
        *visible,
        hidden,
        Statement("DELETE FROM sortilege_person WHERE id = $1", (person,)),
    ]


def merge_steps(old: str, new: str) -> list[Statement]:
    """Return the statements that give the devices, seats, marks and notification channels of the old person to the new
    one and delete the old person."""
    both = (old, new)
    seats = (
        "INSERT INTO sortilege_seat (person, tab, token, at, ended) SELECT CAST($2 AS TEXT), tab, token, at, ended "
        "FROM sortilege_seat WHERE person = $1 ON CONFLICT DO NOTHING"
    )
    return [
        Statement("UPDATE sortilege_device SET person = $2 WHERE person = $1", both),
        Statement(seats, both),
        Statement(seats, (HIDDEN + old, HIDDEN + new)),
        Statement(
            "INSERT INTO sortilege_mark (person, item, value) SELECT CAST($2 AS TEXT), item, value FROM sortilege_mark "
            "WHERE person = $1 ON CONFLICT (person, item) DO UPDATE SET value = excluded.value "
            "WHERE excluded.value > sortilege_mark.value",
            both,
        ),
        Statement("UPDATE sortilege_way SET person = $2 WHERE person = $1", both),
        *deletion_steps(old),
    ]
