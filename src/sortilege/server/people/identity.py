"""People: what the table remembers of somebody who has a key. There are no accounts.

1. A device carries a key of its own, 256 random bits in a cookie; only its hash is kept. All devices of one person open
   the same things.
2. Nothing of a person is written to a log or told to anybody else: which seats are theirs lies beside the logs
   (store/form.py), as the hash of the token that opens the seat, and goes when the person does.
3. A device is taken in with a code that is good once and for a few minutes. It is kept as a hash, too.
4. Of a device the names of its browser and system are stored, the day it was first known and the day it was last seen.
   A device that was signed out stays known as such, so that its browser can be told to forget its seats.
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
from sortilege.server.people.display_names import tidy_name
from sortilege.server.store import Step, Store

SIGILS: Final = ("key", "bell", "crown", "quill", "cup", "sun", "moon", "eye", "spark", "tower")
A_DAY: Final = 24 * 3600
FORGET_AFTER: Final = 400 * A_DAY  # a device that was not seen for so long has lost its cookie as well
CODE_LIFE: Final = 10 * 60  # seconds a code is good
DEVICE_ID: Final = 12  # hexadecimal digits
HIDDEN: Final = "hidden/"  # before the id of a person: their seats that are left out of the list of games
CODE_LENGTH: Final = 8  # about 40 bits, for ten minutes, a few tries a minute
AN_ITEM: Final = re.compile(r"[a-z]+(/[A-Za-z0-9_.:-]+){1,4}")
LONGEST_ITEM: Final = 80
LARGEST_VALUE: Final = 1_000_000_000
MOST_AT_ONCE: Final = 500
MOST_MARKS: Final = 5_000


class Person(Struct, frozen=True):
    """Somebody who has a key."""

    id: str
    name: str
    sigil: str
    since: int


class SeatLink(Struct, frozen=True):
    """A seat of a person: the table, the hash of the token that opens it, and how it ended once it has been seen."""

    table: str
    token: str
    at: int
    ended: str | None


class Device(Struct, frozen=True):
    """A device of a person: hash of its key, browser and system ("" if unknown), and the days on which it was first (0
    if unknown) and last seen, as seconds since 1970."""

    hash: str
    browser: str
    system: str
    since: int
    seen: int

    def id(self) -> str:
        """Identifies the device in the list that its person sees. Neither the key nor its hash can be computed from
        it."""
        return hash_of(self.hash)[:DEVICE_ID]


class MoveCode(Struct, frozen=True):
    """A code for another device, and until when it is good, in seconds since 1970."""

    code: str
    until: int


class People:
    """Everybody this house remembers."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def now(self) -> int:
        return int(runtime.now())

    # ------------------------------------------------------------ who
    def today(self) -> int:
        """The start of this day (UTC)."""
        return self.now() // A_DAY * A_DAY

    async def who(self, key: str, names: BrowserNames | None = None) -> Person | None:
        """Return the person whose device has this key. Stores today as the last day, and the present browser and
        system, of the device."""
        if not key:
            return None
        hashed = hash_of(key)
        rows = await self.store.look_up(Step(WHO, (hashed,)))
        if not rows:
            return None
        *person, seen, browser, system = rows[0]
        steps = [Step(SEEN, (hashed, self.now()))] if seen < self.today() else []
        if names and any(names) and names != (browser, system):
            steps.append(Step(DESCRIBE, (hashed, *names)))
        if steps:
            await self.store.change(steps)
        return Person(*person)

    async def make(self, name: str, sigil: str, names: BrowserNames = UNKNOWN) -> tuple[str, Person]:
        """Somebody new, and the key of their device."""
        key = new_token()
        person = Person(runtime.token_hex(12), own_name(name), own_sigil(sigil), self.now())
        come = Step(NEW, (person.id, person.name, person.sigil, person.since))
        await self.store.change([come, *self._new_device(key, person.id, names)])
        return key, person

    def _new_device(self, key: str, person: str, names: BrowserNames) -> list[Step]:
        hashed = hash_of(key)
        return [Step(NEW_DEVICE, (hashed, person, self.now())), Step(NEW_INFO, (hashed, *names, self.today()))]

    async def rename(self, person: Person, name: str | None, sigil: str | None) -> Person:
        """With another name or sigil; None leaves it."""
        name = person.name if name is None else own_name(name)
        sigil = person.sigil if sigil is None else own_sigil(sigil)
        await self.store.change([Step(RENAME, (person.id, name, sigil))])
        return Person(person.id, name, sigil, person.since)

    async def devices(self, person: Person) -> int:
        """On how many devices this person is known."""
        return int((await self.store.look_up(Step(DEVICES, (person.id,))))[0][0])

    # ------------------------------------------------------------ their seats
    async def seats_at(self, key: str, table: str) -> list[str]:
        """The hashes of the tokens that open this person's seats at a table, the newest first."""
        return [token for (token,) in await self.store.look_up(Step(SEATS_AT, (hash_of(key), table)))]

    async def link(self, person: Person, table: str, token: str) -> None:
        """From now on the seat that this token (its hash) opens is theirs."""
        await self.store.change([Step(LINK, (person.id, table, token, self.now()))])

    async def follow(self, old: str, new: str) -> None:
        """Link everybody who has a seat at a table to the table that continues it."""
        await self.store.change([Step(FOLLOW, (old, new, self.now()))])

    async def links(self, person: Person) -> list[SeatLink]:
        """All their seats, the newest first."""
        return [SeatLink(*row) for row in await self.store.look_up(Step(LINKS, (person.id,)))]

    async def all_links(self, person: Person) -> list[SeatLink]:
        """Return all seats of a person, oldest first, including those hidden from the list of games."""
        hidden = [SeatLink(*row) for row in await self.store.look_up(Step(LINKS, (HIDDEN + person.id,)))]
        return sorted([*hidden, *await self.links(person)], key=lambda link: link.at)

    async def holders(self, table: str, token: str) -> list[Person]:
        """Return the people who are linked to the seat that this token (its hash) opens."""
        return [Person(*row) for row in await self.store.look_up(Step(HOLDERS, (table, token)))]

    async def keep_ending(self, person: Person, table: str, ended: str) -> None:
        """How a table ended is looked up once."""
        await self.store.change([Step(ENDED, (person.id, table, ended))])

    async def hide(self, person: Person, table: str) -> None:
        """Hide a table from the person's list of games; their devices no longer open the seat. The link is kept, so
        that their name can still be deleted there."""
        hidden = Step(HIDE, (HIDDEN + person.id, table, person.id))
        await self.store.change([hidden, Step(UNLINK, (person.id, table))])

    async def unlink(self, person: Person, table: str) -> None:
        """Remove the link between a person and a table that is gone or that they left."""
        await self.store.change([Step(UNLINK, (person.id, table))])

    async def unlink_all(self, table: str) -> None:
        """Remove all links to a table that is gone."""
        await self.store.change([Step(UNLINK_ALL, (table,))])

    async def count_at(self, table: str) -> int:
        """How many seats and lookers-on of a table are noted down."""
        return int((await self.store.look_up(Step(COUNT_AT, (table,))))[0][0])

    async def look_again(self, table: str) -> None:
        """How this table ended is to be looked up once more: somebody has another name there."""
        await self.store.change([Step(LOOK_AGAIN, (table,))])

    # ------------------------------------------------------------ what they have done
    async def marks(self, person: Person) -> dict[str, int]:
        """Everything they have done, with its value."""
        return dict(await self.store.look_up(Step(MARKS, (person.id,))))

    async def add_marks(self, person: Person, marks: Mapping[str, int]) -> dict[str, int]:
        """Merge these with what is known: of two values the greater one stays, whoever comes first."""
        check_marks(marks)
        known = await self.marks(person)
        if len(known.keys() | marks.keys()) > MOST_MARKS:
            raise Denied(UNPROCESSABLE, "marks_full", most=MOST_MARKS)
        news = {item: value for item, value in marks.items() if value > known.get(item, -1)}
        if news:
            await self.store.change([Step(MARK, (person.id, item, value)) for item, value in news.items()])
        return known | news

    # ------------------------------------------------------------ other devices
    async def code(self, person: Person) -> MoveCode:
        """A new code for another device; the one before is void."""
        code = runtime.token_of(PLAIN, CODE_LENGTH)
        until = self.now() + CODE_LIFE
        void = [Step(NO_CODES, (person.id,)), Step(OLD_CODES, (self.now(),))]
        await self.store.change([*void, Step(NEW_CODE, (hash_of(code), person.id, until))])
        return MoveCode(f"{code[:4]}-{code[4:]}", until)

    async def owner_of(self, code: str) -> Person:
        """Return the person who made a device code, without using the code up."""
        rows = await self.store.look_up(Step(CODE_OWNER, (hash_of(tidy_code(code)), self.now())))
        if not rows:
            raise Denied(FORBIDDEN, "wrong_move_code")
        return Person(*rows[0])

    async def take_in(
        self, code: str, before: Person | None, bring: bool, names: BrowserNames = UNKNOWN
    ) -> tuple[str, Person]:
        """The device that has this code is the person's from now on. Whoever was known there before comes along
        (`bring`), or stays as they are on their other devices."""
        rows = (await self.store.change([Step(USE_CODE, (hash_of(tidy_code(code)), self.now()))]))[0]
        if not rows:
            raise Denied(FORBIDDEN, "wrong_move_code")
        key, person = new_token(), rows[0][0]
        steps = self._new_device(key, person, names)
        if before is not None and before.id != person and bring:
            steps += merge(before.id, person)
        await self.store.change(steps)
        found = await self.who(key)
        if found is None:  # deleted in the same moment
            raise Denied(FORBIDDEN, "wrong_move_code")
        return key, found

    async def leave_device(self, key: str) -> None:
        """This key opens nothing any more. Whoever is left without any device is forgotten."""
        rows = (await self.store.change([Step(statement, (hash_of(key),)) for statement in (NO_DEVICE, NO_INFO)]))[0]
        for (person,) in rows:
            await self._forget_unreachable(person)

    async def list_devices(self, person: Person) -> list[Device]:
        """The devices of this person, the one seen last first."""
        return [Device(*row) for row in await self.store.look_up(Step(LIST_DEVICES, (person.id,)))]

    async def sign_out(self, person: Person, devices: list[Device]) -> None:
        """Make the keys of these devices invalid, and every device code of this person. If the person has no other
        device, delete the person."""
        steps = [Step(NO_CODES, (person.id,))]
        for device in devices:
            steps += [
                Step(SIGN_OUT, (device.hash, self.now(), person.id)),
                Step(NO_INFO, (device.hash,)),
                Step(NO_DEVICE, (device.hash,)),
            ]
        await self.store.change(steps)
        await self._forget_unreachable(person.id)

    async def is_signed_out(self, key: str) -> bool:
        """Whether this is the key of a device that was signed out."""
        return bool(key and await self.store.look_up(Step(SIGNED_OUT, (hash_of(key),))))

    async def _forget_unreachable(self, person: str) -> None:
        if not (await self.store.look_up(Step(DEVICES, (person,))))[0][0]:
            await self.store.change(everything_of(person))

    async def delete(self, person: Person) -> None:
        """Nothing is left of them here; what is written in the logs of tables is the tables' (see forgetting.py)."""
        await self.store.change(everything_of(person.id))

    async def sweep(self) -> int:
        """Forget devices that were not seen for more than a year, and whoever has no other; how many people went."""
        year = (self.now() - FORGET_AFTER,)
        old = [Step(OLD_DEVICES, year), Step(OLD_INFO), Step(OLD_SIGNED_OUT, year), Step(OLD_CODES, (self.now(),))]
        await self.store.change(old)
        lost = [person for (person,) in await self.store.look_up(Step(UNREACHABLE))]
        for person in lost:
            await self.store.change(everything_of(person))
        return len(lost)


