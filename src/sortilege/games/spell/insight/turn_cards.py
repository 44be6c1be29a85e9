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
    """The face-up cards and the piles at the start of a turn. They are those of the whole turn, because no card is
    turned up before the turn ends (SP-161)."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        # by level, 1 to 4
        self.top_cards = blank(L.LEVELS + 1)  # the card on the pile, -1 for none
        self.side_cards = blank(L.LEVELS + 1)  # the card beside the pile, -1 for none
        self.pile_size = blank(L.LEVELS + 1)  # the number of face-down cards
        self.piles = blank((L.LEVELS + 1) * MAX_PILE)  # from pile_start(level) on: the face-down cards of a level
        self.face_up: i64 = 0  # mask of all cards in `top_cards` and `side_cards`

    def read(self, t: Cells) -> None:
        """Read the cards of a state."""
        self.face_up = 0
        for level in range(1, i64(L.LEVELS + 1)):
            self.pile_size[level] = 0
            self.top_cards[level] = t[L.TOP_CARD + level]
            self.side_cards[level] = t[L.SIDE_CARD + level]
            self.face_up |= card_bit(self.top_cards[level]) | card_bit(self.side_cards[level])
        for card in range(i64(len(self.runes.levels))):
            if L.contains(t[L.FACE_DOWN], card):
                level = self.runes.levels[card]
                self.piles[pile_start(level) + self.pile_size[level]] = card
                self.pile_size[level] += 1

    def claim_formed(self, tiles: i64, figures: i64, usage: i64) -> i64:
        """Claim a formed card of each unclaimed level, and return `usage` with these claims (SP-149 to SP-152). If both
        cards of a level are formed, EITHER_CLAIMED leaves the choice open. `packing` describes the parameters."""
        own_cells = packing.own_cells(tiles, figures)
        formed = self.runes.cards_formed(own_cells, packing.special_cell(figures), self.face_up)
        if formed == 0:
            return usage
        for level in range(1, i64(L.LEVELS + 1)):
            if packing.claimed_card(usage, level) == packing.NOT_CLAIMED:
                claimed: i64 = packing.NOT_CLAIMED
                if formed & card_bit(self.top_cards[level]) != 0:
                    claimed |= packing.TOP_CLAIMED
                if formed & card_bit(self.side_cards[level]) != 0:
                    claimed |= packing.SIDE_CLAIMED
                if claimed != packing.NOT_CLAIMED:
                    usage |= claimed << packing.claim_shift(level)
                    usage += level * packing.POINT + packing.CARD[level]
        return usage

    def all_claimed(self, usage: i64) -> bool:
        """Return whether the turn has claimed a card of each level that has a face-up card (SP-152)."""
        for level in range(1, i64(L.LEVELS + 1)):
            has_card = self.top_cards[level] >= 0 or self.side_cards[level] >= 0
            if has_card and packing.claimed_card(usage, level) == packing.NOT_CLAIMED:
                return False
        return True

    def fewest_missing(self, level: i64, claimed: i64, missing: MissingCells) -> i64:
        """Return how many cells are missing for the face-up card of a level that needs the fewest, or 7 if there is no
        card. A card that was claimed does not count: `claimed` is NOT_CLAIMED, TOP_CLAIMED or SIDE_CLAIMED."""
        top_card: i64 = -1
        if claimed != packing.TOP_CLAIMED:
            top_card = self.top_cards[level]
        side_card: i64 = -1
        if claimed != packing.SIDE_CLAIMED:
            side_card = self.side_cards[level]
        return L.minimum(missing.for_card(top_card), missing.for_card(side_card))


def pile_start(level: i64) -> i64:
    return level * MAX_PILE


def card_bit(card: i64) -> i64:
    """Return the mask that contains only this card, or 0 if the card is -1 (none)."""
    if card < 0:
        return 0
    return L.BIT[card]
