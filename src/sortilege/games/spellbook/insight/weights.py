"""What judgement weighs with, in hundredths of a point: found by `bench/weights.py` at tables of two, line-ups drawn
from all there are (eight minutes of a core, 1,200,000 games). Those of who plays alone are in weights_alone.py."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells

# fmt: off
# what a spell's use adds to a Day, by spell and level
USE: Final = vec[i64](
    [
        26, 102, 91, -6, 81, 42, 23, 79, 94,
        5, 39, -13, -11, 9, 56, -23, 36, 66,
        -9, -5, 27, -23, -72, 71, 17, 10, 34,
        35, 40, 24, 15, 102, 147, 29, 75, 134,
        37, 47, 76, 1, 10, 22, 5, 0, 66,
        -13, 21, 20, 24, 13, 55, 61, 183, 153,
        9, 7, -3, -29, -21, -31, -18, 26, 50,
    ]
)
# what it adds once
ONCE: Final = vec[i64](
    [
        9, -18, 20, -49, -33, 23, 48, -32, -6,
        48, -41, 18, -23, -19, 26, 17, 45, -78,
        27, 1, 41, -16, 53, -127, 12, 189, 241,
        5, -49, -27, 17, -23, -4, -47, -18, 9,
        18, 22, -19, -33, 66, 119, 49, 3, 23,
        22, -3, -47, 11, 69, -101, -154, -43, 15,
        88, 138, 205, 31, -15, -15, 415, -34, 44,
    ]
)
# fmt: on

# the chance, in percent, that a set of one or two still becomes three, by evenings left
FIRST_OF_3: Final = vec[i64]([0, 8, 21, 29, 33, 35, 34, 32])
SECOND_OF_3: Final = vec[i64]([0, 37, 58, 65, 69, 68, 66, 66])
# and that a set of three or four grows by one before it is spent
RIPER: Final = vec[i64]([0, 7, 30, 28, 34, 32, 18, 25])
# how much the sets of a pool count beside each other, the best first, in percent
ABREAST: Final = vec[i64]([66, 67, 55, 35, 26, 39, 30])
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
# added to what a rival surely gains in a last Day; below 0, for who waits to be sure finds that others have ended it
LAST_DAY: Final = 12
PRICES: Final = vec[i64]([102, 70, 41, 9, 97, 7, 42, 53, 7, 8, 33, 22, -502])
# how much a full pool hampers, by its size
TIGHT: Final = vec[i64]([6, 17, 27, 17, 8, -9, -22, -31, -36, -10, 262])
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
        self,
        use: Cells,
        once: Cells,
        prices: Cells,
        sets: tuple[Cells, Cells, Cells],
        abreast: Cells,
        tight: Cells,
        patient: bool = False,
    ) -> None:
        self.use = use
        self.once = once
        self.prices = prices
        self.first_of_3, self.second_of_3, self.riper = sets
        self.abreast = abreast
        self.tight = tight
        self.patient = patient  # alone at the table, and behind: nobody but oneself ends the game


COMMON: Final = Weights(USE, ONCE, PRICES, (FIRST_OF_3, SECOND_OF_3, RIPER), ABREAST, TIGHT)
