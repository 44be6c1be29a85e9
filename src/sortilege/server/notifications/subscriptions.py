"""Ways: where somebody, or everybody at a table, wants to be told that it is their turn. They lie beside the logs like
all that is one person's own (store/form.py) and go when the person or the table does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from sortilege.server import runtime
from sortilege.server.errors import NOT_FOUND, UNPROCESSABLE, Denied
from sortilege.server.notifications.messages import WayKind
from sortilege.server.people.access_tokens import hash_of
from sortilege.server.store import Row, Step, Store
from sortilege.server.text import Language

MOST: Final = 8  # of one person, or of one table
FIELDS: Final = "id, person, tab, kind, address, p256dh, auth, language, origin, since"


class Way(Struct, frozen=True):
    """One way to reach somebody: a person's (`person`), or a table's (`table`)."""

    id: str
    person: str
    table: str
    kind: WayKind
    address: str
    p256dh: str  # the keys of a browser, where it is push
    auth: str
    language: Language
    origin: str  # the address of this house as the reader knows it
    since: int


class Ways:
    """All of them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def new(
        self,
        kind: WayKind,
        address: str,
        language: Language,
        origin: str,
        person: str = "",
        table: str = "",
        keys: tuple[str, str] = ("", ""),
    ) -> Way:
        """Not kept yet. The same address of the same owner is the same way."""
        id_ = hash_of(f"{person} {table} {address}")[:20]
        return Way(id_, person, table, kind, address, *keys, language, origin, int(runtime.now()))

    async def delete_table(self, table: str) -> None:
        """Delete the channels and the stored notices of a table."""
        tables = ("sortilege_way", "sortilege_pending")
        await self.store.change([Step(f"DELETE FROM {one} WHERE tab = $1", (table,)) for one in tables])

    async def keep(self, way: Way) -> None:
        """From now on; Denied when there are too many."""
        others = [one for one in await self.of(way.person, way.table) if one.id != way.id]
        if len(others) >= MOST:
            raise Denied(UNPROCESSABLE, "many_ways", most=MOST)
        values = tuple(getattr(way, name) for name in Way.__struct_fields__)
        await self.store.change([Step(NO_MORE, (way.id,)), Step(KEEP, values)])

    async def of(self, person: str, table: str) -> list[Way]:
        """The ways of a person, or (person "") of a table, the oldest first."""
        return ways(await self.store.look_up(Step(OF, (person, table))))

    async def one(self, id_: str, person: str, table: str) -> Way:
        """This one of theirs; Denied where there is none."""
        for way in await self.of(person, table):
            if way.id == id_:
                return way
        raise Denied(NOT_FOUND, "no_way")

    async def of_seat(self, table: str, keys: Iterable[str]) -> list[Way]:
        """Return the channels of the person in the seat that these keys (hashes of tokens) open."""
        found: dict[str, Way] = {}
        for key in keys:
            found |= {way.id: way for way in ways(await self.store.look_up(Step(OF_SEAT, (table, key))))}
        return list(found.values())

    async def still_there(self, way: Way) -> bool:
        """Whether it was not taken away meanwhile."""
        return bool(await self.store.look_up(Step(THERE, (way.id,))))

    async def remove(self, way: Way) -> None:
        await self.store.change([Step(NO_MORE, (way.id,))])

    async def speak(self, person: str, language: Language) -> None:
        """The person reads this language now."""
        await self.store.change([Step(SPEAK, (person, language))])


def ways(rows: Iterable[Row]) -> list[Way]:
    return [Way(*row) for row in rows]


KEEP: Final = f"INSERT INTO sortilege_way ({FIELDS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
NO_MORE: Final = "DELETE FROM sortilege_way WHERE id = $1"
OF: Final = f"SELECT {FIELDS} FROM sortilege_way WHERE person = $1 AND tab = $2 ORDER BY since, id"
OF_SEAT: Final = f"""
SELECT DISTINCT {", ".join(f"w.{name}" for name in FIELDS.split(", "))} FROM sortilege_way w
JOIN sortilege_seat s ON s.person = w.person WHERE s.tab = $1 AND s.token = $2 AND w.tab = ''
"""
THERE: Final = "SELECT id FROM sortilege_way WHERE id = $1"
SPEAK: Final = "UPDATE sortilege_way SET language = $2 WHERE person = $1"
