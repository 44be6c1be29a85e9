"""The layout of the state, one name per cell, and small functions that read it.

A stone in a hand is `serial * 16 + spell`. The serial number counts the stones dealt in this round. It is public, so it
tells nothing about the spell, and it lets a client follow a stone that moves (AQ-011, AQ-012). The draw pile and the
secret stones in the middle are one pool of unseen stones, stored as counts. In a sampled or hypothetical table, spell 0
is an unknown stone: it moves like any other and stays counted in the pool.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells

# phases: what the table waits for
FIRST: Final = 0  # chance: who starts
DEAL: Final = 1  # chance: the next stone dealt to a seat
SHOW: Final = 2  # chance: the next stone turned up
CALL: Final = 3  # a seat: call, or end
LIFT: Final = 4  # chance: which of several equal stones leaves
ROLL: Final = 5  # chance: the die
SECRET: Final = 6  # chance: the secret stone that the owl brings
REFILL: Final = 7  # chance: the next stone drawn at the end of a turn
GATHER: Final = 8  # chance: the round is scored and open; the first stone of the next round follows
DONE: Final = 9

# why a round ended
RUNNING: Final = 0
EMPTIED: Final = 1
KILL: Final = 2
SELF: Final = 3
LAST_STANDING: Final = 4

# cells
SEATS: Final = 0
PHASE: Final = 1
ACTIVE: Final = 2
LAST: Final = 3  # the last spell cast in this turn, 0 for none
SPELL: Final = 4  # the spell being resolved
HIT: Final = 5  # 1 if that call succeeded
ROUND: Final = 6
LYING: Final = 7  # secret stones left in the middle
UNSEEN: Final = 8  # stones in the pile and the middle together
DEALT: Final = 9  # serial of the next stone
STANDING: Final = 10  # bit mask of the seats in the round when the present call was made
CAUSE: Final = 11  # why the last round ended
VARIANT_LAST: Final = 12
EASY: Final = 13
PENALTY: Final = 14
NEXT: Final = 15  # who starts the next round
DIE: Final = 15  # DIE + face, so from cell 16 on: how many sides show it
LIFE: Final = 22
SCORE: Final = 27
POINTS: Final = 32  # of the last scored round
SIZE: Final = 37
TAKEN: Final = 42  # secret stones each seat holds
HANDS: Final = 47  # five slots per seat
FOUND: Final = 72  # four cells per seat: the secret stones taken, oldest first
BOARD: Final = 91  # BOARD + spell: stones on the row of this spell
POOL: Final = 100  # POOL + spell: unseen stones
IN: Final = 109  # players still in the round
HELD: Final = 110  # per seat: the number of stones by spell, four bits each; redundant with HANDS, but faster
MISSED: Final = 115  # per seat, six bits per spell: how many stones had been dealt at its last failed call
CAST: Final = 120  # per seat, six bits per spell: how many stones had been dealt at its last cast
CELLS: Final = 125

SEAT_BIT: Final = vec[i64]([1, 2, 4, 8, 16])
ONE: Final = vec[i64]([0, 1 << 4, 1 << 8, 1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 28, 1 << 32])  # one stone in HELD


def pile(t: Cells) -> i64:
    """Return how many stones can still be drawn: the unseen ones without those in the middle."""
    return t[UNSEEN] - t[LYING]


def slot(seat: i64, i: i64) -> i64:
    """Return the cell of a seat's i-th stone from the left."""
    return HANDS + seat * 5 + i


def spell_at(t: Cells, seat: i64, i: i64) -> i64:
    return t[slot(seat, i)] & 15


def in_round(t: Cells, seat: i64) -> bool:
    return t[LIFE + seat] > 0


def left_of(t: Cells, seat: i64) -> i64:
    """Return the nearest player clockwise who is still in the round (AQ-812; in `standard` all are)."""
    n = t[SEATS]
    other = seat + 1
    if other == n:
        other = 0
    while t[LIFE + other] == 0 and other != seat:
        other += 1
        if other == n:
            other = 0
    return other


def right_of(t: Cells, seat: i64) -> i64:
    """Return the nearest player counter-clockwise who is still in the round."""
    other = seat
    while True:
        other -= 1
        if other < 0:
            other = t[SEATS] - 1
        if t[LIFE + other] > 0 or other == seat:
            return other


def how_many_in(t: Cells) -> i64:
    """Players still in the round."""
    return t[IN]


def copies_in_hand(t: Cells, seat: i64, spell: i64) -> i64:
    """Return how many stones of a spell a seat has."""
    return (t[HELD + seat] >> (4 * spell)) & 15


def dealt_at_miss(t: Cells, seat: i64, spell: i64) -> i64:
    """Return how many stones had been dealt when the seat last called a spell and failed, 0 if it has not. Its stones
    with a lower serial are known not to be this spell."""
    return (t[MISSED + seat] >> (6 * spell)) & 63


def dealt_at_cast(t: Cells, seat: i64, spell: i64) -> i64:
    """Return how many stones had been dealt in all when the seat last cast this spell, or 0 if it never has. A cast
    takes one such stone from the seat, so the stones that it held before are less likely to be this spell."""
    return (t[CAST + seat] >> (6 * spell)) & 63


def remember_miss(t: Cells, seat: i64, spell: i64, dealt: i64) -> None:
    """Record that none of the seat's present stones is this spell."""
    t[MISSED + seat] += (dealt - dealt_at_miss(t, seat, spell)) << (6 * spell)


def remember_cast(t: Cells, seat: i64, spell: i64, dealt: i64) -> None:
    """Record that the seat cast this spell."""
    t[CAST + seat] += (dealt - dealt_at_cast(t, seat, spell)) << (6 * spell)


def update_counts(t: Cells) -> None:
    """Recompute the cells that are derived from others, after a table was set up cell by cell."""
    t[IN] = 0
    t[STANDING] = 0
    seat: i64 = 0
    while seat < t[SEATS]:
        if t[LIFE + seat] > 0:
            t[IN] += 1
            t[STANDING] |= SEAT_BIT[seat]
        t[HELD + seat] = 0
        i: i64 = 0
        while i < t[SIZE + seat]:
            t[HELD + seat] += ONE[t[HANDS + seat * 5 + i] & 15]
            i += 1
        seat += 1
