"""Undo: which decisions a seat of a table may take back or play again. The `why_…` functions return None if it may,
otherwise the reason, which is a key of the section `undo` in words.toml.

A decision is identified by its index in the log of the match, which also contains chance outcomes.
"""

from __future__ import annotations

from typing import Literal

from sortilege.core.record import MAX_UNDONE
from sortilege.core.types import Position
from sortilege.server import runtime
from sortilege.server.errors import CONFLICT, Denied
from sortilege.server.tables.events import TookBack
from sortilege.server.tables.state import TableState


def undo(state: TableState, seat: int, whole_turn: bool) -> TookBack:
    """Return the event that takes back the seat's last decision or whole last turn. Raise Denied if it may not."""
    if state.paused:
        raise Denied(CONFLICT, "paused")
    why = why_no_turn_back(state, seat) if whole_turn else why_no_undo(state, seat)
    if why is not None:
        raise Denied(CONFLICT, "no_turn_back" if whole_turn else "no_undo", why=why)
    match = state.started_match()
    first_index = match.last_turn_start(seat) if whole_turn else match.undo_start(1)
    return take_back_from(state, seat, first_index or 0)


def take_back_from(state: TableState, seat: int, log_index: int, agreed: bool = False) -> TookBack:
    """Return the event that takes back the decision at this index of the match's log and everything after it. `seat` is
    the seat that takes it back, and `agreed` says whether all players agreed to that."""
    match = state.started_match()
    clocks = state.clocks_after(match.state_at(log_index), taken_back=True)
    return TookBack(seat, match.decisions_since(log_index), clocks, agreed)


def why_no_undo(state: TableState, seat: int | None) -> str | None:
    """Return None if the seat may take back its last decision. Otherwise return why not, as a key of the section `undo`
    in words.toml. `seat` None: a spectator."""
    if state.match is None:
        return "not_begun"
    if seat is None:
        return "spectator"
    if state.occupants[seat].level is not None:
        return "bot"
    if state.replay_error:
        return "misfit"
    if state.over():  # the table now shows the seed, which determines every further draw
        return "over"
    return state.match.why_no_undo(seat)


def why_no_request(state: TableState, seat: int) -> str | None:
    """Return None if the seat may ask the other players for consent to take something back. Otherwise return why not,
    as a key of the section `undo` in words.toml."""
    if not state.opened.take_backs:
        return "not_here"
    if state.replay_error:
        return "misfit"
    if state.taken_back >= MAX_UNDONE:
        return "too_often"
    return "not_yet" if state.started_match().last_decision(seat) is None else None


def why_no_turn_back(state: TableState, seat: int | None) -> str | None:
    """Return None if the seat may take back its whole last turn and what bots did since. Otherwise return why not, as a
    key of the section `undo` in words.toml. `seat` None: a spectator."""
    if (why := why_not_alone(state, seat)) is not None:
        return why
    turn_start = last_turn(state, seat)
    if turn_start is None:
        return "not_yet"
    if state.over():
        return "over"
    match = state.started_match()
    return match.why_no_undo(seat, match.decisions_since(turn_start))


def why_no_copy(state: TableState, seat: int | None) -> str | None:
    """Return None if a copy of the table can be created from the start of the seat's last turn. Otherwise return why
    not, as a key of the section `undo` in words.toml. `seat` None: a spectator."""
    if (why := why_not_alone(state, seat)) is not None:
        return why
    turn_start = last_turn(state, seat)
    if turn_start is None:
        return "not_yet"
    return "set_up" if state.started_match().last_quiet_index(turn_start) is None else None


def why_not_alone(state: TableState, seat: int | None) -> str | None:
    """Return None if the seat's person plays with bots only. Otherwise return why nothing may be undone, as a key of
    the section `undo` in words.toml. `seat` None: a spectator."""
    if state.match is None:
        return "not_begun"
    if seat is None:
        return "spectator"
    if state.replay_error:
        return "misfit"
    if state.occupants[seat].level is not None:
        return "bot"
    other_kinds = [occupant.kind for other, occupant in enumerate(state.occupants) if other != seat]
    return None if all(kind == "bot" for kind in other_kinds) else "people"


def last_turn(state: TableState, seat: int | None) -> int | None:
    """Return the index in the match's log at which the last turn of the seat begins; None if it had no turn."""
    return None if seat is None else state.started_match().last_turn_start(seat)


def retry_method(state: TableState, seat: int | None) -> Literal["turn", "copy"] | None:
    """Return how the seat may play its last turn again: "turn" if it can take the turn back at this table, or "copy" if
    it can only play it at a copy of the table, because chance has revealed something since. Return None if it may do
    neither. `seat` None: a spectator."""
    if why_not_alone(state, seat) is not None:  # checked first, because it is so at most tables
        return None
    if why_no_turn_back(state, seat) is None:
        return "turn"
    return "copy" if why_no_copy(state, seat) is None else None


def before_turn(state: TableState, seat: int) -> Position:
    """Return a position from before the seat's last turn, from which the turn can be played again. A position exists
    only where no effect is pending, so it may be from before an earlier decision of a bot. Everything that the seat
    could not know is drawn again."""
    match = state.started_match()
    quiet_index = match.last_quiet_index(match.last_turn_start(seat) or 0)
    view = match.state_at(quiet_index or 0).view(seat)
    return state.game.imagine(view, runtime.generator()).position()
