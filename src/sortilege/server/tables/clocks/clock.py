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
from msgspec.structs import replace

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
MAX_ABSENCE: Final = ABSENCE[-1]
DEFAULT_ABSENCE: Final = 10 * MINUTE


class ClockState(Struct, frozen=True, omit_defaults=True):
    """The clocks of all seats of a table at one moment. At most one clock runs from then on."""

    at: float  # the moment, in seconds since 1970
    left: list[float]  # seconds left at that moment, by seat
    seat: int | None = None  # the seat whose clock runs; None: no clock runs
    move: list[int] = []  # identifies the present move: the seat that decides and its turn; [] after the game
    overdue: bool = False  # the time of the present move is up: a bot completes it
    paused: bool = False  # the players paused the game

    def due(self) -> float | None:
        """Return the time at which the running clock reaches zero, in seconds since 1970; None if no clock runs."""
        return None if self.seat is None else self.at + self.left[self.seat]


def check_plan(plan: ClockPlan | None) -> None:
    """Raise Denied if the time limits of a table are out of range. None: a table without clocks."""
    if plan is None:
        return
    if plan.kind == "move" and plan.seconds not in PER_MOVE:
        raise Denied(UNPROCESSABLE, "clock_per_move")
    if plan.kind == "move" and plan.increment != 0:
        raise Denied(UNPROCESSABLE, "clock_increment_only_budget")
    if plan.kind == "budget" and (plan.seconds not in BUDGET or plan.increment not in INCREMENT):
        raise Denied(UNPROCESSABLE, "clock_budget")


def with_unit(seconds: int) -> tuple[int, str]:
    """Return a time in the largest unit that divides it, as a key of `unit` in words.toml: (2, "hour") for 7200."""
    if seconds % DAY == 0:
        return seconds // DAY, "day"
    if seconds % HOUR == 0:
        return seconds // HOUR, "hour"
    return round(seconds / MINUTE), "minute"


def absence_seconds(requested: int | None, clock: ClockPlan | None) -> int:
    """Return after how many seconds without contact a person at a new table counts as absent. The default is the length
    of the table's clock, but at least ten minutes. Raise Denied if the requested number is out of range."""
    if requested is None:
        clock_seconds = 0 if clock is None else clock.seconds
        return max(DEFAULT_ABSENCE, min(clock_seconds, MAX_ABSENCE))
    if requested not in ABSENCE:
        raise Denied(UNPROCESSABLE, "absence_time")
    return requested


# ---------------------------------------------------------------- the next state of the clocks
def initial_clocks(plan: ClockPlan, seats: int, now: float) -> ClockState:
    """Return the clocks of a table with this number of seats before the first move: every seat has its full time."""
    return ClockState(at=now, left=[float(plan.seconds)] * seats)


def seconds_left(before: ClockState, now: float) -> list[float]:
    """Return how many seconds each seat has left now. `before` is the state of the clocks when they last changed."""
    left = before.left.copy()
    if before.seat is not None:
        elapsed = max(0.0, now - before.at)
        left[before.seat] = round(max(0.0, left[before.seat] - elapsed), 3)
    return left


def after_decision(
    plan: ClockPlan, before: ClockState, now: float, next_move: list[int], runs: bool, taken_back: bool = False
) -> ClockState:
    """Return the clocks after a decision was made, or after it was `taken_back`. `before` is the state of the clocks
    when they last changed.

    `next_move` identifies the move to be played next, as in `ClockState.move`; it is [] after the game. `runs` says
    whether the clock of that move's seat runs: the clock of a person does, the clock of a bot does not."""
    left = seconds_left(before, now)
    next_seat = next_move[0] if next_move else None
    running_seat = next_seat if runs else None
    continues_move = next_move == before.move
    if continues_move and before.overdue:
        return ClockState(now, left, seat=None, move=next_move, overdue=True)
    if continues_move:
        return ClockState(now, left, running_seat, next_move)
    if plan.kind == "move" and next_seat is not None and not taken_back:
        left[next_seat] = float(plan.seconds)
    finished_move = next_move if taken_back else before.move
    if plan.kind == "budget" and finished_move and not before.overdue:
        finished_seat = finished_move[0]
        increment = -plan.increment if taken_back else plan.increment
        left[finished_seat] = max(0.0, left[finished_seat] + increment)
    return ClockState(now, left, running_seat, next_move)


def without_gap(before: ClockState, gap_start: float, gap_end: float) -> ClockState:
    """Return the clocks at the end of a gap, a time in which no server ran. No clock loses time during a gap."""
    left = seconds_left(before, max(before.at, gap_start))
    return replace(before, at=gap_end, left=left)


def time_out(before: ClockState, now: float) -> ClockState:
    """Return the clocks after the running clock reached zero. No clock runs, and a bot completes the present move."""
    return ClockState(now, seconds_left(before, now), seat=None, move=before.move, overdue=True)


def stop(before: ClockState, now: float, paused: bool) -> ClockState:
    """Return the clocks after the running clock was stopped, because the game is `paused` or a bot plays the seat."""
    return replace(before, at=now, left=seconds_left(before, now), seat=None, paused=paused)


def start(before: ClockState, now: float, seat: int | None) -> ClockState:
    """Return the clocks after the clock of this seat was started, which also ends a pause. No clock runs if the seat is
    None, or if the time of the present move is already up."""
    running_seat = None if before.overdue else seat
    return replace(before, at=now, left=seconds_left(before, now), seat=running_seat, paused=False)
