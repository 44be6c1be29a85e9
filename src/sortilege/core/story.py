"""The log of a state: each past action told once, with what it did; then, for each seat, what that seat saw of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sortilege.core.cells import copy
from sortilege.core.state import State

if TYPE_CHECKING:
    from sortilege.core.game import Game, Line


class Told:
    """The lines told so far, and a state standing where the telling has arrived."""

    def __init__(self, state: State) -> None:
        self.lines: list[Line] = []
        self.here = state.twin()
        self.here.cells = copy(state.origin)


def story(state: State) -> list[Line]:
    """Every action since the state's origin as a line that hides nothing. Only what is new is replayed."""
    if not state.past:
        return []
    if state.told is None:
        state.told = Told(state)
    told: Told = state.told
    game: Game = state.game
    for action in state.past[len(told.lines) :]:
        before = told.here.twin()
        told.here.do(action)
        line = game.tell(before, action, told.here)
        if "amends" in line:  # an outcome that completes what the line before it began
            told.lines[-1] |= line.pop("amends")
        told.lines.append(line)
    return told.lines


def log_of(state: State, seat: int | None) -> list[dict[str, Any]]:
    """The log as this seat saw it: hidden faces are null, and what it may not even know of is left out. The list is
    the caller's own; its lines are shared and only to be read."""
    game: Game = state.game
    seen = (game.shown(line, seat, state) for line in story(state))
    return state.recalled + [line for line in seen if line is not None]
