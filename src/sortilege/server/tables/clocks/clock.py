"""The clocks of a table: pure functions that compute the next `ClockState` from the one before.

1. Every event that changes the clocks stores their new state. The last stored one counts; nothing is computed again
   when a log is read.
2. No clock runs while a bot decides, while the table is paused, before the game or after it.
3. Time in which no server ran counts for nobody: a `GapRemoved` event removes it (see timekeeper.py).
4. Taking a move back does not return the time that it took.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sortilege.server.errors import UNPROCESSABLE, Denied
from sortilege.server.tables.messages import ClockPlan

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
# Allowed numbers of seconds
PER_MOVE: Final = range(5 * MINUTE, 7 * DAY + 1)
BUDGET: Final = range(MINUTE, 30 * DAY + 1)
INCREMENT: Final = range(DAY + 1)
ABSENCE: Final = range(5 * MINUTE, 30 * DAY + 1)  # without contact, until a person counts as absent
DEFAULT_ABSENCE: Final = 10 * MINUTE


class ClockState(Struct, frozen=True, omit_defaults=True):
    """The clocks of all seats of a table at one moment."""

    at: float  # the moment, in seconds since 1970
    left: list[float]  # seconds left at that moment, by seat
    seat: int | None = None  # the seat whose clock runs from then on; None: no clock runs
    move: list[int] = []  # identifies the present move: the seat that decides, then the numbers of `Game.turn_of`
    overdue: bool = False  # the time of this move is up: a bot completes it
    paused: bool = False

    def due(self) -> float | None:
        """Return the time at which the running clock reaches zero; None if no clock runs."""
        return None if self.seat is None else self.at + self.left[self.seat]


def check_plan(plan: ClockPlan | None) -> None:
    """Raise Denied if the numbers of a clock plan are out of range."""
    if plan is None:
        return
    if plan.kind == "move":
        if plan.seconds not in PER_MOVE:
            raise Denied(UNPROCESSABLE, "clock_per_move")
        if plan.increment:
            raise Denied(UNPROCESSABLE, "clock_increment_only_budget")
    elif plan.seconds not in BUDGET or plan.increment not in INCREMENT:
        raise Denied(UNPROCESSABLE, "clock_budget")


def with_unit(seconds: int) -> tuple[int, str]:
    """Convert seconds to the largest unit that divides them, for example 7200 to (2, "hour"). The unit is a key of the
    section `unit` in words.toml."""
    if seconds % DAY == 0:
        return seconds // DAY, "day"
    if seconds % HOUR == 0:
        return seconds // HOUR, "hour"
    return round(seconds / MINUTE), "minute"


def absence_seconds(requested: int | None, clock: ClockPlan | None) -> int:
    """Return the seconds without contact after which a person at a new table counts as absent. The default is the
    length of the table's clock, at least ten minutes. Raise Denied if the requested number is out of range."""
    if requested is None:
        return max(DEFAULT_ABSENCE, min(clock.seconds, ABSENCE[-1])) if clock else DEFAULT_ABSENCE
    if requested not in ABSENCE:
        raise Denied(UNPROCESSABLE, "absence_time")
    return requested


# ---------------------------------------------------------------- the next state of the clocks
def initial_clocks(plan: ClockPlan, seats: int, now: float) -> ClockState:
    """Return the clocks of a table with this number of seats before the first move."""
    return ClockState(now, [float(plan.seconds)] * seats)


def seconds_left(before: ClockState, now: float) -> list[float]:
    """Return the seconds that each seat has left now. `before` is the state of the clocks when they changed last."""
    left = before.left.copy()
    if before.seat is not None:
        elapsed = max(0.0, now - before.at)
        left[before.seat] = round(max(0.0, left[before.seat] - elapsed), 3)
    return left


def after_decision(
    plan: ClockPlan, before: ClockState, now: float, next_move: list[int], runs: bool, taken_back: bool = False
) -> ClockState:
    """Return the clocks after a decision was made, or after it was `taken_back`.

    `before` are the clocks when they changed last. `next_move` identifies the move to be played next, as in
    `ClockState.move`; it is [] after the game. `runs`: whether a person plays the seat of the next move, so that its
    clock runs (the clocks of bots do not)."""
    left = seconds_left(before, now)
    next_seat = next_move[0] if next_move else None
    running_seat = next_seat if runs else None
    if next_move == before.move:  # the same seat continues its move
        return ClockState(now, left, None if before.overdue else running_seat, next_move, before.overdue)
    if plan.kind == "move" and next_seat is not None and not taken_back:
        left[next_seat] = float(plan.seconds)
    finished_move = next_move if taken_back else before.move
    if plan.kind == "budget" and finished_move and not before.overdue:
        finished_seat = finished_move[0]
        increment = -plan.increment if taken_back else plan.increment
        left[finished_seat] = max(0.0, left[finished_seat] + increment)
    return ClockState(now, left, running_seat, next_move)


def without_gap(before: ClockState, gap_start: float, gap_end: float) -> ClockState:
    """Return the clocks at the end of a gap, a time in which no server ran. Nobody loses time during a gap."""
    left = seconds_left(before, max(before.at, gap_start))
    return ClockState(gap_end, left, before.seat, before.move, before.overdue, before.paused)


def time_out(before: ClockState, now: float) -> ClockState:
    """Return the clocks after the running clock reached zero: no clock runs, and the present move is overdue, so a bot
    makes it."""
    return ClockState(now, seconds_left(before, now), None, before.move, overdue=True)


def stop(before: ClockState, now: float, paused: bool) -> ClockState:
    """Return the clocks after the running clock was stopped, because the table is paused or a bot plays the seat."""
    return ClockState(now, seconds_left(before, now), None, before.move, before.overdue, paused)


def start(before: ClockState, now: float, seat: int | None) -> ClockState:
    """Return the clocks after the clock of this seat was started. No clock runs if the seat is None, or if the time of
    the present move is already up."""
    return ClockState(now, seconds_left(before, now), None if before.overdue else seat, before.move, before.overdue)
