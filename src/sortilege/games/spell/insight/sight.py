"""Whole turns at sight, step by step: how everybody goes on in an analysis, which has no time to look ahead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell.insight.ahead import FOREVER, search
from sortilege.games.spell.insight.plan import planned
from sortilege.games.spell.insight.turns import Turns
from sortilege.games.spell.layout import HANDS
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState

NODES: Final = 400  # of a turn: with half as many it leaves a quarter of a logit less, with ten times hardly more


class Sight:
    """Plans a turn where it begins (or wherever it is first asked), then answers its steps."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.turns = Turns(runes)
        self.steps: dict[tuple[int, ...], int] = {}  # of the turn planned last, by the table they are taken at

    def step(self, state: SpellState) -> int:
        """The next step of the turn under way."""
        key = key_of(state.cells)
        if key not in self.steps:
            search(self.turns, state, NODES, FOREVER)
            self.steps = steps_of(state, planned(state.twin(), self.turns, self.turns.nodes.best()))
        return self.steps[key]


def steps_of(state: SpellState, plan: list[int]) -> dict[tuple[int, ...], int]:
    """The steps of a plan by where they are taken."""
    steps: dict[tuple[int, ...], int] = {}
    here = state.twin()
    for action in plan:
        steps[key_of(here.cells)] = action
        here.do(action)
    return steps


def key_of(t: Cells) -> tuple[int, ...]:
    """The table as something to look a plan up by. The order of hands and discards is left out: no turn depends on it,
    and places no longer in use may hold old cards."""
    return tuple([t[i64(i)] for i in range(HANDS)])
