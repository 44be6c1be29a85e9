"""Routes that list, add, delete and test the notification channels of a person or of a table."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from litestar import delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody

from sortilege.server.errors import BAD_REQUEST, FORBIDDEN, UNPROCESSABLE, Denied
from sortilege.server.http.controller import ApiController
from sortilege.server.http.credentials import Call, origin_of
from sortilege.server.http.guards import limited
from sortilege.server.notifications import web_push
from sortilege.server.notifications.addresses import allowed_addresses, parse_endpoint
from sortilege.server.notifications.messages import (
    ChannelTest,
    NewChannel,
    NotificationChannel,
    NotificationChannels,
    NotificationLanguage,
)
from sortilege.server.notifications.subscriptions import Owner, Subscription
from sortilege.server.notifications.watcher import NoticesDep, NotificationWatcher
from sortilege.server.people.access import PersonDep
from sortilege.server.tables.access import viewer_of
from sortilege.server.tables.registry import TablesDep
from sortilege.server.text import sentence

HINT_LENGTH: Final = 4  # characters


# ---------------------------------------------------------------- owners
def person_owner(person: PersonDep) -> Owner:
    """Return the calling person as the owner of notification channels."""
    return Owner(person=person.id)


async def table_owner(request: Call, tables: TablesDep, table: FromPath[str]) -> Owner:
    """Return the table in the path as the owner of notification channels. Raise Denied if the caller is not the host
    of the table."""
    if not viewer_of(await tables.load(table), request).host:
        raise Denied(FORBIDDEN, "only_host_ways")
    return Owner(table=table)


OwnerDep = NamedDependency[Owner]


async def overview(watcher: NotificationWatcher, owner: Owner) -> NotificationChannels:
    """Return the notification channels of a person or of a table, and which kinds of channels this server offers."""
    ways = [notice_way(subscription) for subscription in await watcher.subscriptions.of_owner(owner)]
    if not watcher.settings.notices:
        return NotificationChannels(ways, hooks=False, push_key=None, why_no_push=sentence("notice_off"))
    key = await watcher.key()
    if key is None:
        return NotificationChannels(ways, hooks=True, push_key=None, why_no_push=sentence("notice_no_push"))
    return NotificationChannels(ways, hooks=True, push_key=web_push.public_key(key), why_no_push=None)


def notice_way(subscription: Subscription) -> NotificationChannel:
    """Return a notification channel as its owner sees it: only the host and the last characters of its address."""
    address = subscription.address
    return NotificationChannel(
        id=subscription.id,
        kind=subscription.kind,
        host=urlsplit(address).netloc,
        hint=address[-HINT_LENGTH:],
        language=subscription.language,
        since=subscription.since,
    )


async def add_subscription(
    watcher: NotificationWatcher, request: Call, data: NewChannel, owner: Owner
) -> NotificationChannels:
    """Add a notification channel and return all channels of its owner. The address is checked now, so that the owner
    learns at once if the server may not send notifications there."""
    if not watcher.settings.notices:
        raise Denied(UNPROCESSABLE, "notice_off")
    address = data.address.strip()
    await allowed_addresses(parse_endpoint(address, watcher.settings), watcher.settings)
    keys = ("", "")
    if data.kind == "push":
        await check_push(watcher, data, owner)
        keys = data.p256dh, data.auth
    subscription = watcher.subscriptions.new(data.kind, address, data.language, origin_of(request), owner, keys)
    await watcher.subscriptions.add(subscription)
    return await overview(watcher, owner)


async def check_push(watcher: NotificationWatcher, data: NewChannel, owner: Owner) -> None:
    """Raise Denied if push is not available, if the keys of the browser are invalid, or if the owner is a table."""
    if await watcher.key() is None:
        raise Denied(UNPROCESSABLE, "notice_no_push")
    try:
        web_push.check_browser_keys(data.p256dh, data.auth)
    except ValueError:
        raise Denied(BAD_REQUEST, "notice_keys") from None
    if owner.table:  # a browser belongs to one person
        raise Denied(UNPROCESSABLE, "notice_keys")


# ---------------------------------------------------------------- routes
class ChannelsController(ApiController):
    """The routes of an owner's notification channels. A subclass says who the owner is."""

    tags = ("notices",)

    @get(guards=[limited("reading")])
    async def get_ways(self, notices: NoticesDep, owner: OwnerDep) -> NotificationChannels:
        """List the notification channels: mine, or those of a table of which I am the host."""
        return await overview(notices, owner)

    @post(guards=[limited("notices")], status_code=200)
    async def add_way(
        self, request: Call, notices: NoticesDep, owner: OwnerDep, data: JSONBody[NewChannel]
    ) -> NotificationChannels:
        """Add a notification channel. A table can have only webhooks."""
        return await add_subscription(notices, request, data, owner)

    @delete("/{way:str}", guards=[limited("reading")], status_code=200)
    async def drop_way(self, notices: NoticesDep, owner: OwnerDep, way: FromPath[str]) -> NotificationChannels:
        """Delete a notification channel."""
        await notices.subscriptions.remove(await notices.subscriptions.find(way, owner))
        return await overview(notices, owner)

    @post("/{way:str}/test", guards=[limited("notices")], status_code=200)
    async def test_way(self, notices: NoticesDep, owner: OwnerDep, way: FromPath[str]) -> ChannelTest:
        """Send a test notification to a channel."""
        outcome = await notices.test(await notices.subscriptions.find(way, owner))
        return ChannelTest(outcome.arrived, outcome.status, outcome.words)


class PersonChannelsController(ChannelsController):
    """The notification channels of the calling person."""

    path = "/api/me/notices"
    dependencies = {"owner": Provide(person_owner, sync_to_thread=False)}  # noqa: RUF012

    @post("/language", guards=[limited("reading")], status_code=200)
    async def choose_language(
        self, notices: NoticesDep, owner: OwnerDep, data: JSONBody[NotificationLanguage]
    ) -> NotificationChannels:
        """Set the language of all my notifications."""
        await notices.subscriptions.set_language(owner.person, data.language)
        return await overview(notices, owner)


class TableChannelsController(ChannelsController):
    """The notification channels of a table, for its host."""

    path = "/api/tables/{table:str}/notices"
    dependencies = {"owner": Provide(table_owner)}  # noqa: RUF012


ROUTES = [PersonChannelsController, TableChannelsController]
