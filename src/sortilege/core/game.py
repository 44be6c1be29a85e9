"""Game: the interface between one game and the rest of the program. Each package under games/ creates one from its
functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Protocol

from sortilege.core.contract import defaults
from sortilege.core.contract.advice import Advice, place_sentence
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
    """Samples complete states of a game that agree with what one view shows."""

    def deal(self, rng: Rng) -> State:
        """Return a random state that agrees with the dealer's view, as likely as it is to be the true one."""


class RandomSource(Protocol):
    """Any object with the method `getrandbits` of random.Random."""

    def getrandbits(self, k: int, /) -> int: ...


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game, such as Spellcaster. The fields are functions and constants from the game's package; other code uses
    the methods. Where a parameter is Untrusted, a game's function may declare its own type."""

    # ------------------------------------------------------------ components and options
    name: str
    folder: Path  # contains words.toml and RULES.md
    seats: tuple[int, ...]  # the allowed numbers of players
    turn_rule: str  # the id of the rule that only the active seat may act
    seats_rule: str  # the id of the rule that limits the number of players
    options: dict[str, Option] = field(default_factory=dict)
    rulings: tuple[tuple[str, ...], ...] = ()  # for each later version of the rules: the ids of the changed rules
    # Raise OptionError if options contradict each other; may also set defaults that depend on the number of seats.
    # Called with the seats, all options, and the values that were chosen.
    check_options: Callable[[int, Options, Object], None] = lambda seats, options, values: None
    # The names of options without effect at a table of this size. They are not offered there.
    idle_options: Callable[[int], tuple[str, ...]] = lambda seats: ()
    # The groups of seats that win and lose together, at a table of this size. Default: every seat alone.
    sides: Callable[[int], tuple[tuple[int, ...], ...]] = lambda seats: tuple((seat,) for seat in range(seats))
    # The names of the seats as keys of the `sides` table in words.toml; () if they are only numbered.
    seat_names: Callable[[int], tuple[str, ...]] = lambda seats: ()
    # The name of the net for this kind of table, as a short text of a-z, 0-9 and -.
    net_kind: Callable[[int, Options], str] = lambda seats, options: str(seats)
    cards: CardFiles | None = None  # functions that read card files, if the game has exchangeable cards

    # ------------------------------------------------------------ rules, actions, position
    actions: int  # action ids are below this number
    describe: Callable[[Untrusted], Action]  # action id -> action object
    find: Callable[[Untrusted], int]  # action object -> action id; raises IllegalAction if there is none
    initial_state: Callable[[Game, int, Options], State]  # the state before the first node
    from_position: Callable[[Game, Untrusted, Options], State]  # after `load` has checked `game`, `seats`, `options`
    position: Callable[[State], Position]  # its inverse; raises NotQuiet while an action is only partly resolved
    # Explain why this action (an id, or any other value) is not legal now.
    refusal: Callable[[State, Untrusted], IllegalAction] = defaults.refusal
    # Return a tuple that identifies the current turn: the seat whose turn it is, then numbers that change with every
    # turn. Responses of other seats belong to the turn that they interrupt. In solo, decisions for the scripted
    # opponent belong to the player's turn.
    turn_of: Callable[[State], tuple[int, ...]]

    # ------------------------------------------------------------ knowledge of a seat
    hides_information: bool = False  # whether seats have different knowledge
    view: Callable[[State, int | None], View] = defaults.view  # everything this seat may know
    # Return the entries of a seat's view that differ from the spectators' view. The other entries are then built once
    # for all seats. None: only the legal actions differ or, if the game hides information, all views are built
    # separately.
    own_entries: Callable[[State, int], Object] | None = None
    board: Callable[[Untrusted], Board] = lambda view: {}  # extra data for drawing, derived from the view alone
    # Return the entries in which the board of the seat to move differs from the spectators' board. All other seats get
    # the spectators' board. None: each seat's board is built separately.
    own_board: Callable[[Untrusted], Object] | None = None
    make_dealer: Callable[[Game, Untrusted], Dealer] = defaults.OpenDealer  # samples what a view hides
    features: Callable[[], Features] = NoFeatures  # input of trained nets
    insight: Callable[[], Insight] = NoInsight  # evaluation for search
    # The results of an action that information hidden from the viewer decides, with their exact probabilities. A result
    # is a part of the log line, such as {"hit": True}. Empty if the result is certain or decided by a chance node.
    odds: Callable[[Untrusted, int], list[tuple[Object, float]]] = lambda view, action: []
    tasks: Tasks = field(default_factory=Tasks)  # for puzzles
    aid: Callable[[Untrusted], Object] | None = None  # numbers shown to players of practice games, from the view alone

    # ------------------------------------------------------------ log
    # The log line of an action, hiding nothing, from the states before and after it: the action object, `by` (its seat,
    # None for chance) and its effects. The keys in "amends", if present, are added to the previous line.
    line: Callable[[State, int, State], Line] = defaults.line
    # The line as this seat saw it, or None if it may not know of it. Must not change the line.
    visible_line: Callable[[Untrusted, int | None, State], Line | None] = lambda line, seat, state: line
    # Whether the line as this seat sees it can no longer change. False is always correct; True saves checking the line
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
    # A turn, perhaps unfinished, in one sentence; "" if there is nothing to say. None: the sentences of its lines.
    summary: Callable[[Words, Turn], str] | None = None
    # Whether a line only reports a skipped step. `skipped_summary` describes all such lines of a turn at once.
    is_skip: Callable[[Untrusted], bool] = lambda line: False
    skipped_summary: Callable[[Words, Turn], str] = lambda words, turn: ""
    screen: Screen = field(default_factory=Screen)
    advice: Advice = field(default_factory=Advice)  # texts of hints
    # For a game whose cards have texts that are not in words.toml: all words by language, and those for one log line.
    all_words: Callable[[], Mapping[str, Words]] | None = None
    words_for: Callable[[Untrusted], Mapping[str, Words]] | None = None

    def seat_view(self, state: State, seat: int, spectator_view: View) -> View:
        """Return a seat's view of a state. The entries that all viewers share are copied from the spectators' view."""
        if self.own_entries is not None:
            return {**spectator_view, **self.own_entries(state, seat)}
        if self.hides_information:
            return state.view(seat)
        return {**spectator_view, **defaults.own_entries(state, seat)}

    def seat_board(self, view: View, spectator_board: Callable[[], Board]) -> Board:
        """Return the extra data for drawing a seat's view. `spectator_board` computes the data that spectators get."""
        if self.own_board is None:
            return self.board(view)
        if view["legal"]:
            return {**spectator_board(), **self.own_board(view)}
        return spectator_board()

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return game_named, (self.name,)

    def __repr__(self) -> str:
        return f"<sortilege game {self.name}>"

    # ------------------------------------------------------------ setting up
    def new(self, seats: int | None = None, options: Mapping[str, object] | None = None) -> State:
        """Return the state of a new game. By default it has two seats, or the smallest number if two cannot play."""
        default_seats = 2 if 2 in self.seats else self.seats[0]
        chosen_seats = default_seats if seats is None else seats
        self.check_seats(chosen_seats)
        chosen_options = self.resolve_options(chosen_seats, {} if options is None else options)
        return self.initial_state(self, chosen_seats, chosen_options)

    def resolve_options(self, seats: int, values: Untrusted) -> Options:
        """Return every option with its value in a game with `seats` seats. Raise OptionError for an invalid option."""
        complete = resolve_options(self.name, self.options, values, seats, self.phrase)
        self.check_options(seats, complete, values)
        return complete

    def check_seats(self, seats: Untrusted) -> None:
        """Raise OptionError if the game cannot be played by this number of players."""
        if type(seats) is not int or seats not in self.seats:
            why = self.phrase("seats", game=self.name, sizes=list(self.seats), given=quote(seats))
            raise OptionError(why, self.seats_rule)

    def load(self, position: Untrusted) -> State:
        """Return the state of a JSON position, after the actions in `then`. Raise PositionError if it is invalid."""
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
        actions = position.get("then", [])
        if not isinstance(actions, list):
            raise PositionError("then", "is a list of actions")
        for index, action in enumerate(actions):
            try:
                state.apply(self.find(action))
            except IllegalAction as error:
                raise PositionError(f"then[{index}]", error.sentence, error.rule) from None
        return state

    def dealer(self, view: View) -> Dealer:
        """Return a dealer for this view, for searches that sample many states."""
        return self.make_dealer(self, view)

    def imagine(self, view: View, rng: Rng | RandomSource) -> State:
        """Return a random state that agrees with everything in this view. The state keeps the log of the view."""
        source = rng if isinstance(rng, Rng) else Rng(rng.getrandbits(64))
        state = self.dealer(view).deal(source)
        state.recalled_lines = list(view["log"])
        return state

    # ------------------------------------------------------------ teams, versions of the rules
    def side_of(self, seats: int) -> list[int]:
        """Return the number of each seat's side, such as [0, 1, 0, 1] for two pairs. Sides win and lose together."""
        sides = sorted(self.sides(seats))
        side_numbers = {seat: number for number, side in enumerate(sides) for seat in side}
        return [side_numbers[seat] for seat in range(seats)]

    @property
    def rules(self) -> int:
        """The version number of the rules, from 1 on, which increases when a rule is interpreted differently."""
        return 1 + len(self.rulings)

    def rulings_since(self, version: int) -> tuple[str, ...]:
        """Return the ids of the rules that changed after this version of the rules."""
        return tuple(rule for later_version in self.rulings[version - 1 :] for rule in later_version)

    def card_fingerprint(self, options: Options) -> str:
        """Return a digest of the card set that these options select; "" if the game's cards are fixed."""
        if self.cards is None or self.cards_option is None:
            return ""
        return self.cards.fingerprint(options[self.cards_option])

    # ------------------------------------------------------------ card sets, in games with exchangeable cards
    @property
    def cards_option(self) -> str | None:
        """The name of the option that selects the card set; None if the game's cards are fixed."""
        return next((name for name, option in self.options.items() if isinstance(option.allowed, SetName)), None)

    def check_cards(self, text: str) -> str:
        """Check a card file and return one line about its cards. Raise CardsError with the line, card and problem."""
        return self._cards().summary(text)

    def card_file(self, name: str) -> str:
        """Return the text of a card set that ships with the game, as a file to edit."""
        return self._cards().template(name)

    def add_cards(self, name: str, text: str) -> str:
        """Check a card file, install it on this host under a name and return one line about its cards."""
        summary = self.check_cards(text)
        if self.cards_option and name in self.options[self.cards_option].allowed.shipped:
            raise CardsError(self.phrase("boxed_name", name=name))
        install(self.name, name, text)
        return summary

    def _cards(self) -> CardFiles:
        """Return the functions that read card files. Raise CardsError if the cards of this game are fixed."""
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

    def words_by_language(self, line: Line) -> Mapping[str, Words]:
        """Return the words for describing a log line, by language."""
        return self.words if self.words_for is None else self.words_for(line)

    def words_for_line(self, line: Line, language: str) -> Words:
        return self.words_by_language(line)[language]

    def say(self, line: Line, language: str = "en") -> str:
        """Return a log line as a sentence with {0}, {1}, … for the names of the seats; "" if the line needs none."""
        return self.sentence(self.words_for_line(line, language), line)

    def summarise(self, turn: Turn, language: str = "en") -> str:
        """Return a turn as one sentence, with {0}, {1}, … for the names of the seats."""
        return self.summarise_with(self.words_for_line(turn.lines[0], language), turn)

    def summarise_with(self, words: Words, turn: Turn) -> str:
        """Return a turn as one sentence, built from the words of one language."""
        if self.summary is not None:
            return self.summary(words, turn)
        return " ".join(filter(None, (self.sentence(words, line) for line in turn.lines)))

    # ------------------------------------------------------------ an action to choose, in every language
    def label(self, action: Action, names: list[str]) -> Text:
        """Return the label of an action in a menu. `names` are the players' names by seat."""
        return Text.build(lambda language: self.screen.label(action, self.words[language], names))

    def command(self, view: View, action: Action) -> Text:
        """Return an action as a command, such as "Call 8, Potion". {0}, {1}, … stand for the names of the seats."""
        command = self.advice.command
        if command is None:
            return self.label(action, [f"{{{seat}}}" for seat in range(view["seats"])])
        return Text.build(lambda language: command(view, action, self.words[language]))

    def reason(self, view: View, action: Action) -> Text:
        """Return the reason for an action that the view shows, as a clause; "" if the game knows none."""
        return Text.build(lambda language: self.advice.reason(view, action, self.words[language]))

    def place_hint(self, action: Action) -> Text:
        """Return a sentence about where on the board an action happens, for a hint that does not name the action."""
        return Text.build(lambda language: place_sentence(action, self.words[language]))

    def chapter(self, turn: Turn, language: str = "en") -> str:
        """Return the title of the round or Day that begins with this turn, such as "Round 3 begins"."""
        phrase: str = self.words_for_line(turn.lines[0], language)["summary"]["chapter"]
        return phrase.format(n=turn.opening.chapter)


# ---------------------------------------------------------------- finding a game by its name
_finders: list[Callable[[str], Game]] = []  # the function registered last, if any


def register_finder(find: Callable[[str], Game]) -> None:
    """Register the function that finds a game by name. The package `games` calls this: `core` must not import it."""
    _finders[:] = [find]


def game_named(name: str) -> Game:
    """Return the game of this name. Raise UnknownGame if there is none."""
    return _finders[0](name)
