"""Rune shapes: the placements of a shape, and the cards that a set of own cells forms (SP-140 to SP-148, SP-284)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.spell import layout as L

HALF_DECK: Final = 13  # cards in half a deck
Shape = list[tuple[int, int]]  # filled cells as (row, column), both counted from 0


def rotated(shape: Shape) -> Shape:
    """Return the shape after a quarter turn, shifted back to row 0, column 0 (SP-143). It is never mirrored
    (SP-144)."""
    height = max([row for row, _ in shape])
    return sorted([(column, height - row) for row, column in shape])


def cell_bit(row: int, column: int) -> int:
    """Return the bit number of an arena cell or of an outside cell next to the arena, or -1 for any other place, such
    as an outside corner (SP-282)."""
    if 0 <= row < 4 and 0 <= column < 4:
        return row * 4 + column
    if 0 <= column < 4 and row in (-1, 4):
        return (16 if row == -1 else 20) + column
    if 0 <= row < 4 and column in (-1, 4):
        return (24 if column == -1 else 28) + row
    return -1


def placements(shape: Shape) -> list[int]:
    """Return the cell masks of all rotations and shifts of a shape. At most one cell of each lies outside the arena,
    since there is only one special tile (SP-148, SP-280). Masks inside the arena come first."""
    masks: set[int] = set()
    for _ in range(4):
        shape = rotated(shape)
        for down in range(-1, 5):
            for right in range(-1, 5):
                bits = [cell_bit(row + down, column + right) for row, column in shape]
                if min(bits) >= 0 and len([bit for bit in bits if bit >= 16]) <= 1:
                    masks.add(sum([1 << bit for bit in bits]))
    return sorted(masks)


class Runes:
    """The cards of a deck with tables of their placements. Cards are numbered 0 to 25 in ascending order of their
    codes."""

    def __init__(self, codes: list[int], levels: list[int], shapes: list[Shape]) -> None:
        self.codes = vec[i64]()
        self.levels = vec[i64]()
        self.of_level = blank(5)  # by level: mask of its cards
        self.starts = vec[i64]()  # by card: index of its first placement
        self.places = vec[i64]()  # placements as masks; for each card those with an outside cell come last
        self.formed_by = blank(65536)  # by mask of own cells: mask of the cards they form
        self.cache = vec[i64]()  # see `shortfalls`
        for card in range(len(codes)):
            self.codes = append(self.codes, i64(codes[card]))
            self.levels = append(self.levels, i64(levels[card]))
            self.of_level[levels[card]] |= L.BIT[card]
            self.starts = append(self.starts, i64(len(self.places)))
            for place in placements(shapes[card]):
                self.places = append(self.places, i64(place))
                if place <= L.ARENA:
                    self.formed_by[place] |= L.BIT[card]
        self.starts = append(self.starts, i64(len(self.places)))
        self.add_supersets()

    def add_supersets(self) -> None:
        """Extend `formed_by` to all sets of own cells: a set also forms the cards of its subsets (SP-145)."""
        formed = self.formed_by
        cell: i64 = 0
        while cell < 16:
            own: i64 = 0
            bit = L.BIT[cell]
            while own < 65536:
                if own & bit != 0:
                    formed[own] |= formed[own ^ bit]
                own += 1
            cell += 1

    def fill(self, cards: i64, base: i64, into: Cells, n: i64) -> i64:
        """List these cards as base + code from index n on, and return the new length of the list."""
        codes = self.codes
        card: i64 = 0
        while cards >> card != 0:
            if (cards >> card) & 1 != 0:
                into[n] = base + codes[card]
                n += 1
            card += 1
        return n

    def shortfalls(self, own: i64, half: i64) -> i64:
        """For bots: return how many cells are missing for each of the 13 cards of one half of the deck (0 or 1), three
        bits per card. Results are cached when first needed, since few of the 65536 sets of own cells ever are."""
        if len(self.cache) == 0:
            self.cache = blank(2 * 65536)
        packed = self.cache[own * 2 + half]
        if packed == 0:
            packed = self.compute_shortfalls(own, half * HALF_DECK)
            self.cache[own * 2 + half] = packed
        return packed

    def compute_shortfalls(self, own: i64, first: i64) -> i64:
        """Return the numbers of missing cells of 13 cards from `first` on. A bit above them is set, so that the result
        is never 0, which marks an empty cache entry."""
        packed: i64 = 1
        card = first + HALF_DECK - 1
        while card >= first:
            packed <<= 3
            if card < len(self.levels):
                packed |= self.missing_cells(own, card)
            card -= 1
        return packed

    def missing_cells(self, own: i64, card: i64) -> i64:
        """Return how many cells are missing in the placement inside the arena with the fewest missing ones, at most
        7."""
        least: i64 = 7
        at = self.starts[card]
        end = self.starts[card + 1]
        while at < end and self.places[at] <= L.ARENA:
            missing = L.count_bits(self.places[at] & ~own)
            if missing < least:
                least = missing
            at += 1
        return least

    def is_formed(self, card: i64, own: i64) -> bool:
        """Return whether these own cells, which may include an outside cell, form the card (SP-142)."""
        at = self.starts[card]
        end = self.starts[card + 1]
        while at < end:
            place = self.places[at]
            if place & own == place:
                return True
            at += 1
        return False

    def cards_formed(self, own: i64, special: i64, cards: i64) -> i64:
        """Return which of these cards are formed by own cells of the arena and the special tile. `special` is its
        outside cell, or negative if it is not placed (SP-284)."""
        formed = self.formed_by[own] & cards
        if special < 0:
            return formed
        own |= L.BIT[16 + special]
        rest = cards & ~formed
        card: i64 = 0
        while rest != 0:
            if rest & L.BIT[card] != 0:
                rest ^= L.BIT[card]
                if self.is_formed(card, own):
                    formed |= L.BIT[card]
            card += 1
        return formed

    def card_of(self, code: i64) -> i64:
        """Return the number of the card with this code, or -1 if it is not in the deck."""
        card: i64 = 0
        while card < len(self.codes):
            if self.codes[card] == code:
                return card
            card += 1
        return -1
