"""What may happen at each node, and with what weight."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells, evenly
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER
from sortilege.games.abracada import actions
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.layout import (
    ACTIVE,
    CALL,
    DEAL,
    DIE,
    DONE,
    FIRST,
    GATHER,
    HANDS,
    LAST,
    LIFT,
    PENALTY,
    PHASE,
    POOL,
    REFILL,
    ROLL,
    SEATS,
    SECRET,
    SHOW,
    SIZE,
    SPELL,
    UNSEEN,
    copies_in_hand,
)
from sortilege.games.abracada.rules.calls import lowest_call


def turn_of(t: Cells) -> i64:
    phase = t[PHASE]
    if phase == CALL:
        return t[ACTIVE]
    if phase == DONE:
        return OVER
    return CHANCE


def fill_calls(t: Cells, into: Cells) -> i64:
    """AQ-201, AQ-212, AQ-303, AQ-304, AQ-914: never depends on the caller's own stones."""
    n: i64 = 0
    lowest: i64 = 1
    if t[LAST] != 0:
        into[0] = actions.END
        n = 1
        if t[PENALTY] == 0:
            lowest = lowest_call(t)
    i: i64 = 0
    while i < KINDS:  # always eight, though only those up to the potion count: a fixed number is quicker
        into[n + i] = actions.CALL + lowest + i
        i += 1
    return n + KINDS + 1 - lowest


def fill_pool(t: Cells, into: Cells, base: i64, weights: bool) -> i64:
    """The spells the next unseen stone may carry, or how many there are of each (AQ-431)."""
    n: i64 = 0
    spell: i64 = 1
    while spell <= KINDS:
        if t[POOL + spell] > 0:
            if weights:
                into[n] = t[POOL + spell]
            else:
                into[n] = base + spell
            n += 1
        spell += 1
    return n


def fill_fresh(into: Cells, base: i64, weights: bool) -> i64:
    """The first stone of a new round: all 36 are in the pool again."""
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
    hand = HANDS + t[ACTIVE] * 5
    while i < t[SIZE + t[ACTIVE]]:
        if t[hand + i] & 15 == t[SPELL]:
            into[n] = actions.LIFT + i
            n += 1
        i += 1
    return n


def fill_rolls(t: Cells, into: Cells, weights: bool) -> i64:
    n: i64 = 0
    face: i64 = 1
    while face <= 6:
        if t[DIE + face] > 0:
            if weights:
                into[n] = t[DIE + face]
            else:
                into[n] = actions.ROLL + face
            n += 1
        face += 1
    return n


def draw_stone(t: Cells, rng: Rng) -> i64:
    """The spell of the next unseen stone, each stone equally likely; counted from the potions, which are the most."""
    left = rng.below(t[UNSEEN])
    spell: i64 = KINDS
    edge = t[POOL + KINDS]
    kind: i64 = KINDS - 1
    while kind > 0:  # always to the end: a processor guesses wrong where a search would stop
        if left >= edge:
            spell -= 1
        edge += t[POOL + kind]
        kind -= 1
    return spell


def fill_legal(t: Cells, into: Cells) -> i64:
    """The legal actions, or the outcomes of chance, ascending."""
    phase = t[PHASE]
    if phase == CALL:
        return fill_calls(t, into)
    if phase == DEAL or phase == SHOW or phase == REFILL:
        return fill_pool(t, into, actions.STONE, False)
    if phase == LIFT:
        return fill_lifts(t, into)
    if phase == ROLL:
        return fill_rolls(t, into, False)
    if phase == SECRET:
        return fill_pool(t, into, actions.SECRET, False)
    if phase == GATHER:
        return fill_fresh(into, actions.STONE, False)
    if phase == FIRST:
        seat: i64 = 0
        while seat < t[SEATS]:
            into[seat] = actions.FIRST + seat
            seat += 1
        return seat
    return 0


def fill_weights(t: Cells, into: Cells) -> i64:
    """The weights of the outcomes of chance."""
    phase = t[PHASE]
    if phase == DEAL or phase == SHOW or phase == REFILL or phase == SECRET:
        return fill_pool(t, into, 0, True)
    if phase == ROLL:
        return fill_rolls(t, into, True)
    if phase == GATHER:
        return fill_fresh(into, 0, True)
    if phase == LIFT:
        return evenly(into, copies_in_hand(t, t[ACTIVE], t[SPELL]))
    return evenly(into, t[SEATS])
