"""Routes that list, add, delete and test the notification channels of a person or of a table."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from sortilege.server.errors import BAD_REQUEST, FORBIDDEN, UNPROCESSABLE, Denied
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
from sortilege.server.people.access import known_person
from sortilege.server.people.identity import People, PeopleDep
from sortilege.server.tables.access import viewer_of
from sortilege.server.tables.registry import TableRegistry, TablesDep
from sortilege.server.text import say

HINT_LENGTH: Final = 4  # characters


# ---------------------------------------------------------------- owners
async def person_owner(request: Call, people: People) -> Owner:
    """Return the calling person as the owner of channels. Raise Denied if the server does not know them."""
    return Owner(person=(await known_person(request, people)).id)


async def table_owner(request: Call, tables: TableRegistry, name: str) -> Owner:
    """Return the table with this name as the owner of notification channels. Raise Denied if the caller is not the host
    of the table."""
    if not viewer_of(await tables.load(name), request).host:
        raise Denied(FORBIDDEN, "only_host_ways")
    return Owner(table=name)


async def overview(watcher: NotificationWatcher, owner: Owner) -> NotificationChannels:
    """Return the notification channels of a person or of a table, and which kinds of channels this server offers."""
    ways = [notice_way(subscription) for subscription in await watcher.subscriptions.of_owner(owner)]
    if not watcher.settings.notices:
        return NotificationChannels(ways, hooks=False, push_key=None, why_no_push=say("notice_off"))
    key = await watcher.key()
    if key is None:
        return NotificationChannels(ways, hooks=True, push_key=None, why_no_push=say("notice_no_push"))
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


async def delete_subscription(watcher: NotificationWatcher, id_: str, owner: Owner) -> NotificationChannels:
    """Delete a notification channel and return the channels that its owner still has."""
    await watcher.subscriptions.remove(await watcher.subscriptions.find(id_, owner))
    return await overview(watcher, owner)


async def send_test(watcher: NotificationWatcher, id_: str, owner: Owner) -> ChannelTest:
    """Send a test notification and return whether it arrived."""
    outcome = await watcher.test(await watcher.subscriptions.find(id_, owner))
    return ChannelTest(outcome.arrived, outcome.status, outcome.words)


# ---------------------------------------------------------------- channels of a person
@get("/api/me/notices", guards=[limited("reading")], tags=["notices"])
async def get_my_ways(request: Call, notices: NoticesDep, people: PeopleDep) -> NotificationChannels:
    """List my notification channels."""
    return await overview(notices, await person_owner(request, people))


@post("/api/me/notices", guards=[limited("notices")], tags=["notices"], status_code=200)
async def add_my_way(
    request: Call, notices: NoticesDep, people: PeopleDep, data: JSONBody[NewChannel]
) -> NotificationChannels:
    """Add a notification channel of mine."""
    return await add_subscription(notices, request, data, await person_owner(request, people))


@post("/api/me/notices/language", guards=[limited("reading")], tags=["notices"], status_code=200)
async def choose_language(
    request: Call, notices: NoticesDep, people: PeopleDep, data: JSONBody[NotificationLanguage]
) -> NotificationChannels:
    """Set the language of all my notifications."""
    owner = await person_owner(request, people)
    await notices.subscriptions.set_language(owner.person, data.language)
    return await overview(notices, owner)


@delete("/api/me/notices/{way:str}", guards=[limited("reading")], tags=["notices"], status_code=200)
async def drop_my_way(
    request: Call, notices: NoticesDep, people: PeopleDep, way: FromPath[str]
) -> NotificationChannels:
    """Delete a notification channel of mine."""
    return await delete_subscription(notices, way, await person_owner(request, people))


@post("/api/me/notices/{way:str}/test", guards=[limited("notices")], tags=["notices"], status_code=200)
async def test_my_way(request: Call, notices: NoticesDep, people: PeopleDep, way: FromPath[str]) -> ChannelTest:
    """Send a test notification to a channel of mine."""
    return await send_test(notices, way, await person_owner(request, people))


# ---------------------------------------------------------------- channels of a table
@get("/api/tables/{table:str}/notices", guards=[limited("reading")], tags=["notices"])
async def get_table_ways(
    request: Call, notices: NoticesDep, tables: TablesDep, table: FromPath[str]
) -> NotificationChannels:
    """List the notification channels of a table (host only)."""
    return await overview(notices, await table_owner(request, tables, table))


@post("/api/tables/{table:str}/notices", guards=[limited("notices")], tags=["notices"], status_code=200)
async def add_table_way(
    request: Call, notices: NoticesDep, tables: TablesDep, table: FromPath[str], data: JSONBody[NewChannel]
) -> NotificationChannels:
    """Add a webhook to a table (host only)."""
    return await add_subscription(notices, request, data, await table_owner(request, tables, table))


@delete("/api/tables/{table:str}/notices/{way:str}", guards=[limited("reading")], tags=["notices"], status_code=200)
async def drop_table_way(
    request: Call, notices: NoticesDep, tables: TablesDep, table: FromPath[str], way: FromPath[str]
) -> NotificationChannels:
    """Delete a notification channel of a table (host only)."""
    return await delete_subscription(notices, way, await table_owner(request, tables, table))


@post("/api/tables/{table:str}/notices/{way:str}/test", guards=[limited("notices")], tags=["notices"], status_code=200)
async def test_table_way(
    request: Call, notices: NoticesDep, tables: TablesDep, table: FromPath[str], way: FromPath[str]
) -> ChannelTest:
    """Send a test notification to a channel of a table (host only)."""
    return await send_test(notices, way, await table_owner(request, tables, table))


PERSON_ROUTES = [get_my_ways, add_my_way, choose_language, drop_my_way, test_my_way]
TABLE_ROUTES = [get_table_ways, add_table_way, drop_table_way, test_table_way]
ROUTES = [*PERSON_ROUTES, *TABLE_ROUTES]
