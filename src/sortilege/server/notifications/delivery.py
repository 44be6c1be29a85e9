"""Sends one HTTP POST request to an external server and reads only the status of the response. Redirects are not
followed, and the whole request takes at most `notice_timeout` seconds.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Final, NamedTuple

import sortilege
from sortilege.server.errors import Denied
from sortilege.server.notifications.addresses import Endpoint, allowed_addresses
from sortilege.server.settings import Settings
from sortilege.server.text import Text, sentence

LONGEST_HEAD: Final = 16 * 1024  # bytes of the response's headers
MAX_ADDRESSES: Final = 3  # IP addresses of one host name that are tried
STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3})(?: |\r|$)")
FIRST_SUCCESS, FIRST_REDIRECT, FIRST_ERROR = 200, 300, 400  # lower statuses are interim: the real response follows
RETRY_STATUSES: Final = (408, 425, 429, 500, 502, 503, 504)  # after these statuses a retry may succeed
NETWORK_ERRORS: Final = (Denied, OSError, EOFError, ValueError, asyncio.LimitOverrunError)


class Outcome(NamedTuple):
    """The result of a request that sends a notification."""

    arrived: bool
    words: Text  # a sentence that describes the result
    status: int = 0  # 0: there was no response
    may_retry: bool = False  # the request certainly did not arrive, and a retry may succeed
    timed_out: bool = False


async def post(endpoint: Endpoint, headers: Mapping[str, str], body: bytes, settings: Settings) -> Outcome:
    """Send an HTTP POST request and return the outcome. A network error is not raised, but returned as an outcome."""
    is_sent = False

    async def exchange() -> int:
        """Connect, send the request and return the status of the response."""
        nonlocal is_sent
        reader, writer = await open_stream(endpoint, await allowed_addresses(endpoint, settings))
        try:
            writer.write(request_bytes(endpoint, headers, body))
            is_sent = True
            return await read_status(reader)
        finally:
            writer.transport.abort()

    try:
        async with asyncio.timeout(settings.notice_timeout):
            status = await exchange()
    except NETWORK_ERRORS as error:
        return failure(error, endpoint.host, is_sent, settings.notice_timeout)
    return response_outcome(endpoint.host, status)


def failure(error: Exception, host: str, is_sent: bool, timeout: float) -> Outcome:
    """Return the outcome of a request that failed with one of NETWORK_ERRORS. If the request was already sent
    (`is_sent`), it may have arrived, so it must not be repeated. The sentence names `host` and `timeout` (seconds)."""
    match error:
        case Denied():
            timed_out = isinstance(error.__cause__, TimeoutError)
            return Outcome(arrived=False, words=error.text, may_retry=timed_out, timed_out=timed_out)
        case TimeoutError() if is_sent:
            words = sentence("notice_unsure", host=host, seconds=f"{timeout:g}")
            return Outcome(arrived=False, words=words, timed_out=True)
        case TimeoutError():
            words = sentence("notice_slow", host=host, seconds=f"{timeout:g}")
            return Outcome(arrived=False, words=words, may_retry=True, timed_out=True)
        case ssl.SSLError():
            return Outcome(arrived=False, words=sentence("notice_tls", host=host))
        case ConnectionRefusedError():
            return Outcome(arrived=False, words=sentence("notice_refused", host=host), may_retry=True)
        case _ if is_sent:
            return Outcome(arrived=False, words=sentence("notice_unreadable", host=host))
        case _:
            return Outcome(arrived=False, words=sentence("notice_unreachable", host=host), may_retry=True)


def response_outcome(host: str, status: int) -> Outcome:
    """Return the outcome of a request whose response has this HTTP status."""
    if FIRST_SUCCESS <= status < FIRST_REDIRECT:
        return Outcome(arrived=True, words=sentence("notice_arrived", host=host, status=status), status=status)
    if FIRST_REDIRECT <= status < FIRST_ERROR:
        return Outcome(arrived=False, words=sentence("notice_elsewhere", host=host, status=status), status=status)
    words = sentence("notice_status", host=host, status=status)
    return Outcome(arrived=False, words=words, status=status, may_retry=status in RETRY_STATUSES)


async def open_stream(endpoint: Endpoint, addresses: list[str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first of these IP addresses that accepts. For HTTPS the certificate must match the host name."""
    is_https = endpoint.scheme == "https"
    connect = partial(
        asyncio.open_connection,
        port=endpoint.port,
        limit=LONGEST_HEAD,
        ssl=await asyncio.to_thread(tls_context) if is_https else None,  # creating it reads many files
        server_hostname=endpoint.host if is_https else None,
    )
    last_error: OSError = ConnectionRefusedError()
    for address in addresses[:MAX_ADDRESSES]:
        try:
            return await connect(address)
        except OSError as error:
            last_error = error
    raise last_error


@lru_cache(1)
def tls_context() -> ssl.SSLContext:
    """Return the TLS context with the system's certificate authorities."""
    return ssl.create_default_context()


def request_bytes(endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> bytes:
    """Return the bytes of an HTTP POST request. Raise ValueError if a header contains a line break."""
    all_headers = {
        "Host": endpoint.origin.partition("://")[2],
        "User-Agent": f"Sortilege/{sortilege.__version__}",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    lines = [f"POST {endpoint.path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("a header is one line")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


async def read_status(reader: asyncio.StreamReader) -> int:
    """Return the HTTP status of the response. Skip interim responses (1xx). Raise ValueError if this is not HTTP."""
    while True:
        head = await reader.readuntil(b"\r\n\r\n")
        line = STATUS.match(head)
        if line is None:
            raise ValueError("not an HTTP response")
        status = int(line[1])
        if status >= FIRST_SUCCESS:
            return status
