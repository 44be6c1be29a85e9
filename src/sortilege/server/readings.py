"""How the clocks of a table stand after what happens at it. How they run at all is in clock.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sortilege import OVER, Match
from sortilege.core.state import State
from sortilege.server import clock, events
from sortilege.server.clock import Reading
from sortilege.server.events import Chair, Event

if TYPE_CHECKING:
    from sortilege.server.table_state import TableState


def move_of(state: State) -> list[int]:
    """Who is to decide, and in which turn: that is one move by the clock. [] when the game is over."""
    seat = state.turn()
    return [] if seat == OVER else [seat, *state.game.turn_of(state)]


def first_reading(state: TableState, match: Match, chairs: list[Chair]) -> Reading | None:
    """How the clocks stand after the first deal."""
    plan = state.opened.clock
    if plan is None:
        return None
    now, move = state.now(), move_of(match.state)
    runs = bool(move) and chairs[move[0]].level is None
    return clock.after_step(plan, clock.full(plan, len(chairs), now), now, move, runs)


def reading_after(state: TableState, after: State, back: bool = False) -> Reading | None:
    """Return the clocks after a step that leads to the game state `after`; `back` if the step takes something back."""
    plan, old = state.opened.clock, state.clock
    if plan is None or old is None:
        return None
    move = move_of(after)
    runs = bool(move) and state.chairs[move[0]].level is None
    return clock.after_step(plan, old, state.now(), move, runs, back)


def reading_with(state: TableState, seat: int, by_itself: bool) -> Reading | None:
    """How the clocks stand when a bot has taken this seat, or its person plays `by_itself` again."""
    old = state.clock
    if old is None or not old.move or old.move[0] != seat or old.paused:
        return old
    return clock.started(old, state.now(), seat) if by_itself else clock.stopped(old, state.now(), old.paused)


def gap_taken_out(state: TableState, gap_after: Callable[[float], tuple[float, float] | None]) -> list[Event]:
    """The running clock without the gaps in which no server ran; nothing where there were none."""
    now = state.clock
    while now is not None and now.seat is not None and (gap := gap_after(now.at)) is not None:
        now = clock.without_gap(now, *gap)
    return [] if now is None or now is state.clock else [events.Stopped(now)]


def zero(state: TableState) -> list[Event]:
    """What follows when the running clock is at zero; nothing while it is not."""
    plan, old = state.opened.clock, state.clock
    due = old.due() if old is not None else None
    if plan is None or old is None or due is None or old.seat is None or state.now() < due or state.misfit:
        return []
    news: list[Event] = [events.TimedOut(old.seat, clock.timed_out(old, state.now()))]
    if plan.at_zero == "seat":
        news.append(events.Handed(old.seat, state.chairs[old.seat].name, plan.level, lost=True))
    return news
