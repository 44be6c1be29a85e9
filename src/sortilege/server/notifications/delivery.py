"""Sends one HTTP POST request to an external server and reads only the status of the response. Redirects are not
followed, and the whole request takes at most `notice_timeout` seconds.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Mapping
from typing import Final, NamedTuple

import sortilege
from sortilege.server.errors import Denied
from sortilege.server.notifications.addresses import Endpoint, allowed_addresses
from sortilege.server.settings import Settings
from sortilege.server.text import Text, say

LONGEST_HEAD: Final = 16 * 1024  # bytes of the response's headers
MOST_ADDRESSES: Final = 3  # IP addresses of one host name that are tried
STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3})(?: |\r|$)")
LATER: Final = (408, 425, 429, 500, 502, 503, 504)  # after these statuses a retry may succeed


class Outcome(NamedTuple):
    """The result of a request, with a sentence that describes it."""

    arrived: bool
    words: Text
    status: int = 0  # 0: there was no response
    again: bool = False  # the request certainly did not arrive, and a retry may succeed
    timed_out: bool = False


async def post(endpoint: Endpoint, headers: Mapping[str, str], body: bytes, settings: Settings) -> Outcome:
    """Send the request and return its outcome. Network errors are outcomes, not exceptions."""
    sent = False
    host = endpoint.host
    try:
        async with asyncio.timeout(settings.notice_timeout):
            reader, writer = await open_stream(endpoint, await allowed_addresses(endpoint, settings))
            try:
                writer.write(request(endpoint, headers, body))
                sent = True
                status = await read_status(reader)
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
        return Outcome(False, error.text, again=timed_out, timed_out=timed_out)
    except ssl.SSLError:
        return Outcome(False, say("notice_tls", host=host))
    except ConnectionRefusedError:
        return Outcome(False, say("notice_refused", host=host), again=True)
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):
        if sent:
            return Outcome(False, say("notice_unreadable", host=host))
        return Outcome(False, say("notice_unreachable", host=host), again=True)


def outcome(host: str, status: int) -> Outcome:
    """Return the outcome for the status of a response."""
    if 200 <= status < 300:
        return Outcome(True, say("notice_arrived", host=host, status=status), status)
    if 300 <= status < 400:
        return Outcome(False, say("notice_elsewhere", host=host, status=status), status)
    return Outcome(False, say("notice_status", host=host, status=status), status, again=status in LATER)


async def open_stream(endpoint: Endpoint, addresses: list[str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first IP address that accepts. For HTTPS the certificate must match the host name."""
    tls, name = (await tls_context(), endpoint.host) if endpoint.scheme == "https" else (None, None)
    failure: OSError = ConnectionRefusedError()
    for address in addresses[:MOST_ADDRESSES]:
        try:
            return await asyncio.open_connection(
                address, endpoint.port, limit=LONGEST_HEAD, ssl=tls, server_hostname=name
            )
        except OSError as error:
            failure = error
    raise failure


_contexts: list[ssl.SSLContext] = []


async def tls_context() -> ssl.SSLContext:
    """Return the TLS context with the system's certificate authorities. It is created once, in a thread, because that
    reads many files."""
    if not _contexts:
        _contexts.append(await asyncio.to_thread(ssl.create_default_context))
    return _contexts[0]


def request(endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> bytes:
    """Return the bytes of the request. Raise ValueError if a header contains a line break."""
    own = {
        "Host": endpoint.origin.partition("://")[2],
        "User-Agent": f"Sortilege/{sortilege.__version__}",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"POST {endpoint.path} HTTP/1.1", *(f"{name}: {value}" for name, value in (own | dict(headers)).items())]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("a header is one line")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


async def read_status(reader: asyncio.StreamReader) -> int:
    """Read the status of the response and skip interim (1xx) responses. Raise ValueError if it is not HTTP."""
    while True:
        head = await reader.readuntil(b"\r\n\r\n")
        line = STATUS.match(head)
        if line is None:
            raise ValueError("not an HTTP response")
        if (status := int(line[1])) >= 200:
            return status
