"""Set-up (AQ-101..114): the table before a round, and the stones that come to it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.abracada.box import HAND, KINDS, LIVES, SECRETS, STONES
from sortilege.games.abracada.layout import (
    ACTIVE,
    BOARD,
    CALL,
    CAST,
    CAUSE,
    CELLS,
    DEAL,
    DEALT,
    DIE,
    EASY,
    FIRST,
    HANDS,
    HELD,
    IN,
    LAST,
    LIFE,
    LYING,
    MISSED,
    ONE,
    PENALTY,
    PHASE,
    POOL,
    ROUND,
    RUNNING,
    SEAT_BIT,
    SEATS,
    SHOW,
    SIZE,
    SPELL,
    STANDING,
    TAKEN,
    UNSEEN,
    VARIANT_LAST,
    in_round,
)

TO_SHOW: Final = vec[i64]([0, 0, 12, 6, 0, 0])  # AQ-106..108, by players


def fresh(seats: i64, last: bool, easy: bool, penalty: bool, faces: list[int], first: i64) -> Cells:
    """The table before the first node; `first` is a seat, or -1 for chance to say (AQ-113)."""
    t = blank(CELLS)
    t[SEATS] = seats
    t[VARIANT_LAST] = 1 if last else 0
    t[EASY] = 1 if easy else 0
    t[PENALTY] = 1 if penalty else 0
    for face in faces:
        t[DIE + i64(face)] += 1
    gather(t)
    if first < 0:
        t[PHASE] = FIRST
    else:
        t[ACTIVE] = first
    return t


def gather(t: Cells) -> None:
    """AQ-103, AQ-708: everybody has six lives again; all stones, secrets included, are one face-down pool."""
    seat: i64 = 0
    while seat < t[SEATS]:
        t[LIFE + seat] = LIVES
        t[SIZE + seat] = 0
        t[TAKEN + seat] = 0
        t[HELD + seat] = 0
        t[MISSED + seat] = 0
        t[CAST + seat] = 0
        seat += 1
    t[IN] = t[SEATS]
    note_who_is_in(t)
    spell: i64 = 1
    while spell <= KINDS:
        t[BOARD + spell] = 0
        t[POOL + spell] = spell
        spell += 1
    t[UNSEEN] = STONES
    t[LYING] = SECRETS  # AQ-110: set apart unseen, so they may as well be counted apart from the start
    t[DEALT] = 0
    t[LAST] = 0
    t[CAUSE] = RUNNING
    t[ROUND] += 1
    t[PHASE] = DEAL
    t[SPELL] = 0  # while dealing: the seat being dealt to


def note_who_is_in(t: Cells) -> None:
    """AQ-823 will ask who was in the round when this call was made."""
    t[STANDING] = 0
    seat: i64 = 0
    while seat < t[SEATS]:
        if in_round(t, seat):
            t[STANDING] |= SEAT_BIT[seat]
        seat += 1


def leave_pool(t: Cells, spell: i64) -> None:
    t[POOL + spell] -= 1
    t[UNSEEN] -= 1


def stand(t: Cells, seat: i64, spell: i64) -> None:
    """A stone from the pool stands at the right end of a hand (AQ-011)."""
    leave_pool(t, spell)
    t[HANDS + seat * 5 + t[SIZE + seat]] = t[DEALT] * 16 + spell
    t[SIZE + seat] += 1
    t[HELD + seat] += ONE[spell]
    t[DEALT] += 1


def deal(t: Cells, spell: i64) -> None:
    """AQ-105, AQ-112: five to each seat, then the shown stones."""
    seat = t[SPELL]
    stand(t, seat, spell)
    if t[SIZE + seat] == HAND:
        t[SPELL] = seat + 1
        if seat + 1 == t[SEATS]:
            t[SPELL] = 0
            if TO_SHOW[t[SEATS]] > 0:
                t[PHASE] = SHOW
            else:
                t[PHASE] = CALL


def show(t: Cells, spell: i64) -> None:
    """AQ-106, AQ-107, AQ-109: a stone is turned up and lies on its row."""
    leave_pool(t, spell)
    t[BOARD + spell] += 1
    t[DEALT] += 1
    if t[DEALT] == t[SEATS] * HAND + TO_SHOW[t[SEATS]]:
        t[PHASE] = CALL
