"""The win probability between two rounds, from the scores.

A seat's win probability is proportional to exp(value of its score), where the seat that begins the next round gets a
bonus. For each number of players, the values were fitted to the winners of self-play games. A game with several winners
counts in equal parts for each winner.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import layout as L

# fmt: off
# A row each for 2, 3, 4 and 5 players: the values of the scores 0 to 7, then the bonus for beginning the next round.
STANDARD: Final = vec[float]([
    0.0, 0.240, 0.405, 0.803, 1.214, 1.547, 1.640, 1.830, 0.066,
    0.0, 0.414, 0.738, 1.038, 1.498, 2.116, 2.408, 2.664, 0.050,
    0.0, 0.478, 0.873, 1.290, 1.858, 2.595, 2.943, 3.316, 0.046,
    0.0, 0.512, 0.991, 1.545, 2.123, 2.851, 3.350, 3.826, 0.111,
])
LAST: Final = vec[float]([  # no seat ever has one point in this variant
    0.0, 0.3, 0.585, 0.957, 1.273, 1.649, 2.137, 2.306, 0.098,
    0.0, 0.3, 0.553, 0.906, 1.263, 1.730, 2.197, 2.220, 0.014,
    0.0, 0.3, 0.565, 0.918, 1.453, 1.766, 2.268, 2.290, 0.015,
    0.0, 0.3, 0.656, 1.084, 1.480, 1.980, 2.569, 2.590, 0.022,
])
# fmt: on
ROW_LENGTH: Final = 9
STARTER_BONUS: Final = 8  # its index in a row
MIN_SEATS: Final = 2


def win_probability_between_rounds(t: Cells, seat: i64) -> float:
    """Return the win probability of a seat after a round is scored, if the game is not over. It is proportional to
    exp(value), where `value` depends on the seat's score and on whether the seat starts the next round."""
    values = STANDARD
    if t[L.VARIANT_LAST] != 0:
        values = LAST
    row_start = (t[L.SEATS] - MIN_SEATS) * ROW_LENGTH
    own_weight = 0.0
    total_weight = 0.0
    for other in range(t[L.SEATS]):
        value = values[row_start + t[L.SCORE + other]]
        if other == t[L.NEXT_STARTER]:
            value += values[row_start + STARTER_BONUS]
        weight = exp(value)
        total_weight += weight
        if other == seat:
            own_weight = weight
    return own_weight / total_weight
