"""The evaluation of the state at the end of a turn, for the side that played the turn. The parameters `tiles`,
`figures` and `usage` are the state in the form described in `packing`."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import layout as L
from sortilege.games.spell.box import END_SCORE
from sortilege.games.spell.insight import packing, weights
from sortilege.games.spell.insight.turn_cards import TurnCards, pile_start
from sortilege.games.spell.rules.arena import any_beside
from sortilege.games.spell.rules.ending import last_round
from sortilege.games.spell.rules.runes import MissingCells, Runes

VICTORY: Final = 30000  # value of a game that is won, higher than any other
FINAL_POINT: Final = 100  # per point of lead in a finished game
LEVEL_WEIGHTS: Final = 8  # rune weights for a level: one for each number of missing cells
HAND_WEIGHTS: Final = 4 * LEVEL_WEIGHTS  # rune weights for a number of captured cards: those of four levels


class Evaluator:
    """Evaluates the states in which a turn can end, for the side to move. Values are in thousandths of a logit (see
    `weights`). Call `begin` with the state at the start of the turn, then `evaluate` for each possible end."""

    def __init__(self, runes: Runes, turn_cards: TurnCards) -> None:
        self.turn_cards = turn_cards
        self.own_missing = MissingCells(runes)
        self.rival_missing = MissingCells(runes)
        self.rival_hand: i64 = 0  # the rival's captured cards (see `packing.pack_hand`)
        self.turn: i64 = 0  # number of this turn in the game, from 0
        self.score: i64 = 0  # points of the side before this turn
        self.lead: i64 = 0  # its lead in points before this turn
        self.plays_second = False  # whether the side plays second in every round
        self.is_last_round = False  # whether the game ends with this round whatever this turn scores

    def begin(self, t: Cells) -> None:
        """Read from the state at the start of a turn what the evaluation of every end of this turn needs."""
        side = t[L.SIDE]
        rival = 1 - side
        rival_score = t[L.SCORE + rival]
        self.rival_hand = packing.pack_hand(t, rival)
        self.score = t[L.SCORE + side]
        self.lead = self.score - rival_score
        self.plays_second = side != t[L.GEM_HOLDER]
        self.is_last_round = t[L.ROUND] >= last_round(t) or rival_score >= END_SCORE
        self.turn = (t[L.ROUND] - 1) * 2  # a round has two turns
        if self.plays_second:
            self.turn += 1

    def evaluate(self, tiles: i64, figures: i64, usage: i64) -> i64:
        """Return the value of a state for the side to move if its turn ends in this state. The state is packed in three
        integers: its tiles, its figures, and what the turn has used, claimed and scored (see `packing`)."""
        points = packing.points(usage)
        lead = self.lead + points
        if self.is_last_round or self.score + points >= END_SCORE:
            if self.plays_second:
                return final_value(lead)
            return self.evaluate_before_last_turn(tiles, figures, usage, lead)
        total = weights.POINT * lead + self.rune_values(tiles, figures, usage, weights.OWN_RUNES, weights.RIVAL_RUNES)
        total += weights.OWN_ACTIVE_TILES[L.count_bits(packing.own_active_tiles(tiles))]
        total += weights.RIVAL_ACTIVE_TILES[L.count_bits(packing.rival_active_tiles(tiles))]
        if self.can_activate(tiles, figures):
            total += weights.OWN_ACTIVATION
        if self.rival_can_activate(tiles, figures):
            total += weights.RIVAL_ACTIVATION
        total += value_of_captured(usage, weights.OWN_CAPTURED)
        total += value_of_captured(self.rival_hand, weights.RIVAL_CAPTURED)
        return total * weights.TURN_SCALE[self.turn] // 100 + weights.TURN_OFFSET[self.turn]

    def evaluate_before_last_turn(self, tiles: i64, figures: i64, usage: i64, lead: i64) -> i64:
        """Return the value of a state for the side to move if its turn ends here and only the rival's last turn is
        left. The value depends on the lead and on what the rival can score."""
        total = weights.LAST_BASE + weights.LAST_POINT * lead
        total += weights.LAST_ACTIVE_TILES[L.count_bits(packing.rival_active_tiles(tiles))]
        total += self.rune_values(tiles, figures, usage, weights.NO_RUNES, weights.LAST_RUNES)
        if self.rival_can_activate(tiles, figures):
            total += weights.LAST_ACTIVATION
        return total + value_of_captured(self.rival_hand, weights.LAST_CAPTURED)

    def can_activate(self, tiles: i64, figures: i64) -> bool:
        """Return whether the side to move has a mage beside an inactive tile of its colour that has no figure."""
        free_tiles = packing.own_inactive_tiles(tiles) & ~packing.occupied_cells(figures)
        return any_beside(packing.own_mages(figures), free_tiles)

    def rival_can_activate(self, tiles: i64, figures: i64) -> bool:
        """Return whether the rival has a mage beside an inactive tile of its colour that has no figure."""
        free_tiles = packing.rival_inactive_tiles(tiles) & ~packing.occupied_cells(figures)
        return any_beside(packing.rival_mages(figures), free_tiles)

    # ------------------------------------------------------------ face-up cards after the turn
    def rune_values(self, tiles: i64, figures: i64, usage: i64, own_weights: Cells, rival_weights: Cells) -> i64:
        """Return the value of the face-up cards, which both sides may claim later. In each level only the card with the
        fewest missing cells counts, because a turn claims one card per level (SP-152). For a claimed card, the value is
        the average over the cards of the pile that may replace it. The parameters `own_weights` and `rival_weights`
        have the value of a card by the number of cells that the side or its rival still needs to form it."""
        turn_cards = self.turn_cards
        own_missing = self.own_missing
        rival_missing = self.rival_missing
        own_missing.read(packing.own_cells_after_turn(tiles, figures))
        rival_missing.read(packing.rival_cells(tiles, figures))
        own_cards = packing.cards_captured(usage)
        rival_cards = packing.cards_captured(self.rival_hand)
        total: i64 = 0
        for level in range(1, i64(L.LEVELS + 1)):
            claimed = packing.claimed_card(usage, level)
            if claimed == packing.EITHER_CLAIMED:
                claimed = self.card_to_claim(level)
            own_fewest = turn_cards.fewest_missing(level, claimed, own_missing)
            rival_fewest = turn_cards.fewest_missing(level, claimed, rival_missing)
            own_row = weights_row(own_cards, level)
            rival_row = weights_row(rival_cards, level)
            pile_size = turn_cards.pile_size[level]
            if claimed == packing.NOT_CLAIMED or pile_size == 0:
                total += own_weights[own_row + own_fewest] + rival_weights[rival_row + rival_fewest]
            else:
                pile_total: i64 = 0
                for index in range(pile_start(level), pile_start(level) + pile_size):
                    new_card = turn_cards.piles[index]
                    pile_total += own_weights[own_row + L.minimum(own_fewest, own_missing.for_card(new_card))]
                    pile_total += rival_weights[rival_row + L.minimum(rival_fewest, rival_missing.for_card(new_card))]
                total += pile_total // pile_size
        return total

    def card_to_claim(self, level: i64) -> i64:
        """Return which of the two formed cards of a level to claim, TOP_CLAIMED or SIDE_CLAIMED: the card for which the
        rival misses fewer cells. If the rival misses equally many for both, it is the card for which the side to move
        itself misses more after the turn."""
        top_card = self.turn_cards.top_cards[level]
        side_card = self.turn_cards.side_cards[level]
        difference = self.rival_missing.for_card(top_card) - self.rival_missing.for_card(side_card)
        if difference == 0:
            difference = self.own_missing.for_card(side_card) - self.own_missing.for_card(top_card)
        if difference <= 0:
            return packing.TOP_CLAIMED
        return packing.SIDE_CLAIMED

    def claimed_card(self, tiles: i64, figures: i64, usage: i64, level: i64) -> i64:
        """Return which card of a level the turn claims if it ends here: NOT_CLAIMED, TOP_CLAIMED or SIDE_CLAIMED."""
        claimed = packing.claimed_card(usage, level)
        if claimed != packing.EITHER_CLAIMED:
            return claimed
        self.own_missing.read(packing.own_cells_after_turn(tiles, figures))
        self.rival_missing.read(packing.rival_cells(tiles, figures))
        return self.card_to_claim(level)


def final_value(lead: i64) -> i64:
    """Return the value of a finished game for the side that plays second, from its lead in points. With a lead of 0 it
    wins too (SP-226)."""
    if lead >= 0:
        return FINAL_POINT * lead + VICTORY
    return FINAL_POINT * lead - VICTORY


def weights_row(captured: i64, level: i64) -> i64:
    """Return the index of the first rune weight for a level and a number of captured cards. More than two cards count
    as two."""
    return HAND_WEIGHTS * L.minimum(captured, 2) + LEVEL_WEIGHTS * (level - 1)


def value_of_captured(usage: i64, weights_of_level: Cells) -> i64:
    """Return the value of the captured cards that `usage` counts. `weights_of_level` has the value of a card by its
    level."""
    total = weights_of_level[1] * packing.captured(usage, 1) + weights_of_level[2] * packing.captured(usage, 2)
    return total + weights_of_level[3] * packing.captured(usage, 3)
