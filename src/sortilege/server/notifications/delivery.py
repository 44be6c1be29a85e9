"""One call to a place outside: a POST, of which only the status of the answer is read. No redirect is followed, nothing
of the answer is kept, and nothing takes longer than the host allows.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Mapping
from typing import Final, NamedTuple

import sortilege
from sortilege.server.errors import Denied
from sortilege.server.notifications.addresses import Place, allowed_addresses
from sortilege.server.settings import Settings
from sortilege.server.text import Text, say

LONGEST_HEAD: Final = 16 * 1024  # bytes of the answer that are looked at
TRIED: Final = 3  # addresses of one name
STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3})(?: |\r|$)")
LATER: Final = (408, 425, 429, 500, 502, 503, 504)  # the same call may be answered otherwise after a while


class Outcome(NamedTuple):
    """What came of a call, and the sentence that says so."""

    arrived: bool
    words: Text
    status: int = 0  # 0: there was no answer
    again: bool = False  # it is certain that it did not arrive, and it may if it is tried again
    timed_out: bool = False


async def post(place: Place, headers: Mapping[str, str], body: bytes, settings: Settings) -> Outcome:
    """Call, and say what came of it; whatever goes wrong is an outcome, too."""
    sent = False
    host = place.host
    try:
        async with asyncio.timeout(settings.notice_timeout):
            reader, writer = await connected(place, await allowed_addresses(place, settings))
            try:
                writer.write(request(place, headers, body))
                sent = True
                status = await status_of(reader)
            finally:
                writer.transport.abort()
        return outcome(host, status)
    except TimeoutError:
        seconds = f"{settings.notice_timeout:g}"
        if sent:
            return Outcome(False, say("notice_unsure", host=host, seconds=seconds), timed_out=True)
        return Outcome(False, say("notice_slow", host=host, seconds=seconds), again=True, timed_out=True)
    except Denied as error:
        timed_out = isinstance(error.__cause__, TimeoutError)
        return Outcome(False, error.said, again=timed_out, timed_out=timed_out)
    except ssl.SSLError:
        return Outcome(False, say("notice_tls", host=host))
    except ConnectionRefusedError:
        return Outcome(False, say("notice_refused", host=host), again=True)
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):
        if sent:
            return Outcome(False, say("notice_unreadable", host=host))
        return Outcome(False, say("notice_unreachable", host=host), again=True)


def outcome(host: str, status: int) -> Outcome:
    if 200 <= status < 300:
        return Outcome(True, say("notice_arrived", host=host, status=status), status)
    if 300 <= status < 400:
        return Outcome(False, say("notice_elsewhere", host=host, status=status), status)
    return Outcome(False, say("notice_status", host=host, status=status), status, again=status in LATER)


async def connected(place: Place, addresses: list[str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A line to the first of these numbers that answers; the certificate must be the name's."""
    tls, name = (await trusted(), place.host) if place.scheme == "https" else (None, None)
    off: OSError = ConnectionRefusedError()
    for address in addresses[:TRIED]:
        try:
            return await asyncio.open_connection(address, place.port, limit=LONGEST_HEAD, ssl=tls, server_hostname=name)
        except OSError as this:
            off = this
    raise off


_contexts: list[ssl.SSLContext] = []


async def trusted() -> ssl.SSLContext:
    """Whom this machine trusts: read once, from many files, so not in the way of the tables."""
    if not _contexts:
        _contexts.append(await asyncio.to_thread(ssl.create_default_context))
    return _contexts[0]


def request(place: Place, headers: Mapping[str, str], body: bytes) -> bytes:
    """The whole call as it goes over the line."""
    own = {
        "Host": place.origin.partition("://")[2],
        "User-Agent": f"Sortilege/{sortilege.__version__}",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"POST {place.path} HTTP/1.1", *(f"{name}: {value}" for name, value in (own | dict(headers)).items())]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("a header is one line")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


async def status_of(reader: asyncio.StreamReader) -> int:
    """The status of the answer; interim ones are passed over."""
    while True:
        head = await reader.readuntil(b"\r\n\r\n")
        found = STATUS.match(head)
        if found is None:
            raise ValueError("no answer of HTTP")
        if (status := int(found[1])) >= 200:
            return status
