"""What both worlds ask of a game: how many actions there are, what a victory is worth, and views as text."""

from __future__ import annotations

import json

from sortilege.core.shapes import View
from sortilege.core.state import State


def returns(state: State) -> list[float]:
    """What the outcome is worth to each seat: 1 for a victory, and the sum of all is 0; a victory shared is shared, a
    draw is 0 for everybody. Alone at the table: 1 or -1. All 0 until the game is over."""
    seats = int(state.seats)
    outcome = state.outcome()
    if outcome is None:
        return [0.0] * seats
    winners = outcome["winners"]
    if seats == 1:
        return [1.0 if winners else -1.0]
    if not winners:
        return [0.0] * seats
    return [(seats * (seat in winners) / len(winners) - 1) / (seats - 1) for seat in range(seats)]


def information(view: View) -> str:
    """All a seat knows with perfect recall: the whole view, its log included, as JSON with sorted keys."""
    return json.dumps(view, sort_keys=True, ensure_ascii=False)


def observation(view: View) -> str:
    """What a seat sees at this moment: the view without its log."""
    return json.dumps({key: value for key, value in view.items() if key != "log"}, sort_keys=True, ensure_ascii=False)
