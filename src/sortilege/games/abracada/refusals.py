"""Explains why an action is not legal now, with the rule id and a sentence."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.core.errors import IllegalAction
from sortilege.core.text.phrases import Sentence
from sortilege.core.types import Untrusted
from sortilege.games.abracada import actions
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import KINDS, phrase
from sortilege.games.abracada.rules.calls import lowest_call


def refusal(state: State, action: Untrusted) -> IllegalAction:
    """Return an error that explains why an action id is not legal now. Raise IllegalAction if no action has this id."""
    actions.describe(action)  # checks the id
    rule, sentence = reason_against(state.cells, action)
    return IllegalAction(rule, sentence)


def reason_against(t: Cells, action: i64) -> tuple[str, Sentence]:
    """Return the reason why an action is not legal now: the id of the rule that forbids it, and a sentence."""
    if t[L.PHASE] == L.DONE:
        return "AQ-701", phrase("over")
    is_chance_outcome = action > KINDS  # the ids of calls end with the last spell
    if is_chance_outcome:
        return "AQ-911", phrase("by_chance")
    if t[L.PHASE] != L.CALL:
        return "AQ-911", phrase("chance_first")
    if action == actions.END:
        return "AQ-201", phrase("call_first")
    return "AQ-301", phrase("too_low", lowest=lowest_call(t))
