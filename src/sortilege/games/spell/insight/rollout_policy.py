"""The policy by which the analysis plays games to their end for all seats: it always plays the turn with the best
evaluation, without lookahead."""

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

Key = tuple[int, ...]  # see `key_of`


class RolloutPolicy:
    """Chooses the actions of every seat in a simulated game: those of the turn that ends in the state with the best
    evaluation."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.turns = TurnSearch(runes)
        self.planned: dict[Key, int] = {}  # the actions of the last planned turn, by the state before them

    def next_action(self, state: SpellState) -> int:
        """Return the next action of the current turn. The whole turn is planned when its first action is needed."""
        key = key_of(state.cells)
        if key not in self.planned:
            self.planned = actions_by_state(state, best_turn(self.turns, state, MAX_NODES, NO_DEADLINE))
        return self.planned[key]


def actions_by_state(state: SpellState, plan: list[int]) -> dict[Key, int]:
    """Return the actions of a planned turn that begins in `state`, each under the key of the state in which it is to be
    played (see `key_of`)."""
    planned: dict[Key, int] = {}
    current = state.bare_copy()
    for action in plan:
        planned[key_of(current.cells)] = action
        current.do(action)
    return planned


def key_of(t: Cells) -> Key:
    """Return a dictionary key for a state, which is the same for all states that do not differ within a turn. Hands and
    discard pile, the last cells of the vector, are left out: the order of their cards does not affect a turn."""
    return tuple([t[i64(i)] for i in range(HANDS)])
