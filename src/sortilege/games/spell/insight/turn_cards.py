"""The cards that a turn can claim, and the face-down cards that may replace them afterwards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight import packing
from sortilege.games.spell.rules.runes import MissingCells, Runes

MAX_PILE: Final = 26


class TurnCards:
    """The face-up cards and the piles at the start of a turn; no card is turned up before the turn ends (SP-161)."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.cards = blank(10)  # level * 2: the top card of the pile; level * 2 + 1: the one beside it; -1 for none
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

    def set_card(self, index: i64, card: i64) -> None:
        """Set the face-up card at an index of `cards`, or -1 for none."""
        self.cards[index] = card
        self.masks[index] = 0
        if card >= 0:
            self.masks[index] = L.BIT[card]
            self.face_up |= L.BIT[card]

    def claim_formed(self, tiles: i64, figures: i64, usage: i64) -> i64:
        """Claim a formed card of each unclaimed level and return the new word `usage` (SP-149 to SP-152). If both cards
        of a level are formed, it remains open which one is claimed. The parameters are the words of `packing`."""
        own = packing.own_cells(tiles, figures)
        formed = self.runes.cards_formed(own, packing.special_of(figures), self.face_up)
        if formed == 0:
            return usage
        level: i64 = 1
        while level <= 4:
            if packing.claimed_card(usage, level) == packing.NOT_CLAIMED:
                claimed: i64 = packing.NOT_CLAIMED
                if formed & self.masks[level * 2] != 0:
                    claimed |= packing.TOP_CLAIMED
                if formed & self.masks[level * 2 + 1] != 0:
                    claimed |= packing.SIDE_CLAIMED
                if claimed != packing.NOT_CLAIMED:
                    usage += claimed << (packing.CLAIMED_AT + 2 * level)
                    usage += level * packing.POINT + packing.CARD[level]
            level += 1
        return usage

    def all_claimed(self, usage: i64) -> bool:
        """Return whether the turn has claimed a card of each level that has a face-up card (SP-152)."""
        level: i64 = 1
        while level <= 4:
            has_card = self.masks[level * 2] | self.masks[level * 2 + 1] != 0
            if has_card and packing.claimed_card(usage, level) == packing.NOT_CLAIMED:
                return False
            level += 1
        return True

    def fewest_missing(self, level: i64, claimed: i64, missing: MissingCells) -> i64:
        """Return the smaller number of missing cells of the two face-up cards of a level, the highest number if there
        is no card. The card that was claimed, TOP_CLAIMED or SIDE_CLAIMED, does not count."""
        top_card: i64 = -1
        if claimed != packing.TOP_CLAIMED:
            top_card = self.cards[level * 2]
        side_card: i64 = -1
        if claimed != packing.SIDE_CLAIMED:
            side_card = self.cards[level * 2 + 1]
        return L.minimum(missing.for_card(top_card), missing.for_card(side_card))