PeopleDep = NamedDependency[People]


# ---------------------------------------------------------------- what people may send
def own_name(name: str) -> str:
    """A name, or none: then the table asks when it needs one."""
    return tidy_name(name) if name.strip() else ""


def own_sigil(sigil: str) -> str:
    """One of ours; drawn by lot where none was chosen."""
    if not sigil:
        return runtime.generator().choice(SIGILS)
    if sigil not in SIGILS:
        raise Denied(BAD_REQUEST, "no_sigil", sigils=", ".join(SIGILS))
    return sigil


def check_marks(marks: Mapping[str, int]) -> None:
    if len(marks) > MOST_AT_ONCE:
        raise Denied(BAD_REQUEST, "many_marks", most=MOST_AT_ONCE)
    for item, value in marks.items():
        if len(item) > LONGEST_ITEM or not AN_ITEM.fullmatch(item):
            raise Denied(BAD_REQUEST, "no_mark", given=item[:LONGEST_ITEM])
        if not 0 <= value <= LARGEST_VALUE:
            raise Denied(BAD_REQUEST, "mark_value", most=LARGEST_VALUE)


def tidy_code(code: str) -> str:
    """A code as it was handed out, however it was typed in."""
    return "".join(code.lower().replace("-", " ").split())


# ---------------------------------------------------------------- the statements
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
# A record that was opened has no token and nobody's seat: it is not kept.
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


