"""The storage quota: above it, new tables and records are refused."""

from __future__ import annotations

from typing import Final

from sortilege.server import runtime
from sortilege.server.errors import STORE_FULL, Denied
from sortilege.server.store.protocol import Store

MEASURE_INTERVAL: Final = 10.0  # seconds; measuring costs a query


class StoreQuota:
    """Refuses new tables and records when the store is full. Running games continue."""

    def __init__(self, store: Store, max_bytes: int) -> None:
        self.store = store
        self.max_bytes = max_bytes
        self.size = 0  # in bytes, as last measured
        self._measured_at: float | None = None

    async def check(self) -> None:
        """Raise Denied if the store is full. The size is measured at most every MEASURE_INTERVAL seconds."""
        now = runtime.monotonic()
        if self._measured_at is None or now - self._measured_at >= MEASURE_INTERVAL:
            self._measured_at = now
            self.size = await self.store.size()
        if self.size >= self.max_bytes:
            raise Denied(STORE_FULL, "store_full")
