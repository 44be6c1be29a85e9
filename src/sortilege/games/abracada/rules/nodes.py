"""The legal actions and the weighted chance outcomes of each phase."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, fill_ones
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER
from sortilege.games.abracada import actions
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.rules.calls import lowest_call


def turn_of(t: Cells) -> i64:
    phase = t[L.PHASE]
    if phase == L.CALL:
        return t[L.ACTIVE]
    if phase == L.DONE:
        return OVER
    return CHANCE


def fill_calls(t: Cells, into: Cells) -> i64:
    """AQ-201, AQ-212, AQ-303, AQ-304, AQ-914: list the calls, and the end of the turn after the first. They never
    depend on the caller's own stones."""
    n: i64 = 0
    lowest: i64 = 1
    if t[L.LAST] != 0:
        into[0] = actions.END
        n = 1
        if t[L.PENALTY] == 0:
            lowest = lowest_call(t)
    i: i64 = 0
    while i < KINDS:  # always writes eight, of which the caller uses fewer: a fixed number is faster
        into[n + i] = actions.CALL + lowest + i
        i += 1
    return n + KINDS + 1 - lowest


def fill_pool(t: Cells, into: Cells, base: i64, weights: bool) -> i64:
    """AQ-431: list the possible spells of the next unseen stone as action ids, or how many there are of each as
    weights."""
    n: i64 = 0
    spell: i64 = 1
    while spell <= KINDS:
        if t[L.POOL + spell] > 0:
            if weights:
                into[n] = t[L.POOL + spell]
            else:
                into[n] = base + spell
            n += 1
        spell += 1
    return n


def fill_fresh(into: Cells, base: i64, weights: bool) -> i64:
    """List the spells of the first stone of a round, when all 36 are in the pool, as action ids or as weights."""
    spell: i64 = 1
    while spell <= KINDS:
        if weights:
            into[spell - 1] = spell
        else:
            into[spell - 1] = base + spell
        spell += 1
    return KINDS


def fill_lifts(t: Cells, into: Cells) -> i64:
    n: i64 = 0
    i: i64 = 0
    hand = L.HANDS + t[L.ACTIVE] * 5
    while i < t[L.SIZE + t[L.ACTIVE]]:
        if t[hand + i] & 15 == t[L.SPELL]:
            into[n] = actions.LIFT + i
            n += 1
        i += 1
    return n


def fill_rolls(t: Cells, into: Cells, weights: bool) -> i64:
    n: i64 = 0
    face: i64 = 1
    while face <= 6:
        if t[L.DIE + face] > 0:
            if weights:
                into[n] = t[L.DIE + face]
            else:
                into[n] = actions.ROLL + face
            n += 1
        face += 1
    return n


def draw_stone(t: Cells, rng: Rng) -> i64:
    """Return the spell of a random unseen stone. Potions are counted first because they are the most frequent."""
    left = rng.below(t[L.UNSEEN])
    spell: i64 = KINDS
    edge = t[L.POOL + KINDS]
    kind: i64 = KINDS - 1
    while kind > 0:  # no early exit, which a processor would mispredict
        if left >= edge:
            spell -= 1
        edge += t[L.POOL + kind]
        kind -= 1
    return spell


def fill_legal(t: Cells, into: Cells) -> i64:
    """List the legal actions, or the outcomes of chance, in ascending order."""
    phase = t[L.PHASE]
    if phase == L.CALL:
        return fill_calls(t, into)
    if phase == L.DEAL or phase == L.SHOW or phase == L.REFILL:
        return fill_pool(t, into, actions.STONE, False)
    if phase == L.LIFT:
        return fill_lifts(t, into)
    if phase == L.ROLL:
        return fill_rolls(t, into, False)
    if phase == L.SECRET:
        return fill_pool(t, into, actions.SECRET, False)
    if phase == L.GATHER:
        return fill_fresh(into, actions.STONE, False)
    if phase == L.FIRST:
        seat: i64 = 0
        while seat < t[L.SEATS]:
            into[seat] = actions.FIRST + seat
            seat += 1
        return seat
    return 0


def fill_weights(t: Cells, into: Cells) -> i64:
    """List the weights of the outcomes of chance."""
    phase = t[L.PHASE]
    if phase == L.DEAL or phase == L.SHOW or phase == L.REFILL or phase == L.SECRET:
        return fill_pool(t, into, 0, True)
    if phase == L.ROLL:
        return fill_rolls(t, into, True)
    if phase == L.GATHER:
        return fill_fresh(into, 0, True)
    if phase == L.LIFT:
        return fill_ones(into, L.copies_in_hand(t, t[L.ACTIVE], t[L.SPELL]))
    return fill_ones(into, t[L.SEATS])
