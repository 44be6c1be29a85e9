"""The turn (AQ-201..215), the order of calls and its penalties (AQ-301..311), the end of a turn and the refill
(AQ-501..509)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.rules.scoring import score
from sortilege.games.abracada.rules.setup import record_who_is_in
from sortilege.games.abracada.rules.spells import resolve, wound


def lowest_call(t: Cells) -> i64:
    """AQ-301, AQ-801: the lowest spell that may be called now without a penalty."""
    if t[L.EASY] != 0 or t[L.LAST] == 0:
        return 1
    return t[L.LAST]


def call(t: Cells, spell: i64) -> None:
    """AQ-206: check the order first, then whether the caller has the stone."""
    me = t[L.ACTIVE]
    t[L.SPELL] = spell
    if t[L.VARIANT_LAST] != 0:
        record_who_is_in(t)  # in `standard` all seats stay in
    if spell < lowest_call(t):
        t[L.HIT] = 0
        fail_call(t, 1)  # AQ-303, AQ-308: one life, even for a dragon
        return
    copies = L.copies_in_hand(t, me, spell)
    if copies == 0:
        t[L.HIT] = 0
        L.remember_miss(t, me, spell, t[L.DEALT])
        if spell == box.DRAGON:
            t[L.PHASE] = L.ROLL  # AQ-307
        else:
            fail_call(t, 1)  # AQ-306
    elif copies == 1:
        i: i64 = 0
        while t[L.HANDS + me * 5 + i] & 15 != spell:
            i += 1
        cast(t, i)
    else:
        t[L.PHASE] = L.LIFT  # AQ-209


def cast(t: Cells, i: i64) -> None:
    """AQ-207..210: the stone in slot i goes to its row, then its spell takes effect."""
    me = t[L.ACTIVE]
    spell = t[L.SPELL]
    t[L.HIT] = 1
    t[L.SIZE + me] -= 1
    t[L.HELD + me] -= L.ONE[spell]
    close_gap(t, L.HANDS + me * 5, i)
    t[L.BOARD + spell] += 1
    L.remember_cast(t, me, spell, t[L.DEALT])
    t[L.LAST] = spell
    if spell == box.DRAGON or spell == box.DREAM:
        t[L.PHASE] = L.ROLL
    elif spell == box.OWL and t[L.LYING] > 0:
        t[L.PHASE] = L.SECRET
    else:
        resolve(t, 0)


def close_gap(t: Cells, hand: i64, gap: i64) -> None:
    """AQ-011: the stones to the right of the gap move up, the others stay."""
    i: i64 = 0
    while i < box.HAND - 1:
        stone = i
        if i >= gap:
            stone += 1
        t[hand + i] = t[hand + stone]
        i += 1


def roll(t: Cells, die: i64) -> None:
    """Apply the die of a dragon or a dream. A failed dragon hurts its caller (AQ-412)."""
    if t[L.HIT] != 0:
        resolve(t, die)
    else:
        fail_call(t, die)


def fail_call(t: Cells, lives: i64) -> None:
    """AQ-214, AQ-306, AQ-307: the caller loses lives and the turn ends."""
    me = t[L.ACTIVE]
    wound(t, me, lives)
    if L.in_round(t, me):
        end_turn(t)
    elif t[L.VARIANT_LAST] == 0:
        score(t, L.SELF, -1)
    elif L.how_many_in(t) == 1:
        score(t, L.LAST_STANDING, L.left_of(t, me))  # AQ-821
    else:
        t[L.LAST] = 0
        t[L.ACTIVE] = L.left_of(t, me)  # AQ-815: a player who is out does not refill
        t[L.PHASE] = L.CALL


def end_turn(t: Cells) -> None:
    """AQ-502..504: the player draws up to five stones, as far as the pile reaches; then the left neighbour plays."""
    t[L.LAST] = 0
    if t[L.SIZE + t[L.ACTIVE]] < box.HAND and L.pile(t) > 0:
        t[L.PHASE] = L.REFILL
    else:
        t[L.ACTIVE] = L.left_of(t, t[L.ACTIVE])  # AQ-508
        t[L.PHASE] = L.CALL
