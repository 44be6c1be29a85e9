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
    """Return the event by which a seat takes back its last decision (its whole last turn if `whole_turn`) without the
    consent of others. Raise Denied with the reason if that is not allowed."""
    if state.paused:
        raise Denied(CONFLICT, "paused")
    reason = why_no_turn_back(state, seat) if whole_turn else why_no_undo(state, seat)
    if reason is not None:
        raise Denied(CONFLICT, "no_turn_back" if whole_turn else "no_undo", why=reason)
    match = state.started_match()
    first_index = match.last_turn_start(seat) if whole_turn else match.undo_start(1)
    return take_back_from(state, seat, first_index or 0)


def take_back_from(state: TableState, seat: int, log_index: int, agreed: bool = False) -> TookBack:
    """Return the event by which a seat takes back the decision at this index of the match's log, and everything after
    it. `agreed` says whether all players agreed to that."""
    match = state.started_match()
    clocks = state.clocks_after(match.state_at(log_index), taken_back=True)
    return TookBack(seat, match.decisions_since(log_index), clocks, agreed)


def why_no_undo(state: TableState, seat: int | None) -> str | None:
    """Return why a seat (None: a spectator) cannot take back its last decision without the consent of others, as a key
    of the section `undo` in words.toml. Return None if it can."""
    if state.match is None:
        return "not_begun"
    if seat is None:
        return "spectator"
    if state.occupants[seat].level is not None:
        return "bot"
    if state.replay_error:
        return "misfit"
    if state.over():  # the seed is shown now, so everybody could compute the chance outcomes after another decision
        return "over"
    return state.match.why_no_undo(seat)


def why_no_request(state: TableState, seat: int) -> str | None:
    """Return why a seat cannot ask the others to let it take something back (a key of `undo` in words.toml), or
    None."""
    if not state.opened.take_backs:
        return "not_here"
    if state.replay_error:
        return "misfit"
    if state.taken_back >= MAX_UNDONE:
        return "too_often"
    return "not_yet" if state.started_match().last_decision(seat) is None else None


def why_no_turn_back(state: TableState, seat: int | None) -> str | None:
    """Return why a seat (None: a spectator) cannot take back its whole last turn and what bots did since, as a key of
    the section `undo` in words.toml. Return None if it can."""
    reason = why_not_alone(state, seat)
    if reason is not None:
        return reason
    turn_start = last_turn_start(state, seat)
    if turn_start is None:
        return "not_yet"
    if state.over():
        return "over"
    match = state.started_match()
    return match.why_no_undo(seat, match.decisions_since(turn_start))


def why_no_copy(state: TableState, seat: int | None) -> str | None:
    """Return why a seat (None: a spectator) cannot play its last turn again on a copy of the table, as a key of the
    section `undo` in words.toml. Return None if it can."""
    reason = why_not_alone(state, seat)
    if reason is not None:
        return reason
    turn_start = last_turn_start(state, seat)
    if turn_start is None:
        return "not_yet"
    return "set_up" if state.started_match().last_quiet_index(turn_start) is None else None


def why_not_alone(state: TableState, seat: int | None) -> str | None:
    """Return why a seat (None: a spectator) cannot take back a whole turn, as a key of the section `undo` in
    words.toml. Return None if its person plays with bots only, so that nobody else is affected."""
    if state.match is None:
        return "not_begun"
    if seat is None:
        return "spectator"
    if state.replay_error:
        return "misfit"
    if state.occupants[seat].level is not None:
        return "bot"
    plays_with_bots_only = all(
        occupant.kind == "bot" for other_seat, occupant in enumerate(state.occupants) if other_seat != seat
    )
    return None if plays_with_bots_only else "people"


def last_turn_start(state: TableState, seat: int | None) -> int | None:
    """Return the log index at which the last turn of a seat begins. Return None if it had no turn, or without seat."""
    return None if seat is None else state.started_match().last_turn_start(seat)


def retry_method(state: TableState, seat: int | None) -> Literal["turn", "copy"] | None:
    """Return how a seat (None: a spectator) can play its last turn again: "turn" if it can take the turn back, "copy"
    if only at a copy of the table, because chance has revealed something since, None if it cannot."""
    if why_not_alone(state, seat) is not None:  # tested first, because it is quick and true at most tables
        return None
    if why_no_turn_back(state, seat) is None:
        return "turn"
    return "copy" if why_no_copy(state, seat) is None else None


def position_before_turn(state: TableState, seat: int) -> Position:
    """Return a position from which a seat can play its last turn again. What it could not know is drawn anew.

    A position can only describe moments in which no effect of an action is pending. If the turn did not begin in such a
    moment, the position is from before an earlier decision of a bot."""
    match = state.started_match()
    turn_start = match.last_turn_start(seat)
    quiet_index = None if turn_start is None else match.last_quiet_index(turn_start)
    if quiet_index is None:
        raise ValueError("the seat had no turn that can be played again")
    view = match.state_at(quiet_index).view(seat)
    return state.game.imagine(view, runtime.generator()).position()
