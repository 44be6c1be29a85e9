"""The actions of a turn: mage, upheave, claims, special tile (SP-080 to SP-165, SP-280 to SP-297)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import ABOVE, CENTRE, KING_STEPS, NO_SLIDE, ORTHOGONAL, SLIDING_CELLS, upheave
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.spells import castable_spells

ALL_OUTSIDE_CELLS: Final = 0xFFFF  # mask of the 16 outside cells as numbered in the ids of actions


# ---------------------------------------------------------------- the mage
def fill_mage_actions(t: Cells, into: Cells, length: i64) -> i64:
    """Append the moves and activations of all mages of the side to move to the `length` action ids in `into`, and
    return the new length (SP-101, SP-257)."""
    mages = t[L.MAGES + t[L.SIDE]]
    length = fill_mage_targets(into, length, actions.MOVE, mages, L.free_tiles(t), KING_STEPS)
    return fill_mage_targets(into, length, actions.ACTIVATE, mages, L.inactive_free_tiles(t, t[L.SIDE]), ORTHOGONAL)


def fill_mage_targets(into: Cells, length: i64, verb: i64, mages: i64, targets: i64, reach: Cells) -> i64:
    """Append the actions of a verb such as actions.MOVE for every mage and every target within its reach. `into` has
    `length` action ids already; return the new length. `mages` and `targets` are masks of cells. `reach` has, for each
    cell, the mask of the cells that a mage on this cell can reach."""
    mage: i64 = 0
    while mages >> mage != 0:
        if L.contains(mages, mage):
            length = fill_cells(into, length, verb + L.cell_pair(mage, 0), targets & reach[mage])
        mage += 1
    return length


def fill_cells(into: Cells, length: i64, first_id: i64, cells: i64) -> i64:
    """Append the action id `first_id + cell` for each cell of the mask `cells` to the `length` ids in `into`, and
    return the new length."""
    cell: i64 = 0
    while cells >> cell != 0:
        if L.contains(cells, cell):
            into[length] = first_id + cell
            length += 1
        cell += 1
    return length


def move_mage(t: Cells, side: i64, start: i64, goal: i64) -> None:
    """Move a mage from one cell to another; no tile changes (SP-108, SP-197)."""
    t[L.MAGES + side] ^= L.BIT[start] | L.BIT[goal]


def activate_tile(t: Cells, cell: i64) -> None:
    """Turn a tile to its active face, where it stays for the rest of the game (SP-109, SP-116)."""
    t[L.ACTIVE_TILES] |= L.BIT[cell]


def play_mage(t: Cells, action: i64) -> None:
    """Carry out the move or activation with this action id, without marking the mage action of the turn as used."""
    if action < actions.ACTIVATE:
        move_mage(t, t[L.SIDE], L.start_cell(action), L.target_cell(action))
    else:
        activate_tile(t, L.target_cell(action))


# ---------------------------------------------------------------- the upheave
def fill_upheaves(t: Cells, into: Cells, length: i64) -> i64:
    """Append the upheaves to the `length` action ids in `into`, and return the new length. Each free tile can be
    lifted, with a slide from each side that has tiles (SP-121, SP-125, SP-131 to SP-133). With the option
    `keep_border_hole`, a tile on the border can also be lifted without a slide."""
    free = L.free_tiles(t)
    can_skip_slide = t[L.KEEP_BORDER_HOLE] != 0
    for lift in range(i64(L.ARENA_CELLS)):
        if L.contains(free, lift):
            for side in range(ABOVE, i64(NO_SLIDE)):
                if SLIDING_CELLS[L.upheave_number(lift, side)] != 0:
                    into[length] = actions.UPHEAVE + L.upheave_number(lift, side)
                    length += 1
            if can_skip_slide and not L.contains(CENTRE, lift):
                into[length] = actions.UPHEAVE + L.upheave_number(lift, NO_SLIDE)
                length += 1
    return length


# ---------------------------------------------------------------- claims
def claimable_cards(t: Cells, runes: Runes) -> i64:
    """Return the mask of the cards that the side to move can claim now: the face-up cards that it forms, if it has not
    claimed another card of the same level this turn (SP-140 to SP-148, SP-152)."""
    open_cards = t[L.FACE_UP] & ~t[L.CLOSED_CARDS]
    return runes.cards_formed(L.own_cells(t, t[L.SIDE]), t[L.SPECIAL], open_cards)


def remove_card(t: Cells, card: i64, level: i64) -> None:
    """Remove a face-up card from its place, which stays empty until the turn ends (SP-161)."""
    t[L.FACE_UP] &= ~L.BIT[card]
    if t[L.TOP_CARD + level] == card:
        t[L.TOP_CARD + level] = L.NONE
    else:
        t[L.SIDE_CARD + level] = L.NONE


def discard(t: Cells, card: i64) -> None:
    """Put a card on the discard pile, from which no card returns (SP-011)."""
    first_empty_cell = L.DISCARD_PILE + t[L.DISCARD_COUNT]
    t[first_empty_cell] = card
    t[L.DISCARD_COUNT] += 1


def claim(t: Cells, card: i64, runes: Runes) -> None:
    """Claim a card: score as many points as its level and capture it. A card of level 4 has no spell, so it is
    discarded instead (SP-149 to SP-152)."""
    side = t[L.SIDE]
    level = runes.levels[card]
    remove_card(t, card, level)
    t[L.SCORE + side] += level
    t[L.CLAIMED_LEVELS] |= L.BIT[level]
    t[L.CLOSED_CARDS] |= runes.cards_of_level[level]
    has_spell = level < L.LEVELS
    if not has_spell:
        discard(t, card)
    else:
        capture(t, side, card, level)


def capture(t: Cells, side: i64, card: i64, level: i64) -> None:
    """Add a card to the end of a side's captured cards (SP-150)."""
    t[L.hand_at(side) + t[L.HAND_SIZE + side]] = card
    t[L.HAND_SIZE + side] += 1
    t[L.captured_at(side, level)] += 1


