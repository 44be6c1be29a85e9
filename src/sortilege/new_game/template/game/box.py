"""What is in the box."""

from typing import Final

FACES: Final = 6
GOAL: Final = 30
