"""Tree search for the solo game. Nobody else decides, so every simulation is played to the end of the game. Its result
depends on the margin, the player's points minus the opponent's points. Half of the result counts winning, the other
half grows with the points by which it exceeds the expected margin, the mean of the first simulations: in a game that
looks lost, the rare wins alone would not show which decision is better. In a game that looks won, the expected margin
is the lowest one that wins."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.search import Search
from sortilege.games.spellbook.insight.win_estimates import MARGIN_SCALE, WinEstimator, logistic, margin

WINNING_MARGIN: Final = 0.5  # in points: a tie is not a win
MARGIN_SIMULATIONS: Final = 64  # number of first simulations from which the expected margin is computed
WIN_WEIGHT: Final = 0.5  # weight of winning itself; with points alone the search would risk a win for more points


class SoloSearch(Search):
    """A tree search for a decision of a solo game. It plays every simulation to the end of the game."""

    def __init__(self, rater: Rater, win_estimator: WinEstimator, start: State, rng: Rng) -> None:
        super().__init__(rater, win_estimator, net=None, start=start, seat=0, rng=rng)
        self.expected_margin = WINNING_MARGIN  # the final lead in points against which results are measured
        self.margin_sum = 0.0  # of the simulations whose mean is the expected margin

    def is_rollout_to_continue(self, state: State, day: i64) -> bool:
        return True

    def evaluate(self, state: State) -> None:
        """Store the result of a finished simulation, from 0 to 1. One half depends on winning, the other half on how
        far the player's lead exceeds the expected margin, the mean lead of the first simulations."""
        lead = float(margin(state.cells, 0))
        if self.simulations < MARGIN_SIMULATIONS:
            self.margin_sum += lead
            self.expected_margin = self.margin_sum / float(self.simulations + 1)
            if self.expected_margin > WINNING_MARGIN:
                self.expected_margin = WINNING_MARGIN
        result = (1.0 - WIN_WEIGHT) * logistic((lead - self.expected_margin) / MARGIN_SCALE)
        if lead > 0.0:
            result += WIN_WEIGHT
        self.results[0] = result
