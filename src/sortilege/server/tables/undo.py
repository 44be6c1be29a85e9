"""What a seat of a table may take back, or have again, and if not why: keys of `undo` in words.toml."""

from __future__ import annotations

from typing import Literal

from sortilege.core.record import MOST_UNDONE
from sortilege.core.shapes import Position
from sortilege.server import runtime
from sortilege.server.errors import CONFLICT, Denied
from sortilege.server.tables.events import TookBack
from sortilege.server.tables.state import TableState


def undone(state: TableState, seat: int, whole_turn: bool) -> TookBack:
    """Return the event that takes back the seat's last decision or whole last turn. Raise Denied if it may not."""
    if state.paused():
        raise Denied(CONFLICT, "paused")
    why = why_no_turn_back(state, seat) if whole_turn else why_no_undo(state, seat)
    if why is not None:
        raise Denied(CONFLICT, "no_turn_back" if whole_turn else "no_undo", why=why)
    match = state.playing()
    return took_back(state, seat, (match.last_turn(seat) or 0) if whole_turn else match.steps_back(1))


def took_back(state: TableState, seat: int, at: int, agreed: bool = False) -> TookBack:
    """Return the event that takes back all lines of the match's log from `at` on."""
    match = state.playing()
    return TookBack(seat, match.steps_since(at), state.reading_after(match.state_at(at), back=True), agreed)


def why_no_undo(state: TableState, seat: int | None) -> str | None:
    """None when the seat may take its last step back, otherwise the reason: a key of `undo` in words.toml."""
    if state.match is None:
        return "not_begun"
    if seat is None:
        return "spectator"
    if state.chairs[seat].level is not None:
        return "bot"
    if state.misfit:
        return "misfit"
    if state.over():  # the table has just shown the seed, and with it every draw still to come
        return "over"
    return state.match.why_no_undo(seat)


def why_not_asked(state: TableState, seat: int) -> str | None:
    """None when the seat may ask the others to take something back that it may not take back alone."""
    if not state.opened.take_backs:
        return "not_here"
    if state.misfit:
        return "misfit"
    if state.taken_back >= MOST_UNDONE:
        return "too_often"
    return "not_yet" if state.playing().last_decision(seat) is None else None


def why_no_turn_back(state: TableState, seat: int | None) -> str | None:
    """None when the seat may take back its whole last turn with what bots answered to it."""
    if (why := why_not_alone(state, seat)) is not None:
        return why
    match, at = state.playing(), last_turn(state, seat)
    if at is None:
        return "not_yet"
    if state.over():
        return "over"
    return match.why_no_undo(seat, match.steps_since(at))


def why_no_copy(state: TableState, seat: int | None) -> str | None:
    """None when a copy of the table can be opened from the start of the seat's last turn."""
    if (why := why_not_alone(state, seat)) is not None:
        return why
    at = last_turn(state, seat)
    if at is None:
        return "not_yet"
    return None if state.playing().quiet_before(at) is not None else "set_up"


def why_not_alone(state: TableState, seat: int | None) -> str | None:
    """None when the seat's person plays against bots alone: nobody else's evening is turned back."""
    if state.match is None:
        return "not_begun"
    if seat is None:
        return "spectator"
    if state.misfit:
        return "misfit"
    if state.chairs[seat].level is not None:
        return "bot"
    alone = all(chair.kind == "bot" for at, chair in enumerate(state.chairs) if at != seat)
    return None if alone else "people"


def last_turn(state: TableState, seat: int | None) -> int | None:
    """Where in the match's log the last turn of a seat begins."""
    return None if seat is None else state.playing().last_turn(seat)


def back(state: TableState, seat: int | None) -> Literal["turn", "copy"] | None:
    """How the seat may have its last turn again: take it back, or open a copy where chance showed something."""
    if why_not_alone(state, seat) is not None:  # as at most tables: then neither
        return None
    if why_no_turn_back(state, seat) is None:
        return "turn"
    return "copy" if why_no_copy(state, seat) is None else None


def before_turn(state: TableState, seat: int) -> Position:
    """The table before the seat's last turn, with new luck: whatever the seat could not know then is drawn anew.
    From the nearest quiet point, so perhaps from a bot's step before it."""
    match = state.playing()
    at = match.quiet_before(match.last_turn(seat) or 0)
    view = match.state_at(at or 0).view(seat)
    return state.game.imagine(view, runtime.generator()).position()
