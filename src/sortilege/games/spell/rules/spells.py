"""Casting spells with captured cards (SP-170 to SP-200, SP-255 to SP-276)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import KING_STEPS, any_beside, king_steps_from
from sortilege.games.spell.rules.runes import Runes


# ---------------------------------------------------------------- possible targets
def castable_spells(t: Cells) -> i64:
    """Return a mask with bit n set if the spell of level n has a target now (SP-177)."""
    side = t[L.SIDE]
    free = L.free_tiles(t)
    spells: i64 = 0
    if has_first_spell_target(t, side, free):
        spells |= 2
    if free != 0:
        spells |= 4
    if king_steps_from(t[L.MAGES + 1 - side]) & free != 0:  # SP-198
        spells |= 8
    return spells


def has_first_spell_target(t: Cells, side: i64, free: i64) -> bool:
    """Return whether an elemental can be summoned (SP-183); for Doppelgänger, whether a mage can move or activate a
    tile (SP-255)."""
    if t[L.AMULETS + side] == L.DOPPELGANGER:
        return king_steps_from(t[L.MAGES + side]) & free != 0 or can_activate(t, side, free)
    return L.count_bits(t[L.ELEMENTALS + side]) < L.elemental_limit(t, side) and summon_targets(t, side, free) != 0


def can_activate(t: Cells, side: i64, free: i64) -> bool:
    """Return whether a mage of the side has a tile to activate (SP-109)."""
    return any_beside(t[L.MAGES + side], t[L.TILES + side] & ~t[L.ACTIVE_TILES] & free)


def summon_targets(t: Cells, side: i64, free: i64) -> i64:
    """Return where the side may summon: on free tiles (SP-180 to SP-182), with Trielementaris also on the tile of an
    enemy mage that can step aside (SP-271, SP-274)."""
    if t[L.AMULETS + side] != L.TRIELEMENTARIS:
        return free
    cells = free
    mage: i64 = 0
    while mage < 16:
        if t[L.MAGES + 1 - side] & L.BIT[mage] != 0 and KING_STEPS[mage] & free != 0:
            cells |= L.BIT[mage]
        mage += 1
    return cells


# ---------------------------------------------------------------- casting
def cast(t: Cells, level: i64, spell: i64, runes: Runes) -> None:
    """Discard the card of this level that was captured first, and begin the choice of the spell's target (SP-172,
    SP-175)."""
    side = t[L.SIDE]
    spend_card(t, side, level, runes)
    if spell == 2:
        t[L.PHASE] = L.LEVITATE
    elif spell == 3:
        t[L.PHASE] = L.FORCE
    elif t[L.AMULETS + side] == L.DOPPELGANGER:
        t[L.PHASE] = L.EXTRA_ACTION
    else:
        t[L.PHASE] = L.SUMMON


def spend_card(t: Cells, side: i64, level: i64, runes: Runes) -> None:
    """Move the oldest captured card of a level to the discard pile."""
    at = L.HANDS + side * 20
    while runes.levels[t[at]] != level:
        at += 1
    t[L.DISCARD_PILE + t[L.DISCARD_COUNT]] = t[at]
    t[L.DISCARD_COUNT] += 1
    t[L.HAND_SIZE + side] -= 1
    t[L.CAPTURED + side * 4 + level] -= 1
    end = L.HANDS + side * 20 + t[L.HAND_SIZE + side]
    while at < end:
        t[at] = t[at + 1]
        at += 1


def summon(t: Cells, cell: i64) -> None:
    """Place an elemental (SP-180). If an enemy mage stands there, begin the choice of where it goes (SP-272)."""
    if t[L.MAGES + 1 - t[L.SIDE]] & L.BIT[cell] != 0:
        t[L.TARGET] = cell
        t[L.PHASE] = L.PUSH
    else:
        t[L.ELEMENTALS + t[L.SIDE]] |= L.BIT[cell]
        t[L.PHASE] = L.PLAY


def push(t: Cells, goal: i64) -> None:
    """Move the enemy mage from the chosen cell and put the elemental in its place (SP-272, SP-273)."""
    side = t[L.SIDE]
    t[L.MAGES + 1 - side] ^= L.BIT[t[L.TARGET]] | L.BIT[goal]
    t[L.ELEMENTALS + side] |= L.BIT[t[L.TARGET]]
    t[L.PHASE] = L.PLAY
