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
COUNT_BITS: Final = 3  # bits that store a number of missing cells
MAX_MISSING: Final = 7  # highest number of missing cells, with all three bits set
HALF_DECK: Final = 13  # cards in half a deck
ABOVE_COUNTS: Final = 1 << (COUNT_BITS * HALF_DECK)  # the bit above the numbers of half a deck


def rotated(shape: Shape) -> Shape:
    """Return the shape after a quarter turn, as its filled cells (row, column), counted from 0 (SP-143). A shape is
    never mirrored (SP-144)."""
    last_row = max([row for row, _ in shape])
    return sorted([(column, last_row - row) for row, column in shape])


def bit_number(row: int, column: int) -> int:
    """Return the number of the bit that stands for a cell in masks. Rows and columns are 0 to 3 in the arena, and -1 or
    4 for the outside cells next to it. Return -1 for any other place, such as an outside corner (SP-282)."""
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
    """Return the masks of the cells that a shape covers in all rotations and positions. At most one of these cells lies
    outside the arena, since there is only one special tile (SP-148, SP-280). Masks inside the arena come first."""
    masks: set[int] = set()
    turned = shape
    for _ in range(4):
        turned = rotated(turned)
        for top in range(-1, 5):
            for left in range(-1, 5):
                bits = [bit_number(top + row, left + column) for row, column in turned]
                outside_bits = [bit for bit in bits if bit >= L.OUTSIDE_TOP]
                if min(bits) >= 0 and len(outside_bits) <= 1:
                    masks.add(sum([1 << bit for bit in bits]))
    return sorted(masks)


class Runes:
    """The cards of a deck with tables of their placements, the masks of the cells that a card's shape can cover. A card
    is a number from 0 to 25, in ascending order of the codes that action ids contain."""

    def __init__(self, codes: list[int], levels: list[int], shapes: list[Shape]) -> None:
        self.codes = vec[i64]()  # by card
        self.levels = vec[i64]()  # by card
        self.cards_of_level = blank(L.LEVELS + 1)  # by level: mask of its cards
        self.placement_starts = vec[i64]()  # by card, and at the end: index of its first placement
        self.placements = vec[i64]()  # as masks; for each card those with an outside cell come last
        self.formed_by = blank(OWN_CELL_SETS)  # by mask of own cells: mask of the cards that these cells form
        self.missing_cache = vec[i64]()  # see `missing_counts_of_half`
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
        """Complete the table `formed_by`, which at first has only the sets of cells that are placements. A set of cells
        forms every card that one of its subsets forms, so add the cards of the set without each cell (SP-145)."""
        formed = self.formed_by
        for cell in range(i64(L.ARENA_CELLS)):
            cell_bit = L.BIT[cell]
            for own_cells in range(i64(OWN_CELL_SETS)):
                if own_cells & cell_bit != 0:
                    own_without_cell = own_cells ^ cell_bit
                    formed[own_cells] |= formed[own_without_cell]

    def fill_card_actions(self, into: Cells, length: i64, verb: i64, cards: i64) -> i64:
        """Append an action id for each card of the mask `cards` to the `length` ids in `into`, and return the new
        number of ids. `verb` is actions.CLAIM or actions.REVEAL."""
        codes = self.codes
        card: i64 = 0
        while cards >> card != 0:
            if L.contains(cards, card):
                into[length] = verb + codes[card]
                length += 1
            card += 1
        return length

    def missing_counts_of_half(self, own_cells: i64, half: i64) -> i64:
        """Return how many own cells are missing for each card of the first (`half` 0) or second (1) half of the deck,
        packed in one integer (see `pack_missing_counts`). The integer is cached when it is first needed."""
        if len(self.missing_cache) == 0:
            self.missing_cache = blank(2 * OWN_CELL_SETS)
        index = own_cells * 2 + half
        if self.missing_cache[index] == 0:  # not computed yet
            self.missing_cache[index] = self.pack_missing_counts(own_cells, half * HALF_DECK)
        return self.missing_cache[index]

    def pack_missing_counts(self, own_cells: i64, first_card: i64) -> i64:
        """Return the numbers of missing cells of 13 cards, packed in one integer: three bits for each card, with the
        first card in the lowest bits. One more bit is set above all cards, so that the integer is never 0."""
        packed: i64 = ABOVE_COUNTS
        for i in range(i64(HALF_DECK)):
            card = first_card + i
            if card < len(self.levels):
                packed |= self.fewest_missing(own_cells, card) << (COUNT_BITS * i)
        return packed

    def fewest_missing(self, own_cells: i64, card: i64) -> i64:
        """Return how many cells must be added to a side's own cells to form the card inside the arena, at most 7."""
        fewest: i64 = MAX_MISSING
        index = self.placement_starts[card]
        end = self.placement_starts[card + 1]
        while index < end and self.placements[index] <= L.ARENA:
            missing = L.count_bits(self.placements[index] & ~own_cells)
            if missing < fewest:
                fewest = missing
            index += 1
        return fewest

    def is_formed(self, card: i64, own_cells: i64) -> bool:
        """Return whether a side's own cells, a mask that may include an outside cell, form the card (SP-142)."""
        index = self.placement_starts[card]
        end = self.placement_starts[card + 1]
        while index < end:
            placement = self.placements[index]
            if placement & own_cells == placement:
                return True
            index += 1
        return False

    def cards_formed(self, own_cells: i64, special: i64, cards: i64) -> i64:
        """Return the mask of those cards of the mask `cards` that a side forms with its own cells and its special tile
        (SP-284). `own_cells` is the mask of its own cells in the arena, and `special` the outside cell of the special
        tile, or NONE if it is not placed."""
        formed = self.formed_by[own_cells] & cards
        if special == L.NONE:
            return formed
        own_and_special = own_cells | L.BIT[L.OUTSIDE_TOP + special]
        unformed = cards & ~formed
        card: i64 = 0
        while unformed >> card != 0:
            if L.contains(unformed, card) and self.is_formed(card, own_and_special):
                formed |= L.BIT[card]
            card += 1
        return formed

    def card_of(self, code: i64) -> i64:
        """Return the number of the card with this code in action ids, or -1 if the deck has no such card."""
        for card in range(i64(len(self.codes))):
            if self.codes[card] == code:
                return card
        return -1


class MissingCells:
    """Tells for each card how many cells a side's own cells lack to form the card, at most 7. Call `read` with the mask
    of the own cells, then `for_card`."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.first_half: i64 = 0  # the packed numbers for the first 13 cards (see `Runes.pack_missing_counts`)
        self.second_half: i64 = 0  # the same for the other cards

    def read(self, own_cells: i64) -> None:
        """Look up the numbers of missing cells for these own cells, a mask of cells inside the arena."""
        self.first_half = self.runes.missing_counts_of_half(own_cells, 0)
        self.second_half = self.runes.missing_counts_of_half(own_cells, 1)

    def for_card(self, card: i64) -> i64:
        """Return the number of cells that are missing to form a card, or the highest number, 7, if the card is -1."""
        if card < 0:
            return MAX_MISSING
        if card < HALF_DECK:
            return (self.first_half >> (COUNT_BITS * card)) & MAX_MISSING
        return (self.second_half >> (COUNT_BITS * (card - HALF_DECK))) & MAX_MISSING
