"""The cards a turn can claim, and those that may take their places when it has ended."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight import packing
from sortilege.games.spell.rules.runes import HALF_DECK, Runes

NO_CARD: Final = 7  # cells short of a card that is not there: as far as a shortfall can be
MAX_PILE: Final = 26  # room for a pile


class TurnCards:
    """What lies face up at the start of a turn: nothing is turned up before the turn has ended (SP-161)."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.cards = blank(10)  # level * 2 for the card on the pile, + 1 for the one beside it; -1 for none
        self.masks = blank(10)  # the same as masks, 0 for none
        self.face_up: i64 = 0
        self.piles = blank(5 * MAX_PILE)  # level * PILE: the cards never seen, in no order
        self.pile_size = blank(5)

    def read(self, t: Cells) -> None:
        """The cards of this table."""
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
        self.cards[at] = card
        self.masks[at] = 0
        if card >= 0:
            self.masks[at] = L.BIT[card]
            self.face_up |= L.BIT[card]

    def claim_formed(self, tiles: i64, figures: i64, used: i64) -> i64:
        """SP-149 to SP-152: every rune that is formed is claimed, one of each level. Answers `used` after that."""
        own = packing.own_cells(tiles, figures)
        special = packing.special_of(figures)
        formed = self.runes.formed_by[own] & self.face_up
        if special >= 0:
            formed = self.runes.cards_formed(own, special, self.face_up)
        if formed == 0:
            return used
        level: i64 = 1
        while level <= 4:
            if packing.taken_cards(used, level) == 0:
                which: i64 = 0
                if formed & self.masks[level * 2] != 0:
                    which = 1
                if formed & self.masks[level * 2 + 1] != 0:
                    which |= 2
                if which != 0:
                    used += (which << (packing.TAKEN_AT + 2 * level)) + level * packing.POINT + packing.CARD[level]
            level += 1
        return used

    def all_claimed(self, used: i64) -> bool:
        """Whether nothing is left to claim: of every level that shows a card one was taken (SP-152)."""
        level: i64 = 1
        while level <= 4:
            if packing.taken_cards(used, level) == 0 and self.masks[level * 2] | self.masks[level * 2 + 1] != 0:
                return False
            level += 1
        return True

    def fewest_missing(self, level: i64, gone: i64, low: i64, high: i64) -> i64:
        """How many cells the nearer card of a level is short, by the two halves of `Runes.shortfalls`. `gone` is what
        was taken of the level: 1 the card on the pile, 2 the one beside it."""
        cells: i64 = NO_CARD
        card = self.cards[level * 2]
        if card >= 0 and gone & 1 == 0:
            cells = missing_of(low, high, card)
        card = self.cards[level * 2 + 1]
        if card >= 0 and gone & 2 == 0:
            other = missing_of(low, high, card)
            if other < cells:
                cells = other
        return cells


def missing_of(low: i64, high: i64, card: i64) -> i64:
    """The shortfall of one card out of two halves."""
    if card < HALF_DECK:
        return (low >> (3 * card)) & 7
    return (high >> (3 * (card - HALF_DECK))) & 7
