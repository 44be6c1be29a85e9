"""A turn: the mage, the upheave, claims, the special tile (SP-080 to SP-165, SP-280 to SP-297)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import ABOVE, BELOW, BESIDES, CENTRE, KING, LEFT, RIGHT, STAY, upheave
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.spells import castable


# ---------------------------------------------------------------- play the mage
def steps(t: Cells, mage: i64) -> i64:
    """SP-102 to SP-107: the free tiles a king step from a mage."""
    return KING[mage] & L.free_tiles(t)


def wakeable(t: Cells, mage: i64, side: i64) -> i64:
    """SP-109 to SP-114: inactive tiles of the mage's own colour beside it, with nobody on them."""
    return BESIDES[mage] & t[L.OWNED + side] & ~t[L.ACTIVE] & L.free_tiles(t)


def fill_mage(t: Cells, into: Cells, n: i64) -> i64:
    """SP-101, SP-257: every move and activation of every mage of the side on turn."""
    mages = t[L.MAGES + t[L.SIDE]]
    n = fill_pairs(into, n, actions.MOVE, mages, L.free_tiles(t), KING)
    return fill_pairs(
        into, n, actions.ACTIVATE, mages, t[L.OWNED + t[L.SIDE]] & ~t[L.ACTIVE] & L.free_tiles(t), BESIDES
    )


def fill_pairs(into: Cells, n: i64, base: i64, mages: i64, goals: i64, reach: Cells) -> i64:
    """List `base + mage * 16 + goal` for each mage and each goal within its reach."""
    mage: i64 = 0
    while mages >> mage != 0:
        if mages & L.BIT[mage] != 0:
            n = fill_cells(into, n, base + mage * 16, goals & reach[mage])
        mage += 1
    return n


def fill_cells(into: Cells, n: i64, base: i64, cells: i64) -> i64:
    """List `base + cell` for each cell of a mask."""
    cell: i64 = 0
    while cells >> cell != 0:
        if (cells >> cell) & 1 != 0:
            into[n] = base + cell
            n += 1
        cell += 1
    return n


def move(t: Cells, side: i64, start: i64, goal: i64) -> None:
    """A mage goes from one tile to another; no tile changes (SP-108, SP-197)."""
    t[L.MAGES + side] ^= L.BIT[start] | L.BIT[goal]


def activate(t: Cells, cell: i64) -> None:
    """SP-109: a tile turns to its active face, for good (SP-116)."""
    t[L.ACTIVE] |= L.BIT[cell]


def play_mage(t: Cells, action: i64) -> None:
    """The move or activation behind an action id, whoever pays for it."""
    if action < actions.ACTIVATE:
        pair = action - actions.MOVE
        move(t, t[L.SIDE], pair >> 4, pair & 15)
    else:
        activate(t, (action - actions.ACTIVATE) & 15)


# ---------------------------------------------------------------- upheave the arena
def fill_upheaves(t: Cells, into: Cells, n: i64) -> i64:
    """SP-121, SP-125, SP-131 to SP-133: every free tile with every side of it where something can slide; where the
    table allows it, on the border also no slide."""
    free = L.free_tiles(t)
    keep = t[L.KEEP_BORDER_HOLE] != 0
    cell: i64 = 0
    while cell < 16:
        if (free >> cell) & 1 != 0:
            base = actions.UPHEAVE + cell * 8
            if cell > 3:
                into[n] = base + ABOVE
                n += 1
            if cell < 12:
                into[n] = base + BELOW
                n += 1
            if cell & 3 != 0:
                into[n] = base + LEFT
                n += 1
            if cell & 3 != 3:
                into[n] = base + RIGHT
                n += 1
            if keep and (CENTRE >> cell) & 1 == 0:
                into[n] = base + STAY
                n += 1
        cell += 1
    return n


# ---------------------------------------------------------------- claim a rune
def claimable(t: Cells, runes: Runes) -> i64:
    """SP-140 to SP-148, SP-152: face-up cards that are formed now, of levels not yet claimed this turn."""
    return runes.claimable(L.own_cells(t, t[L.SIDE]), t[L.SPECIAL], t[L.FACE_UP] & ~t[L.CLOSED])


def fill_claims(t: Cells, into: Cells, n: i64, runes: Runes) -> i64:
    return runes.fill(claimable(t, runes), actions.CLAIM, into, n)


def take_away(t: Cells, card: i64, level: i64) -> None:
    """SP-161: the card's place stays empty until the turn ends."""
    t[L.FACE_UP] &= ~L.BIT[card]
    if t[L.TOP + level] == card:
        t[L.TOP + level] = L.NOTHING
    else:
        t[L.BESIDE + level] = L.NOTHING


def discard(t: Cells, card: i64) -> None:
    """SP-011: nothing comes back from there."""
    t[L.DISCARD + t[L.DISCARDS]] = card
    t[L.DISCARDS] += 1


def claim(t: Cells, card: i64, runes: Runes) -> None:
    """SP-149 to SP-152: points by the level; the card is captured, or discarded if it has no spell."""
    side = t[L.SIDE]
    level = runes.levels[card]
    take_away(t, card, level)
    t[L.SCORE + side] += level
    t[L.CLAIMED] |= L.BIT[level]
    t[L.CLOSED] |= runes.of_level[level]
    if level == 4:
        discard(t, card)
    else:
        capture(t, side, card, level)


def capture(t: Cells, side: i64, card: i64, level: i64) -> None:
    """SP-150: the card lies before its player, last in the order of capture."""
    t[L.HANDS + side * 20 + t[L.SIZE + side]] = card
    t[L.SIZE + side] += 1
    t[L.HELD + side * 4 + level] += 1


# ---------------------------------------------------------------- a whole turn
def may_place_special(t: Cells) -> bool:
    """SP-280, SP-281, SP-286: the owner of Extralimitae, once a turn."""
    return t[L.AMULETS + t[L.SIDE]] == L.EXTRALIMITAE and t[L.SPECIAL] == L.NOTHING


def fill_turn(t: Cells, into: Cells, runes: Runes) -> i64:
    """SP-081 to SP-083: whatever may be done now; ending the turn always may."""
    into[0] = actions.END
    n: i64 = 1
    if t[L.MAGE_USED] == 0:
        n = fill_mage(t, into, n)
    if t[L.UPHEAVES] < L.upheaves_of(t, t[L.SIDE]):
        n = fill_upheaves(t, into, n)
    if may_place_special(t):
        n = fill_cells(into, n, actions.SPECIAL, 0xFFFF)
    if t[L.SIZE + t[L.SIDE]] > 0:
        n = fill_casts(t, into, n)
    return fill_claims(t, into, n, runes)


def fill_casts(t: Cells, into: Cells, n: i64) -> i64:
    """SP-173, SP-177: a card of level n as each spell up to n that has a target."""
    spells = castable(t)
    level: i64 = 1
    while level <= 3:
        if t[L.HELD + t[L.SIDE] * 4 + level] > 0:
            spell: i64 = 1
            while spell <= level:
                if (spells >> spell) & 1 != 0:
                    into[n] = actions.CAST + level * 4 + spell
                    n += 1
                spell += 1
        level += 1
    return n


def upheave_once(t: Cells, place: i64) -> None:
    """SP-120, SP-137: one of the upheaves of this turn is used."""
    t[L.UPHEAVES] += 1
    upheave(t, place >> 3, place & 7)
