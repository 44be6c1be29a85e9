"""The clocks of a table after its seats, gaps and timeouts. How clocks run is in clock.py."""

from __future__ import annotations

from collections.abc import Callable

from sortilege.server.tables import events
from sortilege.server.tables.clocks import clock
from sortilege.server.tables.clocks.clock import Reading
from sortilege.server.tables.events import Event
from sortilege.server.tables.state import TableState


def reading_with(state: TableState, seat: int, by_itself: bool) -> Reading | None:
    """Return the clocks after a bot took this seat, or (`by_itself`) after its person returned."""
    old = state.clock
    if old is None or not old.move or old.move[0] != seat or old.paused:
        return old
    return clock.started(old, state.now(), seat) if by_itself else clock.stopped(old, state.now(), old.paused)


def gap_taken_out(state: TableState, gap_after: Callable[[float], tuple[float, float] | None]) -> list[Event]:
    """Return the event that removes from the running clock the time in which no server ran; [] if there was none."""
    now = state.clock
    while now is not None and now.seat is not None and (gap := gap_after(now.at)) is not None:
        now = clock.without_gap(now, *gap)
    return [] if now is None or now is state.clock else [events.Stopped(now)]


def zero(state: TableState) -> list[Event]:
    """Return the events that follow when the running clock is at zero; [] while it is not."""
    plan, old = state.opened.clock, state.clock
    due = old.due() if old is not None else None
    if plan is None or old is None or due is None or old.seat is None or state.now() < due or state.misfit:
        return []
    news: list[Event] = [events.TimedOut(old.seat, clock.timed_out(old, state.now()))]
    if plan.at_zero == "seat":
        news.append(events.Handed(old.seat, state.chairs[old.seat].name, plan.level, lost=True))
    return news
