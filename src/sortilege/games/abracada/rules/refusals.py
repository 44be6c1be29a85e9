"""Why an action is not legal now: the rule and a sentence."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.phrases import Sentence
from sortilege.games.abracada import actions
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.layout import CALL, DONE, PHASE
from sortilege.games.abracada.phrases import phrase
from sortilege.games.abracada.rules.calls import lowest_call


def refusal(t: Cells, action: i64) -> tuple[str, Sentence]:
    """Why an action of this game is not legal now: the rule and a sentence."""
    if t[PHASE] == DONE:
        return "AQ-701", phrase("over")
    if action > KINDS:
        return "AQ-911", phrase("by_chance")
    if t[PHASE] != CALL:
        return "AQ-911", phrase("chance_first")
    if action == actions.END:
        return "AQ-201", phrase("call_first")
    return "AQ-301", phrase("too_low", lowest=lowest_call(t))
