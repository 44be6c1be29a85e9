"""Decides which URLs notifications may be sent to. Users enter these URLs, and the server could reach private services
that the users cannot, so every URL is checked before a request (protection against server-side request forgery).

1. Only https:// is allowed, and http:// if the host enables it. A URL may not contain a user name, a password or
   control characters.
2. The host name is resolved, and all its IP addresses must be outside the server's own network. The request goes to an
   IP address that was checked, because a second DNS query could return a different one.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from typing import Final, NamedTuple
from urllib.parse import quote, urlsplit

from sortilege.server.errors import BAD_REQUEST, UNPROCESSABLE, Denied
from sortilege.server.settings import Settings

LONGEST: Final = 1000
PORTS: Final = {"https": 443, "http": 80}
SAFE: Final = "/%:@!$&'()*+,;=-._~?"
NAT64: Final = IPv6Network("64:ff9b::/96")  # its last four bytes are an IPv4 address, as in COMPATIBLE
COMPATIBLE: Final = IPv6Network("::/96")
ISATAP: Final = (0x00005EFE, 0x02005EFE)  # bits 64 to 95 of an IPv6 address that tunnels to a private IPv4 network
AZURE_HOST: Final = IPv4Address("168.63.129.16")  # a public address that leads to internal services of Azure
LOOK_UP_SECONDS: Final = 5.0
# getaddrinfo cannot be cancelled, so a slow name server blocks threads. These are not shared with other work.
LOOK_UP_THREADS: Final = ThreadPoolExecutor(16, thread_name_prefix="look-up")
Ip = IPv4Address | IPv6Address


class Endpoint(NamedTuple):
    """A parsed URL."""

    scheme: str
    host: str
    port: int
    path: str  # with the query

    @property
    def origin(self) -> str:
        """The origin, such as https://play.example:8443."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == PORTS[self.scheme] else f":{self.port}")


def parse_endpoint(address: str, settings: Settings) -> Endpoint:
    """Parse a URL. Raise Denied if it is invalid or its scheme is not allowed."""
    if len(address) > LONGEST or not address.isascii() or not address.isprintable() or " " in address:
        raise Denied(BAD_REQUEST, "notice_address")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Denied(BAD_REQUEST, "notice_address") from None
    if parts.scheme not in PORTS or not host or port == 0 or parts.username is not None or parts.password is not None:
        raise Denied(BAD_REQUEST, "notice_address")
    if parts.scheme == "http" and not settings.notice_http:
        raise Denied(UNPROCESSABLE, "notice_https")
    path = quote(parts.path or "/", SAFE) + (f"?{quote(parts.query, SAFE)}" if parts.query else "")
    return Endpoint(parts.scheme, host, port or PORTS[parts.scheme], path)


async def allowed_addresses(endpoint: Endpoint, settings: Settings) -> list[str]:
    """Return the IP addresses of the endpoint. Raise Denied if it has none, or if one of them may not be called."""
    addresses = await look_up(endpoint)
    for ip in addresses:
        if not may_be_called(ip, endpoint.port, settings):
            raise Denied(UNPROCESSABLE, "notice_inside", host=endpoint.host)
    return [str(ip) for ip in addresses]


async def look_up(endpoint: Endpoint) -> list[Ip]:
    """Return all IP addresses of the endpoint's host name. Raise Denied if there are none; its cause is a TimeoutError
    if the name server is too slow."""
    loop = asyncio.get_running_loop()
    resolve = partial(socket.getaddrinfo, endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    try:
        async with asyncio.timeout(LOOK_UP_SECONDS):
            rows = await loop.run_in_executor(LOOK_UP_THREADS, resolve)
    except TimeoutError as error:
        raise Denied(UNPROCESSABLE, "notice_look_up", host=endpoint.host, seconds=f"{LOOK_UP_SECONDS:g}") from error
    except (OSError, UnicodeError):
        raise Denied(UNPROCESSABLE, "notice_no_host", host=endpoint.host) from None
    unique = dict.fromkeys(str(row[4][0]).partition("%")[0] for row in rows)
    return [ipaddress.ip_address(text) for text in unique]


def may_be_called(ip: Ip, port: int, settings: Settings) -> bool:
    """Whether the IP address is outside the server's own network, or in a network that the setting allows."""
    return any(allows(network, ip) for network in settings.notice_networks) or not (is_inside(ip) or is_near(ip, port))


def allows(network: str, ip: Ip) -> bool:
    """Whether an entry of the setting `notice_networks` contains the IP address."""
    return network == "*" or innermost(ip) in ipaddress.ip_network(network, strict=False)


def is_inside(ip: Ip) -> bool:
    """Whether the IP address is not on the public internet: loopback, private, reserved, multicast, or internal to a
    cloud provider."""
    if isinstance(ip, IPv6Address) and (int(ip) >> 32) & 0xFFFFFFFF in ISATAP:
        return True
    ip = innermost(ip)
    site_local = isinstance(ip, IPv6Address) and ip.is_site_local
    return not ip.is_global or ip.is_multicast or ip.is_reserved or site_local or ip == AZURE_HOST


def innermost(ip: Ip) -> Ip:
    """Return the IPv4 address embedded in an IPv6 address (NAT64, mapped, 6to4, Teredo), or else the address itself."""
    if isinstance(ip, IPv4Address):
        return ip
    if ip in NAT64 or (ip in COMPATIBLE and int(ip) > 1):
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None) or ip


def is_near(ip: Ip, port: int) -> bool:
    """Whether the IP address belongs to this machine or its local network (/24, or /64 for IPv6), where machines may
    have public addresses. Connecting a datagram socket sends nothing but reveals our own address."""
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((str(ip), port))
        own = str(probe.getsockname()[0]).partition("%")[0]
        return ip in ipaddress.ip_network(f"{own}/{24 if ip.version == 4 else 64}", strict=False)
    return False
