"""Sampling states: the hidden cards of a view are dealt with their true probabilities."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.engine.cells import copy
from sortilege.core.engine.rng import Rng
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.rules.state import SpellcasterState

RANDOM_WORDS: Final = 4294967296.0  # number of values that `rng.word()` can return


class Dealer:
    """Samples complete states that are consistent with a view. First it deals the tracked cards, which the viewer has
    seen enter other hands, in one of their possible distributions; then all other hidden cards."""

    def __init__(self, template: SpellcasterState, hidden_seats: list[int]) -> None:
        self.template = template  # hidden hands are empty; hidden cards that are not tracked are in the deck
        self.hidden_seats = hidden_seats  # the seats whose hands are sampled
        self.cumulative_weights = vec[float]()  # by distribution
        self.tracked_cards = vec[i64]()  # MAX_SEATS sets per distribution: the tracked cards in each hand

    def add_distribution(self, weight: float, hands: list[int]) -> None:
        """Add a possible distribution of the tracked cards: the set of them in each hand, and its weight."""
        total_weight = 0.0
        if len(self.cumulative_weights) > 0:
            total_weight = self.cumulative_weights[len(self.cumulative_weights) - 1]
        self.cumulative_weights = append(self.cumulative_weights, total_weight + weight)
        for cards in hands:
            self.tracked_cards = append(self.tracked_cards, i64(cards))

    def deal(self, rng: Rng) -> SpellcasterState:
        """Return a random complete state that is consistent with the view."""
        t = copy(self.template.cells)
        first_hand = self.draw_distribution(rng) * L.MAX_SEATS
        cards_left = L.number_of_cards(t[L.DECK])
        for hidden_seat in self.hidden_seats:
            seat = i64(hidden_seat)
            t[L.HAND + seat] = self.tracked_cards[first_hand + seat]
            missing_cards = t[L.HAND_SIZE + seat] - L.number_of_cards(t[L.HAND + seat])
            while missing_cards > 0:
                card = L.nth_card(t[L.DECK], rng.below(cards_left))
                t[L.DECK] -= L.BIT[card]
                t[L.HAND + seat] += L.BIT[card]
                cards_left -= 1
                missing_cards -= 1
        return SpellcasterState(
            t, self.template.game, self.template.options, self.template.cards, self.template.program
        )

    def draw_distribution(self, rng: Rng) -> i64:
        """Return the index of a random distribution of the tracked cards, in proportion to the weights."""
        last = len(self.cumulative_weights) - 1
        if last == 0:
            return 0
        target = float(rng.word()) / RANDOM_WORDS * self.cumulative_weights[last]
        index: i64 = 0
        while index < last and self.cumulative_weights[index] <= target:
            index += 1
        return index
