"""Decides when a search may stop early, because its result is unlikely to change. Compiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MIN_SECONDS: Final = 0.000001  # seconds; avoids a division by zero
RELIABLE: Final = 1000  # simulations after which a lead is unlikely to be due to chance
CATCH_UP_RATE: Final = 0.15  # the part of the remaining simulations that another action may then gain on the leader


def possible_gain(
    simulations_done: i64,
    seconds_spent: float,
    seconds_left: float,
    simulations_left: i64,
    catch_up_rate: float = CATCH_UP_RATE,
) -> float:
    """Return how many simulations another action can still gain on the most simulated action. If the lead of that
    action is larger, the search can stop. After RELIABLE simulations, another action is expected to gain only the part
    `catch_up_rate` of the simulations that are still possible in the time left."""
    gain = seconds_left * float(simulations_done) / (seconds_spent + MIN_SECONDS)
    if simulations_done >= RELIABLE:
        gain *= catch_up_rate
    if gain > float(simulations_left):
        return float(simulations_left)
    return gain
