"""Game: everything the rest of the program can ask about one game. Each package under games/ builds one from its
functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Protocol

from sortilege.core.contract import defaults
from sortilege.core.contract.advice import Advice, where_of
from sortilege.core.contract.cards import CardFiles, CardsError, SetName, install
from sortilege.core.contract.features import Features, NoFeatures
from sortilege.core.contract.insight import Insight, NoInsight
from sortilege.core.contract.options import Option, resolve_options
from sortilege.core.contract.screen import Screen
from sortilege.core.contract.tasks import Tasks
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.errors import IllegalAction, OptionError, PositionError, quote
from sortilege.core.game_rules import Opening, Part
from sortilege.core.text.phrases import Phrasebook
from sortilege.core.text.words import Text, words_in
from sortilege.core.turns import Turn
from sortilege.core.types import Action, Board, Line, Object, Options, Position, Untrusted, View, Words


class Dealer(Protocol):
    """Samples complete states that are consistent with a view."""

    def deal(self, rng: Rng) -> State:
        """Return a bare state that this view cannot distinguish from the true one, sampled with the true
        probabilities."""


class RandomSource(Protocol):
    """The part of random.Random that is needed here."""

    def getrandbits(self, k: int, /) -> int: ...


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game. Where a field is typed Untrusted, the game's function declares its own exact type."""

    # ------------------------------------------------------------ components and options
    name: str
    folder: Path  # contains words.toml and RULES.md
    seats: tuple[int, ...]
    turn_rule: str  # the id of the rule that only the active seat may act
    seats_rule: str  # the id of the rule that limits the number of players
    options: dict[str, Option] = field(default_factory=dict)
    rulings: tuple[tuple[str, ...], ...] = ()  # for each later version of the rules: the ids of the changed rules
    # Raise OptionError if options contradict each other; may set defaults that depend on the table size.
    check_options: Callable[[int, Options, Object], None] = lambda seats, options, values: None
    # Options without effect at a table of this size. They are not offered there.
    idle_options: Callable[[int], tuple[str, ...]] = lambda seats: ()
    # The groups of seats that win and lose together, at a table of this size. Default: every seat alone.
    sides: Callable[[int], tuple[tuple[int, ...], ...]] = lambda seats: tuple((seat,) for seat in range(seats))
    # The names of the seats as keys of the `sides` table in words.toml; () if they are only numbered.
    seat_names: Callable[[int], tuple[str, ...]] = lambda seats: ()
    # The kind of table a net is trained for, as a short text of a-z, 0-9 and -. Each kind has its own net.
    size: Callable[[int, Options], str] = lambda seats, options: str(seats)
    cards: CardFiles | None = None  # how card files are read, if the game has exchangeable cards

    # ------------------------------------------------------------ rules, actions, position
    actions: int  # action ids are below this number
    describe: Callable[[Untrusted], Action]  # action id -> action object
    find: Callable[[Untrusted], int]  # action object -> action id; raises IllegalAction if there is none
    initial_state: Callable[[Game, int, Options], State]  # the state before the first node
    from_position: Callable[[Game, Untrusted, Options], State]  # after `load` has checked `game`, `seats`, `options`
    position: Callable[[State], Position]  # the inverse; raises NotQuiet while an action is only partly resolved
    # Explain why this action (an id, or any other value) is not legal now.
    refusal: Callable[[State, Untrusted], IllegalAction] = defaults.refusal
    # Identify the current turn: the seat whose turn it is, then numbers that change with every turn. Responses of other
    # seats belong to the turn they interrupt; in solo, decisions for the scripted opponent belong to the player's turn.
    turn_of: Callable[[State], tuple[int, ...]]

    # ------------------------------------------------------------ knowledge of a seat
    hides_information: bool = False  # whether seats have different knowledge
    view: Callable[[State, int | None], View] = defaults.view  # everything this seat may know
    # The entries of a seat's view that differ from the spectators' view, which is then built once for all seats.
    # None: only the legal actions differ if the game hides nothing; otherwise each seat's view is built separately.
    own_entries: Callable[[State, int], Object] | None = None
    board: Callable[[Untrusted], Board] = lambda view: {}  # extra data for drawing, derived from the view alone
    # The entries of the deciding seat's board that differ from the spectators' board, which all other seats get.
    # None: each seat's board is built separately.
    own_board: Callable[[Untrusted], Object] | None = None
    make_dealer: Callable[[Game, Untrusted], Dealer] = defaults.OpenDealer  # samples what a view hides
    features: Callable[[], Features] = NoFeatures  # input of trained nets
    insight: Callable[[], Insight] = NoInsight  # evaluation for search
    # The possible results of an action that depend on information hidden from the viewer: parts of log lines with their
    # exact probabilities. Empty if the result is certain or decided by a chance node.
    odds: Callable[[Untrusted, int], list[tuple[Object, float]]] = lambda view, action: []
    tasks: Tasks = field(default_factory=Tasks)  # for puzzles
    aid: Callable[[Untrusted], Object] | None = None  # numbers shown as an aid in practice games, from the view alone

    # ------------------------------------------------------------ log
    # The log line of an action, hiding nothing: the action object, `by` (its seat, None for chance) and its effects.
    # The keys in "amends", if present, are added to the previous line.
    line: Callable[[State, int, State], Line] = defaults.line
    # The line as this seat saw it, or None if it may not know of it. Must not change the line.
    visible_line: Callable[[Untrusted, int | None, State], Line | None] = lambda line, seat, state: line
    # Whether this seat's version of the line can no longer change. False is always safe; True avoids checking the line
    # again for every view.
    is_final: Callable[[Untrusted, int | None, State], bool] = lambda line, seat, state: True
    # Whether an action revealed hidden information to its seat, so that it cannot be undone.
    reveals: Callable[[Untrusted], bool] = lambda line: False
    # Split a line, as a viewer saw it, where a new turn begins. The second argument is the current turn, None before
    # the first. Each part is a line that `sentence` and `summary` accept.
    split_line: Callable[[Untrusted, Opening | None], list[Part]] = defaults.parts

    # ------------------------------------------------------------ words
    # A line as a sentence of one language, with {0}, {1}, … for the names of the seats.
    sentence: Callable[[Words, Untrusted], str] = defaults.sentence
    # A turn, perhaps unfinished, in one sentence; "" if there is nothing to say.
    summary: Callable[[Words, Turn], str] | None = None
    # Whether a line only reports a skipped step. `skipped_summary` describes all such lines of a turn at once.
    is_skip: Callable[[Untrusted], bool] = lambda line: False
    skipped_summary: Callable[[Words, Turn], str] = lambda words, turn: ""
    screen: Screen = field(default_factory=Screen)
    advice: Advice = field(default_factory=Advice)  # texts of hints
    # The words by language if words.toml alone is not enough (cards have texts of their own), and those for one line.
    all_words: Callable[[], Mapping[str, Words]] | None = None
    words_for: Callable[[Untrusted], Mapping[str, Words]] | None = None

    def seat_view(self, state: State, seat: int, spectators: View) -> View:
        """Return a seat's view, built from the spectators' view of the same state."""
        if self.own_entries is None and self.hides_information:
            return state.view(seat)
        return {**spectators, **(self.own_entries or defaults.own_entries)(state, seat)}

    def seat_board(self, view: View, spectators: Callable[[], Board]) -> Board:
        """Return the board for a seat's view, built from the spectators' board of the same state."""
        if self.own_board is None:
            return self.board(view)
        return {**spectators(), **self.own_board(view)} if view["legal"] else spectators()

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return game_named, (self.name,)

    def __repr__(self) -> str:
        return f"<sortilege game {self.name}>"

    # ------------------------------------------------------------ setting up
    def new(self, seats: int | None = None, options: Mapping[str, object] | None = None) -> State:
        """Return a new game. The default table size is two, or the smallest if two cannot play."""
        if seats is None:
            seats = 2 if 2 in self.seats else self.seats[0]
        self.check_seats(seats)
        return self.initial_state(self, seats, self.resolve_options(seats, {} if options is None else options))

    def resolve_options(self, seats: int, values: Untrusted) -> Options:
        """Return every option with its value at a table of this size. Raise OptionError for the first invalid one."""
        complete = resolve_options(self.name, self.options, values, seats, self.phrase)
        self.check_options(seats, complete, values)
        return complete

    def check_seats(self, seats: Untrusted) -> None:
        """Raise OptionError if the game cannot be played by this many."""
        if type(seats) is not int or seats not in self.seats:
            why = self.phrase("seats", game=self.name, sizes=list(self.seats), given=quote(seats))
            raise OptionError(why, self.seats_rule)

    def load(self, position: Untrusted) -> State:
        """Return the state of a position. Raise PositionError with the field and the rule if it is invalid."""
        if not isinstance(position, dict):
            raise PositionError("position", f"is a JSON object, not {type(position).__name__}")
        if position.get("game") != self.name:
            raise PositionError("game", f"is {position.get('game')!r}, not {self.name!r}")
        try:
            self.check_seats(position.get("seats"))
        except OptionError as error:
            raise PositionError("seats", error) from None
        try:
            options = self.resolve_options(position["seats"], position.get("options", {}))
        except OptionError as error:
            raise PositionError("options", error) from None
        state = self.from_position(self, position, options)
        then = position.get("then", [])
        if not isinstance(then, list):
            raise PositionError("then", "is a list of actions")
        for i, action in enumerate(then):
            try:
                state.apply(self.find(action))
            except IllegalAction as error:
                raise PositionError(f"then[{i}]", error.sentence, error.rule) from None
        return state

    def dealer(self, view: View) -> Dealer:
        """Return a sampler of states consistent with this view, for searches that need many."""
        return self.make_dealer(self, view)

    def imagine(self, view: View, rng: Rng | RandomSource) -> State:
        """Sample one state that this view cannot distinguish from the true one."""
        source = rng if isinstance(rng, Rng) else Rng(rng.getrandbits(64))
        state = self.dealer(view).deal(source)
        state.recalled_lines = list(view["log"])
        return state

    # ------------------------------------------------------------ teams, versions of the rules
    def side_of(self, seats: int) -> list[int]:
        """Return for each seat the number of its side. Seats of one side win and lose together."""
        sides = sorted(self.sides(seats))
        return [next(i for i, side in enumerate(sides) if seat in side) for seat in range(seats)]

    @property
    def rules(self) -> int:
        """The version of the rules. It increases when a ruling changes, so that an older record may no longer
        replay."""
        return 1 + len(self.rulings)

    def rulings_since(self, number: int) -> tuple[str, ...]:
        """Return the ids of the rules that changed after this version."""
        return tuple(rule for later in self.rulings[number - 1 :] for rule in later)

    def card_fingerprint(self, options: Options) -> str:
        """Return the fingerprint of the card set selected by these options; "" if the game's cards are fixed."""
        if self.cards is None or self.cards_option is None:
            return ""
        return self.cards.fingerprint(options[self.cards_option])

    # ------------------------------------------------------------ card sets, in games with exchangeable cards
    @property
    def cards_option(self) -> str | None:
        """The option that selects the card set; None if the game's cards are fixed."""
        return next((name for name, option in self.options.items() if isinstance(option.allowed, SetName)), None)

    def check_cards(self, text: str) -> str:
        """Check a card file and return one line about it. Raise CardsError with the line, card and problem."""
        return self._cards().summary(text)

    def card_file(self, name: str) -> str:
        """Return a set that ships with the game as a file to edit."""
        return self._cards().template(name)

    def add_cards(self, name: str, text: str) -> str:
        """Check a card file and install it on this host under a name that tables can select. Return one line about
        it."""
        summary = self.check_cards(text)
        if self.cards_option and name in self.options[self.cards_option].allowed.boxed:
            raise CardsError(self.phrase("boxed_name", name=name))
        install(self.name, name, text)
        return summary

    def _cards(self) -> CardFiles:
        if self.cards is None:
            raise CardsError(self.phrase("no_cards", game=self.name))
        return self.cards

    # ------------------------------------------------------------ words
    @property
    def words(self) -> Mapping[str, Words]:
        """All words and sentences of the game, by language."""
        return self._own_words if self.all_words is None else self.all_words()

    @cached_property
    def _own_words(self) -> Mapping[str, Words]:
        return words_in(self.folder)

    @property
    def phrase(self) -> Phrasebook:
        """The phrases of the game's error messages, from words.toml."""
        return Phrasebook(self.folder)

    def words_of(self, line: Line) -> Mapping[str, Words]:
        """Return the words needed to describe a log line, by language."""
        return self.words if self.words_for is None else self.words_for(line)

    def words_about(self, line: Line, language: str) -> Words:
        return self.words_of(line)[language]

    def say(self, line: Line, language: str = "en") -> str:
        """Return a log line as a sentence with {0}, {1}, … for the names of the seats; "" if the line needs none."""
        return self.sentence(self.words_about(line, language), line)

    def sum_up(self, turn: Turn, language: str = "en") -> str:
        """Return a turn in one sentence, with {0}, {1}, … for the names of the seats."""
        return self.sum_up_in(self.words_about(turn.lines[0], language), turn)

    def sum_up_in(self, words: Words, turn: Turn) -> str:
        """Return a turn in one sentence, in these words."""
        if self.summary is not None:
            return self.summary(words, turn)
        return " ".join(filter(None, (self.sentence(words, line) for line in turn.lines)))

    # ------------------------------------------------------------ a decision to be made, in every language
    def label(self, action: Action, names: list[str]) -> Text:
        """Return the name of an action as a choice. `names` are the players' names by seat."""
        return Text.build(lambda language: self.screen.label(action, self.words[language], names))

    def what(self, view: View, action: Action) -> Text:
        """Return a decision as a command; `{0}`, `{1}`, … stand for the players by seat."""
        command = self.advice.what
        if command is None:
            return self.label(action, [f"{{{seat}}}" for seat in range(view["seats"])])
        return Text.build(lambda language: command(view, action, self.words[language]))

    def why(self, view: View, action: Action) -> Text:
        """Return the reason for a decision that the view alone gives, as a clause; "" if there is none."""
        return Text.build(lambda language: self.advice.why(view, action, self.words[language]))

    def where(self, action: Action) -> Text:
        """Return the part of the board that a decision is about."""
        return Text.build(lambda language: where_of(action, self.words[language]))

    def chapter(self, turn: Turn, language: str = "en") -> str:
        """Return the title of the chapter (a round, a Day) that begins with this turn."""
        phrase: str = self.words_about(turn.lines[0], language)["summary"]["chapter"]
        return phrase.format(n=turn.opening.chapter)


# ---------------------------------------------------------------- finding a game by its name
_find: list[Callable[[str], Game]] = []


def register_finder(find: Callable[[str], Game]) -> None:
    """Register the function that returns a game by its name. The package `games` calls this, because core must not
    depend on it."""
    _find[:] = [find]


def game_named(name: str) -> Game:
    """Return the game of this name. Raise UnknownGame, which lists the existing names, if there is none."""
    return _find[0](name)
