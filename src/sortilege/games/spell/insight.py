"""What bots know beyond the rules: how near the own cells are to the runes that lie open."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.insight import Insight
from sortilege.core.state import State
from sortilege.games.spell import actions
from sortilege.games.spell.rules.ending import winner
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState
from sortilege.games.spell.table import (
    ACTIVE,
    BIT,
    BLACK,
    CLOSED,
    DONE,
    FACE_UP,
    GEM_HOLDER,
    HELD,
    OWNED,
    PHASE,
    PLAY,
    PURPLE,
    ROUND,
    SCORE,
    SIDE,
    SOLO,
    SPECIAL,
    count,
    own_cells,
)

# What a rune that is formed, or lacks one cell, is worth by its level, in hundredths of a point.
FORMED: Final = vec[i64]([0, 30, 65, 105, 150])
ONE_MISSING: Final = vec[i64]([0, 9, 16, 24, 32])
AWAKE: Final = 12  # a tile of one's own that is awake for good


def best_levels(cards: i64, runes: Runes, prices: Cells) -> i64:
    """The prices of the levels that have one of these cards: a turn takes one card of each (SP-152)."""
    total: i64 = 0
    level: i64 = 1
    while level <= 4:
        if cards & runes.of_level[level] != 0:
            total += prices[level]
        level += 1
    return total


def prospects(t: Cells, side: i64, wanted: i64, runes: Runes) -> i64:
    """What a side's cells promise: runes that are formed, and runes one cell short of it."""
    own = own_cells(t, side)
    formed = runes.formed[own]
    near = formed
    cell: i64 = 0
    while cell < 16:
        near |= runes.formed[own | BIT[cell]]
        cell += 1
    sound = best_levels(formed & wanted, runes, FORMED)
    return sound + best_levels(near & ~formed & wanted, runes, ONE_MISSING) + AWAKE * count(t[OWNED + side] & t[ACTIVE])


def spells_left(t: Cells, side: i64) -> i64:
    """What a side's captured cards are still good for."""
    return 25 * t[HELD + side * 4 + 1] + 30 * t[HELD + side * 4 + 2] + 33 * t[HELD + side * 4 + 3]


class SpellInsight(Insight):
    """Judgement for whoever searches step by step."""

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """A step is rated by what the own cells promise after it, less what the rival's then do."""
        assert isinstance(state, SpellState)
        t = state.cells
        if t[PHASE] < PLAY or (t[SOLO] != 0 and t[SIDE] == BLACK):
            i: i64 = 0
            while i < n:
                into[i] = 10
                i += 1
            return
        side = t[SIDE]
        before = self.standing(t, side, state.runes)
        i = 0
        while i < n:
            into[i] = self.rate_step(state, legal[i], side, before)
            i += 1

    def rate_step(self, state: SpellState, action: i64, side: i64, before: i64) -> i64:
        """From 1 for a step that spoils much to a few thousand for one that scores."""
        if action == actions.END:
            return 20
        if actions.CLAIM <= action < actions.REVEAL:
            return 4000
        after = state.twin()
        after.do(action)
        gain = self.standing(after.cells, side, state.runes) - before
        if gain <= 0:
            return 4 + max(-3, gain // 20)
        return 20 + gain * gain // 4

    def standing(self, t: Cells, side: i64, runes: Runes) -> i64:
        """Hundredths of a point: what is scored, what the cells promise now, what the cards may still do."""
        mine = prospects(t, side, t[FACE_UP] & ~t[CLOSED], runes)
        if t[SPECIAL] >= 0:
            mine += best_levels(runes.claimable(own_cells(t, side), t[SPECIAL], t[FACE_UP] & ~t[CLOSED]), runes, FORMED)
        theirs = prospects(t, 1 - side, t[FACE_UP], runes)
        return 100 * t[SCORE + side] + mine + spells_left(t, side) - theirs // 3

    def worth(self, state: State, seat: i64) -> float:
        """By the difference of points, what both sides' cells promise, and the rounds still to come."""
        assert isinstance(state, SpellState)
        t = state.cells
        side = seat
        if t[SOLO] != 0:
            side = PURPLE
        if t[PHASE] == DONE:
            return 1.0 if winner(t) == side else 0.0
        lead = float(100 * (t[SCORE + side] - t[SCORE + 1 - side]))
        if t[PHASE] >= PLAY:
            ours = prospects(t, side, t[FACE_UP], state.runes) + spells_left(t, side)
            theirs = prospects(t, 1 - side, t[FACE_UP], state.runes) + spells_left(t, 1 - side)
            lead += 0.6 * float(ours - theirs)
        scale = 250.0 + 110.0 * float(6 - t[ROUND])
        share = lead / scale
        return 0.5 + 0.5 * share / (1.0 + abs(share))

    def rests(self, state: State, since: State) -> bool:
        """Where the second turn after the one that was asked about begins."""
        t = state.cells
        return t[PHASE] == PLAY and turns_begun(t) >= turns_begun(since.cells) + 2


def turns_begun(t: Cells) -> i64:
    """Turns since the game began, this one not counted; none while the arena is made."""
    if t[PHASE] < PLAY:
        return 0
    turns = 2 * t[ROUND] - 1
    if t[SIDE] != t[GEM_HOLDER]:
        turns += 1
    return turns
