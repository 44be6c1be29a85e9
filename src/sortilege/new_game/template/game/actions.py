"""Action ids and action objects. Ids never change, so that old records can be replayed."""

from typing import Final

from sortilege.core.contract.action_table import ActionTable
from sortilege.games.__game__.box import FACES

ROLL: Final = 0
HOLD: Final = 1
DIE: Final = 1  # DIE + face is the id of the chance outcome `face`, so 2 to 7
OUTCOMES: Final = {DIE + face: {"do": "die", "face": face} for face in range(1, FACES + 1)}
ACTION_TABLE: Final = ActionTable({ROLL: {"do": "roll"}, HOLD: {"do": "hold"}, **OUTCOMES}, rule="XX-901")
