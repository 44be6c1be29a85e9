"""Set-up (AQ-101..114): the table before a round, and dealing the stones."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L

TO_SHOW: Final = vec[i64]([0, 0, 12, 6, 0, 0])  # AQ-106..108: stones turned up, by number of players


def fresh(seats: i64, last: bool, easy: bool, penalty: bool, faces: list[int], first: i64) -> Cells:
    """Return the cells before the first node. `first` is the starting seat, or -1 to let chance decide (AQ-113)."""
    t = blank(L.CELLS)
    t[L.SEATS] = seats
    t[L.VARIANT_LAST] = 1 if last else 0
    t[L.EASY] = 1 if easy else 0
    t[L.PENALTY] = 1 if penalty else 0
    for face in faces:
        t[L.DIE + i64(face)] += 1
    gather(t)
    if first < 0:
        t[L.PHASE] = L.FIRST
    else:
        t[L.ACTIVE] = first
    return t


def gather(t: Cells) -> None:
    """AQ-103, AQ-708: all players have six lives again; all stones, the secret ones included, return to the pool."""
    seat: i64 = 0
    while seat < t[L.SEATS]:
        t[L.LIFE + seat] = box.LIVES
        t[L.SIZE + seat] = 0
        t[L.TAKEN + seat] = 0
        t[L.HELD + seat] = 0
        t[L.MISSED + seat] = 0
        t[L.CAST + seat] = 0
        seat += 1
    t[L.IN] = t[L.SEATS]
    record_who_is_in(t)
    spell: i64 = 1
    while spell <= box.KINDS:
        t[L.BOARD + spell] = 0
        t[L.POOL + spell] = spell
        spell += 1
    t[L.UNSEEN] = box.STONES
    t[L.LYING] = box.SECRETS  # AQ-110: set apart unseen, so they only need to be counted
    t[L.DEALT] = 0
    t[L.LAST] = 0
    t[L.CAUSE] = L.RUNNING
    t[L.ROUND] += 1
    t[L.PHASE] = L.DEAL
    t[L.SPELL] = 0  # while dealing: the seat being dealt to


def record_who_is_in(t: Cells) -> None:
    """AQ-823: record who is in the round at this call, for the choice of the next starter."""
    t[L.STANDING] = 0
    seat: i64 = 0
    while seat < t[L.SEATS]:
        if L.in_round(t, seat):
            t[L.STANDING] |= L.SEAT_BIT[seat]
        seat += 1


def remove_from_pool(t: Cells, spell: i64) -> None:
    t[L.POOL + spell] -= 1
    t[L.UNSEEN] -= 1


def add_to_hand(t: Cells, seat: i64, spell: i64) -> None:
    """AQ-011: a stone from the pool is put at the right end of a hand."""
    remove_from_pool(t, spell)
    t[L.HANDS + seat * 5 + t[L.SIZE + seat]] = t[L.DEALT] * 16 + spell
    t[L.SIZE + seat] += 1
    t[L.HELD + seat] += L.ONE[spell]
    t[L.DEALT] += 1


def deal(t: Cells, spell: i64) -> None:
    """AQ-105, AQ-112: deal five stones to each seat, then turn up the shown stones."""
    seat = t[L.SPELL]
    add_to_hand(t, seat, spell)
    if t[L.SIZE + seat] == box.HAND:
        t[L.SPELL] = seat + 1
        if seat + 1 == t[L.SEATS]:
            t[L.SPELL] = 0
            if TO_SHOW[t[L.SEATS]] > 0:
                t[L.PHASE] = L.SHOW
            else:
                t[L.PHASE] = L.CALL


def show(t: Cells, spell: i64) -> None:
    """AQ-106, AQ-107, AQ-109: turn up a stone and put it on its row."""
    remove_from_pool(t, spell)
    t[L.BOARD + spell] += 1
    t[L.DEALT] += 1
    if t[L.DEALT] == t[L.SEATS] * box.HAND + TO_SHOW[t[L.SEATS]]:
        t[L.PHASE] = L.CALL
