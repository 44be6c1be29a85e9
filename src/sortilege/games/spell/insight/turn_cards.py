"""The cards that a turn can claim, and the face-down cards that may replace them afterwards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight import packing
from sortilege.games.spell.rules.runes import HALF_DECK, Runes

NO_CARD: Final = 7  # the number of missing cells if there is no card, which is the highest a card can have
MAX_PILE: Final = 26


class TurnCards:
    """The face-up cards and the piles at the start of a turn; no card is turned up before the turn ends (SP-161)."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.cards = blank(10)  # level * 2: the top card; level * 2 + 1: the side card; -1 for none
        self.masks = blank(10)  # the same cards as masks, 0 for none
        self.face_up: i64 = 0
        self.piles = blank(5 * MAX_PILE)  # from level * MAX_PILE on: the face-down cards of a level
        self.pile_size = blank(5)

    def read(self, t: Cells) -> None:
        """Read the cards of a state."""
        self.face_up = 0
        level: i64 = 1
        while level <= 4:
            self.pile_size[level] = 0
            self.set_card(level * 2, t[L.TOP_CARD + level])
            self.set_card(level * 2 + 1, t[L.SIDE_CARD + level])
            level += 1
        card: i64 = 0
        while card < len(self.runes.levels):
            if t[L.FACE_DOWN] & L.BIT[card] != 0:
                level = self.runes.levels[card]
                self.piles[level * MAX_PILE + self.pile_size[level]] = card
                self.pile_size[level] += 1
            card += 1

    def set_card(self, at: i64, card: i64) -> None:
        """Set a face-up card, or -1 for none."""
        self.cards[at] = card
        self.masks[at] = 0
        if card >= 0:
            self.masks[at] = L.BIT[card]
            self.face_up |= L.BIT[card]

    def claim_formed(self, tiles: i64, figures: i64, used: i64) -> i64:
        """Claim one formed card of each level and return the new value of `used` (SP-149 to SP-152). If both cards of a
        level are formed, which one is claimed remains open."""
        own = packing.own_cells(tiles, figures)
        special = packing.special_of(figures)
        formed = self.runes.formed_by[own] & self.face_up
        if special >= 0:
            formed = self.runes.cards_formed(own, special, self.face_up)
        if formed == 0:
            return used
        level: i64 = 1
        while level <= 4:
            if packing.claimed_card(used, level) == 0:
                which: i64 = 0
                if formed & self.masks[level * 2] != 0:
                    which = 1
                if formed & self.masks[level * 2 + 1] != 0:
                    which |= 2
                if which != 0:
                    used += (which << (packing.CLAIMED_AT + 2 * level)) + level * packing.POINT + packing.CARD[level]
            level += 1
        return used

    def all_claimed(self, used: i64) -> bool:
        """Return whether a card was claimed of every level that had a face-up card, so that no claim is left
        (SP-152)."""
        level: i64 = 1
        while level <= 4:
            if packing.claimed_card(used, level) == 0 and self.masks[level * 2] | self.masks[level * 2 + 1] != 0:
                return False
            level += 1
        return True

    def fewest_missing(self, level: i64, taken: i64, low: i64, high: i64) -> i64:
        """Return the smaller number of missing cells of the two face-up cards of a level, NO_CARD if there is none.
        `taken` excludes a card: 1 the top card, 2 the side card. `low` and `high` come from `Runes.shortfalls`."""
        cells: i64 = NO_CARD
        card = self.cards[level * 2]
        if card >= 0 and taken & 1 == 0:
            cells = missing_of(low, high, card)
        card = self.cards[level * 2 + 1]
        if card >= 0 and taken & 2 == 0:
            other = missing_of(low, high, card)
            if other < cells:
                cells = other
        return cells


def missing_of(low: i64, high: i64, card: i64) -> i64:
    """Return the number of missing cells of a card; `low` and `high` are the two halves of `Runes.shortfalls`."""
    if card < HALF_DECK:
        return (low >> (3 * card)) & 7
    return (high >> (3 * (card - HALF_DECK))) & 7
