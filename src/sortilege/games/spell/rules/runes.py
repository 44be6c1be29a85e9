"""Rune shapes: the placements of a shape, and the cards that a set of own cells forms (SP-140 to SP-148, SP-284).

A placement is a mask of the cells that a card's shape covers in one rotation and one position. A side forms a card if
all cells of one of the card's placements are its own cells.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.spell import layout as L

Shape = list[tuple[int, int]]  # filled cells as (row, column), both counted from 0

OWN_CELL_SETS: Final = 1 << 16  # number of masks of own cells inside the arena
MAX_MISSING: Final = 7  # highest number of missing cells, since three bits store it
HALF_DECK: Final = 13  # cards in half a deck


def rotated(shape: Shape) -> Shape:
    """Return the shape after a quarter turn, shifted to row 0, column 0 (SP-143). It is never mirrored (SP-144)."""
    height = max([row for row, _ in shape])
    return sorted([(column, height - row) for row, column in shape])


def cell_bit(row: int, column: int) -> int:
    """Return the bit of a cell in masks, from its row and column: 0 to 3 in the arena, -1 or 4 for the outside cells
    next to it. Return -1 for any other place, such as an outside corner (SP-282)."""
    is_arena_row, is_arena_column = 0 <= row < 4, 0 <= column < 4
    if is_arena_row and is_arena_column:
        return row * 4 + column
    if is_arena_column and row == -1:
        return L.OUTSIDE_TOP + column
    if is_arena_column and row == 4:
        return L.OUTSIDE_BOTTOM + column
    if is_arena_row and column == -1:
        return L.OUTSIDE_LEFT + row
    if is_arena_row and column == 4:
        return L.OUTSIDE_RIGHT + row
    return -1


def placements(shape: Shape) -> list[int]:
    """Return the cell masks of a shape in all rotations and positions. At most one cell of each lies outside the arena,
    since there is only one special tile (SP-148, SP-280). Masks inside the arena come first."""
    masks: set[int] = set()
    for _ in range(4):
        shape = rotated(shape)
        for top in range(-1, 5):
            for left in range(-1, 5):
                bits = [cell_bit(top + row, left + column) for row, column in shape]
                outside_bits = [bit for bit in bits if bit >= L.OUTSIDE_TOP]
                if min(bits) >= 0 and len(outside_bits) <= 1:
                    masks.add(sum([1 << bit for bit in bits]))
    return sorted(masks)


class Runes:
    """The cards of a deck with tables of their placements. A card is identified by its index, 0 to 25, in ascending
    order of the codes that action ids contain."""

    def __init__(self, codes: list[int], levels: list[int], shapes: list[Shape]) -> None:
        self.codes = vec[i64]()
        self.levels = vec[i64]()
        self.cards_of_level = blank(5)  # by level: mask of its cards
        self.placement_starts = vec[i64]()  # by card: index of its first placement
        self.placements = vec[i64]()  # as masks; for each card those with an outside cell come last
        self.formed_by = blank(OWN_CELL_SETS)  # by mask of own cells: mask of the cards they form
        self.missing_cache = vec[i64]()  # see `packed_missing`
        for card in range(len(codes)):
            self.codes = append(self.codes, i64(codes[card]))
            self.levels = append(self.levels, i64(levels[card]))
            self.cards_of_level[levels[card]] |= L.BIT[card]
            self.placement_starts = append(self.placement_starts, i64(len(self.placements)))
            for placement in placements(shapes[card]):
                self.placements = append(self.placements, i64(placement))
                if placement <= L.ARENA:
                    self.formed_by[placement] |= L.BIT[card]
        self.placement_starts = append(self.placement_starts, i64(len(self.placements)))
        self.add_supersets()

    def add_supersets(self) -> None:
        """Complete the table `formed_by`, which at first has only masks that are placements: a set of own cells forms
        all cards that any of its subsets forms (SP-145). Cell by cell, add the cards of the set without this cell."""
        formed = self.formed_by
        for cell in range(i64(L.ARENA_CELLS)):
            bit = L.BIT[cell]
            for own in range(i64(OWN_CELL_SETS)):
                if own & bit != 0:
                    formed[own] |= formed[own ^ bit]

    def fill_card_actions(self, into: Cells, length: i64, base: i64, cards: i64) -> i64:
        """Append the action id `base + code` for each card of a mask to the `length` actions in `into`, and return the
        new length. `base` is actions.CLAIM or actions.REVEAL."""
        codes = self.codes
        card: i64 = 0
        while cards >> card != 0:
            if (cards >> card) & 1 != 0:
                into[length] = base + codes[card]
                length += 1
            card += 1
        return length

    def packed_missing(self, own: i64, half: i64) -> i64:
        """Return how many own cells are missing for each card of the first (0) or second (1) half of the deck, packed
        in an integer that `MissingCells` unpacks. The integers are cached when they are first computed, because a game
        needs only few of them."""
        if len(self.missing_cache) == 0:
            self.missing_cache = blank(2 * OWN_CELL_SETS)
        index = own * 2 + half
        if self.missing_cache[index] == 0:  # not computed yet
            self.missing_cache[index] = self.pack_missing(own, half * HALF_DECK)
        return self.missing_cache[index]

    def pack_missing(self, own: i64, first_card: i64) -> i64:
        """Compute the integer for `packed_missing`: three bits for each of 13 cards, with the first card in the lowest
        bits. The bit above all these is set, so that 0 in the cache means "not computed yet"."""
        packed: i64 = 1
        card = first_card + HALF_DECK - 1
        while card >= first_card:
            packed <<= 3
            if card < len(self.levels):
                packed |= self.fewest_missing(own, card)
            card -= 1
        return packed

    def fewest_missing(self, own: i64, card: i64) -> i64:
        """Return how many cells must be added to these own cells to form the card inside the arena, at most 7."""
        fewest: i64 = MAX_MISSING
        index = self.placement_starts[card]
        end = self.placement_starts[card + 1]
        while index < end and self.placements[index] <= L.ARENA:
            missing = L.count_bits(self.placements[index] & ~own)
            if missing < fewest:
                fewest = missing
            index += 1
        return fewest

    def is_formed(self, card: i64, own: i64) -> bool:
        """Return whether these own cells, which may include an outside cell, form the card (SP-142)."""
        index = self.placement_starts[card]
        end = self.placement_starts[card + 1]
        while index < end:
            placement = self.placements[index]
            if placement & own == placement:
                return True
            index += 1
        return False

    def cards_formed(self, own: i64, special: i64, cards: i64) -> i64:
        """Return the mask of the cards, among those in the mask `cards`, that the own cells form together with the
        special tile (SP-284). `own` has only cells of the arena; `special` is the outside cell of the special tile, or
        NONE if it is not placed."""
        formed = self.formed_by[own] & cards
        if special == L.NONE:
            return formed
        own |= L.BIT[L.OUTSIDE_TOP + special]
        unformed = cards & ~formed
        card: i64 = 0
        while unformed >> card != 0:
            if unformed & L.BIT[card] != 0 and self.is_formed(card, own):
                formed |= L.BIT[card]
            card += 1
        return formed

    def card_of(self, code: i64) -> i64:
        """Return the number of the card with this code, or -1 if it is not in the deck."""
        for card in range(i64(len(self.codes))):
            if self.codes[card] == code:
                return card
        return -1


class MissingCells:
    """For each card, the number of cells that must be added to a side's own cells to form the card, at most 7. Call
    `read` with the own cells, then `for_card`."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.first_half: i64 = 0  # the two results of `Runes.packed_missing`
        self.second_half: i64 = 0

    def read(self, own: i64) -> None:
        """Look up the numbers for these own cells inside the arena."""
        self.first_half = self.runes.packed_missing(own, 0)
        self.second_half = self.runes.packed_missing(own, 1)

    def for_card(self, card: i64) -> i64:
        """Return the number of missing cells for a card, or the highest number, 7, for the card -1."""
        if card < 0:
            return MAX_MISSING
        if card < HALF_DECK:
            return (self.first_half >> (3 * card)) & 7
        return (self.second_half >> (3 * (card - HALF_DECK))) & 7
