"""How often somebody may ask: a bucket that fills steadily and is emptied by asking."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from sortilege.server.problems import TOO_MANY, Denied

MOST_BUCKETS: Final = 10_000


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
    """A bucket for everybody who asks for one thing."""

    def __init__(self, size: float, per_second: float, reason: str) -> None:
        self.size = size
        self.per_second = per_second
        self.reason = reason
        self.buckets: dict[str, Bucket] = {}

    def check(self, who: str) -> None:
        """Denied when this one asked too often."""
        if len(self.buckets) >= MOST_BUCKETS and who not in self.buckets:
            self.buckets.clear()
        if not self.buckets.setdefault(who, Bucket(self.size, self.per_second)).take():
            raise Denied(TOO_MANY, self.reason)
