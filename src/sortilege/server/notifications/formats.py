"""Formats a notification for each kind of channel. It contains the game, the names at the table and a link to the
table, which everybody at the table knows, and nothing of the match.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

import msgspec

from sortilege import game
from sortilege.server.notifications import web_push
from sortilege.server.notifications.addresses import Endpoint
from sortilege.server.notifications.pending import Kind
from sortilege.server.notifications.subscriptions import Subscription
from sortilege.server.text import Language, Text, sentence

ONE_DAY: Final = 24 * 3600  # seconds that a push service stores a message for a browser that is closed
NO_CONTACT: Final = "mailto:nobody@localhost"  # the contact for push services if the server has no public address


class Notice(NamedTuple):
    """The content of a notification about a table: which event happened, and the names of the players."""

    table: str  # the name of the table; "" for a test notification
    game: str
    name: str  # the person whom the event concerns, such as the person to move; "" if it concerns everybody
    rivals: list[str]  # the names of the other players
    event: Kind | Literal["test"] = "turn"
    requester: str = ""  # the name of the player who made a request; "" for other events

    @property
    def is_test(self) -> bool:
        return not self.table


TEST: Final = Notice(table="", game="", name="", rivals=[], event="test")


class Message(NamedTuple):
    """The text of a notification in the language of one reader."""

    title: str
    text: str
    link: str


class Payload(NamedTuple):
    """The headers and the body of an HTTP request that sends a notification."""

    headers: dict[str, str]
    body: bytes


def message(notice: Notice, subscription: Subscription, link: str) -> Message:
    """Return the text of a notification in the language of the subscription."""
    if notice.is_test:
        return Message("Sortilege", in_language(sentence("notice_test"), subscription.language), link)
    title = str(game(notice.game).words[subscription.language]["title"])
    text = notice_text(notice, title, is_personal=subscription.person != "")
    return Message(title, in_language(text, subscription.language), link)


def notice_text(notice: Notice, title: str, is_personal: bool) -> Text:
    """Return the sentence of a notice about the game with this title. `is_personal`: the notice goes to the person whom
    it concerns ("your turn"), and not to a chat room that all players read ("Ada's turn")."""
    name, rivals = notice.name, notice.rivals
    match notice.event:
        case "clock" if is_personal:
            return sentence("notice_your_clock", game=title, rivals=rivals)
        case "clock":
            return sentence("notice_table_clock", name=name, game=title, rivals=rivals)
        case "request":
            return sentence("notice_request", by=notice.requester, game=title, rivals=rivals)
        case "start":
            return sentence("notice_start", game=title, rivals=rivals)
        case "end":
            return sentence("notice_end", game=title, rivals=rivals)
        case _ if is_personal:  # a turn
            return sentence("notice_your_turn", game=title, rivals=rivals)
        case _:
            return sentence("notice_table_turn", name=name, game=title, rivals=rivals)


def in_language(words: Text, language: Language) -> str:
    """Return the text in one language."""
    return words.fr if language == "fr" else words.en


def hook_payload(notice: Notice, subscription: Subscription, link: str) -> Payload:
    """Return the HTTP request that sends a notice to a webhook, in the format of the subscription's kind."""
    content = message(notice, subscription, link)
    match subscription.kind:
        case "discord":  # no mentions, because a name may be @everyone; <…> prevents a preview of the link
            fields = {"content": f"{content.text} <{content.link}>", "allowed_mentions": {"parse": []}}
            return json_payload(fields)
        case "ntfy":
            headers = {
                "Title": header_value(content.title),
                "Click": content.link,
                "Content-Type": "text/plain; charset=utf-8",
            }
            return Payload(headers, content.text.encode())
        case _:  # the JSON of our own webhooks
            fields = {
                "event": notice.event,
                "table": notice.table,
                "game": notice.game,
                "title": content.title,
                "name": notice.name,
                "rivals": notice.rivals,
                "text": content.text,
                "link": content.link,
            }
            return json_payload(fields)


def json_payload(fields: Mapping[str, object]) -> Payload:
    """Return an HTTP request whose body is a JSON object with these fields."""
    return Payload({"Content-Type": "application/json"}, msgspec.json.encode(fields))


def header_value(text: str) -> str:
    """Encode text for an HTTP header. ASCII text stays as it is; other text is encoded as in RFC 2047."""
    return text if text.isascii() else f"=?UTF-8?B?{b64encode(text.encode()).decode()}?="


def push_payload(
    notice: Notice, subscription: Subscription, link: str, endpoint: Endpoint, key: str, server: str
) -> Payload:
    """Return the HTTP request that sends an encrypted notice to the push service of one browser. `key` is the private
    key of our server, and `server` is its URL, which push services use as the contact."""
    content = message(notice, subscription, link)
    tag = push_tag(notice)
    fields = {"title": content.title, "text": content.text, "link": content.link, "tag": tag}
    contact = server if server.startswith("https://") else NO_CONTACT
    headers = {
        "Authorization": web_push.authorization(key, endpoint.origin, contact),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ONE_DAY),
        "Topic": tag,
        "Urgency": "normal",
    }
    body = web_push.encrypt(msgspec.json.encode(fields), subscription.p256dh, subscription.auth)
    return Payload(headers, body)


def push_tag(notice: Notice) -> str:
    """Return the tag of a push message. A message replaces an older one with the same tag, so a browser shows at most
    one request and one other notice of a table."""
    if notice.is_test:
        return "test"
    return f"{notice.table}-request" if notice.event == "request" else notice.table
