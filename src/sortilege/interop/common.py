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
    """Return the final reward of each seat, which research calls its return. All are 0 until the game is over."""
    seats = int(state.seats)
    outcome = state.outcome()
    if outcome is None:
        return [0.0] * seats
    return returns_for(outcome["winners"], seats)


def returns_for(winners: Sequence[int], seats: int) -> list[float]:
    """Return the final reward of each seat for these winners. A single winner gets 1, several winners share less, and
    all losers get the same reward below 0, so that the sum is 0. If nobody won, all get 0. A player alone at the table
    gets 1 for a victory and -1 otherwise."""
    if seats == 1:
        return [1.0 if winners else -1.0]
    if not winners:
        return [0.0] * seats
    winner_return = (seats / len(winners) - 1) / (seats - 1)
    loser_return = -1 / (seats - 1)
    return [winner_return if seat in winners else loser_return for seat in range(seats)]


def information(view: View) -> str:
    """Return what a seat knows if it remembers the whole match: the view with the log, as JSON with sorted keys."""
    return ENCODER.encode(view).decode()


def observation(view: View) -> str:
    """Return what a seat sees at this moment: the view without the log, as JSON with sorted keys."""
    return ENCODER.encode({key: value for key, value in view.items() if key != "log"}).decode()
