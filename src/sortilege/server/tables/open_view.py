"""The view of a game with all hidden information revealed, for replays and for spectators when hands are open."""

from __future__ import annotations

from typing import Final

from sortilege.core.engine.state import State
from sortilege.core.types import Untrusted, View

OPEN: Final = -1  # used in place of a seat number to request this view
OWN: Final = ("you", "legal", "log")  # fields that differ between seats without hiding anything


def open_view(state: State) -> View:
    """Return a spectator's view with everything that any seat can see merged into it."""
    view: View = state.view(None)
    for seat in range(state.seats):
        known = state.view(seat)
        view = {key: view[key] if key in OWN else merge(view[key], known[key]) for key in view}
    return view


def merge(one: Untrusted, other: Untrusted) -> Untrusted:
    """Merge two views of the same value. Where the first hides something (null, a "?", or a count instead of a list),
    the result has the value of the second."""
    if one is None or (type(one) is int and isinstance(other, list)):
        return other
    if isinstance(one, str) and isinstance(other, str) and len(one) == len(other):
        return "".join(b if a == "?" else a for a, b in zip(one, other, strict=True))
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [merge(a, b) for a, b in zip(one, other, strict=True)]
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: merge(value, other[key]) if key in other else value for key, value in one.items()}
    return one
