"""The legal actions and the weighted chance outcomes of each phase.

Each `fill_` function writes into a buffer from index 0 on and returns how many numbers it wrote.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, fill_ones
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER
from sortilege.games.abracada import actions
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import KINDS, MAX_FACE
from sortilege.games.abracada.rules.calls import lowest_call

MAX_LEGAL: Final = 16  # more than the actions or outcomes of any node


def turn_of(t: Cells) -> i64:
    phase = t[L.PHASE]
    if phase == L.CALL:
        return t[L.ACTIVE]
    if phase == L.DONE:
        return OVER
    return CHANCE


def fill_calls(t: Cells, into: Cells) -> i64:
    """Write the ids of the legal calls and, after the first call of a turn, the id of the end of the turn. Return the
    number of ids (AQ-201, AQ-212, AQ-303, AQ-304). They never depend on the caller's own stones (AQ-914)."""
    n: i64 = 0
    lowest: i64 = 1
    if t[L.LAST_SPELL] != 0:
        into[0] = actions.END
        n = 1
        if t[L.PENALTY] == 0:
            lowest = lowest_call(t)
    i: i64 = 0
    while i < KINDS:  # a fixed number of steps is faster; callers ignore the ids after the returned number
        into[n + i] = actions.CALL + lowest + i
        i += 1
    return n + KINDS + 1 - lowest


def fill_pool(t: Cells, into: Cells, first_id: i64, weights: bool) -> i64:
    """Write a number for each spell that the next unseen stone can have (AQ-431), and return how many were written. The
    number is the action id `first_id` + spell or, with `weights`, how many unseen stones have this spell."""
    n: i64 = 0
    for spell in range(1, i64(KINDS + 1)):
        copies = t[L.POOL + spell]
        if copies > 0:
            if weights:
                into[n] = copies
            else:
                into[n] = first_id + spell
            n += 1
    return n


def fill_full_pool(into: Cells, weights: bool) -> i64:
    """Write the action ids or, with `weights`, the weights of all spells for the first stone of a round, when the pool
    contains all stones (n of spell n). Return how many were written."""
    for spell in range(1, i64(KINDS + 1)):
        if weights:
            into[spell - 1] = spell
        else:
            into[spell - 1] = actions.STONE + spell
    return KINDS


def fill_lifts(t: Cells, into: Cells) -> i64:
    """Write an action id for each stone of the caller that matches its call (AQ-209). Return the number of ids."""
    n: i64 = 0
    slot: i64 = 0
    while slot < t[L.HAND_SIZE + t[L.ACTIVE]]:
        if L.spell_at(t, t[L.ACTIVE], slot) == t[L.SPELL]:
            into[n] = actions.LIFT + slot
            n += 1
        slot += 1
    return n


def fill_rolls(t: Cells, into: Cells, weights: bool) -> i64:
    """Write an action id for each face of the die or, with `weights`, how many sides show it. Return their number."""
    n: i64 = 0
    for face in range(1, i64(MAX_FACE + 1)):
        if t[L.DIE + face] > 0:
            if weights:
                into[n] = t[L.DIE + face]
            else:
                into[n] = actions.ROLL + face
            n += 1
    return n


def draw_stone(t: Cells, rng: Rng) -> i64:
    """Return the spell of a random unseen stone.

    The unseen stones are numbered from 0, the highest spell first, and one number is drawn. The drawn spell is KINDS,
    reduced by 1 for each spell whose stones all have lower numbers.
    """
    drawn_number = rng.below(t[L.UNSEEN])
    drawn_spell: i64 = KINDS
    end = t[L.POOL + KINDS]  # the number after the last stone of the spells counted so far
    spell: i64 = KINDS - 1
    while spell > 0:  # no early exit, because the processor would often mispredict it
        if drawn_number >= end:
            drawn_spell -= 1
        end += t[L.POOL + spell]
        spell -= 1
    return drawn_spell


def fill_legal(t: Cells, into: Cells) -> i64:
    """Write the ids of the legal actions, or of the chance outcomes, in ascending order. Return their number."""
    phase = t[L.PHASE]
    if phase == L.CALL:
        return fill_calls(t, into)
    if phase == L.DEAL or phase == L.SHOW or phase == L.REFILL:
        return fill_pool(t, into, actions.STONE, weights=False)
    if phase == L.LIFT:
        return fill_lifts(t, into)
    if phase == L.ROLL:
        return fill_rolls(t, into, weights=False)
    if phase == L.SECRET:
        return fill_pool(t, into, actions.SECRET, weights=False)
    if phase == L.GATHER:
        return fill_full_pool(into, weights=False)
    if phase == L.FIRST:
        seat: i64 = 0
        while seat < t[L.SEATS]:
            into[seat] = actions.FIRST + seat
            seat += 1
        return seat
    return 0


def fill_weights(t: Cells, into: Cells) -> i64:
    """Write the weights of the chance outcomes, in the order of `fill_legal`. Return their number."""
    phase = t[L.PHASE]
    if phase == L.DEAL or phase == L.SHOW or phase == L.REFILL or phase == L.SECRET:
        return fill_pool(t, into, first_id=0, weights=True)
    if phase == L.ROLL:
        return fill_rolls(t, into, weights=True)
    if phase == L.GATHER:
        return fill_full_pool(into, weights=True)
    if phase == L.LIFT:
        return fill_ones(into, L.copies_in_hand(t, t[L.ACTIVE], t[L.SPELL]))
    return fill_ones(into, t[L.SEATS])
