"""The weights of the evaluation for the apprentice level, set by hand as a player would estimate them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.spellbook.insight.weights import Weights

# fmt: off
# value of using a spell, per Day, by effect (a spell at level 3, 4 or 5)
USE: Final = vec[i64](
    [
        37, 60, 68, 30, 60, 90, 80, 80, 80,
        20, 33, 55, 10, 41, 73, 15, 40, 55,
        4, 0, 30, 5, 0, 25, 0, 0, 0,
        30, 68, 128, 35, 95, 70, 10, 50, 50,
        45, 55, 60, 0, 0, 0, 15, 55, 70,
        0, 45, 96, 0, 21, 89, 30, 86, 70,
        16, 0, 0, 0, 0, 0, 0, 0, 90,
    ]
)
# value of learning it, once, by effect
ONCE: Final = vec[i64](
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0,
        22, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 6, 0, 0, 0, 10, 155, 280,
        0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 40, 108, 0, 0, 0,
        0, 0, 0, 100, 73, 0, 0, 0, 0,
        100, 140, 170, 0, 0, 0, 350, 0, 21,
    ]
)
# fmt: on
CONSTANTS: Final = vec[i64]([85, 52, 16, 9, 77, 12, 35, 47, 13, 8, 60, 30, 150])
ODDS_FROM_1: Final = vec[i64]([0, 1, 7, 16, 19, 16, 28, 29])
ODDS_FROM_2: Final = vec[i64]([0, 8, 31, 25, 48, 52, 45, 57])
GROWTH_ODDS: Final = vec[i64]([0, 8, 18, 26, 24, 30, 30, 30])
SET_DISCOUNT: Final = vec[i64]([105, 94, 80, 68, 55, 40, 30])
CROWDING: Final = vec[i64]([0, 0, 0, 0, 5, 0, 10, 25, 60, 130, 262])
WEIGHTS_BY_HAND: Final = Weights(USE, ONCE, CONSTANTS, (ODDS_FROM_1, ODDS_FROM_2, GROWTH_ODDS), SET_DISCOUNT, CROWDING)
