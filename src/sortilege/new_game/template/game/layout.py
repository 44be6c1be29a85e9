"""The cells of the state vector, with a name for each."""

from typing import Final

SEATS: Final = 0
ACTIVE: Final = 1  # whose turn it is
ROLLING: Final = 2  # 1 while chance is to roll the die
STAKE: Final = 3  # points rolled in this turn
SCORE: Final = 4  # the cell SCORE + seat has the points of a seat
