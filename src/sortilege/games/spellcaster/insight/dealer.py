"""Hidden cards dealt by their true odds."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.cells import copy
from sortilege.core.rng import Rng
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.rules.state import SpellcasterState


class Dealer:
    """Deals the hidden cards of a view: first where the cards lie that were seen going to a hand, then all others."""

    def __init__(self, table: SpellcasterState, hidden: list[int]) -> None:
        self.template = table  # hidden hands are empty sets, the deck holds every card the view cannot place
        self.hidden = hidden  # the seats whose hands are dealt
        self.cumulative_weights = vec[float]()  # the weights of the possible whereabouts, added up
        self.hands = vec[i64]()  # four sets of cards each, by hand

    def add_distribution(self, weight: float, hands: list[int]) -> None:
        """One possible distribution of the cards seen going to hands."""
        before = 0.0
        if len(self.cumulative_weights) > 0:
            before = self.cumulative_weights[len(self.cumulative_weights) - 1]
        self.cumulative_weights = append(self.cumulative_weights, before + weight)
        for cards in hands:
            self.hands = append(self.hands, i64(cards))

    def deal(self, rng: Rng) -> SpellcasterState:
        """One state this view cannot tell from the true one, fairly drawn."""
        t = copy(self.template.cells)
        place = self.draw_distribution(rng) * 4
        left = L.set_size(t[L.DECK])
        for seat in self.hidden:
            hand = i64(seat)
            t[L.HAND + hand] = self.hands[place + hand]
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
        """One of the allowed distributions, by weight."""
        last = len(self.cumulative_weights) - 1
        if last == 0:
            return 0
        mark = float(rng.word()) / 4294967296.0 * self.cumulative_weights[last]
        place: i64 = 0
        while place < last and self.cumulative_weights[place] <= mark:
            place += 1
        return place
