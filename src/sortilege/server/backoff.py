"""How long to wait before trying again: a little at first, then longer and longer, never all at the same moment."""

from __future__ import annotations

import asyncio
import random
from typing import Final

FIRST: Final = 0.25  # seconds
LONGEST: Final = 5.0


class Backoff:
    """The pauses between the attempts of one thing that fails for a while."""

    def __init__(self) -> None:
        self.seconds = FIRST

    async def wait(self) -> None:
        await asyncio.sleep(self.next())

    def next(self) -> float:
        """The next pause in seconds, by chance up to a half shorter: what failed together does not return together."""
        pause, self.seconds = self.seconds * random.uniform(0.5, 1.0), min(LONGEST, self.seconds * 2)
        return pause
