"""Where a notice may be sent. An address comes from whoever wants notices, and the call from the host's machine, which
may reach what nobody outside may: so every address is looked at before it is called.

1. https:// alone, unless the host allows http:// as well; no name or password inside, no sign that ends a header.
2. A name is looked up, and every address it has must be outside the host's own network. The call goes to the very
   address that was looked at: asking the name again could give another.
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
NAT64: Final = IPv6Network("64:ff9b::/96")  # the last four bytes are an IPv4 address, and so in the next one
COMPATIBLE: Final = IPv6Network("::/96")
ISATAP: Final = (0x00005EFE, 0x02005EFE)  # bits 64 to 95 of an IPv6 address that tunnels into an IPv4 intranet
AZURE_HOST: Final = IPv4Address("168.63.129.16")  # a public number, but it is the inside of Microsoft's cloud
LOOK_UP_SECONDS: Final = 5.0
# getaddrinfo cannot be cancelled, so a slow name server blocks threads. These are not shared with other work.
LOOK_UP_THREADS: Final = ThreadPoolExecutor(16, thread_name_prefix="look-up")
Ip = IPv4Address | IPv6Address


class Place(NamedTuple):
    """An address, taken apart."""

    scheme: str
    host: str
    port: int
    path: str  # with what follows ?

    @property
    def origin(self) -> str:
        """As a web site is named."""
        named = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{named}" + ("" if self.port == PORTS[self.scheme] else f":{self.port}")


def place_of(address: str, settings: Settings) -> Place:
    """The address, taken apart; Denied where it is none, or none that the host allows."""
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
    return Place(parts.scheme, host, port or PORTS[parts.scheme], path)


async def allowed_addresses(place: Place, settings: Settings) -> list[str]:
    """The numbers behind the name, each of which may be called; Denied when one may not, or there is none."""
    found = await look_up(place)
    for one in found:
        if not may_be_called(one, place.port, settings):
            raise Denied(UNPROCESSABLE, "notice_inside", host=place.host)
    return [str(one) for one in found]


async def look_up(place: Place) -> list[Ip]:
    """Return all IP addresses of the name. The cause of Denied is a TimeoutError if the name server is too slow."""
    loop = asyncio.get_running_loop()
    resolve = partial(socket.getaddrinfo, place.host, place.port, type=socket.SOCK_STREAM)
    try:
        async with asyncio.timeout(LOOK_UP_SECONDS):
            rows = await loop.run_in_executor(LOOK_UP_THREADS, resolve)
    except TimeoutError as error:
        raise Denied(UNPROCESSABLE, "notice_look_up", host=place.host, seconds=f"{LOOK_UP_SECONDS:g}") from error
    except (OSError, UnicodeError):
        raise Denied(UNPROCESSABLE, "notice_no_host", host=place.host) from None
    numbers = dict.fromkeys(str(row[4][0]).partition("%")[0] for row in rows)
    return [ipaddress.ip_address(one) for one in numbers]


def may_be_called(ip: Ip, port: int, settings: Settings) -> bool:
    """Whether this is outside the host's own network, or in a part of it that the host named."""
    return any(allows(network, ip) for network in settings.notice_networks) or not (is_inside(ip) or is_near(ip, port))


def allows(network: str, ip: Ip) -> bool:
    return network == "*" or innermost(ip) in ipaddress.ip_network(network, strict=False)


def is_inside(ip: Ip) -> bool:
    """Whether no address of the internet: this machine, a private network, one of a provider's inside, a group."""
    if isinstance(ip, IPv6Address) and (int(ip) >> 32) & 0xFFFFFFFF in ISATAP:
        return True
    ip = innermost(ip)
    site_local = isinstance(ip, IPv6Address) and ip.is_site_local
    return not ip.is_global or ip.is_multicast or ip.is_reserved or site_local or ip == AZURE_HOST


def innermost(ip: Ip) -> Ip:
    """The IPv4 address that an IPv6 address wraps, in any of the ways there are; otherwise the address itself."""
    if isinstance(ip, IPv4Address):
        return ip
    if ip in NAT64 or (ip in COMPATIBLE and int(ip) > 1):
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None) or ip


def is_near(ip: Ip, port: int) -> bool:
    """Whether this is the machine itself under its public number, or a neighbour in the same network: in IPv6 those
    have numbers of the internet, too. Connecting a datagram socket sends nothing and tells our own number."""
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((str(ip), port))
        own = str(probe.getsockname()[0]).partition("%")[0]
        return ip in ipaddress.ip_network(f"{own}/{24 if ip.version == 4 else 64}", strict=False)
    return False
