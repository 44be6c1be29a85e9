"""The components of the game."""

from typing import Final

FACES: Final = 6  # of the die
GOAL: Final = 30  # points that win