def everything_of(person: str) -> list[Step]:
    """What deletes all that is remembered of somebody."""
    tables = ("sortilege_seat", "sortilege_mark", "sortilege_move", "sortilege_way", "sortilege_device")
    gone = [Step(f"DELETE FROM {table} WHERE person = $1", (person,)) for table in tables]
    hidden = Step("DELETE FROM sortilege_seat WHERE person = $1", (HIDDEN + person,))
    return [Step(NO_INFOS, (person,)), *gone, hidden, Step("DELETE FROM sortilege_person WHERE id = $1", (person,))]


def merge(old: str, new: str) -> list[Step]:
    """What makes one of two people: devices, seats, marks and ways to be told go over, then the first is forgotten."""
    both = (old, new)
    seats = (
        "INSERT INTO sortilege_seat (person, tab, token, at, ended) SELECT CAST($2 AS TEXT), tab, token, at, ended "
        "FROM sortilege_seat WHERE person = $1 ON CONFLICT DO NOTHING"
    )
    return [
        Step("UPDATE sortilege_device SET person = $2 WHERE person = $1", both),
        Step(seats, both),
        Step(seats, (HIDDEN + old, HIDDEN + new)),
        Step(
            "INSERT INTO sortilege_mark (person, item, value) SELECT CAST($2 AS TEXT), item, value FROM sortilege_mark "
            "WHERE person = $1 ON CONFLICT (person, item) DO UPDATE SET value = excluded.value "
            "WHERE excluded.value > sortilege_mark.value",
            both,
        ),
        Step("UPDATE sortilege_way SET person = $2 WHERE person = $1", both),
        *everything_of(old),
    ]
