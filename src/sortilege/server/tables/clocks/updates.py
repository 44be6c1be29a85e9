"""How the clocks of a table change when a seat gets another player, after a gap, and when time is up. clock.py has the
computations."""

from __future__ import annotations

from collections.abc import Callable

from sortilege.server.tables import events
from sortilege.server.tables.clocks import clock
from sortilege.server.tables.clocks.clock import Reading
from sortilege.server.tables.events import Event
from sortilege.server.tables.state import TableState


def clock_with_player(state: TableState, seat: int, bot: bool) -> Reading | None:
    """Return the clocks after a bot (`bot`) or a person begins to play this seat. They change only if this seat has to
    decide now."""
    old = state.clock
    if old is None or not old.move or old.move[0] != seat or old.paused:
        return old
    return clock.stop(old, state.now(), old.paused) if bot else clock.start(old, state.now(), seat)


def remove_gaps(state: TableState, gap_after: Callable[[float], tuple[float, float] | None]) -> list[Event]:
    """Return the event that removes from the running clock the time in which no server ran; [] if there was none.
    `gap_after` returns the first such gap that ended after a moment."""
    reading = state.clock
    while reading is not None and reading.seat is not None and (gap := gap_after(reading.at)) is not None:
        reading = clock.without_gap(reading, *gap)
    return [] if reading is None or reading is state.clock else [events.GapRemoved(reading)]


def check_timeout(state: TableState) -> list[Event]:
    """Return the events of a timeout if the running clock has reached zero, otherwise []."""
    plan, old = state.opened.clock, state.clock
    due = old.due() if old is not None else None
    if plan is None or old is None or due is None or old.seat is None or state.now() < due or state.replay_error:
        return []
    timeout: list[Event] = [events.TimedOut(old.seat, clock.time_out(old, state.now()))]
    if plan.at_zero == "seat":
        timeout.append(events.HandedToBot(old.seat, state.occupants[old.seat].name, plan.level, lost=True))
    return timeout
