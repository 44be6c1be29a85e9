"""The messages of the routes for notification channels."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.server.text import Language, Text

ChannelKind = Literal["push", "json", "discord", "ntfy"]


class NotificationChannel(Struct):
    """A notification channel as its owner sees it. A channel is a browser that receives push messages, or a webhook.
    Its complete address is never sent, because it may be a secret."""

    id: str
    kind: ChannelKind
    host: str  # the host name in the address
    hint: str  # the last characters of the address, to distinguish two channels
    language: Language
    since: int  # seconds since 1970


class NotificationChannels(Struct):
    """GET /api/me/notices, GET /api/tables/{table}/notices: the channels of a person or of a table, and the kinds of
    channels that this server offers."""

    ways: list[NotificationChannel]  # the channels, oldest first
    hooks: bool  # whether webhooks may be added
    push_key: str | None  # the server's public key for browsers that subscribe; null if push is not available
    why_no_push: Text | None  # why push is not available; null if it is


class NewChannel(Struct, forbid_unknown_fields=True):
    """POST /api/me/notices, POST /api/tables/{table}/notices: add a channel. For push, `address`, `p256dh` and `auth`
    are the endpoint and the keys of the browser's subscription."""

    kind: ChannelKind
    address: str  # the URL to which the server sends the notifications
    language: Language = "en"
    p256dh: str = ""
    auth: str = ""


class NoticeLanguage(Struct, forbid_unknown_fields=True):
    """POST /api/me/notices/language: set the language of all my notifications."""

    language: Language


class NoticeTest(Struct):
    """POST …/notices/{way}/test: the result of a test notification to the channel with the id `way`."""

    arrived: bool
    status: int  # HTTP status of the response; 0 if there was none
    words: Text  # a sentence that describes the result
