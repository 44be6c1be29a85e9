"""Rune shapes: where a shape lies on the grid, and which cards a set of own cells forms (SP-140 to SP-148, SP-284)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.spell import layout as L

HALF: Final = 13  # cards in half a deck
Shape = list[tuple[int, int]]  # filled cells as (row, column), both from 0


def turned(shape: Shape) -> Shape:
    """SP-143: the shape a quarter turn on, shifted back to row 0, column 0. Never its mirror image (SP-144)."""
    height = max([row for row, _ in shape])
    return sorted([(column, height - row) for row, column in shape])


def place_of(row: int, column: int) -> int:
    """The bit of a cell of the arena or of an outside cell beside it; -1 for outside corners and beyond (SP-282)."""
    if 0 <= row < 4 and 0 <= column < 4:
        return row * 4 + column
    if 0 <= column < 4 and row in (-1, 4):
        return (16 if row == -1 else 20) + column
    if 0 <= row < 4 and column in (-1, 4):
        return (24 if column == -1 else 28) + row
    return -1


def placements(shape: Shape) -> list[int]:
    """Every place of the shape over all rotations and shifts, as masks. At most one cell lies outside the arena: there
    is only one special tile (SP-148, SP-280). Those wholly inside come first."""
    found: set[int] = set()
    for _ in range(4):
        shape = turned(shape)
        for down in range(-1, 5):
            for right in range(-1, 5):
                bits = [place_of(row + down, column + right) for row, column in shape]
                if min(bits) >= 0 and len([bit for bit in bits if bit >= 16]) <= 1:
                    found.add(sum([1 << bit for bit in bits]))
    return sorted(found)


class Runes:
    """A deck ready for play: 26 cards, in ascending order of their codes."""

    def __init__(self, codes: list[int], levels: list[int], shapes: list[Shape]) -> None:
        self.codes = vec[i64]()
        self.levels = vec[i64]()
        self.of_level = blank(5)  # by level: the mask of its cards
        self.starts = vec[i64]()  # where the placements of a card begin; those with an outside cell are the last
        self.places = vec[i64]()
        self.formed = blank(65536)  # by set of own cells: the mask of the cards it forms
        self.short = vec[i64]()  # see `shortfalls`
        for card in range(len(codes)):
            self.codes = append(self.codes, i64(codes[card]))
            self.levels = append(self.levels, i64(levels[card]))
            self.of_level[levels[card]] |= L.BIT[card]
            self.starts = append(self.starts, i64(len(self.places)))
            for place in placements(shapes[card]):
                self.places = append(self.places, i64(place))
                if place <= L.ARENA:
                    self.formed[place] |= L.BIT[card]
        self.starts = append(self.starts, i64(len(self.places)))
        self.spread()

    def spread(self) -> None:
        """SP-145: further own cells do not matter, so a set forms all that its parts form."""
        formed = self.formed
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
        """List these cards, as base + code, from place n on; answers where the list ends."""
        codes = self.codes
        card: i64 = 0
        while cards >> card != 0:
            if (cards >> card) & 1 != 0:
                into[n] = base + codes[card]
                n += 1
            card += 1
        return n

    def shortfalls(self, own: i64, half: i64) -> i64:
        """For bots: by how many cells, at most 7, these own cells fall short of each card; three bits a card, thirteen
        cards a half. Worked out when first asked for, since few of the 65536 sets ever are."""
        if len(self.short) == 0:
            self.short = blank(2 * 65536)
        found = self.short[own * 2 + half]
        if found == 0:
            found = self.measured(own, half * HALF)
            self.short[own * 2 + half] = found
        return found

    def measured(self, own: i64, first: i64) -> i64:
        """The shortfalls of thirteen cards, and a mark above them that says they are known."""
        known: i64 = 1
        card = first + HALF - 1
        while card >= first:
            known <<= 3
            if card < len(self.levels):
                known |= self.cells_short(own, card)
            card -= 1
        return known

    def cells_short(self, own: i64, card: i64) -> i64:
        """How many cells are missing where fewest are, wholly inside the arena."""
        least: i64 = 7
        at = self.starts[card]
        end = self.starts[card + 1]
        while at < end and self.places[at] <= L.ARENA:
            missing = L.count(self.places[at] & ~own)
            if missing < least:
                least = missing
            at += 1
        return least

    def fits(self, card: i64, own: i64) -> bool:
        """Whether these own cells, outside ones included, form the card (SP-142)."""
        at = self.starts[card]
        end = self.starts[card + 1]
        while at < end:
            place = self.places[at]
            if place & own == place:
                return True
            at += 1
        return False

    def claimable(self, own: i64, special: i64, wanted: i64) -> i64:
        """Which of the wanted cards are formed by arena cells and, where one is placed, the special tile (SP-284)."""
        found = self.formed[own] & wanted
        if special < 0:
            return found
        own |= L.BIT[16 + special]
        rest = wanted & ~found
        card: i64 = 0
        while rest != 0:
            if rest & L.BIT[card] != 0:
                rest ^= L.BIT[card]
                if self.fits(card, own):
                    found |= L.BIT[card]
            card += 1
        return found

    def card_of(self, code: i64) -> i64:
        """The number of a card in this deck, or -1."""
        card: i64 = 0
        while card < len(self.codes):
            if self.codes[card] == code:
                return card
            card += 1
        return -1
