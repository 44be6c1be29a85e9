"""The layout of the state, one name per cell, and the small readers that let `rules.py` speak of lives and hands.

A stone in a hand is `serial * 16 + spell`. The serial counts the stones dealt in this round: everybody can count
along, so it tells nothing about the spell, and it lets a client follow a stone as it moves (AQ-011, AQ-012).
The draw pile and the secrets still lying are one pool of unseen stones, held as counts.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells

# what the table waits for
FIRST: Final = 0  # chance: who starts
DEAL: Final = 1  # chance: the next stone dealt to a seat
SHOW: Final = 2  # chance: the next stone turned up
CALL: Final = 3  # a seat: call, or end
LIFT: Final = 4  # chance: which of several equal stones leaves
ROLL: Final = 5  # chance: the die
SECRET: Final = 6  # chance: what the singer finds
REFILL: Final = 7  # chance: the next stone drawn at the end of a turn
GATHER: Final = 8  # chance: the round is scored and lies open; the first stone of the next one
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
LAST: Final = 3  # the spell last cast this turn, 0 for none
SPELL: Final = 4  # the spell being resolved
HIT: Final = 5  # 1 if that call succeeded
ROUND: Final = 6
LYING: Final = 7  # secret stones still in the middle
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
HANDS: Final = 47  # five slots a seat
FOUND: Final = 72  # four places a seat: the secret stones taken, oldest first
BOARD: Final = 91  # BOARD + spell: stones lying on its row
POOL: Final = 99  # POOL + spell: unseen stones
CELLS: Final = 108


def pile(t: Cells) -> i64:
    """Stones that can still be drawn: the unseen ones less those lying in the middle."""
    return t[UNSEEN] - t[LYING]


def slot(seat: i64, i: i64) -> i64:
    """The cell of a seat's i-th stone from the left."""
    return HANDS + seat * 5 + i


def spell_at(t: Cells, seat: i64, i: i64) -> i64:
    """What stands in a slot."""
    return t[slot(seat, i)] & 15


def in_round(t: Cells, seat: i64) -> bool:
    """Whether the seat is still in the round."""
    return t[LIFE + seat] > 0


def left_of(t: Cells, seat: i64) -> i64:
    """The nearest player still in, clockwise (AQ-812; in `standard` everybody is)."""
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
    """The nearest player still in, counter-clockwise."""
    other = seat
    while True:
        other -= 1
        if other < 0:
            other = t[SEATS] - 1
        if t[LIFE + other] > 0 or other == seat:
            return other


def how_many_in(t: Cells) -> i64:
    """Players still in the round."""
    n: i64 = 0
    seat: i64 = 0
    while seat < t[SEATS]:
        if t[LIFE + seat] > 0:
            n += 1
        seat += 1
    return n


def copies_in_hand(t: Cells, seat: i64, spell: i64) -> i64:
    """How many stones of a spell stand before a seat."""
    n: i64 = 0
    i: i64 = 0
    while i < t[SIZE + seat]:
        if t[HANDS + seat * 5 + i] & 15 == spell:
            n += 1
        i += 1
    return n
