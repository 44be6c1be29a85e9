"""Abracada… Quoi ? for 2 to 5: you see everyone's stones but your own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sortilege.core.errors import IllegalAction
from sortilege.core.game import Action, Game, Line, Position, View
from sortilege.core.insight import Insight
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part, Turn
from sortilege.games.abracada import actions, insight, log, position, turns, view
from sortilege.games.abracada.box import OPTIONS
from sortilege.games.abracada.layout import ACTIVE, ROUND
from sortilege.games.abracada.rules.refusals import refusal
from sortilege.games.abracada.rules.state import AbracadaState


class Abracada(Game):
    """The rooms of this folder, put together."""

    name = "abracada"
    folder = Path(__file__).parent
    seats = (2, 3, 4, 5)
    options = OPTIONS
    turn_rule = "AQ-205"
    seats_rule = "AQ-101"

    def fresh(self, seats: int, options: dict[str, Any]) -> State:
        return AbracadaState(position.new_cells(seats, options), self, options)

    def seated(self, position_: Position, options: dict[str, Any]) -> State:
        return AbracadaState(position.read(position_, options), self, options)

    def position(self, state: State) -> Position:
        return position.write(state.cells, state.options)

    def describe(self, action: int) -> Action:
        return actions.describe(action)

    def find(self, action: Any) -> int:
        return actions.find(action)

    def refusal(self, state: State, action: Any) -> IllegalAction:
        actions.describe(action)  # refuses what is no action at all
        return IllegalAction(*refusal(state.cells, action))

    def turn_of(self, state: State) -> tuple[int, ...]:
        return state.cells[ACTIVE], state.cells[ROUND]

    def view(self, state: State, seat: int | None) -> View:
        return view.view(state, seat)

    def tell(self, before: State, action: int, after: State) -> Line:
        return log.tell(before, action, after)

    def shown(self, line: Line, seat: int | None, state: State) -> Line | None:
        return log.shown(line, seat, state)

    def settled(self, line: Line, seat: int | None, state: State) -> bool:
        return not log.hidden(line, seat, state)

    def reveals(self, line: Line) -> bool:
        return log.reveals(line)

    def sentence(self, words: dict[str, Any], line: Line) -> str:
        return log.sentence(words, line)

    def parts(self, line: Line, now: Opening | None) -> list[Part]:
        return turns.parts(line, now)

    def summary(self, words: dict[str, Any], turn: Turn) -> str:
        return turns.summary(words, turn)

    def dealer(self, view_: View) -> Any:
        return view.dealer(self, view_)

    def insight(self) -> Insight:
        return insight.AbracadaInsight()

    def aid(self, view_: View) -> dict[str, Any]:
        """The chance that the viewer holds each spell, dragon first; nothing for spectators and between rounds."""
        if view_["turn"] is None or "?" not in (view_["hands"][view_["you"]] if view_["you"] is not None else ""):
            return {}
        return {"odds": view.dealer(self, view_).odds(view_["you"])[1:]}


GAME = Abracada()
