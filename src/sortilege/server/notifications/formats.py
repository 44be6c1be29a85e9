"""One notice: what it says, and the shape that each kind of way takes. It holds the game, the names at the table and
the way to it, all of which everybody there knows; nothing of the match is in it.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Final, Literal, NamedTuple

import msgspec

from sortilege import game
from sortilege.server.notifications import web_push
from sortilege.server.notifications.addresses import Place
from sortilege.server.notifications.pending import Kind
from sortilege.server.notifications.subscriptions import Way
from sortilege.server.text import Language, Text, say

ONE_DAY: Final = 24 * 3600  # seconds a push service keeps it for a browser that is off
NO_ONE: Final = "mailto:nobody@localhost"  # whom a push service may write to, where the host has no address


class Notice(NamedTuple):
    """The content of a notification about a table. A test notification has no table."""

    table: str
    game: str
    name: str  # of the seat it is about; "" if it is about the whole table
    rivals: list[str]  # the others at the table
    event: Kind | Literal["test"] = "turn"
    by: str = ""  # who made the request

    @property
    def is_test(self) -> bool:
        return not self.table


TEST: Final = Notice("", "", "", [], "test")


class Message(NamedTuple):
    """A notice in the words of one reader."""

    title: str
    text: str
    link: str


class Post(NamedTuple):
    """What goes over the line."""

    headers: dict[str, str]
    body: bytes


def message(notice: Notice, way: Way, link: str) -> Message:
    """In the reader's language: to themselves, or to everybody who reads along at a table's way."""
    if notice.is_test:
        return Message("Sortilege", in_language(say("notice_test"), way.language), link)
    title = str(game(notice.game).words[way.language]["title"])
    return Message(title, in_language(sentence(notice, title, bool(way.person)), way.language), link)


def sentence(notice: Notice, title: str, personal: bool) -> Text:
    """Return the text of a notice: the event, the game and the players. `personal`: it goes to the person it is
    about."""
    name, rivals = notice.name, notice.rivals
    match notice.event:
        case "clock" if personal:
            return say("notice_your_clock", game=title, rivals=rivals)
        case "clock":
            return say("notice_table_clock", name=name, game=title, rivals=rivals)
        case "request":
            return say("notice_request", by=notice.by, game=title, rivals=rivals)
        case "start":
            return say("notice_start", game=title, rivals=rivals)
        case "end":
            return say("notice_end", game=title, rivals=rivals)
        case _ if personal:
            return say("notice_your_turn", game=title, rivals=rivals)
        case _:
            return say("notice_table_turn", name=name, game=title, rivals=rivals)


def in_language(words: Text, language: Language) -> str:
    return words.fr if language == "fr" else words.en


def post_of(notice: Notice, way: Way, link: str) -> Post:
    """The shape that a web hook of this kind takes."""
    told = message(notice, way, link)
    match way.kind:
        case "discord":  # no name at a table calls a whole channel, and no picture of the page is put below
            shape = {"content": f"{told.text} <{told.link}>", "allowed_mentions": {"parse": []}}
            return Post({"Content-Type": "application/json"}, msgspec.json.encode(shape))
        case "ntfy":
            headers = {"Title": one_line(told.title), "Click": told.link, "Content-Type": "text/plain; charset=utf-8"}
            return Post(headers, told.text.encode())
        case _:
            return Post({"Content-Type": "application/json"}, msgspec.json.encode(plain(notice, told)))


def plain(notice: Notice, told: Message) -> dict[str, object]:
    """For programs: the parts, and the sentence made of them."""
    return {
        "event": notice.event,
        "table": notice.table,
        "game": notice.game,
        "title": told.title,
        "name": notice.name,
        "rivals": notice.rivals,
        "text": told.text,
        "link": told.link,
    }


def one_line(text: str) -> str:
    """A header holds ASCII; RFC 2047 says how to write everything else."""
    return text if text.isascii() else f"=?UTF-8?B?{b64encode(text.encode()).decode()}?="


def push_post(notice: Notice, way: Way, link: str, place: Place, key: str, contact: str) -> Post:
    """Encrypt a notice for one browser. It replaces an undelivered notice of the same table, except that a request and
    a turn are kept side by side."""
    told = message(notice, way, link)
    tag = f"{notice.table}-request" if notice.event == "request" else notice.table or "test"
    shown = {"title": told.title, "text": told.text, "link": told.link, "tag": tag}
    headers = {
        "Authorization": web_push.vapid(key, place.origin, contact if contact.startswith("https://") else NO_ONE),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ONE_DAY),
        "Topic": tag,
        "Urgency": "normal",
    }
    return Post(headers, web_push.seal(msgspec.json.encode(shown), way.p256dh, way.auth))
