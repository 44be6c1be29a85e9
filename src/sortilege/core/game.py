"""Game: the rules of one box, seen from outside. Each folder under games/ makes one from its rooms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sortilege.core import cards
from sortilege.core.errors import IllegalAction, OptionError, PositionError, quoted
from sortilege.core.insight import Insight
from sortilege.core.options import Option, settle
from sortilege.core.phrases import Phrasebook
from sortilege.core.rng import Rng
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part, Turn
from sortilege.core.words import words_in

Action = dict[str, Any]
Line = dict[str, Any]
View = dict[str, Any]
Position = dict[str, Any]


class Game(ABC):
    """One game on the shelf."""

    name: str
    folder: Path  # where its words.toml and RULES.md lie
    seats: tuple[int, ...]
    options: dict[str, Option]
    turn_rule: str  # the rule that lets only the active seat act
    seats_rule: str  # the rule that limits the number of players
    changed_rulings: tuple[str, ...] = ()  # rules once decided otherwise: a record of then may not fit any more

    # ------------------------------------------------------------ setting up
    def new(self, seats: int | None = None, options: Mapping[str, Any] | None = None) -> State:
        """A fresh match at a table of this size; the smallest with two when not said."""
        if seats is None:
            seats = 2
        self.check_seats(seats)
        return self.fresh(seats, self.settle(seats, {} if options is None else options))

    def settle(self, seats: int, given: Any) -> dict[str, Any]:
        """Every option with its value at a table of this size; OptionError names the first that is off."""
        settled = settle(self.name, self.options, given, seats, self.phrase)
        self.check_options(seats, settled, given)
        return settled

    def check_seats(self, seats: Any) -> None:
        if type(seats) is not int or seats not in self.seats:
            said = self.phrase("seats", game=self.name, sizes=list(self.seats), given=quoted(seats))
            raise OptionError(said, self.seats_rule)

    def check_options(self, seats: int, settled: dict[str, Any], given: Mapping[str, Any]) -> None:  # noqa: B027
        """Raise OptionError where options do not go together; may fill in defaults that depend on the table size."""

    def idle_options(self, seats: int) -> tuple[str, ...]:
        """Options that change nothing at a table of this size, so that nobody is asked about them there."""
        return ()

    def load(self, position: Any) -> State:
        """A state from a position; PositionError names the field and the rule."""
        if not isinstance(position, dict):
            raise PositionError("position", f"is a JSON object, not {type(position).__name__}")
        if position.get("game") != self.name:
            raise PositionError("game", f"is {position.get('game')!r}, not {self.name!r}")
        try:
            self.check_seats(position.get("seats"))
        except OptionError as off:
            raise PositionError("seats", off) from None
        try:
            settled = self.settle(position["seats"], position.get("options", {}))
        except OptionError as off:
            raise PositionError("options", off) from None
        state = self.seated(position, settled)
        then = position.get("then", [])
        if not isinstance(then, list):
            raise PositionError("then", "is a list of actions")
        for i, action in enumerate(then):
            try:
                state.apply(self.find(action))
            except IllegalAction as off:
                raise PositionError(f"then[{i}]", off.sentence, off.rule) from None
        return state

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together, at a table of this size: every seat for itself, but in team games."""
        return tuple((seat,) for seat in range(seats))

    def seat_names(self, seats: int) -> tuple[str, ...]:
        """What the seats are called at a table of this size, as the keys of `sides` in words.toml; () where they are
        only counted."""
        return ()

    # ------------------------------------------------------------ what the rooms give
    @abstractmethod
    def fresh(self, seats: int, options: dict[str, Any]) -> State:
        """rules: the state before the first node."""

    @abstractmethod
    def seated(self, position: Position, options: dict[str, Any]) -> State:
        """position: the state a position describes, without `then`; `game`, `seats` and `options` are checked."""

    @abstractmethod
    def position(self, state: State) -> Position:
        """position: the way back."""

    @abstractmethod
    def describe(self, action: int) -> Action:
        """actions: the object of an action id."""

    @abstractmethod
    def find(self, action: Any) -> int:
        """actions: the id of an action object; IllegalAction when there is none like it."""

    @abstractmethod
    def refusal(self, state: State, action: Any) -> IllegalAction:
        """rules: why this action (an id, or anything else) is not legal now."""

    @abstractmethod
    def turn_of(self, state: State) -> tuple[int, ...]:
        """table: whose turn it is, then whatever tells this turn from the next one. What others have to answer in the
        midst of a turn belongs to it, and in a solo game what is decided for the script."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> View:
        """view: all that this seat may know."""

    @abstractmethod
    def tell(self, before: State, action: int, after: State) -> Line:
        """telling: the log line of an action, hiding nothing: the action object, who did it, what it did. A line with
        "amends" completes the line before it with those keys."""

    @abstractmethod
    def shown(self, line: Line, seat: int | None, state: State) -> Line | None:
        """telling: the line as this seat saw it, or None if it may not even know of it. Must not alter `line`."""

    def settled(self, line: Line, seat: int | None, state: State) -> bool:
        """telling: whether this seat will for ever see the line as it does now. False is always safe; True spares
        a long game from being shown anew, line by line, at every view."""
        return False

    @abstractmethod
    def dealer(self, view: View) -> Any:
        """view: an object whose `deal(rng)` answers bare states this view cannot tell from the true one, fairly."""

    @abstractmethod
    def reveals(self, line: Line) -> bool:
        """telling: whether a decision showed its seat something hidden, so that it cannot be taken back though no
        chance followed."""

    @abstractmethod
    def sentence(self, words: dict[str, Any], line: Line) -> str:
        """telling: a line in the words of one language; players stand in it as {0}, {1}, … by seat."""

    @abstractmethod
    def parts(self, line: Line, now: Opening | None) -> list[Part]:
        """turns: a line as somebody saw it, cut where a turn begins; `now` is the turn under way, None before the
        first. Each part is a line that `sentence` and `summary` can tell."""

    @abstractmethod
    def summary(self, words: dict[str, Any], turn: Turn) -> str:
        """turns: a whole turn in one sentence, or as much of it as has been told; "" where there is nothing to say."""

    def skips(self, line: Line) -> bool:
        """turns: whether the line only tells of something left out, so that `skipped` tells all of them at once."""
        return False

    def skipped(self, words: dict[str, Any], turn: Turn) -> str:
        """turns: all that was left out in a turn, in one sentence; "" for nothing."""
        return ""

    @abstractmethod
    def insight(self) -> Insight:
        """insight: what search asks about this game."""

    def aid(self, view: View) -> dict[str, Any]:
        """insight: a practice aid for people, made from their view alone; {} where there is none."""
        return {}

    # ------------------------------------------------------------ cards as data, in the games that have them
    @property
    def cards_option(self) -> str | None:
        """The option by which a table chooses its set of cards; None where the cards are no data."""
        return next((name for name, option in self.options.items() if isinstance(option.allowed, cards.SetName)), None)

    def check_cards(self, text: str) -> str:
        """One line about the cards in a file; CardsError names line, card and step of what is wrong."""
        raise cards.CardsError(self.phrase("no_cards", game=self.name))

    def card_file(self, name: str) -> str:
        """A set in the box as a file for an owner to edit."""
        raise cards.CardsError(self.phrase("no_cards", game=self.name))

    def add_cards(self, name: str, text: str) -> str:
        """Check a card file and keep it on this host, under a name that tables can choose; answers the same line."""
        found = self.check_cards(text)
        if self.cards_option and name in self.options[self.cards_option].allowed.boxed:
            raise cards.CardsError(self.phrase("boxed_name", name=name))
        cards.install(self.name, name, text)
        return found

    # ------------------------------------------------------------ what follows
    def imagine(self, view: View, rng: Any) -> State:
        """A state that this view cannot tell from the true one, drawn fairly. `rng` is ours or a random.Random."""
        source = rng if isinstance(rng, Rng) else Rng(rng.getrandbits(64))
        state: State = self.dealer(view).deal(source)
        state.recalled = list(view["log"])
        return state

    @property
    def words(self) -> dict[str, Any]:
        """words.toml: every sentence the game can say, by language."""
        return words_in(self.folder)

    def words_about(self, line: Line, language: str) -> dict[str, Any]:
        """The words it takes to speak of a line."""
        found: dict[str, Any] = self.words[language]
        return found

    @property
    def phrase(self) -> Phrasebook:
        """What the game refuses, from words.toml."""
        return Phrasebook(self.folder)

    def say(self, line: Line, language: str = "en") -> str:
        """A log line as a sentence; players stand in it as {0}, {1}, … by seat. "" for lines not worth a sentence."""
        return self.sentence(self.words_about(line, language), line)

    def sum_up(self, turn: Turn, language: str = "en") -> str:
        """A turn in one sentence; players stand in it as in `say`."""
        return self.summary(self.words_about(turn.lines[0], language), turn)

    def sum_up_skipped(self, turn: Turn, language: str = "en") -> str:
        """What was left out in a turn, in one sentence; "" for nothing."""
        return self.skipped(self.words_about(turn.lines[0], language), turn)

    def chapter(self, turn: Turn, language: str = "en") -> str:
        """What begins with a turn whose chapter is new: a round, a Day."""
        said: str = self.words_about(turn.lines[0], language)["summary"]["chapter"]
        return said.format(n=turn.opening.chapter)
