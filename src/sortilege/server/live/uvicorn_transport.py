"""The uvicorn protocols of this server. They limit the number of connections, the time in which a request must arrive,
and the length of its headers. A connection that exceeds a limit gets one error response and is closed.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from contextlib import suppress
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from sortilege.server import gc_tuning
from sortilege.server.errors import UNAVAILABLE, Denied, status_and_problem
from sortilege.server.http.limits import network_of
from sortilege.server.live.uvicorn_socket import UvicornSocket
from sortilege.server.settings import Settings

END_OF_HEADERS: Final = b"\r\n\r\n"
REQUEST_TIMEOUT, HEADERS_TOO_LONG = 408, 431  # HTTP statuses
SPARE_FILES: Final = 256  # open files that this process needs besides its connections
Parser: Any = H11Protocol
with suppress(ImportError):
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    Parser = HttpToolsProtocol


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """Return the keyword arguments of uvicorn.Config that select our protocol classes and set their limits. The classes
    are created here, so that all connections of one server share a counter."""
    counter = ConnectionCounter(settings)

    class Http(GuardedHttp, Parser):  # type: ignore[misc]
        connection_counter = counter

    class Ws(GuardedWs):
        connection_counter = counter

    return {
        "log_config": None,  # see logs.py
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "lifespan": "on",
        "http": Http,
        "ws": Ws,
        # A longer message closes the socket. One between the limit and twice the limit is refused.
        "ws_max_size": 2 * settings.longest_message,
        "ws_per_message_deflate": False,  # snapshots are small, and compressing them costs more than sending them
        "timeout_keep_alive": settings.idle_timeout,
        "timeout_graceful_shutdown": 2,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": list(settings.trusted_proxies),
    }


class ConnectionCounter:
    """Counts the open connections of one server, in total and by network, and decides whether to accept a new one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.open_count = 0
        self.total_count = 0  # since the start of the server
        self.open_by_network: Counter[str] = Counter()
        file_limit = raise_file_limit(settings.connections + SPARE_FILES)
        self.max_open = min(settings.connections, file_limit - SPARE_FILES)

    def add(self, address: str) -> bool:
        """Count a new connection from this IP address, until `remove` is called. Return whether it is within the
        limits.

        The limit per network does not apply to trusted proxies: `http.limits` counts the clients behind a proxy."""
        network = network_of(address)
        self.open_count += 1
        self.total_count += 1
        self.open_by_network[network] += 1
        gc_tuning.collect_after_connections(self.total_count)
        if self.open_count > self.max_open:
            return False
        is_within_network_limit = self.open_by_network[network] <= self.settings.address_connections
        return is_within_network_limit or self.is_trusted_proxy(address)

    def remove(self, address: str) -> None:
        """Stop counting a connection from this IP address, because it was closed."""
        network = network_of(address)
        self.open_count -= 1
        self.open_by_network[network] -= 1
        if self.open_by_network[network] <= 0:
            del self.open_by_network[network]

    def is_trusted_proxy(self, address: str) -> bool:
        """Return whether the settings trust this IP address as a proxy. They may name addresses, networks or "*"."""
        proxies = self.settings.trusted_proxies
        with suppress(ValueError):
            ip = ipaddress.ip_address(address)
            return any(proxy == "*" or ip in ipaddress.ip_network(proxy, strict=False) for proxy in proxies)
        return "*" in proxies  # `address` is no IP address, as on a Unix socket


