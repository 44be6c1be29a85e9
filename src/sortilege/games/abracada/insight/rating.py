"""What a call promises at first sight, to a seat that knows the odds of its stones and the prices of a round."""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.abracada import actions
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.insight.odds import Odds, blank_floats
from sortilege.games.abracada.insight.prices import LAST, STANDARD
from sortilege.games.abracada.layout import ACTIVE, VARIANT_LAST
from sortilege.games.abracada.rules.calls import lowest_call

SHARP: Final = 8.0  # how strongly playouts prefer the better call


class Rating:
    """The promise of every action, from what the seat to move can see."""

    def __init__(self) -> None:
        self.odds = Odds()
        self.promise = blank_floats(16)  # by action: what a call, or the end of the turn, is worth

    def rate(self, t: Cells, legal: Cells, n: i64, into: Cells) -> None:
        """How often each of the legal actions is chosen: whole numbers from 1 on."""
        self.look(t)
        best = -100.0
        i: i64 = 0
        while i < n:
            best = max(best, self.promise[legal[i]])
            i += 1
        i = 0
        while i < n:
            into[i] = 1 + i64(10000.0 * exp(SHARP * (self.promise[legal[i]] - best)))
            i += 1

    def look(self, t: Cells) -> None:
        """Fill `promise` from what the seat to move can see at a glance."""
        self.odds.look(t, t[ACTIVE], lowest_call(t))
        self.weigh_calls(t)

    def weigh_calls(self, t: Cells) -> None:
        """Fill `promise` for every call and for ending the turn, from `odds`."""
        prices = STANDARD
        if t[VARIANT_LAST] != 0:
            prices = LAST
        lowest = lowest_call(t)
        best = 0.0
        spell: i64 = KINDS
        while spell > 0:
            chance = self.odds.chances[spell]
            promise = chance * (prices.hit(t, spell) + prices.onward * best) - (1.0 - chance) * prices.loss(t, spell)
            if spell < lowest:
                promise = -prices.loss(t, KINDS) - 1.0  # legal only where it is sure to cost a life (AQ-303)
            elif promise > best:
                best = promise
            self.promise[spell] = promise
            spell -= 1
        self.promise[actions.END] = prices.stop

    def trust_odds(self, t: Cells) -> None:
        """Fill `promise` by the odds alone: to go on while a call is likelier to succeed than not."""
        self.promise[actions.END] = 0.5
        spell: i64 = 1
        while spell <= KINDS:
            self.promise[spell] = self.odds.chances[spell]
            if spell < lowest_call(t):
                self.promise[spell] = 0.0
            spell += 1


def best_of(promise: vec[float], legal: Cells, n: i64) -> i64:
    """The legal action that promises most, the first of equals."""
    best = legal[0]
    i: i64 = 1
    while i < n:
        if promise[legal[i]] > promise[best]:
            best = legal[i]
        i += 1
    return best
