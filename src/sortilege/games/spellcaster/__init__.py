"""Spellcaster: a duel of mages with four piles of spells, for two, or for three and four in teams."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from sortilege.core import cards as shelf
from sortilege.core.errors import IllegalAction, OptionError
from sortilege.core.game import Action, Game, Line, Position, View
from sortilege.core.insight import Insight
from sortilege.core.phrases import Sentence
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part, Turn
from sortilege.core.words import words_in
from sortilege.games.spellcaster import actions, deck, imagining, log, position, saying, turns, view, wording
from sortilege.games.spellcaster.box import CARD_OF, OPTIONS
from sortilege.games.spellcaster.insight import SpellcasterInsight
from sortilege.games.spellcaster.layout import ACTIVE, CYCLE
from sortilege.games.spellcaster.rules.refusals import refusal
from sortilege.games.spellcaster.rules.state import SpellcasterState
from sortilege.games.spellcaster.rules.turn import carry_on


@cache
def worded(files: tuple[tuple[str, tuple[Path, int]], ...]) -> dict[str, Any]:
    """The words of the game and of these card sets. A broken file is left out: only playing with it is refused."""
    words = deepcopy(words_in(Path(__file__).parent))
    for language, said in words.items():
        said["sets"] = {}
        for name, (path, changed) in files:
            try:
                said["sets"][name] = wording.set_words(deck.set_in(path, changed), said, language)
            except shelf.CardsError:
                continue
    return words


def named(said: Sentence, cards: deck.CardSet) -> Sentence:
    """A refusal with its card called by the name it has in each language of the set."""
    if "card" not in said.values:
        return said
    words = cards.cards[CARD_OF[said.values["card"]]].words
    return replace(said, values=said.values | {"card": {language: words[language]["name"] for language in words}})


class Spellcaster(Game):
    """The rooms of this folder, put together."""

    name = "spellcaster"
    folder = Path(__file__).parent
    seats = (2, 3, 4)
    options = OPTIONS
    turn_rule = "SC-207"
    seats_rule = "SC-101"
    changed_rulings = ("SC-405",)

    def check_options(self, seats: int, settled: dict[str, Any], given: Mapping[str, Any]) -> None:
        if seats == 3 and settled["first"] not in ("random", 0):
            raise OptionError(self.phrase("three", game=self.name), "SC-110")
        try:
            deck.card_set(settled["cards"])
        except shelf.CardsError as off:
            said = self.phrase("cards_option", game=self.name, name="cards", why=off.sentence)
            raise OptionError(said, off.rule) from None

    def idle_options(self, seats: int) -> tuple[str, ...]:
        return ("first",) if seats == 3 else ()  # SC-110

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """SC-107, SC-111: partners sit between their rivals."""
        return tuple(range(0, seats, 2)), tuple(range(1, seats, 2))

    def fresh(self, seats: int, options: dict[str, Any]) -> State:
        cells, cards = position.new_cells(seats, options), deck.card_set(options["cards"])
        carry_on(cells, cards.program)
        return SpellcasterState(cells, self, options, cards, cards.program)

    def seated(self, position_: Position, options: dict[str, Any]) -> State:
        cards = deck.card_set(options["cards"])
        return SpellcasterState(position.read(position_, options, cards.program), self, options, cards, cards.program)

    def position(self, state: State) -> Position:
        return position.write(state.cells, state.options)

    def describe(self, action: int) -> Action:
        return actions.describe(action)

    def find(self, action: Any) -> int:
        return actions.find(action)

    def refusal(self, state: State, action: Any) -> IllegalAction:
        actions.describe(action)  # refuses what is no action at all
        assert isinstance(state, SpellcasterState)
        rule, said = refusal(state.cells, state.program, action)
        return IllegalAction(rule, named(said, state.cards))

    def turn_of(self, state: State) -> tuple[int, ...]:
        return state.cells[ACTIVE], state.cells[CYCLE]

    def view(self, state: State, seat: int | None) -> View:
        return view.view(state, seat)

    def tell(self, before: State, action: int, after: State) -> Line:
        return log.tell(before, action, after)

    def shown(self, line: Line, seat: int | None, state: State) -> Line | None:
        return log.shown(line, seat, state)

    def settled(self, line: Line, seat: int | None, state: State) -> bool:
        return True  # SC-823: who saw a face is decided when the card moves

    def reveals(self, line: Line) -> bool:
        return log.reveals(line)

    def sentence(self, words: dict[str, Any], line: Line) -> str:
        return saying.sentence(words, line)

    def parts(self, line: Line, now: Opening | None) -> list[Part]:
        return turns.parts(line, now)

    def summary(self, words: dict[str, Any], turn: Turn) -> str:
        return turns.summary(words, turn)

    def dealer(self, view_: View) -> Any:
        return imagining.dealer(self, view_)

    def insight(self) -> Insight:
        return SpellcasterInsight()

    # ------------------------------------------------------------ card sets
    def check_cards(self, text: str) -> str:
        """A card file read over: one line about it, or CardsError with line, card and step."""
        return deck.summary(deck.read_set(text))

    def card_file(self, name: str) -> str:
        return deck.template()

    @property
    def words(self) -> dict[str, Any]:
        """words.toml, and under `sets` the words of every card set that can be played with."""
        return worded(tuple(deck.set_files().items()))

    def words_about(self, line: Line, language: str) -> dict[str, Any]:
        """A line names its set of cards, so the other sets of this host need not be looked for."""
        name = line["set"]
        found: dict[str, Any] = worded(((name, deck.set_file(name)),))[language]
        return found


GAME = Spellcaster()
