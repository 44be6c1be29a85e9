"""Sampling hidden cards with their true probabilities."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.engine.cells import copy
from sortilege.core.engine.rng import Rng
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.rules.state import SpellcasterState


class Dealer:
    """Samples states of a view: first the hands of the tracked cards, then all other hidden cards."""

    def __init__(self, template: SpellcasterState, hidden: list[int]) -> None:
        self.template = template  # hidden hands are empty; the deck has every untracked hidden card
        self.hidden = hidden  # the seats whose hands are sampled
        self.cumulative_weights = vec[float]()  # of the distributions
        self.hands = vec[i64]()  # per distribution four sets of cards, by seat

    def add_distribution(self, weight: float, hands: list[int]) -> None:
        """Add a possible distribution of the tracked cards, as one set of cards per seat."""
        before = 0.0
        if len(self.cumulative_weights) > 0:
            before = self.cumulative_weights[len(self.cumulative_weights) - 1]
        self.cumulative_weights = append(self.cumulative_weights, before + weight)
        for cards in hands:
            self.hands = append(self.hands, i64(cards))

    def deal(self, rng: Rng) -> SpellcasterState:
        """Return a random state that is consistent with the view."""
        t = copy(self.template.cells)
        base = self.draw_distribution(rng) * 4
        left = L.set_size(t[L.DECK])
        for seat in self.hidden:
            hand = i64(seat)
            t[L.HAND + hand] = self.hands[base + hand]
            missing = t[L.HAND_SIZE + hand] - L.set_size(t[L.HAND + hand])
            while missing > 0:
                card = L.nth_card(t[L.DECK], rng.below(left))
                t[L.DECK] -= L.BIT[card]
                t[L.HAND + hand] += L.BIT[card]
                left -= 1
                missing -= 1
        return SpellcasterState(
            t, self.template.game, self.template.options, self.template.cards, self.template.program
        )

    def draw_distribution(self, rng: Rng) -> i64:
        """Return the number of a random distribution, chosen by weight."""
        last = len(self.cumulative_weights) - 1
        if last == 0:
            return 0
        target = float(rng.word()) / 4294967296.0 * self.cumulative_weights[last]
        index: i64 = 0
        while index < last and self.cumulative_weights[index] <= target:
            index += 1
        return index
