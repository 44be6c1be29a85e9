"""Search where one plays alone. Nobody answers and nothing but luck is unknown, so every simulation is played to its
end at first sight, and the points decide: no judge has to guess. Half of what counts is to win, the other half how far
the points are above a bar. Where the game looks lost the bar is what first sight reaches on average, for search does
better than that, and a share of victory next to nothing would make all decisions look alike; where it looks won, the
bar is to win."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.rng import Rng
from sortilege.core.state import State
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.search import Search
from sortilege.games.spellbook.insight.shares import Shares, logistic, margin

WINNING_BAR: Final = 0.5  # points: a tie is not won
BAR_SIMULATIONS: Final = 64  # simulations that set the bar
MARGIN_SCALE: Final = 3.0  # points above the bar that look clearly good
WIN_WEIGHT: Final = 0.5  # how much the bare victory counts: points alone would risk it for more of them


class SoloSearch(Search):
    """The search of who plays alone."""

    def __init__(self, rater: Rater, shares: Shares, start: State, rng: Rng) -> None:
        super().__init__(rater, shares, None, start, 0, rng)
        self.bar = WINNING_BAR
        self.total_margin = 0.0  # lead of the opponent, all looks together

    def continues(self, state: State, day: i64) -> bool:
        return True

    def evaluate(self, state: State) -> None:
        lead = float(margin(state.cells, 0))
        if self.simulations < BAR_SIMULATIONS:
            self.total_margin += lead
            self.bar = self.total_margin / float(self.simulations + 1)
            if self.bar > WINNING_BAR:
                self.bar = WINNING_BAR
        share = (1.0 - WIN_WEIGHT) * logistic((lead - self.bar) / MARGIN_SCALE)
        if lead > 0.0:
            share += WIN_WEIGHT
        self.results[0] = share
