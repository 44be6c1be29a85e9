"""What both worlds ask of a game: how many actions there are, what a victory is worth, and views as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from sortilege.core.shapes import View
from sortilege.core.state import State

# A search asks for these texts at every node, and they grow with the log: Python's own json took most of its time.
ENCODER: Final = msgspec.json.Encoder(order="deterministic")


def returns(state: State) -> list[float]:
    """What the outcome is worth to each seat: 1 for a victory, and the sum of all is 0; a victory shared is shared, a
    draw is 0 for everybody. Alone at the table: 1 or -1. All 0 until the game is over."""
    seats = int(state.seats)
    outcome = state.outcome()
    return [0.0] * seats if outcome is None else shares_of(outcome["winners"], seats)


def shares_of(winners: Sequence[int], seats: int) -> list[float]:
    """The same from who won."""
    if seats == 1:
        return [1.0 if winners else -1.0]
    if not winners:
        return [0.0] * seats
    return [(seats * (seat in winners) / len(winners) - 1) / (seats - 1) for seat in range(seats)]


def information(view: View) -> str:
    """All a seat knows with perfect recall: the whole view, its log included, as JSON with sorted keys."""
    return ENCODER.encode(view).decode()


def observation(view: View) -> str:
    """What a seat sees at this moment: the view without its log."""
    return ENCODER.encode({key: value for key, value in view.items() if key != "log"}).decode()
