"""A pile of counters to learn: whoever takes the last one wins, so one to move at a multiple of four should lose."""

from __future__ import annotations

from typing import Any

import numpy as np

from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.train.net import Positions
from sortilege.train.recorder import CURIOUS, Notes, at_sight
from tests.bots.test_net import PileFeatures
from tests.bots.toys import Plain, Won


def positions_of(notes: Notes) -> Positions:
    """What was noted, in arrays."""
    return Positions(
        np.array(notes.counts, np.uint16),
        np.array(notes.stakes, np.float32),
        np.array(notes.indices, np.uint16),
        np.array(notes.values, np.int8),
        np.array(notes.rows, np.uint8),
        np.array(notes.targets, np.float32),
        np.array(notes.games, np.uint32),
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
    return sum(best) / len(best) * (1 - 1 / CURIOUS) + by_lot / CURIOUS


class Comparing(Knowing):
    """The same, learned by comparing the sides."""

    def compares_sides(self) -> bool:
        return True


def pile_games(games: int, seed: int = 1, insight: Plain | None = None) -> Notes:
    """Games by lot, from any number of counters."""
    rng, notes = Rng(seed), Notes(PileFeatures(), None)
    for _ in range(games):
        state = Won([rng.below(2), 1 + rng.below(11)])
        at_sight(state, insight or Knowing(), rng, notes, 1, [0, 1], [0, 0])
    return notes
