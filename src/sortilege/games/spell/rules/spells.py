"""Casting: a captured card gives one spell (SP-170 to SP-200, SP-255 to SP-276)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import BESIDES, KING, around
from sortilege.games.spell.rules.runes import Runes


# ---------------------------------------------------------------- what has a target
def castable(t: Cells) -> i64:
    """SP-177: bit n is set when the spell of level n has a target now."""
    side = t[L.SIDE]
    free = L.free_tiles(t)
    spells: i64 = 0
    if first_spell_works(t, side, free):
        spells |= 2
    if free != 0:
        spells |= 4
    if around(t[L.MAGES + 1 - side]) & free != 0:  # SP-198
        spells |= 8
    return spells


def first_spell_works(t: Cells, side: i64, free: i64) -> bool:
    """SP-183: an elemental is left to summon; SP-255: for Doppelgänger some mage can move or activate."""
    if t[L.AMULETS + side] == L.DOPPELGANGER:
        return around(t[L.MAGES + side]) & free != 0 or can_wake(t, side, free)
    return L.count(t[L.ELEMENTALS + side]) < L.elementals_of(t, side) and summoning_places(t, side, free) != 0


def can_wake(t: Cells, side: i64, free: i64) -> bool:
    """Whether some mage of the side has a tile to activate (SP-109)."""
    asleep = t[L.OWNED + side] & ~t[L.ACTIVE] & free
    mage: i64 = 0
    while mage < 16:
        if t[L.MAGES + side] & L.BIT[mage] != 0 and BESIDES[mage] & asleep != 0:
            return True
        mage += 1
    return False


def summoning_places(t: Cells, side: i64, free: i64) -> i64:
    """SP-180 to SP-182: any free tile; SP-271, SP-274: Trielementaris also under an enemy mage that can give way."""
    if t[L.AMULETS + side] != L.TRIELEMENTARIS:
        return free
    cells = free
    mage: i64 = 0
    while mage < 16:
        if t[L.MAGES + 1 - side] & L.BIT[mage] != 0 and KING[mage] & free != 0:
            cells |= L.BIT[mage]
        mage += 1
    return cells


# ---------------------------------------------------------------- casting
def cast(t: Cells, level: i64, spell: i64, runes: Runes) -> None:
    """SP-172, SP-175: the card of that level captured first is used and discarded; the spell asks for its target."""
    side = t[L.SIDE]
    use_up(t, side, level, runes)
    if spell == 2:
        t[L.PHASE] = L.LEVITATE
    elif spell == 3:
        t[L.PHASE] = L.FORCE
    elif t[L.AMULETS + side] == L.DOPPELGANGER:
        t[L.PHASE] = L.EXTRA
    else:
        t[L.PHASE] = L.SUMMON


def use_up(t: Cells, side: i64, level: i64, runes: Runes) -> None:
    at = L.HANDS + side * 20
    while runes.levels[t[at]] != level:
        at += 1
    t[L.DISCARD + t[L.DISCARDS]] = t[at]
    t[L.DISCARDS] += 1
    t[L.SIZE + side] -= 1
    t[L.HELD + side * 4 + level] -= 1
    end = L.HANDS + side * 20 + t[L.SIZE + side]
    while at < end:
        t[at] = t[at + 1]
        at += 1


def summon(t: Cells, cell: i64) -> None:
    """SP-180; SP-272: where an enemy mage stands, it must first be told where to go."""
    if t[L.MAGES + 1 - t[L.SIDE]] & L.BIT[cell] != 0:
        t[L.TARGET] = cell
        t[L.PHASE] = L.PUSH
    else:
        t[L.ELEMENTALS + t[L.SIDE]] |= L.BIT[cell]
        t[L.PHASE] = L.PLAY


def push(t: Cells, goal: i64) -> None:
    """SP-272, SP-273: the mage is moved where the caster says, and the elemental takes its place."""
    side = t[L.SIDE]
    t[L.MAGES + 1 - side] ^= L.BIT[t[L.TARGET]] | L.BIT[goal]
    t[L.ELEMENTALS + side] |= L.BIT[t[L.TARGET]]
    t[L.PHASE] = L.PLAY
