"""How long to wait before trying again: a little at first, then longer and longer, never all at the same moment."""

from __future__ import annotations

import asyncio
from typing import Final

from sortilege.server import runtime

FIRST: Final = 0.25  # seconds
LONGEST: Final = 5.0


class Backoff:
    """The pauses between the attempts of one thing that fails for a while."""

    def __init__(self) -> None:
        self.seconds = FIRST

    async def wait(self) -> None:
        await asyncio.sleep(self.next())

    def next(self) -> float:
        """Return the next pause in seconds. It is shortened at random by up to half, so that tasks that failed together
        do not retry together."""
        pause, self.seconds = self.seconds * runtime.generator().uniform(0.5, 1.0), min(LONGEST, self.seconds * 2)
        return pause
