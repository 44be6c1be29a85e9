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

LONGEST: Final = 1000  # characters of a URL
PORTS: Final = {"https": 443, "http": 80}
UNQUOTED: Final = "/%:@!$&'()*+,;=-._~?"  # characters of a path or query that need no percent-encoding
NAT64: Final = IPv6Network("64:ff9b::/96")  # the last four bytes of its addresses are an IPv4 address
IPV4_COMPATIBLE: Final = IPv6Network("::/96")  # the same, in an obsolete format
# The bytes 8 to 11 of an IPv6 address that tunnels to a private IPv4 address (the protocol ISATAP)
ISATAP: Final = (bytes.fromhex("00005efe"), bytes.fromhex("02005efe"))
AZURE_HOST: Final = IPv4Address("168.63.129.16")  # a public address that leads to internal services of Azure
LOOK_UP_SECONDS: Final = 5.0
# getaddrinfo cannot be cancelled, so a slow name server blocks threads. These are not shared with other work.
LOOK_UP_THREADS: Final = ThreadPoolExecutor(16, thread_name_prefix="look-up")
Ip = IPv4Address | IPv6Address


class Endpoint(NamedTuple):
    """The parts of a URL to which notifications are sent."""

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
    """Return the parts of a URL. Raise Denied if it is invalid or its scheme is not allowed."""
    has_only_url_characters = address.isascii() and address.isprintable() and " " not in address
    if len(address) > LONGEST or not has_only_url_characters:
        raise Denied(BAD_REQUEST, "notice_address")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Denied(BAD_REQUEST, "notice_address") from None
    has_credentials = parts.username is not None or parts.password is not None
    if parts.scheme not in PORTS or not host or port == 0 or has_credentials:
        raise Denied(BAD_REQUEST, "notice_address")
    if parts.scheme == "http" and not settings.notice_http:
        raise Denied(UNPROCESSABLE, "notice_https")
    path = quote(parts.path or "/", UNQUOTED)
    if parts.query:
        path += f"?{quote(parts.query, UNQUOTED)}"
    return Endpoint(parts.scheme, host, port or PORTS[parts.scheme], path)


async def allowed_addresses(endpoint: Endpoint, settings: Settings) -> list[str]:
    """Return the IP addresses of the endpoint. Raise Denied if there are none, or if one is not allowed."""
    addresses = await look_up(endpoint)
    for ip in addresses:
        if not is_allowed(ip, endpoint.port, settings):
            raise Denied(UNPROCESSABLE, "notice_inside", host=endpoint.host)
    return [str(ip) for ip in addresses]


async def look_up(endpoint: Endpoint) -> list[Ip]:
    """Return all IP addresses of the endpoint's host name. Raise Denied if there are none, or if the name server is too
    slow. In the second case the `__cause__` of the error is a TimeoutError, so that the caller may try again."""
    loop = asyncio.get_running_loop()
    resolve = partial(socket.getaddrinfo, endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    try:
        async with asyncio.timeout(LOOK_UP_SECONDS):
            rows = await loop.run_in_executor(LOOK_UP_THREADS, resolve)
    except TimeoutError as error:
        raise Denied(UNPROCESSABLE, "notice_look_up", host=endpoint.host, seconds=f"{LOOK_UP_SECONDS:g}") from error
    except (OSError, UnicodeError):
        raise Denied(UNPROCESSABLE, "notice_no_host", host=endpoint.host) from None
    addresses = [parse_ip(str(socket_address[0])) for *_, socket_address in rows]
    return list(dict.fromkeys(addresses))  # without duplicates


def parse_ip(text: str) -> Ip:
    """Parse an IP address from the operating system. An IPv6 address may be followed by the name of a network
    interface: "fe80::1%eth0" -> fe80::1."""
    address, _percent, _interface = text.partition("%")
    return ipaddress.ip_address(address)


def is_allowed(ip: Ip, port: int, settings: Settings) -> bool:
    """Whether the server may send notifications to this IP address. The address must be public and outside the server's
    local network, unless the setting `notice_networks` allows it."""
    if any(contains(network, ip) for network in settings.notice_networks):
        return True
    return is_public(ip) and not is_in_local_network(ip, port)


def contains(network: str, ip: Ip) -> bool:
    """Whether a network, such as "10.0.0.0/8", contains the IP address. "*" contains every address."""
    return network == "*" or without_tunnel(ip) in ipaddress.ip_network(network, strict=False)


def is_public(ip: Ip) -> bool:
    """Whether the IP address is on the public internet. Loopback, private, reserved and multicast addresses are not.
    Internal addresses of cloud providers and addresses that tunnel to private IPv4 addresses are not either."""
    if isinstance(ip, IPv6Address) and ip.packed[8:12] in ISATAP:
        return False
    target = without_tunnel(ip)
    is_site_local = isinstance(target, IPv6Address) and target.is_site_local
    is_internal = target.is_multicast or target.is_reserved or is_site_local or target == AZURE_HOST
    return target.is_global and not is_internal


def without_tunnel(ip: Ip) -> Ip:
    """Return the IPv4 address to which an IPv6 address tunnels, or the address itself if it does not tunnel."""
    if isinstance(ip, IPv4Address):
        return ip
    is_compatible = ip in IPV4_COMPATIBLE and not ip.is_loopback and not ip.is_unspecified
    if is_compatible or ip in NAT64:
        return IPv4Address(ip.packed[12:])  # the last four bytes
    _server, client = ip.teredo or (None, None)
    return ip.ipv4_mapped or ip.sixtofour or client or ip


def is_in_local_network(ip: Ip, port: int) -> bool:
    """Whether the IP address belongs to this machine or its local network, which even a public address may do. The
    local network is the /24 network (for IPv6 the /64 network) of this machine's own address.

    To find the own address, a datagram socket is connected. That sends nothing, but the system then chooses it."""
    family, prefix_length = (socket.AF_INET, 24) if ip.version == 4 else (socket.AF_INET6, 64)
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((str(ip), port))
        own = parse_ip(str(probe.getsockname()[0]))
        return ip in ipaddress.ip_network(f"{own}/{prefix_length}", strict=False)
    return False
