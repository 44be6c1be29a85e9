"""How the clocks of a table change when a seat gets another player, after a gap, and when time is up. clock.py has the
computations."""

from __future__ import annotations

from collections.abc import Callable

from sortilege.server.tables import events
from sortilege.server.tables.clocks import clock
from sortilege.server.tables.clocks.clock import ClockState
from sortilege.server.tables.events import Event
from sortilege.server.tables.state import TableState


def clocks_with_player(state: TableState, seat: int, is_bot: bool) -> ClockState | None:
    """Return the clocks after the player of a seat changed: from now on a bot plays it (`is_bot`), or a person. They
    change only if this seat has to decide now. Return None if the table has no clocks."""
    before = state.clock
    if before is None or before.paused:
        return before
    must_decide = bool(before.move) and before.move[0] == seat
    if not must_decide:
        return before
    return clock.stop(before, state.now(), paused=False) if is_bot else clock.start(before, state.now(), seat)


def remove_gaps(state: TableState, gap_after: Callable[[float], tuple[float, float] | None]) -> list[Event]:
    """Return the event that gives the running clock back the time of gaps (when no server ran); [] if there were no
    gaps. `gap_after` returns the start and the end of the first gap that ended after a given moment, or None."""
    clocks = state.clock
    if clocks is None or clocks.seat is None:
        return []
    while (gap := gap_after(clocks.at)) is not None:
        gap_start, gap_end = gap
        clocks = clock.without_gap(clocks, gap_start, gap_end)
    has_changed = clocks is not state.clock
    return [events.GapRemoved(clocks)] if has_changed else []


def check_timeout(state: TableState) -> list[Event]:
    """Return the events that let a bot play if the running clock has reached zero, otherwise []."""
    plan, clocks, now = state.opened.clock, state.clock, state.now()
    if plan is None or clocks is None or clocks.seat is None or state.replay_error:
        return []
    time_is_up = now >= clocks.at + clocks.left[clocks.seat]
    if not time_is_up:
        return []
    timed_out = events.TimedOut(clocks.seat, clock.time_out(clocks, now))
    if plan.at_zero == "move":
        return [timed_out]
    name = state.occupants[clocks.seat].name
    return [timed_out, events.HandedToBot(clocks.seat, name, plan.level, lost=True)]
