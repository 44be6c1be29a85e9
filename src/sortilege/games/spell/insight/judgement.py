"""What the end of a turn promises to the side whose turn it was, before the rival has answered."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell import layout as L
from sortilege.games.spell.box import SUMMIT
from sortilege.games.spell.insight import packed, weights
from sortilege.games.spell.insight.visible import PILE, Visible, short_of
from sortilege.games.spell.rules.arena import BESIDES
from sortilege.games.spell.rules.ending import last_round
from sortilege.games.spell.rules.runes import Runes

VICTORY: Final = 30000  # of a game that is over: more than any promise
ROW: Final = 32  # weights by captured cards: four levels of eight shortfalls


class Judge:
    """Values ends of one side's turn, in thousandths of a logit (see `weights`). `face` once a search, then `value`."""

    def __init__(self, runes: Runes, visible: Visible) -> None:
        self.runes = runes
        self.visible = visible
        self.theirs: i64 = 0  # the rival's captured cards, as in `used`
        self.clock: i64 = 0  # turns since the first round began
        self.score: i64 = 0
        self.lead: i64 = 0  # points ahead before this turn
        self.second = False  # the side plays second in every round
        self.last = False  # the round is the last in any case

    def face(self, t: Cells) -> None:
        """Judge turns of the side on turn at this table."""
        side = t[L.SIDE]
        theirs = t[L.SCORE + 1 - side]
        self.theirs = packed.pack_hand(t, 1 - side)
        self.score = t[L.SCORE + side]
        self.lead = self.score - theirs
        self.second = side != t[L.GEM_HOLDER]
        self.last = t[L.ROUND] >= last_round(t) or theirs >= SUMMIT
        self.clock = (t[L.ROUND] - 1) * 2
        if self.second:
            self.clock += 1

    def value(self, tiles: i64, figures: i64, used: i64) -> i64:
        """How the turn's end looks to the side whose turn it was; the rival is next, if anybody is."""
        lead = self.lead + packed.points_of(used)
        if self.last or self.score + packed.points_of(used) >= SUMMIT:
            if self.second:
                return result(lead)
            return self.before_their_last(tiles, figures, used, lead)
        total = weights.POINT * lead + self.near(tiles, figures, used)
        total += (
            weights.MINE_AWAKE[L.count(packed.awake(tiles))] + weights.THEIRS_AWAKE[L.count(packed.their_awake(tiles))]
        )
        if self.can_wake(tiles, figures):
            total += weights.MINE_MORE[0]
        if self.they_can_wake(tiles, figures):
            total += weights.THEIRS_MORE[0]
        level: i64 = 1
        while level <= 3:
            total += weights.MINE_MORE[level] * packed.held(used, level)
            total += weights.THEIRS_MORE[level] * packed.held(self.theirs, level)
            level += 1
        return total * weights.PACE[self.clock] // 100 + weights.TEMPO[self.clock]

    def before_their_last(self, tiles: i64, figures: i64, used: i64, lead: i64) -> i64:
        """Only the rival's last turn is left: nothing of one's own counts any more but the lead."""
        total = weights.LAST_EVEN + weights.LAST_POINT * lead + weights.LAST_AWAKE[L.count(packed.their_awake(tiles))]
        total += self.their_last_near(tiles, figures, used)
        if self.they_can_wake(tiles, figures):
            total += weights.LAST_MORE[0]
        level: i64 = 1
        while level <= 3:
            total += weights.LAST_MORE[level] * packed.held(self.theirs, level)
            level += 1
        return total

    def can_wake(self, tiles: i64, figures: i64) -> bool:
        return beside(packed.mages(figures), packed.asleep(tiles) & ~packed.occupied(figures))

    def they_can_wake(self, tiles: i64, figures: i64) -> bool:
        return beside(packed.their_mages(figures), packed.their_asleep(tiles) & ~packed.occupied(figures))

    # ------------------------------------------------------------ the runes left face up
    def near(self, tiles: i64, figures: i64, used: i64) -> i64:
        """What they promise to both: the nearest of each level, since a turn takes one of each (SP-152). A card that
        was taken is replaced by any of its pile, all equally likely."""
        visible = self.visible
        mine = packed.awake(tiles) | packed.mages(figures)
        theirs = packed.their_awake(tiles) | packed.their_mages(figures)
        my_low = self.runes.shortfalls(mine, 0)
        my_high = self.runes.shortfalls(mine, 1)
        their_low = self.runes.shortfalls(theirs, 0)
        their_high = self.runes.shortfalls(theirs, 1)
        my_row = ROW * few(packed.cards_held(used))
        their_row = ROW * few(packed.cards_held(self.theirs))
        total: i64 = 0
        level: i64 = 1
        while level <= 4:
            gone = packed.taken(used, level)
            if gone == 3:
                gone = self.rather(level, my_low, my_high, their_low, their_high)
            my_least = visible.nearest(level, gone, my_low, my_high)
            their_least = visible.nearest(level, gone, their_low, their_high)
            pile = visible.pile_size[level]
            if gone == 0 or pile == 0:
                total += weights.MINE[my_row + my_least] + weights.THEIRS[their_row + their_least]
            else:
                sum_: i64 = 0
                at = level * PILE
                while at < level * PILE + pile:
                    card = visible.piles[at]
                    sum_ += weights.MINE[my_row + lesser(my_least, short_of(my_low, my_high, card))]
                    sum_ += weights.THEIRS[their_row + lesser(their_least, short_of(their_low, their_high, card))]
                    at += 1
                total += sum_ // pile
            my_row += 8
            their_row += 8
            level += 1
        return total

    def their_last_near(self, tiles: i64, figures: i64, used: i64) -> i64:
        """The same where only the rival has a turn left."""
        visible = self.visible
        cells = packed.their_awake(tiles) | packed.their_mages(figures)
        low = self.runes.shortfalls(cells, 0)
        high = self.runes.shortfalls(cells, 1)
        row = ROW * few(packed.cards_held(self.theirs))
        total: i64 = 0
        level: i64 = 1
        while level <= 4:
            gone = self.card_taken(tiles, figures, used, level)
            least = visible.nearest(level, gone, low, high)
            pile = visible.pile_size[level]
            if gone == 0 or pile == 0:
                total += weights.LAST[row + least]
            else:
                sum_: i64 = 0
                at = level * PILE
                while at < level * PILE + pile:
                    sum_ += weights.LAST[row + lesser(least, short_of(low, high, visible.piles[at]))]
                    at += 1
                total += sum_ // pile
            row += 8
            level += 1
        return total

    def rather(self, level: i64, my_low: i64, my_high: i64, their_low: i64, their_high: i64) -> i64:
        """Of two runes formed, the one to take: what the rival is nearer to, or else what oneself is farther from."""
        first = self.visible.cards[level * 2]
        second = self.visible.cards[level * 2 + 1]
        theirs = short_of(their_low, their_high, first) - short_of(their_low, their_high, second)
        if theirs < 0:
            return 1
        if theirs > 0:
            return 2
        if short_of(my_low, my_high, first) >= short_of(my_low, my_high, second):
            return 1
        return 2

    def card_taken(self, tiles: i64, figures: i64, used: i64, level: i64) -> i64:
        """Which card of a level a turn that ends so takes: 0 none, 1 the one on the pile, 2 the one beside it."""
        gone = packed.taken(used, level)
        if gone < 3:
            return gone
        mine = packed.awake(tiles) | packed.mages(figures)
        theirs = packed.their_awake(tiles) | packed.their_mages(figures)
        runes = self.runes
        my_low = runes.shortfalls(mine, 0)
        my_high = runes.shortfalls(mine, 1)
        return self.rather(level, my_low, my_high, runes.shortfalls(theirs, 0), runes.shortfalls(theirs, 1))


def result(lead: i64) -> i64:
    """A last turn is worth victory or defeat; a tie goes to the second player, who plays it (SP-226)."""
    if lead >= 0:
        return VICTORY + 100 * lead
    return 100 * lead - VICTORY


def few(cards: i64) -> i64:
    """Captured cards as the weights tell them apart: none, one, more."""
    return lesser(cards, 2)


def lesser(one: i64, other: i64) -> i64:
    if one < other:
        return one
    return other


def beside(figures: i64, cells: i64) -> bool:
    """Whether one of the figures has one of the cells beside it."""
    cell: i64 = 0
    while figures != 0:
        if figures & 1 != 0 and BESIDES[cell] & cells != 0:
            return True
        figures >>= 1
        cell += 1
    return False