# ---------------------------------------------------------------- a whole turn
def can_place_special(t: Cells) -> bool:
    """Return whether the side to move can place a special tile: once a turn, if it owns the amulet Extralimitae (SP-280
    to SP-286)."""
    return t[L.AMULETS + t[L.SIDE]] == L.EXTRALIMITAE and t[L.SPECIAL] == L.NONE


def fill_turn_actions(t: Cells, into: Cells, runes: Runes) -> i64:
    """Write the ids of all legal actions of a turn to `into`, and return how many there are (SP-081 to SP-083)."""
    into[0] = actions.END
    length: i64 = 1
    if t[L.MAGE_USED] == 0:
        length = fill_mage_actions(t, into, length)
    if t[L.UPHEAVES_USED] < L.upheave_limit(t, t[L.SIDE]):
        length = fill_upheaves(t, into, length)
    if can_place_special(t):
        length = fill_cells(into, length, actions.SPECIAL, ALL_OUTSIDE_CELLS)
    if t[L.HAND_SIZE + t[L.SIDE]] > 0:
        length = fill_casts(t, into, length)
    return runes.fill_card_actions(into, length, actions.CLAIM, claimable_cards(t, runes))


def fill_casts(t: Cells, into: Cells, length: i64) -> i64:
    """Append the casts to the `length` action ids in `into`, and return the new length. A captured card gives each
    spell up to the level of the card, if the spell has a target (SP-173, SP-177)."""
    castable = castable_spells(t)
    for level in range(1, i64(L.LEVELS)):
        if t[L.captured_at(t[L.SIDE], level)] > 0:
            for spell in range(1, level + 1):
                if L.contains(castable, spell):
                    into[length] = actions.CAST + L.level_and_spell(level, spell)
                    length += 1
    return length


def use_upheave(t: Cells, action: i64) -> None:
    """Carry out the upheave with this action id, and count it as used (SP-120, SP-137)."""
    t[L.UPHEAVES_USED] += 1
    upheave(t, L.lifted_cell(action), L.slide_side(action))
