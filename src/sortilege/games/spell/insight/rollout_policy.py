"""The policy of every seat in rollouts of the analysis: the best turn by evaluation, without looking ahead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spell.insight.lookahead import NO_DEADLINE, best_turn
from sortilege.games.spell.insight.turn_search import TurnSearch
from sortilege.games.spell.layout import HANDS
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState

MAX_NODES: Final = 400  # half as many lose a quarter of a logit per turn, ten times as many gain hardly anything


class RolloutPolicy:
    """Plans a whole turn when it is asked for the first step, and caches the remaining steps."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.turns = TurnSearch(runes)
        self.steps: dict[tuple[int, ...], int] = {}  # the actions of the last planned turn by `key_of` the cells

    def step(self, state: SpellState) -> int:
        """Return the next action of the current turn."""
        key = key_of(state.cells)
        if key not in self.steps:
            self.steps = steps_of(state, best_turn(self.turns, state, MAX_NODES, NO_DEADLINE))
        return self.steps[key]


def steps_of(state: SpellState, plan: list[int]) -> dict[tuple[int, ...], int]:
    """Return the actions of a plan by `key_of` the cells before each of them."""
    steps: dict[tuple[int, ...], int] = {}
    current = state.bare_copy()
    for action in plan:
        steps[key_of(current.cells)] = action
        current.do(action)
    return steps


def key_of(t: Cells) -> tuple[int, ...]:
    """Return the cells without the hands and the discard pile as a dictionary key. The order of those cards does not
    affect a turn, and unused cells may hold old cards."""
    return tuple([t[i64(i)] for i in range(HANDS)])
