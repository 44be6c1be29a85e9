"""Judgement: which call to make, and what a score is worth in the end.

Everything here is asked about imagined tables as well as true ones, so the stones of the seat to move count only as
part of what it cannot see: its own hand, the pool, and the secret stones of the others.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.shapes import View
from sortilege.core.state import State
from sortilege.games.abracada import actions
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.insight.odds import Odds, blank_floats
from sortilege.games.abracada.insight.prices import LAST, STANDARD
from sortilege.games.abracada.layout import ACTIVE, DONE, GATHER, PHASE, SCORE, SEATS, VARIANT_LAST
from sortilege.games.abracada.rules.calls import lowest_call
from sortilege.games.abracada.rules.scoring import winners

# How much a point counts towards victory, by players: what fitted best who won 12,000 games of adepts. Then for `last`.
SLOPE: Final = vec[float]([0.0, 0.0, 0.25, 0.4, 0.5, 0.55, 0.0, 0.0, 0.3, 0.3, 0.35, 0.4])
SHARP: Final = 4.0  # how strongly playouts prefer the better call
# Simulations of a master: enough to be clearly ahead of the adept, and to leave something to the archmage.
MASTERLY: Final = {"standard": 200, "last": 1000}


class AbracadaInsight(Insight):
    """What bots ask about this game."""

    def __init__(self) -> None:
        self.odds = Odds()
        self.promise = blank_floats(16)  # by action: what a call, or the end of the turn, is worth

    # ------------------------------------------------------------ what search asks
    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        t = state.cells
        self.odds.look(t)
        self.weigh_calls(t)
        best = -100.0
        i: i64 = 0
        while i < n:
            best = max(best, self.promise[legal[i]])
            i += 1
        i = 0
        while i < n:
            into[i] = 1 + i64(10000.0 * exp(SHARP * (self.promise[legal[i]] - best)))
            i += 1

    def worth(self, state: State, seat: i64) -> float:
        t = state.cells
        if t[PHASE] == DONE:
            won = winners(t)
            if seat in won:
                return 1.0 / float(len(won))
            return 0.0
        slope = SLOPE[t[VARIANT_LAST] * 6 + t[SEATS]]
        mine = 0.0
        everybody = 0.0
        other: i64 = 0
        while other < t[SEATS]:
            share = exp(slope * float(t[SCORE + other]))
            everybody += share
            if other == seat:
                mine = share
            other += 1
        return mine / everybody

    def rests(self, state: State, since: State) -> bool:
        """Where a round is scored."""
        return state.cells[PHASE] == GATHER

    def learns(self) -> bool:
        """The searcher sees the stones the others cannot see."""
        return False

    def simulations(self, level: str, view: View) -> int | None:
        """A master looks just so far ahead; in `last` rounds are longer, and take more looking."""
        if level == "master":
            variant: str = view["options"]["variant"]
            return MASTERLY[variant]
        return None

    # Any: as in core.Insight; here it is always this game's Dealer
    def think(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Apprentice and adept know the exact odds and need no search."""
        if level != "apprentice" and level != "adept":
            return None
        state: State = dealer.deal(rng)
        t = state.cells
        self.odds.know(dealer.odds(t[ACTIVE]))
        if level == "adept":
            self.weigh_calls(t)
        else:
            self.trust_odds(t)
        legal = blank(16)
        n = state.fill_legal(legal)
        best = legal[0]
        i: i64 = 1
        while i < n:
            if self.promise[legal[i]] > self.promise[best]:
                best = legal[i]
            i += 1
        return best

    def trust_odds(self, t: Cells) -> None:
        """An apprentice calls what it most likely holds and goes on while that is likelier than not."""
        self.promise[actions.END] = 0.5
        spell: i64 = 1
        while spell <= KINDS:
            self.promise[spell] = self.odds.chances[spell]
            if spell < lowest_call(t):
                self.promise[spell] = 0.0
            spell += 1

    # ------------------------------------------------------------ what a call is worth
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
