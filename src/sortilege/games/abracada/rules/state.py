"""The state machine: what an action or chance outcome does in each phase."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, copy
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.types import Options
from sortilege.games.abracada import actions
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.rules.calls import call, cast, end_turn, roll
from sortilege.games.abracada.rules.nodes import MAX_LEGAL, draw_stone, fill_calls, fill_legal, fill_weights, turn_of
from sortilege.games.abracada.rules.scoring import next_round, reason, winners
from sortilege.games.abracada.rules.setup import add_to_hand, deal, show
from sortilege.games.abracada.rules.spells import give_secret


def carry_out(t: Cells, action: i64) -> None:
    """Apply an action or a chance outcome that is legal in the current phase. The id of an action is the first id of
    its verb, such as STONE, plus its argument, such as the spell."""
    phase = t[L.PHASE]
    if phase == L.CALL:
        if action == actions.END:
            end_turn(t)
        else:
            call(t, action - actions.CALL)
    elif phase == L.DEAL:
        deal(t, action - actions.STONE)
    elif phase == L.REFILL:
        add_to_hand(t, t[L.ACTIVE], action - actions.STONE)
        end_turn(t)
    elif phase == L.LIFT:
        cast(t, action - actions.LIFT)
    elif phase == L.ROLL:
        roll(t, action - actions.ROLL)
    elif phase == L.SECRET:
        give_secret(t, action - actions.SECRET)
    elif phase == L.SHOW:
        show(t, action - actions.STONE)
    elif phase == L.GATHER:
        next_round(t, action - actions.STONE)
    elif phase == L.FIRST:
        t[L.ACTIVE] = action - actions.FIRST
        t[L.PHASE] = L.DEAL


class AbracadaState(State):
    """The state of a game of Abracada… Quoi ?"""

    # Any: as in core.State
    def __init__(self, cells: Cells, game: Any, options: Options) -> None:
        super().__init__(cells, game, options, cells[L.SEATS], MAX_LEGAL)

    def turn(self) -> i64:
        return turn_of(self.cells)

    def fill_legal(self, into: Cells) -> i64:
        return fill_legal(self.cells, into)

    def fill_weights(self, into: Cells) -> i64:
        return fill_weights(self.cells, into)

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """Return a random chance outcome. A stone is drawn from the pool directly, without a list of all outcomes."""
        t = self.cells
        phase = t[L.PHASE]
        if phase == L.DEAL or phase == L.REFILL or phase == L.SHOW:
            return actions.STONE + draw_stone(t, rng)
        if phase == L.SECRET:
            return actions.SECRET + draw_stone(t, rng)
        return super().draw(rng, scratch)

    def do(self, action: i64) -> None:
        carry_out(self.cells, action)

    def play_out(self, rng: Rng, scratch: Cells) -> i64:
        """Play random actions to the end, without method calls in the most frequent phases. Return their number."""
        t = self.cells
        nodes: i64 = 0
        while t[L.PHASE] != L.DONE:
            if t[L.PHASE] == L.CALL:
                carry_out(t, scratch[rng.below(fill_calls(t, scratch))])
            elif t[L.PHASE] == L.DEAL or t[L.PHASE] == L.REFILL:
                carry_out(t, actions.STONE + draw_stone(t, rng))
            else:
                carry_out(t, self.draw(rng, scratch))
            nodes += 1
        return nodes

    def bare_copy(self) -> AbracadaState:
        return AbracadaState(copy(self.cells), self.game, self.options)

    def scores(self) -> list[int]:
        t = self.cells
        return [t[L.SCORE + i64(seat)] for seat in range(t[L.SEATS])]

    def winners(self) -> list[int]:
        return winners(self.cells)

    def reason(self) -> str:
        return reason(self.cells)