def raise_file_limit(needed: int) -> int:
    """Raise this process's limit of open files to `needed`, or as far as the system allows. Return the new limit."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return needed
    limit, max_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY:
        return needed
    new_limit = needed if max_limit == resource.RLIM_INFINITY else min(needed, max_limit)
    if limit < new_limit:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (new_limit, max_limit))
            return new_limit
    return limit


def client_address(transport: Any) -> str:
    """Return the IP address of the client of an asyncio transport; "" if it is unknown."""
    remote = get_remote_addr(transport)
    return remote[0] if remote else ""


class GuardedHttp(asyncio.Protocol):
    """A mixin for uvicorn's protocol class of an HTTP connection. It enforces the server's limits on the number of
    connections, the time until a request has arrived, and the length of its headers."""

    connection_counter: ConnectionCounter
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    cycle: Any  # uvicorn's object for the request that is being processed and its response
    _client_address: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    _in_headers = True  # the end of the headers was not received yet
    _header_length = 0  # bytes of the headers received so far
    _header_tail = b""  # the last bytes received, which may be the start of END_OF_HEADERS
    _complete_cycle: object = None  # the `cycle` of the last request that was received completely

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._client_address = client_address(transport)
        if not self.connection_counter.add(self._client_address):
            return self._refuse(Denied(UNAVAILABLE, "many_connections"))
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._reset()
        if self._client_address is not None:
            self.connection_counter.remove(self._client_address)
        super().connection_lost(exc)

    def data_received(self, chunk: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._deadline is None:
            self._start_deadline()
        if self._in_headers and self._headers_too_long(chunk):
            longest = self.connection_counter.settings.longest_headers
            return self._refuse(Denied(HEADERS_TOO_LONG, "headers_too_long", most=longest))
        super().data_received(chunk)
        if self.transport.get_protocol() is not self:  # it has become a WebSocket, whose protocol has its own limits
            return self._reset()
        if self.cycle is not None and self.cycle is not self._complete_cycle:
            self._in_headers = False
            if not self.cycle.more_body:
                self._complete_cycle = self.cycle
                self._reset()

    def handle_websocket_upgrade(self, *request: Any) -> None:
        super().handle_websocket_upgrade(*request)  # type: ignore[misc]  # a method of uvicorn's protocol
        protocol = self.transport.get_protocol()
        if isinstance(protocol, GuardedWs):
            protocol.address = self._client_address or ""

    def _start_deadline(self) -> None:
        wait = self.connection_counter.settings.request_timeout
        self._deadline = self.loop.call_later(wait, lambda: self._refuse(Denied(REQUEST_TIMEOUT, "request_too_slow")))

    def _reset(self) -> None:
        """Stop the deadline of the present request, and expect the headers of the next one."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None
        self._in_headers, self._header_length, self._header_tail = True, 0, b""

    def _headers_too_long(self, chunk: bytes) -> bool:
        """Count the header bytes in this chunk of received data. Return whether the headers are longer than allowed.
        The last bytes are kept, because the blank line after the headers may be split between two chunks."""
        tail_and_chunk, tail_length = self._header_tail + chunk, len(self._header_tail)
        end = tail_and_chunk.find(END_OF_HEADERS)
        headers_end_here = end >= 0
        self._header_length += end - tail_length if headers_end_here else len(chunk)
        self._header_tail = tail_and_chunk[-len(END_OF_HEADERS) + 1 :]
        return self._header_length > int(self.connection_counter.settings.longest_headers)

    def _refuse(self, error: Denied) -> None:
        """Send a response with this error and close the connection. If another response was begun, only close it."""
        if self.transport.is_closing():
            return
        can_respond = self.cycle is None or self.cycle.response_complete
        if can_respond:
            status, message = status_and_problem(error)
            body = msgspec.json.encode(message)
            head = f"HTTP/1.1 {status} Refused\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
            self.transport.write(f"{head}\r\nconnection: close\r\n\r\n".encode() + body)
        self.transport.close()


class GuardedWs(UvicornSocket):
    """The uvicorn protocol of a WebSocket, which `GuardedHttp` counted when it was still an HTTP connection."""

    connection_counter: ConnectionCounter
    address = ""  # of the client; stored, because the system no longer knows it after a connection reset

    def connection_lost(self, exc: Exception | None) -> None:
        self.connection_counter.remove(self.address)
        super().connection_lost(exc)
