"""The interface for bots: which rater or search decides at each level and number of seats."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.types import View
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.search import Search
from sortilege.games.spellbook.insight.solo_search import SoloSearch
from sortilege.games.spellbook.insight.weights import HORIZON
from sortilege.games.spellbook.insight.weights_by_hand import WEIGHTS_BY_HAND
from sortilege.games.spellbook.insight.weights_solo import WEIGHTS_SOLO
from sortilege.games.spellbook.insight.win_estimates import WinEstimator, with_margin
from sortilege.games.spellbook.rules.state import MAX_LEGAL

UNLIMITED: Final = 1 << 40
# The maximum number of simulations of the levels that search. A good rating is worth as much as search here, so an
# adept plays the best-rated decision with trained weights, and an apprentice with weights set by hand.
MAX_SIMULATIONS: Final = {"master": 100, "archmage": UNLIMITED}
EXTRA_DAYS_LEVELS: Final = ("archmage",)
# Days that a rollout continues after the Day of a leaf, by number of seats. With three or more seats it is a whole
# round, because with a single evaluation more simulations did not make bots stronger (docs/bots.md).
EXTRA_DAYS: Final = {2: 1, 3: 3, 4: 4}
SOLO_SEARCH_LEVELS: Final = ("archmage",)  # levels that use SoloSearch in a solo game
PRACTICE_SIMULATIONS: Final = 40  # for a decision during training
FOREVER: Final = 1e12  # milliseconds


class SpellBookInsight(Insight):
    """The interface through which bots play SpellBook: it rates, evaluates and chooses actions."""

    def __init__(self) -> None:
        self.apprentice_rater = Rater(WEIGHTS_BY_HAND)
        self.rater = Rater()
        self.solo_rater = Rater(WEIGHTS_SOLO)
        self.win_estimator = WinEstimator()

    def fill_priors(self, state: State, legal: Cells, n: i64, priors: Cells) -> None:
        self.rater_of(state).fill_priors(state, legal, n, priors)

    def evaluate(self, state: State, seat: i64) -> float:
        return self.win_estimator.win_probability(self.predictor, state, seat)

    def is_cutoff(self, state: State, root: State) -> bool:
        t = state.cells
        return t[L.DAY] - root.cells[L.DAY] > HORIZON * t[L.SEATS]

    def training_target(self, state: State, seat: i64, share: float) -> float:
        return with_margin(state.cells, seat, share)

    # Any: as in core.contract.insight, which cannot import core.game
    def choose(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        start: State = dealer.deal(rng)
        if level == "apprentice":
            return best_rated(self.apprentice_rater, start)
        if level not in MAX_SIMULATIONS:
            return best_rated(self.rater_of(start), start)
        max_simulations = MAX_SIMULATIONS[level]
        if level in SOLO_SEARCH_LEVELS and L.is_solo(start.cells):
            solo_search = SoloSearch(self.solo_rater, self.win_estimator, start, rng)
            return solo_search.run(milliseconds, max_simulations)
        extra_days = EXTRA_DAYS[view["seats"]] if level in EXTRA_DAYS_LEVELS else 0
        return self.search(start, view["you"], rng, extra_days).run(milliseconds, max_simulations)

    def quick_action_from_view(self, view: View, dealer: Any, rng: Rng) -> int | None:
        return self.search(dealer.deal(rng), view["you"], rng, 0).run(FOREVER, PRACTICE_SIMULATIONS)

    def search(self, start: State, seat: int, rng: Rng, extra_days: int) -> Search:
        """Create a tree search for one decision. Its rollouts end `extra_days` after the present Day."""
        return Search(self.rater_of(start), self.win_estimator, self.predictor, start, seat, rng, extra_days)

    def rater_of(self, state: State) -> Rater:
        """Return the object that rates the actions of a state: solo games have their own weights."""
        return self.solo_rater if L.is_solo(state.cells) else self.rater


def best_rated(rater: Rater, state: State) -> int:
    """Return the id of the legal action with the highest rating."""
    legal = blank(MAX_LEGAL)
    legal_count = state.fill_legal(legal)
    return legal[rater.best_index(state, legal, legal_count)]
