"""Why an action is not legal now: the rule and a sentence."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.abracada import actions
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.rules.calls import lowest_call
from sortilege.games.abracada.table import CALL, DONE, PHASE


def refusal(t: Cells, action: i64) -> tuple[str, str]:
    """Why an action of this game is not legal now: the rule and a sentence."""
    if t[PHASE] == DONE:
        return "AQ-701", "the game is over: somebody has reached 8 points"
    if action > KINDS:
        return "AQ-911", "stones, die and secrets come by chance alone, and this outcome is not possible now"
    if t[PHASE] != CALL:
        return "AQ-911", "chance comes first: a stone or the die is still to fall"
    if action == actions.END:
        return "AQ-201", "call at least one spell before you end your turn"
    return "AQ-301", f"call {lowest_call(t)} or higher: spells go upward within a turn"
