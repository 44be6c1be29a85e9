"""The turn (AQ-201..215), order and penalties (AQ-301..311), and its end with the refill (AQ-501..509)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.abracada.box import DRAGON, DREAM, HAND, OWL
from sortilege.games.abracada.layout import (
    ACTIVE,
    BOARD,
    CALL,
    DEALT,
    EASY,
    HANDS,
    HELD,
    HIT,
    LAST,
    LAST_STANDING,
    LIFT,
    LYING,
    ONE,
    PHASE,
    REFILL,
    ROLL,
    SECRET,
    SELF,
    SIZE,
    SPELL,
    VARIANT_LAST,
    copies_in_hand,
    how_many_in,
    in_round,
    left_of,
    pile,
    remember_cast,
    remember_miss,
)
from sortilege.games.abracada.rules.scoring import score
from sortilege.games.abracada.rules.setup import note_who_is_in
from sortilege.games.abracada.rules.spells import resolve, wound


def lowest_call(t: Cells) -> i64:
    """AQ-301, AQ-801: the lowest spell that may be called without breaking the order."""
    if t[EASY] != 0 or t[LAST] == 0:
        return 1
    return t[LAST]


def call(t: Cells, spell: i64) -> None:
    """AQ-206: first the order, then whether the stone is there."""
    me = t[ACTIVE]
    t[SPELL] = spell
    if t[VARIANT_LAST] != 0:
        note_who_is_in(t)  # in `standard` everybody does, all round long
    if spell < lowest_call(t):
        t[HIT] = 0
        pay_for_failure(t, 1)  # AQ-303, AQ-308: a flat life, even for the dragon
        return
    copies = copies_in_hand(t, me, spell)
    if copies == 0:
        t[HIT] = 0
        remember_miss(t, me, spell, t[DEALT])
        if spell == DRAGON:
            t[PHASE] = ROLL  # AQ-307
        else:
            pay_for_failure(t, 1)  # AQ-306
    elif copies == 1:
        i: i64 = 0
        while t[HANDS + me * 5 + i] & 15 != spell:
            i += 1
        cast(t, i)
    else:
        t[PHASE] = LIFT  # AQ-209


def cast(t: Cells, i: i64) -> None:
    """AQ-207..210: the stone in slot i goes to its row, then its spell is resolved."""
    me = t[ACTIVE]
    spell = t[SPELL]
    t[HIT] = 1
    t[SIZE + me] -= 1
    t[HELD + me] -= ONE[spell]
    close_gap(t, HANDS + me * 5, i)
    t[BOARD + spell] += 1
    remember_cast(t, me, spell, t[DEALT])
    t[LAST] = spell
    if spell == DRAGON or spell == DREAM:
        t[PHASE] = ROLL
    elif spell == OWL and t[LYING] > 0:
        t[PHASE] = SECRET
    else:
        resolve(t, 0)


def close_gap(t: Cells, hand: i64, gap: i64) -> None:
    """AQ-011: the stones right of the gap move up, the others stay."""
    i: i64 = 0
    while i < HAND - 1:
        stone = i
        if i >= gap:
            stone += 1
        t[hand + i] = t[hand + stone]
        i += 1


def roll(t: Cells, die: i64) -> None:
    """The die of a dragon or a dream; a dragon that is not there bites its caller (AQ-412)."""
    if t[HIT] != 0:
        resolve(t, die)
    else:
        pay_for_failure(t, die)


def pay_for_failure(t: Cells, lives: i64) -> None:
    """AQ-214, AQ-306, AQ-307: the caller loses lives and the turn ends."""
    me = t[ACTIVE]
    wound(t, me, lives)
    if in_round(t, me):
        end_turn(t)
    elif t[VARIANT_LAST] == 0:
        score(t, SELF, -1)
    elif how_many_in(t) == 1:
        score(t, LAST_STANDING, left_of(t, me))  # AQ-821
    else:
        t[LAST] = 0
        t[ACTIVE] = left_of(t, me)  # AQ-815: no refill for the dead
        t[PHASE] = CALL


def end_turn(t: Cells) -> None:
    """AQ-502..504: draw up to five stones as far as the pile reaches, then the left neighbour plays."""
    t[LAST] = 0
    if t[SIZE + t[ACTIVE]] < HAND and pile(t) > 0:
        t[PHASE] = REFILL
    else:
        t[ACTIVE] = left_of(t, t[ACTIVE])  # AQ-508
        t[PHASE] = CALL
