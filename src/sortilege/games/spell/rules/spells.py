"""Casting spells with captured cards (SP-170 to SP-200, SP-255 to SP-276)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import KING_STEPS, any_beside, king_steps_from
from sortilege.games.spell.rules.runes import Runes


# ---------------------------------------------------------------- possible targets
def castable_spells(t: Cells) -> i64:
    """Return the mask of the spells that have a target now (SP-177). Bit 1 is the spell of level 1, and so on."""
    side = t[L.SIDE]
    rival = 1 - side
    free = L.free_tiles(t)
    spells: i64 = 0
    if has_first_spell_target(t, side, free):
        spells |= L.BIT[L.SUMMON_SPELL]
    if free != 0:
        spells |= L.BIT[L.LEVITATE_SPELL]
    if king_steps_from(t[L.MAGES + rival]) & free != 0:  # SP-198
        spells |= L.BIT[L.FORCE_SPELL]
    return spells


def has_first_spell_target(t: Cells, side: i64, free: i64) -> bool:
    """Return whether the spell of level 1 has a target: an elemental can be summoned (SP-183) or, for the owner of
    Doppelgänger, a mage can move or activate a tile (SP-255). `free` is the mask of the tiles without a figure."""
    if t[L.AMULETS + side] == L.DOPPELGANGER:
        return king_steps_from(t[L.MAGES + side]) & free != 0 or can_activate(t, side)
    has_elemental = L.count_bits(t[L.ELEMENTALS + side]) < L.elemental_limit(t, side)
    return has_elemental and summon_targets(t, side, free) != 0


def can_activate(t: Cells, side: i64) -> bool:
    """Return whether a side has a mage beside a tile that the mage can activate (SP-109)."""
    return any_beside(t[L.MAGES + side], L.inactive_free_tiles(t, side))


def summon_targets(t: Cells, side: i64, free: i64) -> i64:
    """Return the mask of the cells where a side can summon an elemental: the free tiles, given as the mask `free`
    (SP-180 to SP-182). The owner of Trielementaris can also take the tile of an enemy mage that can step aside (SP-271,
    SP-274)."""
    if t[L.AMULETS + side] != L.TRIELEMENTARIS:
        return free
    rival = 1 - side
    cells = free
    for mage in range(i64(L.ARENA_CELLS)):
        if L.contains(t[L.MAGES + rival], mage) and KING_STEPS[mage] & free != 0:
            cells |= L.BIT[mage]
    return cells


# ---------------------------------------------------------------- casting
def cast(t: Cells, level: i64, spell: i64, runes: Runes) -> None:
    """Pay for a spell by discarding the card of this level that was captured first, and begin the choice of the spell's
    target (SP-172, SP-175)."""
    side = t[L.SIDE]
    spend_card(t, side, level, runes)
    if spell == L.LEVITATE_SPELL:
        t[L.PHASE] = L.LEVITATE
    elif spell == L.FORCE_SPELL:
        t[L.PHASE] = L.FORCE
    elif t[L.AMULETS + side] == L.DOPPELGANGER:
        t[L.PHASE] = L.EXTRA_ACTION
    else:
        t[L.PHASE] = L.SUMMON


def spend_card(t: Cells, side: i64, level: i64, runes: Runes) -> None:
    """Move the oldest captured card of a level to the discard pile."""
    index = L.hand_at(side)
    last_index = index + t[L.HAND_SIZE + side] - 1
    while runes.levels[t[index]] != level:
        index += 1
    t[L.DISCARD_PILE + t[L.DISCARD_COUNT]] = t[index]
    t[L.DISCARD_COUNT] += 1
    t[L.HAND_SIZE + side] -= 1
    t[L.captured_at(side, level)] -= 1
    while index < last_index:  # move the later cards one place forward
        t[index] = t[index + 1]
        index += 1


def summon(t: Cells, cell: i64) -> None:
    """Place an elemental of the side to move on a cell (SP-180). If an enemy mage stands there, the player must first
    choose the cell to which that mage moves (SP-272)."""
    rival = 1 - t[L.SIDE]
    if L.contains(t[L.MAGES + rival], cell):
        t[L.TARGET] = cell
        t[L.PHASE] = L.PUSH
    else:
        t[L.ELEMENTALS + t[L.SIDE]] |= L.BIT[cell]
        t[L.PHASE] = L.PLAY


def push(t: Cells, goal: i64) -> None:
    """Move the enemy mage from the cell that was chosen for an elemental to the cell `goal`, then place the elemental
    on the chosen cell (SP-272, SP-273)."""
    side = t[L.SIDE]
    rival = 1 - side
    chosen_cell = t[L.TARGET]
    t[L.MAGES + rival] ^= L.BIT[chosen_cell] | L.BIT[goal]
    t[L.ELEMENTALS + side] |= L.BIT[chosen_cell]
    t[L.PHASE] = L.PLAY
