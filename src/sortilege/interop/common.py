"""Code that the interfaces for OpenSpiel and PettingZoo share: returns (final rewards) by seat, and views as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from sortilege.core.engine.state import State
from sortilege.core.types import View

# A search encodes a view at every node; the standard json module took most of its time.
ENCODER: Final = msgspec.json.Encoder(order="deterministic")


def returns(state: State) -> list[float]:
    """Return the return of each seat. All are 0 until the game is over."""
    seats = int(state.seats)
    outcome = state.outcome()
    return [0.0] * seats if outcome is None else returns_for(outcome["winners"], seats)


def returns_for(winners: Sequence[int], seats: int) -> list[float]:
    """Return the return of each seat for these winners. If nobody won, all get 0. A single winner gets 1, and several
    winners get an equal, smaller return. The losers get an equal return below 0, so that the sum is 0. A player alone
    at the table gets 1 for a victory and -1 otherwise."""
    if seats == 1:
        return [1.0 if winners else -1.0]
    if not winners:
        return [0.0] * seats
    return [(seats * (seat in winners) / len(winners) - 1) / (seats - 1) for seat in range(seats)]


def information(view: View) -> str:
    """Return what a seat knows if it remembers everything: the view with the log, as JSON with sorted keys."""
    return ENCODER.encode(view).decode()


def observation(view: View) -> str:
    """Return what a seat sees at this moment: the view without the log, as JSON with sorted keys."""
    return ENCODER.encode({key: value for key, value in view.items() if key != "log"}).decode()
