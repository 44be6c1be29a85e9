"""Set-up (AQ-101..114): the state before a round, and dealing the stones."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L

TO_SHOW: Final = vec[i64]([0, 0, 12, 6, 0, 0])  # AQ-106..108: stones turned up, by number of players
RANDOM_STARTER: Final = -1  # as the starting seat: chance decides (AQ-113)


def empty_state_vector(
    seats: i64, variant_last: bool, easy: bool, penalty: bool, faces: list[int], first: i64
) -> Cells:
    """Return the state vector of a game before anything is dealt. `variant_last`, `easy`, `penalty` and `faces` stand
    for the options `variant`, `easy`, `low_call` and `die`. `first` is the starting seat, or RANDOM_STARTER."""
    t = blank(L.CELLS)
    t[L.SEATS] = seats
    t[L.VARIANT_LAST] = 1 if variant_last else 0
    t[L.EASY] = 1 if easy else 0
    t[L.PENALTY] = 1 if penalty else 0
    for face in faces:
        t[L.DIE + i64(face)] += 1
    gather(t)
    if first == RANDOM_STARTER:
        t[L.PHASE] = L.FIRST
    else:
        t[L.ACTIVE] = first
    return t


def gather(t: Cells) -> None:
    """Begin a round: all players have six lives, and all stones return to the pool (AQ-103, AQ-708)."""
    for seat in range(t[L.SEATS]):
        t[L.LIFE + seat] = box.LIVES
        t[L.HAND_SIZE + seat] = 0
        t[L.SECRETS_HELD + seat] = 0
        t[L.HELD + seat] = 0
        t[L.DEALT_AT_MISS + seat] = 0
        t[L.DEALT_AT_CAST + seat] = 0
    t[L.PLAYERS_IN] = t[L.SEATS]
    L.record_seats_in_round(t)
    for spell in range(1, i64(box.KINDS + 1)):
        t[L.BOARD + spell] = 0
        t[L.POOL + spell] = spell
    t[L.UNSEEN] = box.STONES
    t[L.SECRETS_LEFT] = box.SECRETS  # AQ-110: set apart unseen, so they only need to be counted
    t[L.DEALT] = 0
    t[L.LAST_SPELL] = 0
    t[L.CAUSE] = L.RUNNING
    t[L.ROUND] += 1
    t[L.PHASE] = L.DEAL
    t[L.DEALT_TO] = 0


def remove_from_pool(t: Cells, spell: i64) -> None:
    t[L.POOL + spell] -= 1
    t[L.UNSEEN] -= 1


def add_to_hand(t: Cells, seat: i64, spell: i64) -> None:
    """Move a stone of this spell from the pool to the right end of a hand (AQ-011)."""
    remove_from_pool(t, spell)
    t[L.hand_cell(seat, t[L.HAND_SIZE + seat])] = L.stone(t[L.DEALT], spell)
    t[L.HAND_SIZE + seat] += 1
    t[L.HELD + seat] += L.HELD_UNIT[spell]
    t[L.DEALT] += 1


def deal(t: Cells, spell: i64) -> None:
    """Deal a stone of this spell to the next hand that is not full (AQ-105, AQ-112). After the last hand, the game
    waits for stones to be turned up (with two or three players) or the first turn begins."""
    seat = t[L.DEALT_TO]
    add_to_hand(t, seat, spell)
    if t[L.HAND_SIZE + seat] < box.HAND:
        return
    if seat + 1 < t[L.SEATS]:
        t[L.DEALT_TO] = seat + 1
        return
    t[L.SPELL] = 0  # the same cell as DEALT_TO
    if TO_SHOW[t[L.SEATS]] > 0:
        t[L.PHASE] = L.SHOW
    else:
        t[L.PHASE] = L.CALL


def show(t: Cells, spell: i64) -> None:
    """Turn up a stone of this spell and put it on its row of the board (AQ-106, AQ-107, AQ-109)."""
    remove_from_pool(t, spell)
    t[L.BOARD + spell] += 1
    t[L.DEALT] += 1
    stones_to_deal = t[L.SEATS] * box.HAND + TO_SHOW[t[L.SEATS]]
    if t[L.DEALT] == stones_to_deal:
        t[L.PHASE] = L.CALL
