"""SPELL a second time: written from the ledger and the contract alone, as plainly as possible.

Nothing here is shared with the engine and nothing is fast. A game is a dict; the arena is a dict from (row, column) to
a tile's letter, figures are lists of cells. `g["next"]` says what must happen next: ("first",), ("amulet", side),
("reveal", level, place), ("lay",), ("stand", side, face), ("turn",), ("summon",), ("push", cell), ("levitate",),
("force",), ("extra",), ("script mage",), ("lift",), ("gem", cell) or ("over",). Shapes and set-ups are read from the
tables of the ledger itself.
"""

from tests.reference.spell.board import AMULETS, Game
from tests.reference.spell.choices import choices, turn
from tests.reference.spell.doing import apply, outcome, position, scores
from tests.reference.spell.making import load, new

__all__ = ["AMULETS", "Game", "apply", "choices", "load", "new", "outcome", "position", "scores", "turn"]
