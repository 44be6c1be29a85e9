"""People: what the table remembers of somebody who has a key. There are no accounts.

1. A device carries a key of its own, 256 random bits in a cookie; only its hash is kept. All devices of one person open
   the same things.
2. Nothing of a person is written to a log or told to anybody else: which seats are theirs lies beside the logs
   (store/form.py), as the hash of the token that opens the seat, and goes when the person does.
3. A device is taken in with a code that is good once and for a few minutes. It is kept as a hash, too.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from sortilege.server.problems import MALFORMED, NOT_ALLOWED, NOT_YOURS, Denied
from sortilege.server.seats import PLAIN, hash_of, new_token, tidy_name
from sortilege.server.store import Step, Store

SIGILS: Final = ("key", "bell", "crown", "quill", "cup", "sun", "moon", "eye", "spark", "tower")
A_DAY: Final = 24 * 3600
FORGET_AFTER: Final = 400 * A_DAY  # a device that was not seen for so long has lost its cookie as well
CODE_LIFE: Final = 10 * 60  # seconds a code is good
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


class MoveCode(Struct, frozen=True):
    """A code for another device, and until when it is good, in seconds since 1970."""

    code: str
    until: int


class People:
    """Everybody this house remembers."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock

    def now(self) -> int:
        return int(self.clock())

    # ------------------------------------------------------------ who
    async def who(self, key: str) -> Person | None:
        """The person whose device carries this key."""
        if not key:
            return None
        rows = await self.store.look_up(Step(WHO, (hash_of(key),)))
        if not rows:
            return None
        *person, seen = rows[0]
        if self.now() - seen > A_DAY:
            await self.store.change([Step(SEEN, (hash_of(key), self.now()))])
        return Person(*person)

    async def make(self, name: str, sigil: str) -> tuple[str, Person]:
        """Somebody new, and the key of their device."""
        key = new_token()
        person = Person(secrets.token_hex(12), own_name(name), own_sigil(sigil), self.now())
        come = Step(NEW, (person.id, person.name, person.sigil, person.since))
        await self.store.change([come, Step(NEW_DEVICE, (hash_of(key), person.id, self.now()))])
        return key, person

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

    async def follow(self, old: str, new: str, token: str | None = None) -> None:
        """A table goes on at another one: everybody's seats do (or only that of one token)."""
        await self.store.change([Step(FOLLOW, (old, new, self.now(), token or ""))])

    async def links(self, person: Person) -> list[SeatLink]:
        """All their seats, the newest first."""
        return [SeatLink(*row) for row in await self.store.look_up(Step(LINKS, (person.id,)))]

    async def keep_ending(self, person: Person, table: str, ended: str) -> None:
        """How a table ended is looked up once."""
        await self.store.change([Step(ENDED, (person.id, table, ended))])

    async def unlink(self, person: Person, table: str) -> None:
        """Leave a table out of what is remembered."""
        await self.store.change([Step(UNLINK, (person.id, table))])

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
            raise Denied(NOT_ALLOWED, "marks_full", most=MOST_MARKS)
        news = {item: value for item, value in marks.items() if value > known.get(item, -1)}
        if news:
            await self.store.change([Step(MARK, (person.id, item, value)) for item, value in news.items()])
        return known | news

    # ------------------------------------------------------------ other devices
    async def code(self, person: Person) -> MoveCode:
        """A new code for another device; the one before is void."""
        code = "".join(secrets.choice(PLAIN) for _ in range(CODE_LENGTH))
        until = self.now() + CODE_LIFE
        void = [Step(NO_CODES, (person.id,)), Step(OLD_CODES, (self.now(),))]
        await self.store.change([*void, Step(NEW_CODE, (hash_of(code), person.id, until))])
        return MoveCode(f"{code[:4]}-{code[4:]}", until)

    async def take_in(self, code: str, before: Person | None, bring: bool) -> tuple[str, Person]:
        """The device that has this code is the person's from now on. Whoever was known there before comes along
        (`bring`), or stays as they are on their other devices."""
        rows = (await self.store.change([Step(USE_CODE, (hash_of(tidy_code(code)), self.now()))]))[0]
        if not rows:
            raise Denied(NOT_YOURS, "wrong_move_code")
        key, person = new_token(), rows[0][0]
        steps = [Step(NEW_DEVICE, (hash_of(key), person, self.now()))]
        if before is not None and before.id != person and bring:
            steps += merge(before.id, person)
        await self.store.change(steps)
        found = await self.who(key)
        if found is None:  # deleted in the same moment
            raise Denied(NOT_YOURS, "wrong_move_code")
        return key, found

    async def leave_device(self, key: str) -> None:
        """This key opens nothing any more. Whoever is left without any device is forgotten."""
        gone = Step(NO_DEVICE, (hash_of(key),))
        rows = (await self.store.change([gone]))[0]
        for (person,) in rows:
            await self._forget_unreachable(person)

    async def _forget_unreachable(self, person: str) -> None:
        if not (await self.store.look_up(Step(DEVICES, (person,))))[0][0]:
            await self.store.change(everything_of(person))

    async def delete(self, person: Person) -> None:
        """Nothing is left of them here; what is written in the logs of tables is the tables' (see forgetting.py)."""
        await self.store.change(everything_of(person.id))

    async def sweep(self) -> int:
        """Forget devices that were not seen for more than a year, and whoever has no other; how many people went."""
        await self.store.change([Step(OLD_DEVICES, (self.now() - FORGET_AFTER,)), Step(OLD_CODES, (self.now(),))])
        lost = [person for (person,) in await self.store.look_up(Step(UNREACHABLE))]
        for person in lost:
            await self.store.change(everything_of(person))
        return len(lost)


