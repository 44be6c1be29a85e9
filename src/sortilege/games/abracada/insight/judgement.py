"""Judgement: which call to make, and what a score is worth in the end.

Everything here is asked about imagined tables as well as true ones, so the stones of the seat to move count only as
part of what it cannot see: its own hand, the pool, and the secret stones of the others.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.shapes import View
from sortilege.core.state import State
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.insight.dealer import Dealer, heed_casts, nothing_decided, own_eyes
from sortilege.games.abracada.insight.plan import Plan
from sortilege.games.abracada.insight.rating import Rating, best_of
from sortilege.games.abracada.insight.scores import share_between_rounds
from sortilege.games.abracada.rules.scoring import winners

# Simulations of a master: clearly ahead of the adept, and something left to the archmage, who has a net.
MASTERLY: Final = 2000
UNLIKELY: Final = 0.01  # calls less likely to be reached than this are not thought about
BRIEFLY: Final = 0.03  # nor than this in training


class AbracadaInsight(Insight):
    """What bots ask about this game."""

    def __init__(self) -> None:
        self.rating = Rating()
        self.plan = Plan(self)

    # ------------------------------------------------------------ what search asks
    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        self.rating.rate(state.cells, legal, n, into)

    def worth(self, state: State, seat: i64) -> float:
        t = state.cells
        if t[L.PHASE] == L.DONE:
            won = winners(t)
            if seat in won:
                return 1.0 / float(len(won))
            return 0.0
        if self.judge is not None and t[L.PHASE] != L.GATHER:
            return self.judge.share(state, seat)
        return share_between_rounds(t, seat)

    def rests(self, state: State, since: State) -> bool:
        """Where a round is scored."""
        return state.cells[L.PHASE] == L.GATHER

    def concludes(self, state: State) -> bool:
        return state.cells[L.PHASE] == L.GATHER

    def learns(self) -> bool:
        """The searcher sees the stones the others cannot see."""
        return False

    def simulations(self, level: str, view: View) -> int | None:
        """A master looks just so far ahead."""
        return MASTERLY if level == "master" else None

    # Any: as in core.Insight; here it is always this game's Dealer
    def think(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Apprentice and adept know the exact odds, a master searches. An archmage listens to what the others' calls
        and stops say about its stones; where a net was trained it thinks its turn through to the end with it."""
        if level == "master":
            return None
        if level == "archmage":
            dealer.listen()
            if self.judge is None:
                return None
            return self.think_through(dealer, UNLIKELY)
        state: State = dealer.deal(rng)
        t = state.cells
        self.rating.odds.know(dealer.odds(t[L.ACTIVE]))
        if level == "adept":
            self.rating.weigh_calls(t)
        else:
            self.rating.trust_odds(t)
        legal = blank(16)
        return best_of(self.rating.promise, legal, state.fill_legal(legal))

    def think_through(self, dealer: Dealer, unlikely: float) -> i64:
        """The best action of the turn thought through, its end judged by the net."""
        table = dealer.table
        self.plan.look(dealer, table.cells[L.ACTIVE], unlikely)
        legal = blank(16)
        return best_of(self.plan.promise, legal, table.fill_legal(legal))

    # ------------------------------------------------------------ what training asks
    def hands_over(self) -> bool:
        return True

    def play(self, state: State) -> i64:
        """The turn thought through, a little less far than at a table."""
        if self.judge is None:
            return -1
        seat = state.cells[L.ACTIVE]
        dealer = Dealer(own_eyes(state), [seat], nothing_decided)
        heed_casts(dealer, seat)
        action = self.think_through(dealer, BRIEFLY)
        self.expects = self.plan.promise[action]
        return action
