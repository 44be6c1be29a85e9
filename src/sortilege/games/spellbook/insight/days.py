"""Estimates how much time a seat has left: Days after the present one, and phases to act in."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.weights import DAYS_PER_SPACE, DAYS_PER_SPELL


def days_left(t: Cells, seat: i64, constants: Cells) -> i64:
    """Estimate in tenths how many Days a seat has after the present one: until the first board or book is full."""
    if t[L.END_BY] >= 0:
        return last_day(t, seat)
    shortest: i64 = 999
    if L.is_solo(t):
        shortest = solo_days_left(t)
    for other in range(t[L.SEATS]):
        boards = constants[DAYS_PER_SPACE] * (box.SPACES - L.count(t, L.board_of(other))) - 4
        if boards < shortest:
            shortest = boards
        books = constants[DAYS_PER_SPELL] * (box.COLOURS - L.spells_learned(t, other)) - 7
        if books < shortest:
            shortest = books
    if shortest < 4:
        return 4
    return shortest


def solo_days_left(t: Cells) -> i64:
    """Return how many Days the solo opponent's track leaves after the present one, in tenths."""
    days = 10 * (box.SOLO_SPACES - 1 - L.count(t, L.TRACK))
    if days < 4:
        return 4
    return days


def last_day(t: Cells, seat: i64) -> i64:
    """SB-163: in the last round, return one Day (10 tenths) if the seat's last Day is still to come, else 0."""
    seats = t[L.SEATS]
    if (seat - t[L.FIRST] + seats) % seats > (t[L.ACTIVE] - t[L.FIRST] + seats) % seats:
        return 10
    return 0


def phases_left(t: Cells, seat: i64, phase: i64, days: i64) -> i64:
    """Return how often a seat can still act in a phase, today included if it has not acted in it yet."""
    n = (days + 5) // 10
    if seat == t[L.ACTIVE] and (t[L.PHASE] < phase or (t[L.PHASE] == phase and t[L.PHASE_ACTION] < 0)):
        n += 1
    return n
