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
    """Return an error that explains why this action id is not legal now. Raise IllegalAction if it is no action id."""
    actions.describe(action)
    return IllegalAction(*why_not(state.cells, action))


def why_not(t: Cells, action: i64) -> tuple[str, Sentence]:
    """Return why an action is not legal now: the rule id and a sentence."""
    if t[L.PHASE] == L.DONE:
        return "AQ-701", phrase("over")
    if action > KINDS:  # the id of a chance outcome
        return "AQ-911", phrase("by_chance")
    if t[L.PHASE] != L.CALL:
        return "AQ-911", phrase("chance_first")
    if action == actions.END:
        return "AQ-201", phrase("call_first")
    return "AQ-301", phrase("too_low", lowest=lowest_call(t))
