"""Estimates how much time a seat has left: Days after the present one, in tenths, and phases in which it can act."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.weights import DAYS_PER_SPACE, DAYS_PER_SPELL

ONE_DAY: Final = 10  # tenths
MIN_DAYS_LEFT: Final = 4  # the estimate while nobody has triggered the end, in tenths
BOARD_HEAD_START: Final = 4  # tenths of a Day by which a board is filled sooner than its spaces alone suggest
BOOK_HEAD_START: Final = 7  # the same for the spells of a book
NO_LIMIT: Final = 999


def days_left(t: Cells, seat: i64, constants: Cells) -> i64:
    """Estimate how many tenths of a Day a seat has left after the present Day, until some player fills a board or book
    and so ends the game. `constants` are single weights of the evaluation, such as the Days needed for a spell."""
    if L.is_end_triggered(t):
        return last_day(t, seat)
    days: i64 = NO_LIMIT
    if L.is_solo(t):
        days = solo_days_left(t)
    for other in range(t[L.SEATS]):
        missing_spells = box.COLOURS - L.spells_learned(t, other)
        days = L.smaller(days, constants[DAYS_PER_SPACE] * L.free_spaces(t, other) - BOARD_HEAD_START)
        days = L.smaller(days, constants[DAYS_PER_SPELL] * missing_spells - BOOK_HEAD_START)
    return L.larger(days, MIN_DAYS_LEFT)


def solo_days_left(t: Cells) -> i64:
    """Return how many tenths of a Day are left after this Day until the solo opponent's track is full."""
    days_after_this = box.SOLO_SPACES - 1 - L.count(t, L.TRACK)
    return L.larger(ONE_DAY * days_after_this, MIN_DAYS_LEFT)


def last_day(t: Cells, seat: i64) -> i64:
    """Return how many tenths of a Day a seat has left in the last round: 10 or, after its Day, 0 (SB-163)."""
    if L.place_in_round(t, seat) > L.place_in_round(t, t[L.ACTIVE]):
        return ONE_DAY
    return 0


def phases_left(t: Cells, seat: i64, phase: i64, days: i64) -> i64:
    """Return how often a seat can still act in a phase such as MORNING, with `days` tenths of a Day left after the
    present Day. The present Day counts if the seat has not acted in the phase yet."""
    rounded_days = (days + ONE_DAY // 2) // ONE_DAY
    is_phase_to_come = t[L.PHASE] < phase or (t[L.PHASE] == phase and t[L.PHASE_ACTION] == L.NONE)
    if seat == t[L.ACTIVE] and is_phase_to_come:
        return rounded_days + 1
    return rounded_days
