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
ODDS_FROM_1: Final = vec[i64]([0, 8, 21, 29, 33, 35, 34, 32])
ODDS_FROM_2: Final = vec[i64]([0, 37, 58, 65, 69, 68, 66, 66])
# and that a set of three or four grows by one before it is spent
GROWTH_ODDS: Final = vec[i64]([0, 7, 30, 28, 34, 32, 18, 25])
# how much the sets of a pool count beside each other, the best first, in percent
SET_DISCOUNT: Final = vec[i64]([66, 67, 55, 35, 26, 39, 30])
# single numbers
READY_SET: Final = 0  # a set that could be learned is worth this much of the spell, in percent
STORABLE: Final = 1  # a token to store
STORABLE_IN_SET: Final = 2  # a token that could be stored, though a spell wants it
SURPLUS: Final = 3  # a token more than can be stored
STORED_FROM_ALTAR: Final = 4  # a token stored straight from the altar
DAYS_PER_SPACE: Final = 5  # tenths of a Day to fill a space of a Familiar board
DAYS_PER_SPELL: Final = 6  # and to learn a spell
EASE_BASE: Final = 7  # how easily tokens of a colour come, in percent: to begin with,
EASE_ON_ALTAR: Final = 8  # for each on the altar,
EASE_IN_POUCH: Final = 9  # and in the pouch
OFFERING_TOKEN: Final = 10  # each token more of a learned colour, to Offering
FOCUS_TOKEN: Final = 11  # each token of its rune, to Focus
# added to what a rival surely gains in a last Day; below 0, for who waits to be sure finds that others have ended it
LAST_DAY_MARGIN: Final = 12
CONSTANTS: Final = vec[i64]([102, 70, 41, 9, 97, 7, 42, 53, 7, 8, 33, 22, -502])
# how much a full pool hampers, by its size
CROWDING: Final = vec[i64]([6, 17, 27, 17, 8, -9, -22, -31, -36, -10, 262])
TEMPERATURE: Final = 30  # how far behind the best a decision may look and still be tried
# 100 000 / e^(k / 4)
# fmt: off
EXP_TABLE: Final = vec[i64](
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
EXPLORATION: Final = 1.0  # how much a promising, little-tried decision is preferred to a proven one
UNIFORM_PART: Final = 0.25  # how far ratings are not trusted: this part of the curiosity goes to all decisions alike


class Weights:
    """The numbers one judge weighs with."""

    def __init__(
        self,
        use: Cells,
        once: Cells,
        constants: Cells,
        sets: tuple[Cells, Cells, Cells],
        set_discount: Cells,
        crowding: Cells,
        patient: bool = False,
    ) -> None:
        self.use = use
        self.once = once
        self.constants = constants
        self.odds_from_1, self.odds_from_2, self.growth_odds = sets
        self.set_discount = set_discount
        self.crowding = crowding
        self.patient = patient  # alone at the table, and behind: nobody but oneself ends the game


WEIGHTS: Final = Weights(USE, ONCE, CONSTANTS, (ODDS_FROM_1, ODDS_FROM_2, GROWTH_ODDS), SET_DISCOUNT, CROWDING)
