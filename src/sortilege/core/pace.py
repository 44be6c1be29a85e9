"""How long to think: a search may stop when its answer is settled. Compiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

FAMILIAR: Final = 1000  # simulations after which a lead says more than chance and first sight
CATCHING_UP: Final = 0.15  # of the simulations to come: what a rival may then be expected to gain on the leader


def gain_to_come(simulations: i64, spent: float, seconds: float, left: i64, catching_up: float = CATCHING_UP) -> float:
    """How many visits a rival could still gain on the most tried action, with so many seconds and simulations left. Who
    is held to a number of simulations gets the answer of all of them; only time is saved on a likelihood."""
    gain = seconds * float(simulations) / (spent + 0.000001)
    if simulations >= FAMILIAR:
        gain *= catching_up
    if gain > float(left):
        return float(left)
    return gain
