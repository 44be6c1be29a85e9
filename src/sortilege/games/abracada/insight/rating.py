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

SHARPNESS: Final = 8.0  # how strongly playouts prefer the better action
MAX_PRIOR: Final = 10000.0
EVEN_ODDS: Final = 0.5


class Rating:
    """Estimates the value of every action from what the seat to move can see."""

    def __init__(self) -> None:
        self.odds = Odds()
        self.values = blank_floats(KINDS + 1)  # by action id: the value of a call or of ending the turn

    def fill_priors(self, t: Cells, legal: Cells, n: i64, priors: Cells) -> None:
        """Write into `priors` the prior weight of each of the first n actions in `legal`: about MAX_PRIOR for the best
        action, exponentially less for worse actions, at least 1."""
        self.compute(t)
        best_value = self.values[best_action(self.values, legal, n)]
        for i in range(n):
            value_difference = self.values[legal[i]] - best_value
            priors[i] = 1 + i64(MAX_PRIOR * exp(SHARPNESS * value_difference))

    def compute(self, t: Cells) -> None:
        """Compute the value of every action from approximate probabilities of the stones of the active seat."""
        self.odds.compute(t, t[ACTIVE], lowest_call(t))
        self.value_calls(t)

    def value_calls(self, t: Cells) -> None:
        """Compute the value of every call and of ending the turn, from the probabilities in `odds` and the prices. The
        highest spell comes first, because a successful call may be followed by a call of the same or a higher spell."""
        prices = STANDARD
        if t[VARIANT_LAST] != 0:
            prices = LAST
        lowest = lowest_call(t)
        best_next = 0.0  # the value of the best call that may follow, or of making no call
        spell: i64 = KINDS
        while spell > 0:
            probability = self.odds.probabilities[spell]
            success_value = prices.success_value(t, spell) + prices.next_call * best_next
            value = probability * success_value - (1.0 - probability) * prices.failure_cost(t, spell)
            if spell < lowest:  # a call that certainly costs a life (AQ-303) is worse than any other action
                value = -prices.failure_cost(t, KINDS) - 1.0
            elif value > best_next:
                best_next = value
            self.values[spell] = value
            spell -= 1
        self.values[actions.END] = prices.end_turn

    def value_by_odds(self, t: Cells) -> None:
        """Value each call by its probability of success, and the end of the turn like a call with even odds."""
        self.values[actions.END] = EVEN_ODDS
        for spell in range(1, i64(KINDS + 1)):
            self.values[spell] = self.odds.probabilities[spell]
            if spell < lowest_call(t):
                self.values[spell] = 0.0


def best_action(values: vec[float], legal: Cells, n: i64) -> i64:
    """Return the action with the highest value of the first n actions in `legal`. Of equal ones, the first wins."""
    best = legal[0]
    for i in range(1, n):
        if values[legal[i]] > values[best]:
            best = legal[i]
    return best
