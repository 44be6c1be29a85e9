"""What judgement weighs with, in hundredths of a point; found by hand and by many games. Those of a search where one
plays alone are in weights_alone.py."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells

# fmt: off
# what a spell's use adds to a Day, by spell and level
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
# what it adds once
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
# what differs alone: Blaze and Sharing give the opponent points, Clone copies own spells
ALONE: Final = vec[i64](
    [
        0, 0, 0, 0, 0, 0, -60, -60, -60,
        0, 0, 0, -10, -35, -64, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 2, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 1,
        0, 0, 0, 0, -3, 0, -5, 0, 1,
    ]
)
# fmt: on

# the chance, in percent, that a set of one or two still becomes three, by evenings left
FIRST_OF_3: Final = vec[i64]([0, 1, 7, 16, 19, 16, 28, 29])
SECOND_OF_3: Final = vec[i64]([0, 8, 31, 25, 48, 52, 45, 57])
# and that a set of three or four grows by one before it is spent
RIPER: Final = vec[i64]([0, 8, 18, 26, 24, 30, 30, 30])
# how much the sets of a pool count beside each other, the best first, in percent
ABREAST: Final = vec[i64]([105, 94, 80, 68, 55, 40, 30])
# single numbers
READY: Final = 0  # a set that could be learned is worth this much of the spell, in percent
FODDER: Final = 1  # a token to store
HELD: Final = 2  # a token that could be stored, though a spell wants it
SPARE: Final = 3  # a token more than can be stored
STORED: Final = 4  # a token stored straight from the altar
BOARD_PACE: Final = 5  # tenths of a Day to fill a space of a Familiar board
BOOK_PACE: Final = 6  # and to learn a spell
EASE: Final = 7  # how easily tokens of a colour come, in percent: to begin with,
ON_ALTAR: Final = 8  # for each on the altar,
IN_POUCH: Final = 9  # and in the pouch
OFFERED: Final = 10  # each token more of a learned colour, to Offering
FOCUSED: Final = 11  # each token of its rune, to Focus
PRICES: Final = vec[i64]([85, 52, 16, 9, 77, 12, 35, 47, 13, 8, 60, 30])
# how much a full pool hampers, by its size
TIGHT: Final = vec[i64]([0, 0, 0, 0, 5, 0, 10, 25, 60, 130, 262])
TEMPERATURE: Final = 30  # how far behind the best a decision may look and still be tried
# 100 000 / e^(k / 4)
# fmt: off
CHILL: Final = vec[i64](
    [
        100000, 77880, 60653, 47237, 36788, 28650, 22313, 17377, 13534, 10540, 8208, 6393,
        4979, 3877, 3020, 2352, 1832, 1426, 1111, 865, 674, 525, 409, 318,
        248, 193, 150, 117, 91, 71, 55, 43, 34, 26, 20, 16,
        12, 10, 7, 6, 5, 4, 3, 2, 2, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    ]
)
# fmt: on
HORIZON: Final = 2  # rounds a playout looks ahead
CURIOSITY: Final = 1.0  # how much a promising, little-tried decision is preferred to a proven one
DOUBT: Final = 0.25  # how far ratings are not trusted: this part of the curiosity goes to all decisions alike


class Weights:
    """The numbers one judge weighs with."""

    def __init__(
        self, alone: Cells, once: Cells, prices: Cells, sets: tuple[Cells, Cells, Cells], abreast: Cells, tight: Cells
    ) -> None:
        self.alone = alone
        self.once = once
        self.prices = prices
        self.first_of_3, self.second_of_3, self.riper = sets
        self.abreast = abreast
        self.tight = tight


COMMON: Final = Weights(ALONE, ONCE, PRICES, (FIRST_OF_3, SECOND_OF_3, RIPER), ABREAST, TIGHT)
