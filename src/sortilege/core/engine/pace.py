"""Decides when a search may stop early, because its result is unlikely to change. Compiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

RELIABLE: Final = 1000  # simulations after which a lead is unlikely to be due to chance
CATCH_UP_RATE: Final = 0.15  # the part of the remaining simulations that another action may then gain on the leader


def possible_gain(done: i64, spent: float, seconds: float, left: i64, rate: float = CATCH_UP_RATE) -> float:
    """Return how many visits another action may still gain on the most visited one. The search has done `done`
    simulations in `spent` seconds, and may do at most `left` more in `seconds`. After RELIABLE simulations only the
    part `rate` of the remaining ones is expected to go to the other action."""
    gain = seconds * float(done) / (spent + 0.000001)  # never divide by zero
    if done >= RELIABLE:
        gain *= rate
    if gain > float(left):
        return float(left)
    return gain
