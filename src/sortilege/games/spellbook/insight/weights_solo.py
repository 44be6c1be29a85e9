"""The trained weights of the evaluation for the solo game, fitted by `bench/weights.py --alone` with handicap 3 and
random spells (three minutes on one core, 500,000 games)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.spellbook.insight.weights import Weights

# fmt: off
# value of using a spell, per Day, by effect (a spell at level 3, 4 or 5)
USE: Final = vec[i64](
    [
        25, 88, 77, 18, 50, 140, 27, 53, 67,
        11, 56, 75, -18, 9, 26, 12, 73, 16,
        -7, -4, 40, -21, -2, 35, 18, 22, -6,
        -5, 32, 104, 19, 95, 37, 23, 69, 98,
        24, 48, 49, -7, 18, -6, 2, 32, 43,
        -18, 56, 71, -5, 23, 99, 41, 132, 96,
        -4, 22, 28, -26, 8, 15, -21, 34, 71,
    ]
)
# value of learning it, once, by effect
ONCE: Final = vec[i64](
    [
        16, -24, 30, 19, 20, -5, 32, -8, 14,
        39, 7, 8, 23, 29, 10, -42, -2, -3,
        19, 6, 49, 28, -7, 5, 6, 150, 262,
        -4, -9, -7, -42, 24, 37, -14, 23, 19,
        5, 9, 12, 26, 71, 136, 16, 2, 48,
        43, 20, -9, 113, 98, -3, 14, 4, -17,
        117, 159, 202, 27, 16, -21, 361, 29, 9,
    ]
)
# fmt: on
CONSTANTS: Final = vec[i64]([82, 61, 42, 6, 70, 10, 36, 54, 7, 14, 49, 13, 150])
ODDS_FROM_1: Final = vec[i64]([0, 7, 15, 21, 27, 26, 26, 28])
ODDS_FROM_2: Final = vec[i64]([0, 26, 45, 55, 56, 56, 52, 58])
GROWTH_ODDS: Final = vec[i64]([0, 8, 19, 21, 25, 25, 20, 29])
SET_DISCOUNT: Final = vec[i64]([86, 81, 74, 58, 57, 46, 32])
CROWDING: Final = vec[i64]([-7, 1, 8, -1, 0, 1, 1, 9, 46, 121, 262])
SET_ODDS: Final = (ODDS_FROM_1, ODDS_FROM_2, GROWTH_ODDS)
WEIGHTS_SOLO: Final = Weights(USE, ONCE, CONSTANTS, SET_ODDS, SET_DISCOUNT, CROWDING, uses_all_days=True)
