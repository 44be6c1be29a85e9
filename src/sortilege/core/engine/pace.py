"""When a search may stop early because its result will not change. Compiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

RELIABLE: Final = 1000  # simulations after which a lead is unlikely to be due to chance
CATCH_UP_RATE: Final = 0.15  # the part of the remaining simulations that another action may then gain on the leader


def possible_gain(simulations: i64, spent: float, seconds: float, left: i64, rate: float = CATCH_UP_RATE) -> float:
    """Return how many visits another action may still gain on the most visited one, with so many seconds and at most
    `left` simulations to go. After RELIABLE simulations it is expected to get only the part `rate` of them."""
    gain = seconds * float(simulations) / (spent + 0.000001)
    if simulations >= RELIABLE:
        gain *= rate
    if gain > float(left):
        return float(left)
    return gain
