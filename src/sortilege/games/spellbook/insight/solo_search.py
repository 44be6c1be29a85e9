"""Tree search for the solo game. Nobody else decides and only chance is unknown, so every simulation is played to its
end and the final points are the result. Half of a result counts winning, the other half the points above a bar. If the
game looks lost, the bar is the average of the first simulations: win probabilities near zero would make all decisions
look alike. If it looks won, the bar is a win."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.search import Search
from sortilege.games.spellbook.insight.win_estimates import MARGIN_SCALE, WinEstimator, logistic, margin

WINNING_BAR: Final = 0.5  # in points: a tie is not a win
BAR_SIMULATIONS: Final = 64  # number of first simulations that set the bar
WIN_WEIGHT: Final = 0.5  # weight of winning itself: points alone would risk the win for more of them


class SoloSearch(Search):
    """The search for one decision of a solo game. It plays every simulation to its end and needs no evaluation."""

    def __init__(self, rater: Rater, win_estimator: WinEstimator, start: State, rng: Rng) -> None:
        super().__init__(rater, win_estimator, None, start, 0, rng)
        self.bar = WINNING_BAR
        self.total_margin = 0.0  # sum of the margins that set the bar

    def continues(self, state: State, day: i64) -> bool:
        return True

    def evaluate(self, state: State) -> None:
        """Store the result of a finished game, from 0 to 1, by its margin of points."""
        lead = float(margin(state.cells, 0))
        if self.simulations < BAR_SIMULATIONS:
            self.total_margin += lead
            self.bar = self.total_margin / float(self.simulations + 1)
            if self.bar > WINNING_BAR:
                self.bar = WINNING_BAR
        result = (1.0 - WIN_WEIGHT) * logistic((lead - self.bar) / MARGIN_SCALE)
        if lead > 0.0:
            result += WIN_WEIGHT
        self.results[0] = result
