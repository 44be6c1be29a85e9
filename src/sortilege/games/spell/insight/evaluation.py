"""The evaluation of the end of a turn for the side that played it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import layout as L
from sortilege.games.spell.box import END_SCORE
from sortilege.games.spell.insight import packing, weights
from sortilege.games.spell.insight.turn_cards import MAX_PILE, TurnCards, missing_of
from sortilege.games.spell.rules.arena import any_beside
from sortilege.games.spell.rules.ending import last_round
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.setup import minimum

VICTORY: Final = 30000  # value of a game that is won, higher than any other
ROW_SIZE: Final = 32  # weights for a number of captured cards: four levels with eight numbers of missing cells


class Evaluator:
    """Evaluates ends of one side's turn in thousandths of a logit (see `weights`). Call `begin` once per search."""

    def __init__(self, runes: Runes, turn_cards: TurnCards) -> None:
        self.runes = runes
        self.turn_cards = turn_cards
        self.rival_hand: i64 = 0  # the rival's captured cards, as in the word `used` of `packing`
        self.turn: i64 = 0  # number of this turn, from 0
        self.score: i64 = 0
        self.lead: i64 = 0  # lead in points before this turn
        self.plays_second = False  # whether the side plays second in every round
        self.is_last_round = False  # whether the game ends with this round whatever this turn scores

    def begin(self, t: Cells) -> None:
        """Prepare to evaluate the current turn of this state."""
        side = t[L.SIDE]
        rival_score = t[L.SCORE + 1 - side]
        self.rival_hand = packing.pack_hand(t, 1 - side)
        self.score = t[L.SCORE + side]
        self.lead = self.score - rival_score
        self.plays_second = side != t[L.GEM_HOLDER]
        self.is_last_round = t[L.ROUND] >= last_round(t) or rival_score >= END_SCORE
        self.turn = (t[L.ROUND] - 1) * 2
        if self.plays_second:
            self.turn += 1

    def evaluate(self, tiles: i64, figures: i64, used: i64) -> i64:
        """Return the value of an end of the turn for the side that played it."""
        lead = self.lead + packing.points(used)
        if self.is_last_round or self.score + packing.points(used) >= END_SCORE:
            if self.plays_second:
                return final_value(lead)
            return self.evaluate_before_last_turn(tiles, figures, used, lead)
        total = weights.POINT * lead + self.rune_values(tiles, figures, used, weights.MY_RUNES, weights.RIVAL_RUNES)
        total += weights.MY_ACTIVE_TILES[L.count_bits(packing.active_tiles(tiles))]
        total += weights.RIVAL_ACTIVE_TILES[L.count_bits(packing.rival_active_tiles(tiles))]
        if self.can_activate(tiles, figures):
            total += weights.MY_EXTRAS[0]
        if self.rival_can_activate(tiles, figures):
            total += weights.RIVAL_EXTRAS[0]
        level: i64 = 1
        while level <= 3:
            total += weights.MY_EXTRAS[level] * packing.captured(used, level)
            total += weights.RIVAL_EXTRAS[level] * packing.captured(self.rival_hand, level)
            level += 1
        return total * weights.ROUND_SCALE[self.turn] // 100 + weights.TURN_OFFSET[self.turn]

    def evaluate_before_last_turn(self, tiles: i64, figures: i64, used: i64, lead: i64) -> i64:
        """Return the value if only the rival's last turn is left, so that the lead and the rival's prospects count."""
        total = weights.LAST_BASE + weights.LAST_POINT * lead
        total += weights.LAST_ACTIVE_TILES[L.count_bits(packing.rival_active_tiles(tiles))]
        total += self.rune_values(tiles, figures, used, weights.NO_RUNES, weights.LAST_RUNES)
        if self.rival_can_activate(tiles, figures):
            total += weights.LAST_EXTRAS[0]
        level: i64 = 1
        while level <= 3:
            total += weights.LAST_EXTRAS[level] * packing.captured(self.rival_hand, level)
            level += 1
        return total

    def can_activate(self, tiles: i64, figures: i64) -> bool:
        """Return whether a mage of the side can activate a tile."""
        return any_beside(packing.mages(figures), packing.inactive_tiles(tiles) & ~packing.occupied(figures))

    def rival_can_activate(self, tiles: i64, figures: i64) -> bool:
        """Return whether a mage of the rival can activate a tile."""
        tiles = packing.rival_inactive_tiles(tiles) & ~packing.occupied(figures)
        return any_beside(packing.rival_mages(figures), tiles)

    # ------------------------------------------------------------ face-up cards after the turn
    def rune_values(self, tiles: i64, figures: i64, used: i64, my_weights: Cells, rival_weights: Cells) -> i64:
        """Return the value of the face-up cards for both sides: of each level the card with the fewest missing cells
        counts, since a turn claims one card per level (SP-152). A claimed card is replaced by the average of its
        pile."""
        turn_cards = self.turn_cards
        mine = packing.lasting_cells(tiles, figures)
        rival = packing.rival_cells(tiles, figures)
        my_low = self.runes.shortfalls(mine, 0)
        my_high = self.runes.shortfalls(mine, 1)
        rival_low = self.runes.shortfalls(rival, 0)
        rival_high = self.runes.shortfalls(rival, 1)
        my_row = ROW_SIZE * hand_class(packing.cards_captured(used))
        rival_row = ROW_SIZE * hand_class(packing.cards_captured(self.rival_hand))
        total: i64 = 0
        level: i64 = 1
        while level <= 4:
            claimed = packing.claimed_card(used, level)
            if claimed == 3:
                claimed = self.card_to_take(level, my_low, my_high, rival_low, rival_high)
            my_missing = turn_cards.fewest_missing(level, claimed, my_low, my_high)
            rival_missing = turn_cards.fewest_missing(level, claimed, rival_low, rival_high)
            pile = turn_cards.pile_size[level]
            if claimed == 0 or pile == 0:
                total += my_weights[my_row + my_missing] + rival_weights[rival_row + rival_missing]
            else:
                pile_total: i64 = 0
                at = level * MAX_PILE
                while at < level * MAX_PILE + pile:
                    card = turn_cards.piles[at]
                    missing = minimum(my_missing, missing_of(my_low, my_high, card))
                    pile_total += my_weights[my_row + missing]
                    missing = minimum(rival_missing, missing_of(rival_low, rival_high, card))
                    pile_total += rival_weights[rival_row + missing]
                    at += 1
                total += pile_total // pile
            my_row += 8
            rival_row += 8
            level += 1
        return total

    def card_to_take(self, level: i64, my_low: i64, my_high: i64, rival_low: i64, rival_high: i64) -> i64:
        """Return which of two formed cards to claim, 1 for the top or 2 for the side card: the one for which the rival
        misses fewer cells, or else the side itself misses more."""
        first = self.turn_cards.cards[level * 2]
        second = self.turn_cards.cards[level * 2 + 1]
        difference = missing_of(rival_low, rival_high, first) - missing_of(rival_low, rival_high, second)
        if difference < 0:
            return 1
        if difference > 0:
            return 2
        if missing_of(my_low, my_high, first) >= missing_of(my_low, my_high, second):
            return 1
        return 2

    def card_taken(self, tiles: i64, figures: i64, used: i64, level: i64) -> i64:
        """Return which card of a level the turn claims if it ends here: 0 none, 1 the top card, 2 the side card."""
        claimed = packing.claimed_card(used, level)
        if claimed < 3:
            return claimed
        mine = packing.lasting_cells(tiles, figures)
        rival = packing.rival_cells(tiles, figures)
        runes = self.runes
        my_low = runes.shortfalls(mine, 0)
        my_high = runes.shortfalls(mine, 1)
        return self.card_to_take(level, my_low, my_high, runes.shortfalls(rival, 0), runes.shortfalls(rival, 1))


def final_value(lead: i64) -> i64:
    """Return the value of a finished game for the second player, who wins a tie (SP-226)."""
    if lead >= 0:
        return VICTORY + 100 * lead
    return 100 * lead - VICTORY


def hand_class(cards: i64) -> i64:
    """Return the row of weights for a number of captured cards: none, one, or more."""
    return minimum(cards, 2)
