"""Casting: a captured card gives one spell (SP-170 to SP-200, SP-255 to SP-276)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell.layout import (
    ACTIVE,
    AMULETS,
    BIT,
    DISCARD,
    DISCARDS,
    DOPPELGANGER,
    ELEMENTALS,
    EXTRA,
    FORCE,
    HANDS,
    HELD,
    LEVITATE,
    MAGES,
    OWNED,
    PHASE,
    PLAY,
    PUSH,
    SIDE,
    SIZE,
    SUMMON,
    TARGET,
    TRIELEMENTARIS,
    count,
    elementals_of,
    free_tiles,
)
from sortilege.games.spell.rules.arena import BESIDES, KING, around
from sortilege.games.spell.rules.runes import Runes


# ---------------------------------------------------------------- what has a target
def castable(t: Cells) -> i64:
    """SP-177: bit n is set when the spell of level n has a target now."""
    side = t[SIDE]
    free = free_tiles(t)
    spells: i64 = 0
    if first_spell_works(t, side, free):
        spells |= 2
    if free != 0:
        spells |= 4
    if around(t[MAGES + 1 - side]) & free != 0:  # SP-198
        spells |= 8
    return spells


def first_spell_works(t: Cells, side: i64, free: i64) -> bool:
    """SP-183: an elemental is left to summon; SP-255: for Doppelgänger some mage can move or activate."""
    if t[AMULETS + side] == DOPPELGANGER:
        return around(t[MAGES + side]) & free != 0 or can_wake(t, side, free)
    return count(t[ELEMENTALS + side]) < elementals_of(t, side) and summoning_places(t, side, free) != 0


def can_wake(t: Cells, side: i64, free: i64) -> bool:
    """Whether some mage of the side has a tile to activate (SP-109)."""
    asleep = t[OWNED + side] & ~t[ACTIVE] & free
    mage: i64 = 0
    while mage < 16:
        if t[MAGES + side] & BIT[mage] != 0 and BESIDES[mage] & asleep != 0:
            return True
        mage += 1
    return False


def summoning_places(t: Cells, side: i64, free: i64) -> i64:
    """SP-180 to SP-182: any free tile; SP-271, SP-274: Trielementaris also under an enemy mage that can give way."""
    if t[AMULETS + side] != TRIELEMENTARIS:
        return free
    cells = free
    mage: i64 = 0
    while mage < 16:
        if t[MAGES + 1 - side] & BIT[mage] != 0 and KING[mage] & free != 0:
            cells |= BIT[mage]
        mage += 1
    return cells


# ---------------------------------------------------------------- casting
def cast(t: Cells, level: i64, spell: i64, runes: Runes) -> None:
    """SP-172, SP-175: the card of that level captured first is used and discarded; the spell asks for its target."""
    side = t[SIDE]
    use_up(t, side, level, runes)
    if spell == 2:
        t[PHASE] = LEVITATE
    elif spell == 3:
        t[PHASE] = FORCE
    elif t[AMULETS + side] == DOPPELGANGER:
        t[PHASE] = EXTRA
    else:
        t[PHASE] = SUMMON


def use_up(t: Cells, side: i64, level: i64, runes: Runes) -> None:
    at = HANDS + side * 20
    while runes.levels[t[at]] != level:
        at += 1
    t[DISCARD + t[DISCARDS]] = t[at]
    t[DISCARDS] += 1
    t[SIZE + side] -= 1
    t[HELD + side * 4 + level] -= 1
    end = HANDS + side * 20 + t[SIZE + side]
    while at < end:
        t[at] = t[at + 1]
        at += 1


def summon(t: Cells, cell: i64) -> None:
    """SP-180; SP-272: where an enemy mage stands, it must first be told where to go."""
    if t[MAGES + 1 - t[SIDE]] & BIT[cell] != 0:
        t[TARGET] = cell
        t[PHASE] = PUSH
    else:
        t[ELEMENTALS + t[SIDE]] |= BIT[cell]
        t[PHASE] = PLAY


def push(t: Cells, goal: i64) -> None:
    """SP-272, SP-273: the mage is moved where the caster says, and the elemental takes its place."""
    side = t[SIDE]
    t[MAGES + 1 - side] ^= BIT[t[TARGET]] | BIT[goal]
    t[ELEMENTALS + side] |= BIT[t[TARGET]]
    t[PHASE] = PLAY
