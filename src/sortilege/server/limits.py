"""How often somebody may ask (a bucket that fills steadily and is emptied by asking) and how many sockets they have."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from sortilege.server.problems import NOT_NOW, TOO_MANY, Denied
from sortilege.server.settings import Rate, Settings

MOST_BUCKETS: Final = 10_000
LONGEST_KEY: Final = 200  # characters: an address and the name of a table are far shorter


class Bucket:
    """Holds `size` askings and gains `per_second`."""

    def __init__(self, size: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.size = size
        self.per_second = per_second
        self.clock = clock
        self.level = size
        self.at = clock()

    def take(self) -> bool:
        """Whether one more is granted now."""
        now = self.clock()
        self.level = min(self.size, self.level + (now - self.at) * self.per_second)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


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
