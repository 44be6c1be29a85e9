"""The notification channels (push endpoints and webhooks) of people and of game tables. They are stored in a database
table of their own, and deleted together with the person or the game table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import Struct

from sortilege.server import runtime
from sortilege.server.errors import NOT_FOUND, UNPROCESSABLE, Denied
from sortilege.server.notifications.messages import ChannelKind
from sortilege.server.people.access_tokens import hash_of
from sortilege.server.store import Row, Statement, Store
from sortilege.server.text import Language

ID_LENGTH: Final = 20  # hexadecimal digits
MAX_SUBSCRIPTIONS: Final = 8  # per person, and per table
# The columns; `tab` is the name of a game table (TABLE is a keyword of SQL).
FIELDS: Final = "id, person, tab, kind, address, p256dh, auth, language, origin, since"


class Owner(NamedTuple):
    """The owner of a subscription to notifications: a person or a game table. One of the two fields is empty."""

    person: str = ""  # the id of the person
    table: str = ""  # the name of the table


class Subscription(Struct, frozen=True):
    """A subscription of a person or of a game table to notifications, with the address to which they are sent."""

    id: str
    person: str  # the id of its owner; "" if the owner is a table
    table: str  # the name of its owner; "" if the owner is a person
    kind: ChannelKind
    address: str
    p256dh: str  # for push: the browser's public key
    auth: str  # for push: the browser's authentication secret
    language: Language
    origin: str  # the URL of this server as the owner's browser knows it
    since: int  # seconds since 1970

    @property
    def owner(self) -> Owner:
        """The person or the table that owns the subscription."""
        return Owner(self.person, self.table)


class Subscriptions:
    """Stores the subscriptions of all people and game tables to notifications."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def new(
        self,
        kind: ChannelKind,
        address: str,
        language: Language,
        origin: str,
        owner: Owner,
        keys: tuple[str, str] = ("", ""),
    ) -> Subscription:
        """Return a new subscription without storing it. `keys` are the browser's keys for push, `p256dh` and `auth`.
        Its id is computed from owner and address, so it replaces an older subscription of the same address."""
        id_ = hash_of(f"{owner.person} {owner.table} {address}")[:ID_LENGTH]
        person, table = owner
        p256dh, auth = keys
        return Subscription(
            id=id_,
            person=person,
            table=table,
            kind=kind,
            address=address,
            p256dh=p256dh,
            auth=auth,
            language=language,
            origin=origin,
            since=int(runtime.now()),
        )

    async def delete_table(self, table: str) -> None:
        """Delete the subscriptions and the stored notices of a table."""
        await self.store.change([Statement(DELETE_OF_TABLE, (table,)), Statement(DELETE_NOTICES_OF_TABLE, (table,))])

    async def add(self, subscription: Subscription) -> None:
        """Store a subscription. Raise Denied if its owner has too many."""
        stored = await self.of_owner(subscription.owner)
        others = [other for other in stored if other.id != subscription.id]
        if len(others) >= MAX_SUBSCRIPTIONS:
            raise Denied(UNPROCESSABLE, "many_ways", most=MAX_SUBSCRIPTIONS)
        values = tuple(getattr(subscription, name) for name in Subscription.__struct_fields__)
        await self.store.change([Statement(DELETE, (subscription.id,)), Statement(INSERT, values)])

    async def of_owner(self, owner: Owner) -> list[Subscription]:
        """Return the subscriptions of a person or of a table, oldest first."""
        return from_rows(await self.store.look_up(Statement(SELECT_OWNER, owner)))

    async def find(self, id_: str, owner: Owner) -> Subscription:
        """Return the subscription with this id of a person or of a table. Raise Denied if there is none."""
        for subscription in await self.of_owner(owner):
            if subscription.id == id_:
                return subscription
        raise Denied(NOT_FOUND, "no_way")

    async def of_seat(self, table: str, tokens: Iterable[str]) -> list[Subscription]:
        """Return the subscriptions of the people whose seats at this table have one of these hashed tokens."""
        by_id: dict[str, Subscription] = {}
        for token in tokens:
            rows = await self.store.look_up(Statement(SELECT_SEAT, (table, token)))
            by_id |= {subscription.id: subscription for subscription in from_rows(rows)}
        return list(by_id.values())

    async def exists(self, subscription: Subscription) -> bool:
        """Whether the subscription is still stored."""
        return bool(await self.store.look_up(Statement(SELECT_ID, (subscription.id,))))

    async def remove(self, subscription: Subscription) -> None:
        """Delete a subscription."""
        await self.store.change([Statement(DELETE, (subscription.id,))])

    async def set_language(self, person: str, language: Language) -> None:
        """Set the language of all notifications of the person with this id."""
        await self.store.change([Statement(SET_LANGUAGE, (person, language))])


def from_rows(rows: Iterable[Row]) -> list[Subscription]:
    """Return the subscriptions that these database rows contain. The columns of the rows are FIELDS."""
    return [Subscription(*row) for row in rows]


INSERT: Final = f"INSERT INTO sortilege_way ({FIELDS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
DELETE: Final = "DELETE FROM sortilege_way WHERE id = $1"
DELETE_OF_TABLE: Final = "DELETE FROM sortilege_way WHERE tab = $1"
DELETE_NOTICES_OF_TABLE: Final = "DELETE FROM sortilege_pending WHERE tab = $1"
SELECT_OWNER: Final = f"SELECT {FIELDS} FROM sortilege_way WHERE person = $1 AND tab = $2 ORDER BY since, id"
SELECT_SEAT: Final = f"""
SELECT DISTINCT {", ".join(f"w.{name}" for name in FIELDS.split(", "))} FROM sortilege_way w
JOIN sortilege_seat s ON s.person = w.person WHERE s.tab = $1 AND s.token = $2 AND w.tab = ''
"""
SELECT_ID: Final = "SELECT id FROM sortilege_way WHERE id = $1"
SET_LANGUAGE: Final = "UPDATE sortilege_way SET language = $2 WHERE person = $1"
