"""SPELL for two, or one against a script: runes formed on an arena that will not keep still."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sortilege.core.cards import CardsError
from sortilege.core.errors import IllegalAction, OptionError
from sortilege.core.game import Action, Game, Line, Position, View
from sortilege.core.insight import Insight
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part, Turn
from sortilege.games.spell import actions, deck, log, position, turns, view
from sortilege.games.spell.box import OPTIONS, SIDES
from sortilege.games.spell.insight import SpellInsight
from sortilege.games.spell.layout import LAID, PHASE, PLAY, ROUND, SIDE, SOLO
from sortilege.games.spell.rules.refusals import refusal
from sortilege.games.spell.rules.state import SpellState


def deck_of(state: State) -> deck.Deck:
    """The deck a state is played with, even if a file of that name has been replaced since."""
    assert isinstance(state, SpellState)
    found: deck.Deck = state.deck
    return found


class Spell(Game):
    """The rooms of this folder, put together."""

    name = "spell"
    folder = Path(__file__).parent
    seats = (1, 2)
    options = OPTIONS
    turn_rule = "SP-085"
    seats_rule = "SP-001"

    def check_options(self, seats: int, settled: dict[str, Any], given: Mapping[str, Any]) -> None:
        """SP-002, SP-300 to SP-302: one person plays solo, which has no amulets and an arena ready laid."""
        if "mode" not in given:
            settled["mode"] = "solo" if seats == 1 else "symmetric"
        solo = settled["mode"] == "solo"
        if solo and seats != 1:
            raise OptionError(self.phrase("solo_alone", game=self.name, seats=seats, name="mode"), "SP-002")
        if seats == 1 and not solo:
            raise OptionError(self.phrase("alone_solo", game=self.name, name="mode", given=settled["mode"]), "SP-002")
        if solo and settled["tournament"]:
            raise OptionError(self.phrase("solo_tournament", game=self.name, name="tournament"), "SP-302")
        if solo and settled["first"] == "k":
            raise OptionError(self.phrase("solo_first", game=self.name, name="first"), "SP-301")
        try:
            deck.named(settled["deck"])
        except CardsError as off:
            said = self.phrase("unplayable", game=self.name, name="deck", deck=settled["deck"], why=off.sentence)
            raise OptionError(said, off.rule) from None

    def idle_options(self, seats: int) -> tuple[str, ...]:
        """SP-300 to SP-302: alone, purple begins in an arena that lies ready; by two, no script plays."""
        return ("first", "central_hole") if seats == 1 else ("difficulty", "setup")

    def seat_names(self, seats: int) -> tuple[str, ...]:
        """SP-301: alone one plays purple."""
        return SIDES if seats == 2 else SIDES[1:]

    def fresh(self, seats: int, options: dict[str, Any]) -> State:
        held = deck.named(options["deck"])
        return SpellState(position.new_cells(options, held), self, options, held.runes, held)

    def seated(self, position_: Position, options: dict[str, Any]) -> State:
        held = deck.named(options["deck"])
        return SpellState(position.read(position_, options, held), self, options, held.runes, held)

    def position(self, state: State) -> Position:
        return position.write(state.cells, state.options, deck_of(state))

    def describe(self, action: int) -> Action:
        return actions.describe(action)

    def find(self, action: Any) -> int:
        return actions.find(action)

    def refusal(self, state: State, action: Any) -> IllegalAction:
        actions.describe(action)  # refuses what is no action at all
        return IllegalAction(*refusal(state.cells, action, deck_of(state).runes))

    def turn_of(self, state: State) -> tuple[int, ...]:
        """While the arena is made every tile laid is a turn. In solo a round is one: the human's steps, then the
        script's."""
        t = state.cells
        side = 0 if t[SOLO] else t[SIDE]
        return (side, 0, t[PHASE], t[LAID]) if t[PHASE] < PLAY else (side, t[ROUND])

    def view(self, state: State, seat: int | None) -> View:
        return view.view(state, seat, deck_of(state))

    def tell(self, before: State, action: int, after: State) -> Line:
        return log.tell(before, action, after, deck_of(after))

    def shown(self, line: Line, seat: int | None, state: State) -> Line | None:
        return dict(line)  # SP-009: nothing that happens is hidden

    def settled(self, line: Line, seat: int | None, state: State) -> bool:
        return True

    def reveals(self, line: Line) -> bool:
        return False  # SP-018: only chance shows anything, and chance is never taken back

    def sentence(self, words: dict[str, Any], line: Line) -> str:
        return log.sentence(words, line)

    def parts(self, line: Line, now: Opening | None) -> list[Part]:
        return turns.parts(line, now)

    def summary(self, words: dict[str, Any], turn: Turn) -> str:
        return turns.summary(words, turn)

    def dealer(self, view_: View) -> Any:
        return view.dealer(self, view_)

    def insight(self) -> Insight:
        return SpellInsight()

    # ------------------------------------------------------------ decks of one's own
    def check_cards(self, text: str) -> str:
        """SP-358: one line about a deck file; CardsError names the line, the card and what is wrong with it."""
        return deck.summary(deck.parse(text))

    def card_file(self, name: str) -> str:
        return deck.written(name)


GAME = Spell()
