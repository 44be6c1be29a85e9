"""The view of a game with all hidden information revealed, for replays and for spectators when hands are open."""

from __future__ import annotations

from typing import Final

from sortilege.core.engine.state import State
from sortilege.core.types import Untrusted, View

ALL_REVEALED: Final = -1  # selects this view in place of a seat number
SEAT_FIELDS: Final = ("you", "legal", "log")  # they differ between seats without hiding anything


def open_view(state: State) -> View:
    """Return a spectator's view to which everything is added that any seat can see."""
    view: View = state.view(None)
    for seat in range(state.seats):
        seat_view = state.view(seat)
        view = {key: value if key in SEAT_FIELDS else merge(value, seat_view[key]) for key, value in view.items()}
    return view


def merge(view: Untrusted, other_view: Untrusted) -> Untrusted:
    """Merge the same part of two views, so that the result shows what at least one of them shows. A view hides
    something as null, as "?" in a string, or as a count instead of a list. What `view` hides is taken from
    `other_view`: "R?" and "RB" give "RB"."""
    if view is None or (type(view) is int and isinstance(other_view, list)):
        return other_view
    if isinstance(view, dict) and isinstance(other_view, dict):
        return {key: merge(value, other_view[key]) if key in other_view else value for key, value in view.items()}
    if type(view) is not type(other_view) or not isinstance(view, str | list) or len(view) != len(other_view):
        return view
    pairs = zip(view, other_view, strict=True)
    if isinstance(view, str):
        return "".join(other if character == "?" else character for character, other in pairs)
    return [merge(item, other) for item, other in pairs]
