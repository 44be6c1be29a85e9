"""A turn: calls (AQ-201..215), their order and penalties (AQ-301..311), the end of the turn and the refill
(AQ-501..509)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.rules.scoring import NOBODY, score
from sortilege.games.abracada.rules.spells import resolve, wound


def lowest_call(t: Cells) -> i64:
    """Return the lowest spell that may be called now without a penalty (AQ-301, AQ-801)."""
    if t[L.EASY] != 0 or t[L.LAST_SPELL] == 0:
        return 1
    return t[L.LAST_SPELL]


def call(t: Cells, spell: i64) -> None:
    """Apply a call (AQ-206). The call fails if the spell is too low, or if the caller has no stone of this spell. If
    the caller has several such stones, the game waits for chance to choose one of them."""
    active_seat = t[L.ACTIVE]
    t[L.SPELL] = spell
    if t[L.VARIANT_LAST] != 0:
        L.record_seats_in_round(t)  # in `standard` all seats stay in
    if spell < lowest_call(t):
        t[L.HIT] = 0
        fail_call(t, 1)  # AQ-303, AQ-308: one life, even for a dragon
        return
    copies = L.copies_in_hand(t, active_seat, spell)
    if copies == 0:
        t[L.HIT] = 0
        L.remember_miss(t, active_seat, spell, t[L.DEALT])
        if spell == box.DRAGON:
            t[L.PHASE] = L.ROLL  # AQ-307
        else:
            fail_call(t, 1)  # AQ-306
    elif copies == 1:
        slot: i64 = 0
        while L.spell_at(t, active_seat, slot) != spell:
            slot += 1
        cast(t, slot)
    else:
        t[L.PHASE] = L.LIFT  # AQ-209: chance chooses one of the equal stones


def cast(t: Cells, slot: i64) -> None:
    """Move the caller's stone in this slot to the board, then apply the effect of its spell (AQ-207..210)."""
    active_seat = t[L.ACTIVE]
    spell = t[L.SPELL]
    t[L.HIT] = 1
    t[L.HAND_SIZE + active_seat] -= 1
    t[L.HELD + active_seat] -= L.HELD_UNIT[spell]
    close_gap(t, active_seat, slot)
    t[L.BOARD + spell] += 1
    L.remember_cast(t, active_seat, spell, t[L.DEALT])
    t[L.LAST_SPELL] = spell
    if spell == box.DRAGON or spell == box.DREAM:
        t[L.PHASE] = L.ROLL
    elif spell == box.OWL and t[L.SECRETS_LEFT] > 0:
        t[L.PHASE] = L.SECRET
    else:
        resolve(t, die=0)  # the effect does not use the die


def close_gap(t: Cells, seat: i64, gap: i64) -> None:
    """Move the stones to the right of the empty slot `gap` one slot to the left (AQ-011)."""
    first_cell = L.hand_cell(seat, 0)
    slot: i64 = 0
    while slot < box.HAND - 1:  # a loop over all slots is faster than one that begins at the gap
        source = slot
        if slot >= gap:
            source += 1
        t[first_cell + slot] = t[first_cell + source]
        slot += 1


def roll(t: Cells, die: i64) -> None:
    """Apply the roll of the die for a dragon or a dream. If the call failed, the caller loses the lives (AQ-412)."""
    if t[L.HIT] != 0:
        resolve(t, die)
    else:
        fail_call(t, die)


def fail_call(t: Cells, lives: i64) -> None:
    """Take lives from the caller of a failed call, and end its turn (AQ-214, AQ-306, AQ-307)."""
    active_seat = t[L.ACTIVE]
    wound(t, active_seat, lives)
    if L.in_round(t, active_seat):
        end_turn(t)
    elif t[L.VARIANT_LAST] == 0:
        score(t, L.SELF, NOBODY)
    elif t[L.PLAYERS_IN] == 1:
        score(t, L.LAST_STANDING, L.left_of(t, active_seat))  # AQ-821
    else:
        t[L.LAST_SPELL] = 0
        t[L.ACTIVE] = L.left_of(t, active_seat)  # AQ-815: a player who is out does not refill
        t[L.PHASE] = L.CALL


def end_turn(t: Cells) -> None:
    """Wait for chance to draw a stone if the active player has fewer than five and the pile is not empty; otherwise
    begin the turn of the left neighbour (AQ-502..504). This function is called again after each drawn stone."""
    t[L.LAST_SPELL] = 0
    if t[L.HAND_SIZE + t[L.ACTIVE]] < box.HAND and L.pile(t) > 0:
        t[L.PHASE] = L.REFILL
    else:
        t[L.ACTIVE] = L.left_of(t, t[L.ACTIVE])  # AQ-508
        t[L.PHASE] = L.CALL
