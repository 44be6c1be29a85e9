"""Rate limits (token buckets) by address, and limits on the number of open WebSockets."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from litestar.di import NamedDependency

from sortilege.server import runtime
from sortilege.server.errors import TOO_MANY, UNAVAILABLE, Denied
from sortilege.server.settings import Rate, Settings

MAX_BUCKETS: Final = 10_000  # addresses that each limit remembers
LONGEST_KEY: Final = 200  # characters; an address and the name of a table are far shorter
IPV6_PREFIX: Final = 64  # a provider gives each customer at least a /64 network, so its addresses count as one


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the address as which rate limits count a client: an IPv4 address unchanged, or the /64 network of an IPv6
    address. An IPv4 address that is mapped to IPv6 counts as IPv4. Return other text unchanged."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(parsed), IPV6_PREFIX), strict=False))


class Bucket:
    """A token bucket: it holds at most `size` tokens and gains `per_second` tokens a second. Each request takes one."""

    def __init__(self, size: float, per_second: float) -> None:
        self.size = size
        self.per_second = per_second
        self.tokens = size
        self.updated_at = runtime.monotonic()

    def take(self) -> bool:
        """Take one token. Return False if there is none."""
        now = runtime.monotonic()
        self.tokens = min(self.size, self.tokens + (now - self.updated_at) * self.per_second)
        self.updated_at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def give_back(self) -> None:
        """Put one token back."""
        self.tokens = min(self.size, self.tokens + 1)


class Limit:
    """A rate limit with one token bucket per key, such as an address."""

    def __init__(self, rate: Rate, reason: str) -> None:
        self.rate = rate
        self.reason = reason  # the key of the refusal in words.toml
        self.buckets: dict[str, Bucket] = {}  # the most recently used last

    def check(self, key: str) -> None:
        """Count a request from `key`, such as a client's address. Raise Denied if it has sent too many requests."""
        short_key = key[:LONGEST_KEY]
        bucket = self.buckets.pop(short_key, None) or Bucket(*self.rate)
        self.buckets[short_key] = bucket  # at the end, as the most recently used
        if len(self.buckets) > MAX_BUCKETS:
            del self.buckets[next(iter(self.buckets))]  # the least recently used
        if not bucket.take():
            raise Denied(TOO_MANY, self.reason)

    def give_back(self, key: str) -> None:
        """Undo an earlier `check` of this key, because that request must not count."""
        bucket = self.buckets.get(key[:LONGEST_KEY])
        if bucket is not None:
            bucket.give_back()


class Limits:
    """The rate limits of all kinds of requests. Routes select one by name with the guard `limited`."""

    def __init__(self, settings: Settings) -> None:
        self.tables = Limit(settings.new_table_rate, "many_tables")
        self.joining = Limit(settings.join_rate, "many_sitting")
        self.recovery = Limit(settings.recovery_code_rate, "many_codes")
        self.invite_codes = Limit(settings.invite_code_rate, "many_invite_codes")
        self.wrong_invite_codes = Limit(settings.wrong_invite_code_rate, "many_wrong_invite_codes")
        self.people = Limit(settings.new_person_rate, "many_people")
        self.devices = Limit(settings.device_code_rate, "many_device_codes")
        self.records = Limit(settings.record_rate, "many_records")
        self.reading = Limit(settings.read_rate, "many_requests")
        self.replays = Limit(settings.replay_rate, "many_replays")
        self.notices = Limit(settings.subscription_rate, "many_notices")
        self.attempts = Limit(settings.puzzle_rate, "many_requests")


LimitsDep = NamedDependency[Limits]


class SocketCounter:
    """Counts the open WebSockets of this server, in total and for each client address. Behind a proxy, the address that
    the proxy forwards is counted."""

    def __init__(self, settings: Settings) -> None:
        self.max_per_address = settings.address_connections
        self.max_with_spectators = settings.connections * 3 // 4  # a quarter is reserved for players
        self.total = 0
        self.by_address: Counter[str] = Counter()

    @contextmanager
    def count_socket(self, key: str) -> Iterator[SocketCounter]:
        """Count a WebSocket of this address while the `with` block runs. Raise Denied if the address has too many."""
        key = network_of(key)
        if self.by_address[key] >= self.max_per_address:
            raise Denied(UNAVAILABLE, "many_connections")
        self.by_address[key] += 1
        self.total += 1
        try:
            yield self
        finally:
            self.total -= 1
            self.by_address[key] -= 1
            if not self.by_address[key]:
                del self.by_address[key]

    def check_spectator(self) -> None:
        """Raise Denied if a spectator may not connect now, because the remaining sockets are reserved for players."""
        if self.total > self.max_with_spectators:
            raise Denied(UNAVAILABLE, "crowd")


SocketCounterDep = NamedDependency[SocketCounter]
