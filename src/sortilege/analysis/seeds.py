"""Random seeds derived from data, so that the same data always gives the same result."""

from __future__ import annotations

import json
from datetime import date
from hashlib import sha256

from sortilege.core.types import View

HASH_BITS = 256
VIEW_SEED_BITS = 48
PUZZLE_SEEDS = 1_000_000


def hash_number(text: str) -> int:
    """Return the SHA-256 hash of a text as a 256-bit integer."""
    return int.from_bytes(sha256(text.encode()).digest())


def view_seed(view: View) -> int:
    """Return the random seed of a hint. It depends on the view alone, so hidden information cannot influence hints."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"))
    return hash_number(text) >> (HASH_BITS - VIEW_SEED_BITS)


def day_number(day: date, purpose: str) -> int:
    """Return a large number that follows from day and purpose, for a random choice that is alike on all servers."""
    return hash_number(f"{daily_seed(day)} {purpose}")


def daily_seed(day: date) -> str:
    """Return the random seed of the solo game that everybody can play on this day."""
    return f"sortilege daily {day.isoformat()}"


def puzzle_seed(id: str) -> int:
    """Return the random seed of the analysis of a mined puzzle, a number below a million."""
    number: int = sum(ord(character) * 31**index for index, character in enumerate(id))
    return number % PUZZLE_SEEDS
