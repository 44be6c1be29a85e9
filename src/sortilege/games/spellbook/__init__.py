"""SpellBook for 1 to 4: gather materia, learn seven spells, feed your familiar."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sortilege.core.errors import IllegalAction, OptionError
from sortilege.core.game import Action, Game, Line, Position, View
from sortilege.core.insight import Insight
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part, Turn
from sortilege.games.spellbook import actions, log, position, refusals, turns, view
from sortilege.games.spellbook.box import OPTIONS
from sortilege.games.spellbook.insight import SpellBookInsight
from sortilege.games.spellbook.layout import ACTIVE, DAY
from sortilege.games.spellbook.rules.state import SpellBookState


class SpellBook(Game):
    """The rooms of this folder, put together."""

    name = "spellbook"
    folder = Path(__file__).parent
    seats = (1, 2, 3, 4)
    options = OPTIONS
    turn_rule = "SB-040"
    seats_rule = "SB-020"
    changed_rulings = ("SB-206",)

    def check_options(self, seats: int, settled: dict[str, Any], given: Mapping[str, Any]) -> None:
        if seats > 1 and settled["handicap"]:
            raise OptionError(self.phrase("handicap", game=self.name, name="handicap"), "SB-203")

    def idle_options(self, seats: int) -> tuple[str, ...]:
        return ("first",) if seats == 1 else ()

    def fresh(self, seats: int, options: dict[str, Any]) -> State:
        return SpellBookState(position.new_cells(seats, options), self, options)

    def seated(self, position_: Position, options: dict[str, Any]) -> State:
        return SpellBookState(position.read(position_, options), self, options)

    def position(self, state: State) -> Position:
        return position.write(state.cells, state.options)

    def describe(self, action: int) -> Action:
        return actions.describe(action)

    def find(self, action: Any) -> int:
        return actions.find(action)

    def refusal(self, state: State, action: Any) -> IllegalAction:
        return IllegalAction(*refusals.refusal(state, actions.describe(action)))

    def turn_of(self, state: State) -> tuple[int, ...]:
        return state.cells[ACTIVE], state.cells[DAY]

    def view(self, state: State, seat: int | None) -> View:
        return view.view(state, seat)

    def tell(self, before: State, action: int, after: State) -> Line:
        return log.tell(before, action, after)

    def shown(self, line: Line, seat: int | None, state: State) -> Line | None:
        return line

    def settled(self, line: Line, seat: int | None, state: State) -> bool:
        return True

    def reveals(self, line: Line) -> bool:
        return False

    def sentence(self, words: dict[str, Any], line: Line) -> str:
        return log.sentence(words, line)

    def parts(self, line: Line, now: Opening | None) -> list[Part]:
        return turns.parts(line, now)

    def summary(self, words: dict[str, Any], turn: Turn) -> str:
        return turns.summary(words, turn)

    def skips(self, line: Line) -> bool:
        return turns.skips(line)

    def skipped(self, words: dict[str, Any], turn: Turn) -> str:
        return turns.skipped(words, turn)

    def dealer(self, view_: View) -> Any:
        return view.dealer(self, view_)

    def insight(self) -> Insight:
        return SpellBookInsight()


GAME = SpellBook()
