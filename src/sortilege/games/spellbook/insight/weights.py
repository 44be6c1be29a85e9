"""The trained weights of the evaluation, in hundredths of a point, fitted by `bench/weights.py` in 1,200,000 two-player
games with random spells (eight minutes on one core). Those of the solo game are in weights_solo.py.

A set is the pool tokens of a colour whose spell is not learned yet; three or more can pay for it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells

# fmt: off
# value of using a spell, per Day, by effect (a spell at level 3, 4 or 5)
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
# value of learning it, once, by effect
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

# the odds in percent, by Evenings left (0 to 7), that a set of one or two tokens still grows to three
ODDS_FROM_1: Final = vec[i64]([0, 8, 21, 29, 33, 35, 34, 32])
ODDS_FROM_2: Final = vec[i64]([0, 37, 58, 65, 69, 68, 66, 66])
# the odds in percent, by Evenings left, that a set of three or four grows by one token before it is spent
GROWTH_ODDS: Final = vec[i64]([0, 7, 30, 28, 34, 32, 18, 25])
# the percentage at which each set of a pool counts, the best first
SET_DISCOUNT: Final = vec[i64]([66, 67, 55, 35, 26, 39, 30])
# indices of CONSTANTS
READY_SET: Final = 0  # value of a set that can be learned, in percent of the spell
STORABLE: Final = 1  # value of a token that no spell needs
STORABLE_IN_SET: Final = 2  # value of storing a token that a spell needs
SURPLUS: Final = 3  # value of a token beyond those that can be stored
STORED_FROM_ALTAR: Final = 4  # value of a token stored directly from the altar
DAYS_PER_SPACE: Final = 5  # tenths of a Day to fill a space of a Familiar board
DAYS_PER_SPELL: Final = 6  # tenths of a Day to learn a spell
EASE_BASE: Final = 7  # how easily tokens of a colour are obtained, in percent
EASE_ON_ALTAR: Final = 8  # added for each token of the colour on the altar
EASE_IN_POUCH: Final = 9  # added for each token of the colour in the pouch
OFFERING_TOKEN: Final = 10  # value for Offering of each further token of a learned colour
FOCUS_TOKEN: Final = 11  # value for Focus of each token of its rune
# added to a rival's certain gain on the last Day; negative, because waiting for certainty lets others end the game
LAST_DAY_MARGIN: Final = 12
# single weights, by the indices above
CONSTANTS: Final = vec[i64]([102, 70, 41, 9, 97, 7, 42, 53, 7, 8, 33, 22, -502])
# penalty of a crowded pool, by its size
CROWDING: Final = vec[i64]([6, 17, 27, 17, 8, -9, -22, -31, -36, -10, 262])
TEMPERATURE: Final = 30  # hundredths of a point behind the best decision that divide a rating by e
# entry k is 100,000 / e^(k / 4)
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
ONE_POINT: Final = 100  # values are in hundredths of a point
PERCENT: Final = 100
HORIZON: Final = 2  # rounds a playout looks ahead
EXPLORATION: Final = 1.0  # preference of the search for promising, rarely visited decisions
UNIFORM_PART: Final = 0.25  # part of the exploration that is spread evenly instead of by rating


class Weights:
    """The weights by which bots evaluate a position. Values are in hundredths of a point, odds and discounts in
    percent. A set is all pool tokens of one colour, which can pay for the spell of this colour."""

    def __init__(
        self,
        daily_value: Cells,
        learning_value: Cells,
        constants: Cells,
        set_odds: tuple[Cells, Cells, Cells],
        set_discount: Cells,
        crowding: Cells,
        uses_all_days: bool = False,
    ) -> None:
        self.daily_value = daily_value  # value of using a spell for a Day, by effect (a spell at a level)
        self.learning_value = learning_value  # value of learning a spell, by effect
        self.constants = constants  # single weights, by indices such as READY_SET
        # Odds, by Evenings left: that one token or two tokens grow to three, and that a larger set grows by one.
        self.odds_from_1, self.odds_from_2, self.growth_odds = set_odds
        self.set_discount = set_discount  # the percentage that counts of the best set, of the second best, …
        self.crowding = crowding  # penalty of a crowded pool, by its size
        self.uses_all_days = uses_all_days  # solo: expect a player who is behind to use all Days of the game


WEIGHTS: Final = Weights(USE, ONCE, CONSTANTS, (ODDS_FROM_1, ODDS_FROM_2, GROWTH_ODDS), SET_DISCOUNT, CROWDING)
