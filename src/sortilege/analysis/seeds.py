"""Random seeds derived from data, so that the same data always gives the same result."""

from __future__ import annotations

import json
from datetime import date
from hashlib import sha256

from sortilege.core.types import View

VIEW_BITS = 48


def hash_number(text: str) -> int:
    """Return the SHA-256 hash of a text as a 256-bit integer."""
    return int.from_bytes(sha256(text.encode()).digest())


def view_seed(view: View) -> int:
    """Return the random seed of a hint. It depends on the view alone, so hidden information cannot influence the
    hint."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"))
    return hash_number(text) >> (256 - VIEW_BITS)


def day_number(day: date, purpose: str) -> int:
    """Return a large number that every server computes alike for this day and purpose."""
    return hash_number(f"{daily_seed(day)} {purpose}")


def daily_seed(day: date) -> str:
    """Return the match seed of the solo game of a day."""
    return f"sortilege daily {day.isoformat()}"


def puzzle_seed(id: str) -> int:
    """Return the seed with which a mined puzzle is analysed."""
    number: int = sum(ord(sign) * 31**k for k, sign in enumerate(id))
    return number % 1_000_000