# ---------------------------------------------------------------- what people may send
def own_name(name: str) -> str:
    """A name, or none: then the table asks when it needs one."""
    return tidy_name(name) if name.strip() else ""


def own_sigil(sigil: str) -> str:
    """One of ours; drawn by lot where none was chosen."""
    if not sigil:
        return secrets.choice(SIGILS)
    if sigil not in SIGILS:
        raise Denied(MALFORMED, "no_sigil", sigils=", ".join(SIGILS))
    return sigil


def check_marks(marks: Mapping[str, int]) -> None:
    if len(marks) > MOST_AT_ONCE:
        raise Denied(MALFORMED, "many_marks", most=MOST_AT_ONCE)
    for item, value in marks.items():
        if len(item) > LONGEST_ITEM or not AN_ITEM.fullmatch(item):
            raise Denied(MALFORMED, "no_mark", given=item[:LONGEST_ITEM])
        if not 0 <= value <= LARGEST_VALUE:
            raise Denied(MALFORMED, "mark_value", most=LARGEST_VALUE)


def tidy_code(code: str) -> str:
    """A code as it was handed out, however it was typed in."""
    return "".join(code.lower().replace("-", " ").split())


# ---------------------------------------------------------------- the statements
WHO: Final = """
SELECT p.id, p.name, p.sigil, p.since, d.seen FROM sortilege_device d JOIN sortilege_person p ON p.id = d.person
WHERE d.hash = $1
"""
SEEN: Final = "UPDATE sortilege_device SET seen = $2 WHERE hash = $1"
NEW: Final = "INSERT INTO sortilege_person (id, name, sigil, since) VALUES ($1, $2, $3, $4)"
NEW_DEVICE: Final = "INSERT INTO sortilege_device (hash, person, seen) VALUES ($1, $2, $3)"
RENAME: Final = "UPDATE sortilege_person SET name = $2, sigil = $3 WHERE id = $1"
DEVICES: Final = "SELECT count(*) FROM sortilege_device WHERE person = $1"
NO_DEVICE: Final = "DELETE FROM sortilege_device WHERE hash = $1 RETURNING person"
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
WHERE tab = $1 AND ($4 = '' OR token = $4) ON CONFLICT DO NOTHING
"""
LINKS: Final = "SELECT tab, token, at, ended FROM sortilege_seat WHERE person = $1 ORDER BY at DESC, tab"
ENDED: Final = "UPDATE sortilege_seat SET ended = $3 WHERE person = $1 AND tab = $2"
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
USE_CODE: Final = "DELETE FROM sortilege_move WHERE code = $1 AND until >= $2 RETURNING person"


def everything_of(person: str) -> list[Step]:
    """What deletes all that is remembered of somebody."""
    tables = ("sortilege_seat", "sortilege_mark", "sortilege_move", "sortilege_way", "sortilege_device")
    gone = [Step(f"DELETE FROM {table} WHERE person = $1", (person,)) for table in tables]
    return [*gone, Step("DELETE FROM sortilege_person WHERE id = $1", (person,))]


def merge(old: str, new: str) -> list[Step]:
    """What makes one of two people: devices, seats, marks and ways to be told go over, then the first is forgotten."""
    both = (old, new)
    return [
        Step("UPDATE sortilege_device SET person = $2 WHERE person = $1", both),
        Step(
            "INSERT INTO sortilege_seat (person, tab, token, at, ended) SELECT CAST($2 AS TEXT), tab, token, at, ended "
            "FROM sortilege_seat WHERE person = $1 ON CONFLICT DO NOTHING",
            both,
        ),
        Step(
            "INSERT INTO sortilege_mark (person, item, value) SELECT CAST($2 AS TEXT), item, value FROM sortilege_mark "
            "WHERE person = $1 ON CONFLICT (person, item) DO UPDATE SET value = excluded.value "
            "WHERE excluded.value > sortilege_mark.value",
            both,
        ),
        Step("UPDATE sortilege_way SET person = $2 WHERE person = $1", both),
        *everything_of(old),
    ]
