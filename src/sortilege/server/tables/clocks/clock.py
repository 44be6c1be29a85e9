"""The clocks of a table: pure functions that compute the next `Reading` from the one before.

1. Every event that changes the clocks stores their new `Reading`. The last stored one counts; nothing is computed again
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
DAY: Final = 24 * 60 * MINUTE
PER_MOVE: Final = range(5 * MINUTE, 7 * DAY + 1)
BUDGET: Final = range(MINUTE, 30 * DAY + 1)
INCREMENT: Final = range(DAY + 1)


class Reading(Struct, frozen=True, omit_defaults=True):
    """The state of all clocks of a table at one moment."""

    at: float  # seconds since 1970
    left: list[float]  # seconds, by seat
    seat: int | None = None  # the seat whose clock runs from then on; None: no clock runs
    move: list[int] = []  # identifies the present move: the seat that decides, then the numbers of its turn
    overdue: bool = False  # the time of this move is up: a bot completes it
    paused: bool = False

    def due(self) -> float | None:
        """Return the time at which the running clock reaches zero; None if no clock runs."""
        return None if self.seat is None else self.at + self.left[self.seat]


ABSENCE: Final = range(5 * MINUTE, 30 * DAY + 1)  # allowed numbers of seconds until a person counts as absent
DEFAULT_ABSENCE: Final = 10 * MINUTE


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
    """Convert seconds to a number and its unit, which is a key of the section `unit` in words.toml."""
    for unit, size in (("day", DAY), ("hour", 60 * MINUTE)):
        if seconds % size == 0:
            return seconds // size, unit
    return round(seconds / MINUTE), "minute"


def first_reading(plan: ClockPlan, seats: int, now: float) -> Reading:
    """Return the clocks before the first move."""
    return Reading(now, [float(plan.seconds)] * seats)


def time_left(old: Reading, now: float) -> list[float]:
    """Return the seconds that each seat has left now."""
    left = old.left.copy()
    if old.seat is not None:
        left[old.seat] = round(max(0.0, left[old.seat] - max(0.0, now - old.at)), 3)
    return left


def after_step(plan: ClockPlan, old: Reading, now: float, move: list[int], runs: bool, back: bool = False) -> Reading:
    """Return the clocks after a step was made or taken `back`. `move` identifies the next move (as in `Reading`), and
    `runs` says whether its clock runs."""
    left = time_left(old, now)
    if move == old.move:
        return Reading(now, left, move[0] if runs and not old.overdue else None, move, old.overdue)
    if plan.kind == "move" and move and not back:
        left[move[0]] = float(plan.seconds)
    if plan.kind == "budget":
        gains = move if back else old.move
        if gains and not old.overdue:
            left[gains[0]] = max(0.0, left[gains[0]] + (-plan.increment if back else plan.increment))
    return Reading(now, left, move[0] if runs and move else None, move)


def without_gap(old: Reading, since: float, until: float) -> Reading:
    """Return the clocks at `until` without the time from `since` to `until`."""
    return Reading(until, time_left(old, max(old.at, since)), old.seat, old.move, old.overdue, old.paused)


def time_out(old: Reading, now: float) -> Reading:
    """Return the clocks after the running one reached zero, so that a bot makes this move."""
    return Reading(now, time_left(old, now), None, old.move, overdue=True)


def stop(old: Reading, now: float, paused: bool) -> Reading:
    """Return the clocks with none running, because the table is paused or a bot plays the seat."""
    return Reading(now, time_left(old, now), None, old.move, old.overdue, paused)


def start(old: Reading, now: float, seat: int | None) -> Reading:
    """Return the clocks with that of this seat running, or none if the seat is None."""
    return Reading(now, time_left(old, now), None if old.overdue else seat, old.move, old.overdue)


def absence_seconds(wish: int | None, clock: ClockPlan | None) -> int:
    """Return the seconds without contact after which a person at a new table counts as absent. The default is the
    length of the table's clock, at least ten minutes."""
    if wish is None:
        return max(DEFAULT_ABSENCE, min(clock.seconds, ABSENCE[-1])) if clock else DEFAULT_ABSENCE
    if wish not in ABSENCE:
        raise Denied(UNPROCESSABLE, "absence_time")
    return wish
