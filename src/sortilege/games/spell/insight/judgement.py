"""What an arena promises to either side at the end of a turn, in hundredths of a point."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.spell.box import SUMMIT
from sortilege.games.spell.insight.weights import WEIGHTS
from sortilege.games.spell.insight.words import MASK, TAKEN, cards_held, figures_of, held
from sortilege.games.spell.rules.arena import BESIDES
from sortilege.games.spell.rules.ending import last_round
from sortilege.games.spell.rules.runes import HALF, Runes
from sortilege.games.spell.table import BESIDE, GEM_HOLDER, ROUND, SCORE, SIDE, TOP, UNSEEN, count

VICTORY: Final = 30000


class Judge:
    """Values ends of one side's turn. `set` once a search, then `value` for every end."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.weights = WEIGHTS
        self.cards = blank(8)  # (level - 1) * 2 for the card on the pile, + 1 for the one beside it; -1 for none
        self.theirs: i64 = 0  # their captured cards, as in `used`
        self.their_few: i64 = 0
        self.piles = blank(130)
        self.pile_size = blank(5)
        self.clock: i64 = 0
        self.closing = False  # the side has no further turn
        self.lead: i64 = 0  # points ahead before this turn
        self.score: i64 = 0
        self.second = False
        self.last = False  # the game ends with this turn in any case

    def set(self, t: Cells, theirs: i64) -> None:
        self.theirs = theirs
        self.their_few = few(cards_held(theirs))
        card: i64 = 0
        while card < 5:
            self.pile_size[card] = 0
            card += 1
        card = 0
        while card < 26:
            if (t[UNSEEN] >> card) & 1 != 0:
                pile = self.runes.levels[card]
                self.piles[pile * 26 + self.pile_size[pile]] = card
                self.pile_size[pile] += 1
            card += 1
        side = t[SIDE]
        self.score = t[SCORE + side]
        self.lead = t[SCORE + side] - t[SCORE + 1 - side]
        self.second = side != t[GEM_HOLDER]
        self.last = self.second and (t[ROUND] >= last_round(t) or t[SCORE + 1 - side] >= SUMMIT)
        self.clock = (t[ROUND] - 1) * 2
        if self.second:
            self.clock += 1
        self.closing = not self.second and (t[ROUND] >= last_round(t) or t[SCORE + side] >= SUMMIT)
        level: i64 = 1
        while level <= 4:
            self.cards[level * 2 - 2] = t[TOP + level]
            self.cards[level * 2 - 1] = t[BESIDE + level]
            level += 1

    def value(self, tiles: i64, figures: i64, used: i64) -> i64:
        """How the turn's end looks to the side whose turn it was; the rival is next."""
        awake = tiles >> 32
        mine = tiles & awake & MASK
        theirs = (tiles >> 16) & awake & MASK
        free = ~figures_of(figures)
        closing: i64 = 0
        if self.closing or (not self.second and self.score + (used >> 23) >= SUMMIT):
            closing = 1
        w = self.weights
        total = w[closing] * (self.lead + (used >> 23))
        total += w[392 + closing * 8 + count(mine)] + w[408 + closing * 8 + count(theirs)]
        total += self.near(mine | (figures & MASK), theirs | ((figures >> 16) & MASK), used, closing)
        if wakes(figures & MASK, tiles & ~awake & free & MASK):
            total += w[424 + closing * 4]
        if wakes((figures >> 16) & MASK, (tiles >> 16) & ~awake & free & MASK):
            total += w[432 + closing * 4]
        level: i64 = 1
        while level <= 3:
            total += w[424 + closing * 4 + level] * held(used, level)
            total += w[432 + closing * 4 + level] * held(self.theirs, level)
            level += 1
        if closing != 0:
            return total + w[464]
        return total * w[440 + self.clock] // 100 + w[452 + self.clock]

    def final(self, used: i64) -> bool:
        """Whether a turn that has used this is the last of the game."""
        return self.last or (self.second and self.score + (used >> 23) >= SUMMIT)

    def result(self, used: i64) -> i64:
        """A last turn is worth victory or defeat; a tie goes to the second player, who plays it (SP-226)."""
        ahead = self.lead + (used >> 23)
        if ahead >= 0:
            return VICTORY + 100 * ahead
        return 100 * ahead - VICTORY

    def near(self, mine: i64, theirs: i64, used: i64, closing: i64) -> i64:
        """What the runes left face up promise: the nearest of each level, since a turn takes one of each (SP-152).
        A card that was taken is replaced by any of its pile, all equally likely."""
        w = self.weights
        runes = self.runes
        cards = self.cards
        my_low = runes.shortfalls(mine, 0)
        my_high = runes.shortfalls(mine, 1)
        their_low = runes.shortfalls(theirs, 0)
        their_high = runes.shortfalls(theirs, 1)
        my_row = closing * 96 + 32 * few(cards_held(used)) - 8
        their_row = closing * 96 + 32 * self.their_few - 8
        total: i64 = 0
        level: i64 = 1
        while level <= 4:
            my_row += 8
            their_row += 8
            first = cards[level * 2 - 2]
            second = cards[level * 2 - 1]
            gone = (used >> (TAKEN + 2 * level)) & 3
            if gone == 3:
                gone = self.rather(first, second, my_low, my_high, their_low, their_high)
            mine_short: i64 = 7
            theirs_short: i64 = 7
            if first >= 0 and gone & 1 == 0:
                mine_short = short_of(my_low, my_high, first)
                theirs_short = short_of(their_low, their_high, first)
            if second >= 0 and gone & 2 == 0:
                m = short_of(my_low, my_high, second)
                if m < mine_short:
                    mine_short = m
                m = short_of(their_low, their_high, second)
                if m < theirs_short:
                    theirs_short = m
            if gone == 0 or self.pile_size[level] == 0:
                total += w[8 + my_row + mine_short] + w[200 + their_row + theirs_short]
            else:
                sum_: i64 = 0
                i: i64 = 0
                while i < self.pile_size[level]:
                    card = self.piles[level * 26 + i]
                    m = short_of(my_low, my_high, card)
                    if m > mine_short:
                        m = mine_short
                    sum_ += w[8 + my_row + m]
                    m = short_of(their_low, their_high, card)
                    if m > theirs_short:
                        m = theirs_short
                    sum_ += w[200 + their_row + m]
                    i += 1
                total += sum_ // self.pile_size[level]
            level += 1
        return total

    def rather(self, first: i64, second: i64, my_low: i64, my_high: i64, their_low: i64, their_high: i64) -> i64:
        """Of two runes formed, the one to take: what the rival is nearer to, or else what oneself is farther from."""
        theirs = short_of(their_low, their_high, first) - short_of(their_low, their_high, second)
        if theirs < 0:
            return 1
        if theirs > 0:
            return 2
        if short_of(my_low, my_high, first) >= short_of(my_low, my_high, second):
            return 1
        return 2

    def settled(self, tiles: i64, figures: i64, used: i64, level: i64) -> i64:
        """Which card of a level a turn that ends so takes: 0 none, 1 the one on the pile, 2 the one beside it."""
        gone = (used >> (TAKEN + 2 * level)) & 3
        if gone < 3:
            return gone
        runes = self.runes
        mine = (tiles & (tiles >> 32) & MASK) | (figures & MASK)
        theirs = ((tiles >> 16) & (tiles >> 32) & MASK) | ((figures >> 16) & MASK)
        return self.rather(
            self.cards[level * 2 - 2],
            self.cards[level * 2 - 1],
            runes.shortfalls(mine, 0),
            runes.shortfalls(mine, 1),
            runes.shortfalls(theirs, 0),
            runes.shortfalls(theirs, 1),
        )


def few(cards: i64) -> i64:
    if cards > 2:
        return 2
    return cards


def short_of(low: i64, high: i64, card: i64) -> i64:
    """The shortfall of one card out of two halves."""
    if card < HALF:
        return (low >> (3 * card)) & 7
    return (high >> (3 * (card - HALF))) & 7


def wakes(mages: i64, asleep: i64) -> bool:
    """Whether a mage has a sleeping tile beside it."""
    mage: i64 = 0
    while mages != 0:
        if mages & 1 != 0 and BESIDES[mage] & asleep != 0:
            return True
        mages >>= 1
        mage += 1
    return False
