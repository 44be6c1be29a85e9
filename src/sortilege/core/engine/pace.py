"""Decides when a search may stop early, because its result is unlikely to change. Compiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

RELIABLE: Final = 1000  # simulations after which a lead is unlikely to be due to chance
CATCH_UP_RATE: Final = 0.15  # the part of the remaining simulations that another action may then gain on the leader


def possible_gain(done: i64, spent: float, seconds: float, left: i64, rate: float = CATCH_UP_RATE) -> float:
    """Return by how many visits another action may still catch up with the most visited one, so that a search can stop
    if its lead is larger. The search has done `done` simulations in `spent` seconds; `seconds` and at most `left`
    simulations remain. Once RELIABLE simulations are done, another action is expected to gain only the part `rate` of
    the remaining ones."""
    gain = seconds * float(done) / (spent + 0.000001)  # never divide by zero
    if done >= RELIABLE:
        gain *= rate
    if gain > float(left):
        return float(left)
    return gain
