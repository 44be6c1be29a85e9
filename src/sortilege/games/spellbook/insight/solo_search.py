"""Tree search for the solo game. Nobody else decides, so every simulation is played to the end of the game. Its result
depends on the margin, the player's points minus the opponent's points. Half of the result counts winning, the other
half grows with the points by which the margin exceeds a bar. The bar is the mean margin of the first simulations: in a
game that looks lost, the rare wins alone would not show which decision is better. In a game that looks won, the bar is
the lowest margin that wins."""

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
WIN_WEIGHT: Final = 0.5  # weight of winning itself; with points alone the search would risk a win for more points


class SoloSearch(Search):
    """The search for one decision of a solo game. It plays every simulation to the end and needs no evaluation."""

    def __init__(self, rater: Rater, win_estimator: WinEstimator, start: State, rng: Rng) -> None:
        super().__init__(rater, win_estimator, None, start, 0, rng)
        self.bar = WINNING_BAR
        self.total_margin = 0.0  # sum of the margins that set the bar

    def continues(self, state: State, day: i64) -> bool:
        return True

    def evaluate(self, state: State) -> None:
        """Store the result of a finished game, from 0 to 1: half for a win, half by the points above the bar."""
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
