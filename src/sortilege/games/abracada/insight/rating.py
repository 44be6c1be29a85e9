"""A quick estimate of the value of each call, from the probabilities of the stones and the prices of a round."""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import actions
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.insight.odds import Odds, blank_floats
from sortilege.games.abracada.insight.prices import LAST, STANDARD
from sortilege.games.abracada.layout import ACTIVE, VARIANT_LAST
from sortilege.games.abracada.rules.calls import lowest_call

SHARP: Final = 8.0  # how strongly playouts prefer the better call


class Rating:
    """Estimates the value of every action from what the seat to move can see."""

    def __init__(self) -> None:
        self.odds = Odds()
        self.values = blank_floats(16)  # by action: the value of a call or of ending the turn

    def fill_priors(self, t: Cells, legal: Cells, n: i64, into: Cells) -> None:
        """Write the rate of each legal action: integers from 1 on, exponential in its value."""
        self.compute(t)
        best = -100.0
        i: i64 = 0
        while i < n:
            best = max(best, self.values[legal[i]])
            i += 1
        i = 0
        while i < n:
            into[i] = 1 + i64(10000.0 * exp(SHARP * (self.values[legal[i]] - best)))
            i += 1

    def compute(self, t: Cells) -> None:
        """Compute `values` with approximate odds."""
        self.odds.compute(t, t[ACTIVE], lowest_call(t))
        self.value_calls(t)

    def value_calls(self, t: Cells) -> None:
        """Compute `values` for every call and for ending the turn, from `odds` and the prices."""
        prices = STANDARD
        if t[VARIANT_LAST] != 0:
            prices = LAST
        lowest = lowest_call(t)
        best = 0.0
        spell: i64 = KINDS
        while spell > 0:
            chance = self.odds.chances[spell]
            value = chance * (prices.hit(t, spell) + prices.onward * best) - (1.0 - chance) * prices.loss(t, spell)
            if spell < lowest:
                value = -prices.loss(t, KINDS) - 1.0  # legal only as a call that certainly costs a life (AQ-303)
            elif value > best:
                best = value
            self.values[spell] = value
            spell -= 1
        self.values[actions.END] = prices.stop

    def value_by_odds(self, t: Cells) -> None:
        """Compute `values` from the odds alone: continue while a call is more likely to succeed than to fail."""
        self.values[actions.END] = 0.5
        spell: i64 = 1
        while spell <= KINDS:
            self.values[spell] = self.odds.chances[spell]
            if spell < lowest_call(t):
                self.values[spell] = 0.0
            spell += 1


def best_of(values: vec[float], legal: Cells, n: i64) -> i64:
    """Return the legal action with the highest value, the first of equals."""
    best = legal[0]
    i: i64 = 1
    while i < n:
        if values[legal[i]] > values[best]:
            best = legal[i]
        i += 1
    return best
