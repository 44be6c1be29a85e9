"""The view of a game with all hidden information revealed, for replays and for spectators when hands are open."""

from __future__ import annotations

from typing import Final

from sortilege.core.engine.state import State
from sortilege.core.types import Untrusted, View

ALL_REVEALED: Final = -1  # selects this view in place of a seat number
SEAT_FIELDS: Final = ("you", "legal", "log")  # they differ between seats without hiding anything


def open_view(state: State) -> View:
    """Return a view of the game in which nothing is hidden that at least one seat can see. It is the view of a
    spectator with the hidden parts from the views of all seats."""
    view: View = state.view(None)
    for seat in range(state.seats):
        seat_view = state.view(seat)
        view = {key: value if key in SEAT_FIELDS else merge(value, seat_view[key]) for key, value in view.items()}
    return view


def merge(view: Untrusted, other_view: Untrusted) -> Untrusted:
    """Merge the same part of two views of a game, so that the result shows what at least one of them shows. A view
    hides something as null, as "?" in a string, or as a count instead of a list. What `view` hides is taken from
    `other_view`: "R?" and "RB" give "RB"."""
    is_hidden = view is None or (type(view) is int and isinstance(other_view, list))
    if is_hidden:
        return other_view
    if isinstance(view, dict) and isinstance(other_view, dict):
        return {key: merge(value, other_view[key]) if key in other_view else value for key, value in view.items()}
    if isinstance(view, str) and isinstance(other_view, str) and len(view) == len(other_view):
        return "".join(other if own == "?" else own for own, other in zip(view, other_view, strict=True))
    if isinstance(view, list) and isinstance(other_view, list) and len(view) == len(other_view):
        return [merge(own, other) for own, other in zip(view, other_view, strict=True)]
    return view
