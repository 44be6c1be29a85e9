"""How often somebody may ask (a bucket that fills steadily and is emptied by asking) and how many sockets they have."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from litestar.di import NamedDependency

from sortilege.server import runtime
from sortilege.server.errors import NOT_NOW, TOO_MANY, Denied
from sortilege.server.settings import Rate, Settings

MOST_BUCKETS: Final = 10_000
LONGEST_KEY: Final = 200  # characters: an address and the name of a table are far shorter
IPV6_HOST_BITS: Final = 64  # one customer of a provider has at least a /64, so all its addresses count as one


@lru_cache(4096)
def network_of(address: str) -> str:
    """The key by which an address is limited: an IPv4 address itself, the /64 network of an IPv6 address.

    An IPv4 address mapped into IPv6 counts as IPv4. Text that is not an address is returned unchanged.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    network = int(parsed) >> IPV6_HOST_BITS << IPV6_HOST_BITS
    return f"{ipaddress.IPv6Address(network)}/{128 - IPV6_HOST_BITS}"


class Bucket:
    """Holds `size` askings and gains `per_second`."""

    def __init__(self, size: float, per_second: float) -> None:
        self.size = size
        self.per_second = per_second
        self.level = size
        self.at = runtime.monotonic()

    def take(self) -> bool:
        """Whether one more is granted now."""
        now = runtime.monotonic()
        self.level = min(self.size, self.level + (now - self.at) * self.per_second)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def give_back(self) -> None:
        """Undo one `take`."""
        self.level = min(self.size, self.level + 1)


class Limit:
    """A bucket for everybody who asks for one thing: those who asked last, in that order."""

    def __init__(self, rate: Rate, reason: str) -> None:
        self.rate = rate
        self.reason = reason
        self.buckets: dict[str, Bucket] = {}

    def check(self, who: str) -> None:
        """Denied when this one asked too often."""
        who = who[:LONGEST_KEY]
        bucket = self.buckets.pop(who, None) or Bucket(*self.rate)
        self.buckets[who] = bucket
        if len(self.buckets) > MOST_BUCKETS:
            del self.buckets[next(iter(self.buckets))]  # whoever has not asked for the longest time
        if not bucket.take():
            raise Denied(TOO_MANY, self.reason)

    def give_back(self, who: str) -> None:
        """Do not count one earlier `check` of this caller."""
        bucket = self.buckets.get(who[:LONGEST_KEY])
        if bucket is not None:
            bucket.give_back()


class Limits:
    """The rate limits of one address, by what it may ask for."""

    def __init__(self, settings: Settings) -> None:
        self.tables = Limit(settings.new_table_rate, "many_tables")
        self.sitting = Limit(settings.join_rate, "many_sitting")
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


class Sockets:
    """The sockets of this server, by whose they are: the address a trusted proxy names, where there is one."""

    def __init__(self, settings: Settings) -> None:
        self.most = settings.address_connections
        self.most_with_spectators = settings.connections * 3 // 4  # the rest is for the people who play
        self.all = 0
        self.by_address: Counter[str] = Counter()

    @contextmanager
    def one_more(self, who: str) -> Iterator[Sockets]:
        """While this one's socket is open; Denied when they have too many."""
        who = network_of(who)
        if self.by_address[who] >= self.most:
            raise Denied(NOT_NOW, "many_connections")
        self.by_address[who] += 1
        self.all += 1
        try:
            yield self
        finally:
            self.all -= 1
            self.by_address[who] -= 1
            if not self.by_address[who]:
                del self.by_address[who]

    def check_spectator(self) -> None:
        """Denied when the places that are left are for people who play."""
        if self.all > self.most_with_spectators:
            raise Denied(NOT_NOW, "crowd")


SocketsDep = NamedDependency[Sockets]
