"""A pile of counters to learn: whoever takes the last one wins, so one to move at a multiple of four should lose."""

from __future__ import annotations

from typing import Any

import numpy as np

from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.train.net import Positions
from sortilege.train.recorder import EXPLORATION_INTERVAL, PositionRecorder, play_quick_game
from tests.bots.test_net import PileFeatures
from tests.bots.toys import Plain, Won


def positions_of(recorder: PositionRecorder) -> Positions:
    """What was noted, in arrays."""
    return Positions(
        np.array(recorder.pair_counts, np.uint16),
        np.array(recorder.row_weights, np.float32),
        np.array(recorder.indices, np.uint16),
        np.array(recorder.values, np.int8),
        np.array(recorder.row_counts, np.uint8),
        np.array(recorder.targets, np.float32),
        np.array(recorder.game_lengths, np.uint32),
    )


class Knowing(Plain):
    """Leaves a multiple of four, ten times as often as anything else."""

    def fill_priors(self, state: State, legal: Any, n: int, into: Any) -> None:
        for i in range(n):
            into[i] = weight(state.cells[1], legal[i])


def weight(counters: int, take: int) -> int:
    return 10 if (counters - take) % 4 == 0 else 1


def exact_share(counters: int) -> float:
    """What the seat to move gets when both take what is rated highest, or now and then anything by lot."""
    takes = range(1, min(3, counters) + 1)
    ways = [1.0 if take == counters else 1 - exact_share(counters - take) for take in takes]
    weights = [weight(counters, take) for take in takes]
    best = [way for way, times in zip(ways, weights, strict=True) if times == max(weights)]
    by_lot = sum(way * times for way, times in zip(ways, weights, strict=True)) / sum(weights)
    return sum(best) / len(best) * (1 - 1 / EXPLORATION_INTERVAL) + by_lot / EXPLORATION_INTERVAL


class Comparing(Knowing):
    """The same, learned by comparing the sides."""

    def net_compares_sides(self) -> bool:
        return True


def pile_games(games: int, seed: int = 1, insight: Plain | None = None) -> PositionRecorder:
    """Games by lot, from any number of counters."""
    rng, recorder = Rng(seed), PositionRecorder(PileFeatures(), None)
    for _ in range(games):
        state = Won([rng.below(2), 1 + rng.below(11)])
        play_quick_game(state, insight or Knowing(), rng, recorder, 1, [0, 1], [0, 0])
    return recorder
