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
        self.table = table  # hidden hands are empty sets, the deck holds every card the view cannot place
        self.hidden = hidden  # the seats whose hands are dealt
        self.upto = vec[float]()  # the weights of the possible whereabouts, added up
        self.held = vec[i64]()  # four sets of cards each, by hand

    def allow(self, weight: float, hands: list[int]) -> None:
        """One possible distribution of the cards seen going to hands."""
        before = 0.0
        if len(self.upto) > 0:
            before = self.upto[len(self.upto) - 1]
        self.upto = append(self.upto, before + weight)
        for cards in hands:
            self.held = append(self.held, i64(cards))

    def deal(self, rng: Rng) -> SpellcasterState:
        """One state this view cannot tell from the true one, fairly drawn."""
        t = copy(self.table.cells)
        place = self.draw_whereabouts(rng) * 4
        left = L.count(t[L.DECK])
        for seat in self.hidden:
            hand = i64(seat)
            t[L.HAND + hand] = self.held[place + hand]
            missing = t[L.SIZE + hand] - L.count(t[L.HAND + hand])
            while missing > 0:
                card = L.pick(t[L.DECK], rng.below(left))
                t[L.DECK] -= L.BIT[card]
                t[L.HAND + hand] += L.BIT[card]
                left -= 1
                missing -= 1
        return SpellcasterState(t, self.table.game, self.table.options, self.table.cards, self.table.program)

    def draw_whereabouts(self, rng: Rng) -> i64:
        """One of the allowed distributions, by weight."""
        last = len(self.upto) - 1
        if last == 0:
            return 0
        mark = float(rng.word()) / 4294967296.0 * self.upto[last]
        place: i64 = 0
        while place < last and self.upto[place] <= mark:
            place += 1
        return place
