"""The transport below the application, and what it bounds: how many connections there are, how long a request may take
to arrive, and how long its headers may be. What comes too late or is too much is answered once and cut off.
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
from sortilege.server.errors import NOT_NOW, Denied, problem
from sortilege.server.http.limits import network_of
from sortilege.server.live.uvicorn_socket import Line
from sortilege.server.settings import Settings

END_OF_HEADERS: Final = b"\r\n\r\n"
TOO_SLOW, HEADERS_TOO_LONG = 408, 431
SPARE_FILES: Final = 256  # files this process needs for other things than connections
Parser: Any = H11Protocol
with suppress(ImportError):
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    Parser = HttpToolsProtocol


def transport(settings: Settings) -> dict[str, Any]:
    """Keyword arguments of uvicorn.Config, each of its own type."""
    door = Doorkeeper(settings)

    class Http(GuardedHttp, Parser):  # type: ignore[misc]
        keeper = door

    class Ws(GuardedWs):
        keeper = door

    return {
        "log_config": None,  # see logs.py
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "lifespan": "on",
        "http": Http,
        "ws": Ws,
        "ws_max_size": 2 * settings.longest_message,  # longer: the line is cut; above the limit itself: a sentence
        "ws_per_message_deflate": False,  # snapshots are small, and compressing them costs more than sending them
        "timeout_keep_alive": settings.idle_timeout,
        "timeout_graceful_shutdown": 2,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": list(settings.trusted_proxies),
    }


class Doorkeeper:
    """Counts the connections of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.all = 0
        self.ever = 0
        self.by_address: Counter[str] = Counter()
        self.most = min(settings.connections, open_files(settings.connections + SPARE_FILES) - SPARE_FILES)

    def enter(self, address: str) -> bool:
        """One more connection; whether it may stay. What a trusted proxy brings is counted by whose it is, later."""
        self.all += 1
        self.ever += 1
        gc_tuning.after_connection(self.ever)
        network = network_of(address)
        self.by_address[network] += 1
        one = self.by_address[network] <= self.settings.address_connections or self.trusts(address)
        return self.all <= self.most and one

    def leave(self, address: str) -> None:
        self.all -= 1
        network = network_of(address)
        self.by_address[network] -= 1
        if self.by_address[network] <= 0:
            del self.by_address[network]

    def trusts(self, address: str) -> bool:
        proxies = self.settings.trusted_proxies
        with suppress(ValueError):
            at = ipaddress.ip_address(address)
            return any(proxy == "*" or at in ipaddress.ip_network(proxy, strict=False) for proxy in proxies)
        return "*" in proxies


def open_files(wanted: int) -> int:
    """How many files this process may have open; as many as are wanted, where the system lets us ask for more."""
    try:
        import resource
    except ImportError:  # Windows has no such limit to speak of
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
        return soft
    return wanted if soft == resource.RLIM_INFINITY else soft


def peer(wire: Any) -> str:
    found = get_remote_addr(wire)
    return found[0] if found else ""


class GuardedHttp(asyncio.Protocol):
    """What is added to uvicorn's protocol of a connection, as long as that has not become a socket."""

    keeper: Doorkeeper
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    cycle: Any  # uvicorn's: the request under way
    _peer: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    _in_headers = True
    _length = 0  # of the headers so far
    _tail = b""  # the last of them, where their end may have begun
    _done: object = None  # the last request that arrived as a whole

    def connection_made(self, wire: asyncio.BaseTransport) -> None:
        super().connection_made(wire)
        self._peer = peer(wire)
        if not self.keeper.enter(self._peer):
            return self._refuse(Denied(NOT_NOW, "many_connections"))
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        if self._peer is not None:
            self.keeper.leave(self._peer)
        super().connection_lost(exc)

    def data_received(self, chunk: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._deadline is None:
            self._begin()
        if self._in_headers and self._too_long(chunk):
            return self._refuse(Denied(HEADERS_TOO_LONG, "headers_too_long", most=self.keeper.settings.longest_headers))
        super().data_received(chunk)
        if self.transport.get_protocol() is not self:  # a socket from now on: it has its own guard
            return self._arrived()
        if self.cycle is not None and self.cycle is not self._done:
            self._in_headers = False
            if not self.cycle.more_body:
                self._done = self.cycle
                self._arrived()

    def handle_websocket_upgrade(self, *request: Any) -> None:
        super().handle_websocket_upgrade(*request)  # type: ignore[misc]  # of uvicorn's protocol
        protocol = self.transport.get_protocol()
        if isinstance(protocol, GuardedWs):
            protocol.address = self._peer or ""

    def _begin(self) -> None:
        wait = self.keeper.settings.request_timeout
        self._deadline = self.loop.call_later(wait, lambda: self._refuse(Denied(TOO_SLOW, "request_too_slow")))

    def _arrived(self) -> None:
        """The request is here as a whole: what comes next begins with headers again."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline, self._in_headers, self._length, self._tail = None, True, 0, b""

    def _too_long(self, chunk: bytes) -> bool:
        end = (self._tail + chunk).find(END_OF_HEADERS)
        self._length += len(chunk) if end < 0 else end - len(self._tail)
        self._tail = (self._tail + chunk)[-3:]
        return self._length > int(self.keeper.settings.longest_headers)

    def _refuse(self, off: Denied) -> None:
        """One sentence, unless an answer is under way, and the line is cut."""
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            status, said = problem(off)
            body = msgspec.json.encode(said)
            head = f"HTTP/1.1 {status} Refused\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
            self.transport.write(f"{head}\r\nconnection: close\r\n\r\n".encode() + body)
        self.transport.close()


class GuardedWs(Line):
    """The protocol of a socket, which was counted as a connection when it came."""

    keeper: Doorkeeper
    address = ""  # it was counted by; the system does not know any more once a connection is reset

    def connection_lost(self, exc: Exception | None) -> None:
        self.keeper.leave(self.address)
        super().connection_lost(exc)
