"""The messages of the routes for notification channels."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.server.text import Language, Text

ChannelKind = Literal["push", "json", "discord", "ntfy"]


class NotificationChannel(Struct):
    """A notification channel as its owner sees it: a browser that receives push messages, or a webhook. The complete
    address is never sent, because it may be a secret."""

    id: str
    kind: ChannelKind
    host: str  # the host name in the address
    hint: str  # the last characters of the address, to distinguish two channels
    language: Language  # the language of the notifications
    since: int  # when the channel was added, in seconds since 1970


class NotificationChannels(Struct):
    """The notification channels of a person (GET /api/me/notices) or of a table (GET /api/tables/{table}/notices), and
    which kinds of channels this server offers."""

    ways: list[NotificationChannel]  # the channels
    hooks: bool  # whether webhooks can be added
    push_key: str | None  # the server's public key for subscriptions to push messages; null if push is not available
    why_no_push: Text | None  # why push messages are not available; null if they are


class NewChannel(Struct, forbid_unknown_fields=True):
    """The body of POST /api/me/notices and POST /api/tables/{table}/notices: add a notification channel."""

    kind: ChannelKind  # "push" for a browser; "json", "discord" or "ntfy" for a webhook with that format
    address: str  # the URL that receives the notifications; for push, the endpoint of the browser's subscription
    language: Language = "en"  # the language of the notifications
    p256dh: str = ""  # for push: the public key of the browser's subscription
    auth: str = ""  # for push: the secret of the browser's subscription


class NotificationLanguage(Struct, forbid_unknown_fields=True):
    """The body of POST /api/me/notices/language: set the language of all notifications of this person."""

    language: Language


class ChannelTest(Struct):
    """The response to POST …/notices/{way}/test, which sends a test notification to a channel."""

    arrived: bool  # whether the notification arrived
    status: int  # the HTTP status of the channel's response; 0 if there was none
    words: Text  # a sentence that describes the result
