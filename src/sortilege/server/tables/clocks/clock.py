"""The clocks of a table: how they stand after each line of its log.

1. Every line that changes them carries a `Reading`: how they stood when it was written. The last one is the truth;
   nothing is counted again when a log is read.
2. Nobody's clock runs while a bot decides, while the table is paused, before the game and after it.
3. Time in which no server ran is nobody's: a `Stopped` line takes it out (see timekeeper.py).
4. A move taken back does not bring its time back.
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
    """How the clocks stand."""

    at: float  # seconds since 1970
    left: list[float]  # seconds, by seat
    seat: int | None = None  # whose clock runs from then on
    move: list[int] = []  # what the present move is told by: who decides, and in which turn
    overdue: bool = False  # its time is up: a bot decides to its end
    paused: bool = False

    def due(self) -> float | None:
        """When the running clock is at zero."""
        return None if self.seat is None else self.at + self.left[self.seat]


ABSENCE: Final = range(5 * MINUTE, 30 * DAY + 1)  # seconds that a table may agree on
USUAL_ABSENCE: Final = 10 * MINUTE


def check_plan(plan: ClockPlan | None) -> None:
    """Denied when there are no such clocks."""
    if plan is None:
        return
    if plan.kind == "move":
        if plan.seconds not in PER_MOVE:
            raise Denied(UNPROCESSABLE, "clock_per_move")
        if plan.increment:
            raise Denied(UNPROCESSABLE, "clock_increment_only_budget")
    elif plan.seconds not in BUDGET or plan.increment not in INCREMENT:
        raise Denied(UNPROCESSABLE, "clock_budget")


def span(seconds: int) -> tuple[int, str]:
    """Convert seconds to a number and its unit, which is a key of the section `unit` in words.toml."""
    for unit, size in (("day", DAY), ("hour", 60 * MINUTE)):
        if seconds % size == 0:
            return seconds // size, unit
    return round(seconds / MINUTE), "minute"


def full(plan: ClockPlan, seats: int, now: float) -> Reading:
    """Before the first move."""
    return Reading(now, [float(plan.seconds)] * seats)


def spent(old: Reading, now: float) -> list[float]:
    """What is left to each now."""
    left = old.left.copy()
    if old.seat is not None:
        left[old.seat] = round(max(0.0, left[old.seat] - max(0.0, now - old.at)), 3)
    return left


def after_step(plan: ClockPlan, old: Reading, now: float, move: list[int], runs: bool, back: bool = False) -> Reading:
    """After a step, made or taken `back`: who is to decide now and in which turn, and whether their clock `runs`."""
    left = spent(old, now)
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
    """The time from `since` to `until` is nobody's."""
    return Reading(until, spent(old, max(old.at, since)), old.seat, old.move, old.overdue, old.paused)


def timed_out(old: Reading, now: float) -> Reading:
    """Time is up: a bot makes this move."""
    return Reading(now, spent(old, now), None, old.move, overdue=True)


def stopped(old: Reading, now: float, paused: bool) -> Reading:
    """Nobody's clock runs from now on: the table is paused, or a bot sat down."""
    return Reading(now, spent(old, now), None, old.move, old.overdue, paused)


def started(old: Reading, now: float, seat: int | None) -> Reading:
    """The clock of this seat runs from now on."""
    return Reading(now, spent(old, now), None if old.overdue else seat, old.move, old.overdue)


def agreed_absence(wish: int | None, clock: ClockPlan | None) -> int:
    """Return the seconds without contact after which a person at a new table counts as absent. The default is the
    length of the table's clock, at least ten minutes."""
    if wish is None:
        return max(USUAL_ABSENCE, min(clock.seconds, ABSENCE[-1])) if clock else USUAL_ABSENCE
    if wish not in ABSENCE:
        raise Denied(UNPROCESSABLE, "absence_time")
    return wish
