"""Where somebody wants to be told that it is their turn."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.server.text import Language, Text

WayKind = Literal["push", "json", "discord", "ntfy"]


class NoticeWay(Struct):
    """One way, as its owner sees it. The address itself may open something and is shown to nobody."""

    id: str
    kind: WayKind
    host: str  # of the address
    hint: str  # its last signs, to tell two of them apart
    language: Language
    since: int  # seconds since 1970


class NoticeWays(Struct):
    """GET /api/me/notices, GET /api/tables/{table}/notices: the ways there are, and what this server offers."""

    ways: list[NoticeWay]
    hooks: bool  # web hooks may be added
    push_key: str | None  # the server's public key, for a browser that subscribes; null: no push here
    why_no_push: Text | None


class NewWay(Struct, forbid_unknown_fields=True):
    """POST to the same: one more. Push has the endpoint and the two keys of the browser's subscription."""

    kind: WayKind
    address: str
    language: Language = "en"
    p256dh: str = ""
    auth: str = ""


class NoticeLanguage(Struct, forbid_unknown_fields=True):
    """POST /api/me/notices/language: that of all my notices from now on."""

    language: Language


class NoticeTest(Struct):
    """POST …/notices/{way}/test: whether a notice got there, and in one sentence why not."""

    arrived: bool
    status: int  # of the answer; 0: there was none
    words: Text
