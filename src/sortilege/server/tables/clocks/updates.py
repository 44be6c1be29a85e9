"""How the clocks of a table change when a seat gets another player, after a gap, and when time is up. clock.py has the
computations."""

from __future__ import annotations

from collections.abc import Callable

from sortilege.server.tables import events
from sortilege.server.tables.clocks import clock
from sortilege.server.tables.clocks.clock import ClockState
from sortilege.server.tables.events import Event
from sortilege.server.tables.state import TableState


def clock_with_player(state: TableState, seat: int, bot: bool) -> ClockState | None:
    """Return the clocks after the player of a seat changed: a bot (`bot`) or a person plays it from now on. The clocks
    change only if this seat has to decide now. Return None if the table has no clocks."""
    before = state.clock
    if before is None or before.paused or not before.move or before.move[0] != seat:
        return before
    return clock.stop(before, state.now(), paused=False) if bot else clock.start(before, state.now(), seat)


def remove_gaps(state: TableState, gap_after: Callable[[float], tuple[float, float] | None]) -> list[Event]:
    """Return the event that gives back the time that the running clock lost while no server ran; [] if it lost none.

    A gap is a time in which no server ran. `gap_after` returns the start and the end of the first gap that ended after
    a given moment, or None."""
    clocks = state.clock
    while clocks is not None and clocks.seat is not None and (gap := gap_after(clocks.at)) is not None:
        clocks = clock.without_gap(clocks, *gap)
    return [] if clocks is None or clocks is state.clock else [events.GapRemoved(clocks)]


def check_timeout(state: TableState) -> list[Event]:
    """Return the events of a timeout if the running clock has reached zero, otherwise []."""
    plan, clocks, now = state.opened.clock, state.clock, state.now()
    if plan is None or clocks is None or clocks.seat is None or state.replay_error:
        return []
    if now < clocks.at + clocks.left[clocks.seat]:
        return []
    timeout: list[Event] = [events.TimedOut(clocks.seat, clock.time_out(clocks, now))]
    if plan.at_zero == "seat":
        name = state.occupants[clocks.seat].name
        timeout.append(events.HandedToBot(clocks.seat, name, plan.level, lost=True))
    return timeout
