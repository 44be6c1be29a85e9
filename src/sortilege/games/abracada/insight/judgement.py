"""The bots' knowledge of this game: how each bot level chooses a call, and the win probability of a seat.

A state passed to these functions may contain the true stones or sampled ones. So the evaluation never looks at the
stones of the seat to move or at the secret stones of other seats: it counts them as unseen, like the pool.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.types import View
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.insight.dealer import Dealer, add_remembered_casts, hide_own_stones, no_decisions
from sortilege.games.abracada.insight.rating import Rating, best_action
from sortilege.games.abracada.insight.scores import win_probability_between_rounds
from sortilege.games.abracada.insight.turn_search import TurnSearch
from sortilege.games.abracada.rules.nodes import MAX_LEGAL
from sortilege.games.abracada.rules.scoring import winners

# Simulations of a master: clearly stronger than the adept, weaker than the archmage, who has a net.
MASTER_SIMULATIONS: Final = 2000
MIN_REACH: Final = 0.01  # a call that is reached with a lower probability is not searched
MIN_REACH_IN_TRAINING: Final = 0.03  # the same limit in training


class AbracadaInsight(Insight):
    """The bots' knowledge of Abracada… Quoi ?"""

    def __init__(self) -> None:
        self.rating = Rating()
        self.turn_search = TurnSearch(self)

    # ------------------------------------------------------------ for search
    def fill_priors(self, state: State, legal: Cells, n: i64, priors: Cells) -> None:
        self.rating.fill_priors(state.cells, legal, n, priors)

    def evaluate(self, state: State, seat: i64) -> float:
        t = state.cells
        if t[L.PHASE] == L.DONE:
            won = winners(t)
            if seat in won:
                return 1.0 / float(len(won))
            return 0.0
        if self.predictor is not None and t[L.PHASE] != L.GATHER:
            return self.predictor.win_probability(state, seat)
        return win_probability_between_rounds(t, seat)

    def is_cutoff(self, state: State, root: State) -> bool:
        """Return whether a round has just been scored, where simulated games stop to be evaluated."""
        return state.cells[L.PHASE] == L.GATHER

    def can_bootstrap(self, state: State) -> bool:
        return state.cells[L.PHASE] == L.GATHER

    def branches_on_other_seats(self) -> bool:
        """Return False, because the searching seat sees stones that other seats must not use for their decisions."""
        return False

    def max_simulations(self, level: str, view: View) -> int | None:
        """Return the maximum number of simulations of a level: a limit for the master, None for the others."""
        return MASTER_SIMULATIONS if level == "master" else None

    # Any: as in core.Insight; here it is this game's Dealer
    def choose(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Return the action of a bot, or None to use the search that all games share. Apprentice and adept choose by
        the exact probabilities of their own stones. The master uses the shared search. The archmage also considers the
        decisions of other seats, and with a trained net it searches the rest of its turn."""
        if level == "master":
            return None
        if level == "archmage":
            dealer.use_decisions()
            if self.predictor is None:  # there is no trained net
                return None
            return self.search_turn(dealer, MIN_REACH)
        state: State = dealer.deal(rng)
        t = state.cells
        self.rating.odds.set_probabilities(dealer.odds(t[L.ACTIVE]))
        if level == "adept":
            self.rating.value_calls(t)
        else:
            self.rating.value_by_odds(t)
        legal = blank(MAX_LEGAL)
        return best_action(self.rating.values, legal, state.fill_legal(legal))

    def search_turn(self, dealer: Dealer, min_reach: float) -> i64:
        """Return the id of the best action, found by searching the rest of the turn. The net evaluates the end of the
        turn. Calls that the turn reaches with a lower probability than `min_reach` are not searched."""
        table = dealer.table
        self.turn_search.compute(dealer, table.cells[L.ACTIVE], min_reach)
        legal = blank(MAX_LEGAL)
        return best_action(self.turn_search.values, legal, table.fill_legal(legal))

    # ------------------------------------------------------------ for training
    def evaluates_turn_ends(self) -> bool:
        return True

    def quick_action(self, state: State) -> i64:
        """Return the id of the best action for training games, and set `expected_win_probability`. To be quick, the
        search skips more unlikely calls than in real games. Return -1 if there is no net to evaluate the turn."""
        if self.predictor is None:
            return -1
        seat = state.cells[L.ACTIVE]
        dealer = Dealer(hide_own_stones(state), [seat], no_decisions)
        add_remembered_casts(dealer, seat)
        action = self.search_turn(dealer, MIN_REACH_IN_TRAINING)
        self.expected_win_probability = self.turn_search.values[action]
        return action
