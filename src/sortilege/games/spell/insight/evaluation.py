"""What the end of a turn promises to the side whose turn it was, before the rival has answered."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell import layout as L
from sortilege.games.spell.box import END_SCORE
from sortilege.games.spell.insight import packing, weights
from sortilege.games.spell.insight.turn_cards import MAX_PILE, TurnCards, missing_of
from sortilege.games.spell.rules.arena import ORTHOGONAL
from sortilege.games.spell.rules.ending import last_round
from sortilege.games.spell.rules.runes import Runes

VICTORY: Final = 30000  # of a game that is over: more than any promise
ROW_SIZE: Final = 32  # weights by captured cards: four levels of eight shortfalls


class Evaluator:
    """Values ends of one side's turn, in thousandths of a logit (see `weights`). `face` once a search, then `value`."""

    def __init__(self, runes: Runes, turn_cards: TurnCards) -> None:
        self.runes = runes
        self.turn_cards = turn_cards
        self.theirs: i64 = 0  # the rival's captured cards, as in `used`
        self.clock: i64 = 0  # turns since the first round began
        self.score: i64 = 0
        self.lead: i64 = 0  # points ahead before this turn
        self.second = False  # the side plays second in every round
        self.last = False  # the round is the last in any case

    def begin(self, t: Cells) -> None:
        """Judge turns of the side on turn at this table."""
        side = t[L.SIDE]
        theirs = t[L.SCORE + 1 - side]
        self.theirs = packing.pack_hand(t, 1 - side)
        self.score = t[L.SCORE + side]
        self.lead = self.score - theirs
        self.second = side != t[L.GEM_HOLDER]
        self.last = t[L.ROUND] >= last_round(t) or theirs >= END_SCORE
        self.clock = (t[L.ROUND] - 1) * 2
        if self.second:
            self.clock += 1

    def evaluate(self, tiles: i64, figures: i64, used: i64) -> i64:
        """How the turn's end looks to the side whose turn it was; the rival is next, if anybody is."""
        lead = self.lead + packing.points(used)
        if self.last or self.score + packing.points(used) >= END_SCORE:
            if self.second:
                return final_value(lead)
            return self.evaluate_before_last_turn(tiles, figures, used, lead)
        total = weights.POINT * lead + self.rune_values(tiles, figures, used)
        total += (
            weights.MY_ACTIVE_TILES[L.count_bits(packing.active_tiles(tiles))]
            + weights.RIVAL_ACTIVE_TILES[L.count_bits(packing.rival_active_tiles(tiles))]
        )
        if self.can_activate(tiles, figures):
            total += weights.MY_EXTRAS[0]
        if self.rival_can_activate(tiles, figures):
            total += weights.RIVAL_EXTRAS[0]
        level: i64 = 1
        while level <= 3:
            total += weights.MY_EXTRAS[level] * packing.captured(used, level)
            total += weights.RIVAL_EXTRAS[level] * packing.captured(self.theirs, level)
            level += 1
        return total * weights.ROUND_SCALE[self.clock] // 100 + weights.TURN_OFFSET[self.clock]

    def evaluate_before_last_turn(self, tiles: i64, figures: i64, used: i64, lead: i64) -> i64:
        """Only the rival's last turn is left: nothing of one's own counts any more but the lead."""
        total = (
            weights.LAST_BASE
            + weights.LAST_POINT * lead
            + weights.LAST_ACTIVE_TILES[L.count_bits(packing.rival_active_tiles(tiles))]
        )
        total += self.last_rune_values(tiles, figures, used)
        if self.rival_can_activate(tiles, figures):
            total += weights.LAST_EXTRAS[0]
        level: i64 = 1
        while level <= 3:
            total += weights.LAST_EXTRAS[level] * packing.captured(self.theirs, level)
            level += 1
        return total

    def can_activate(self, tiles: i64, figures: i64) -> bool:
        return beside(packing.mages(figures), packing.inactive_tiles(tiles) & ~packing.occupied(figures))

    def rival_can_activate(self, tiles: i64, figures: i64) -> bool:
        return beside(packing.rival_mages(figures), packing.rival_inactive_tiles(tiles) & ~packing.occupied(figures))

    # ------------------------------------------------------------ the runes left face up
    def rune_values(self, tiles: i64, figures: i64, used: i64) -> i64:
        """What they promise to both: the nearest of each level, since a turn takes one of each (SP-152). A card that
        was taken is replaced by any of its pile, all equally likely."""
        turn_cards = self.turn_cards
        mine = packing.active_tiles(tiles) | packing.mages(figures)
        theirs = packing.rival_active_tiles(tiles) | packing.rival_mages(figures)
        my_low = self.runes.shortfalls(mine, 0)
        my_high = self.runes.shortfalls(mine, 1)
        their_low = self.runes.shortfalls(theirs, 0)
        their_high = self.runes.shortfalls(theirs, 1)
        my_row = ROW_SIZE * hand_class(packing.cards_captured(used))
        their_row = ROW_SIZE * hand_class(packing.cards_captured(self.theirs))
        total: i64 = 0
        level: i64 = 1
        while level <= 4:
            gone = packing.taken_cards(used, level)
            if gone == 3:
                gone = self.card_to_take(level, my_low, my_high, their_low, their_high)
            my_least = turn_cards.fewest_missing(level, gone, my_low, my_high)
            their_least = turn_cards.fewest_missing(level, gone, their_low, their_high)
            pile = turn_cards.pile_size[level]
            if gone == 0 or pile == 0:
                total += weights.MY_RUNES[my_row + my_least] + weights.RIVAL_RUNES[their_row + their_least]
            else:
                sum_: i64 = 0
                at = level * MAX_PILE
                while at < level * MAX_PILE + pile:
                    card = turn_cards.piles[at]
                    sum_ += weights.MY_RUNES[my_row + minimum(my_least, missing_of(my_low, my_high, card))]
                    sum_ += weights.RIVAL_RUNES[
                        their_row + minimum(their_least, missing_of(their_low, their_high, card))
                    ]
                    at += 1
                total += sum_ // pile
            my_row += 8
            their_row += 8
            level += 1
        return total

    def last_rune_values(self, tiles: i64, figures: i64, used: i64) -> i64:
        """The same where only the rival has a turn left."""
        turn_cards = self.turn_cards
        cells = packing.rival_active_tiles(tiles) | packing.rival_mages(figures)
        low = self.runes.shortfalls(cells, 0)
        high = self.runes.shortfalls(cells, 1)
        row = ROW_SIZE * hand_class(packing.cards_captured(self.theirs))
        total: i64 = 0
        level: i64 = 1
        while level <= 4:
            gone = self.card_taken(tiles, figures, used, level)
            least = turn_cards.fewest_missing(level, gone, low, high)
            pile = turn_cards.pile_size[level]
            if gone == 0 or pile == 0:
                total += weights.LAST_RUNES[row + least]
            else:
                sum_: i64 = 0
                at = level * MAX_PILE
                while at < level * MAX_PILE + pile:
                    sum_ += weights.LAST_RUNES[row + minimum(least, missing_of(low, high, turn_cards.piles[at]))]
                    at += 1
                total += sum_ // pile
            row += 8
            level += 1
        return total

    def card_to_take(self, level: i64, my_low: i64, my_high: i64, their_low: i64, their_high: i64) -> i64:
        """Of two runes formed, the one to take: what the rival is nearer to, or else what oneself is farther from."""
        first = self.turn_cards.cards[level * 2]
        second = self.turn_cards.cards[level * 2 + 1]
        theirs = missing_of(their_low, their_high, first) - missing_of(their_low, their_high, second)
        if theirs < 0:
            return 1
        if theirs > 0:
            return 2
        if missing_of(my_low, my_high, first) >= missing_of(my_low, my_high, second):
            return 1
        return 2

    def card_taken(self, tiles: i64, figures: i64, used: i64, level: i64) -> i64:
        """Which card of a level a turn that ends so takes: 0 none, 1 the one on the pile, 2 the one beside it."""
        gone = packing.taken_cards(used, level)
        if gone < 3:
            return gone
        mine = packing.active_tiles(tiles) | packing.mages(figures)
        theirs = packing.rival_active_tiles(tiles) | packing.rival_mages(figures)
        runes = self.runes
        my_low = runes.shortfalls(mine, 0)
        my_high = runes.shortfalls(mine, 1)
        return self.card_to_take(level, my_low, my_high, runes.shortfalls(theirs, 0), runes.shortfalls(theirs, 1))


def final_value(lead: i64) -> i64:
    """A last turn is worth victory or defeat; a tie goes to the second player, who plays it (SP-226)."""
    if lead >= 0:
        return VICTORY + 100 * lead
    return 100 * lead - VICTORY


def hand_class(cards: i64) -> i64:
    """Captured cards as the weights tell them apart: none, one, more."""
    return minimum(cards, 2)


def minimum(one: i64, other: i64) -> i64:
    if one < other:
        return one
    return other


def beside(figures: i64, cells: i64) -> bool:
    """Whether one of the figures has one of the cells beside it."""
    cell: i64 = 0
    while figures != 0:
        if figures & 1 != 0 and ORTHOGONAL[cell] & cells != 0:
            return True
        figures >>= 1
        cell += 1
    return False
